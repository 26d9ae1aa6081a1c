//! Prefetching: fetches memory into the cache before it is needed.

/// Prefetches the cache line where `item` begins.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(item: &T) {
    let address: *const i8 = std::ptr::from_ref(item).cast();
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, and the address belongs to a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    // `std::arch::aarch64::_prefetch` is not stable.
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a prefetch reads nothing, and the address belongs to a live value.
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{}]",
            in(reg) address,
            options(readonly, nostack, preserves_flags)
        );
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}
