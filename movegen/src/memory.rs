//! Large zeroed hash tables, backed by huge pages where available.

use bytemuck::Zeroable;

/// Allocates `len` zeroed items; `None` if the allocation fails.
///
/// The memory is not touched until it is used. On Linux it is marked for huge pages, because with
/// ordinary pages every table probe also misses the TLB: hashed perft to depth 8 in 512 MiB takes
/// 5.6 s with huge pages and 6.7 s without (two runs each, side by side).
pub fn zeroed_table<T: Zeroable>(len: usize) -> Option<Box<[T]>> {
    let table = bytemuck::allocation::try_zeroed_slice_box(len).ok()?;
    advise_huge_pages(&table);
    Some(table)
}

#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(table: &[T]) {
    const PAGE: usize = 4096;
    let start = table.as_ptr() as usize;
    let first = start.next_multiple_of(PAGE);
    let end = (start + size_of_val(table)) / PAGE * PAGE;
    if first < end {
        // SAFETY: the range lies within memory that `table` borrows, and the advice changes how the
        // memory is backed, never its contents. The measured gain is in the comment above.
        #[allow(unsafe_code)]
        unsafe {
            // Failure is harmless: without huge pages the table is only slower.
            libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages<T>(_: &[T]) {}
