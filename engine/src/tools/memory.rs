//! The memory check before a large table. Some systems promise more than they have and kill the
//! process when it uses what was promised, so that allocating is not a test.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use thiserror::Error;

/// The part of the free memory that is left to the rest of the system: one in this many.
const RESERVE: u64 = 16;

/// A table that would not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a table of {asked} MiB does not fit into the {free} MiB of memory that can be used")]
pub struct MemoryError {
    asked: usize,
    free: u64,
}

/// Checks that `asked` mebibytes can be used once `given_back` are free again. Always succeeds where
/// the system does not report its memory.
///
/// # Errors
/// [`MemoryError`] when they cannot.
pub fn check(asked: usize, given_back: usize) -> Result<(), MemoryError> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let Ok(system) = System::new_with_specifics(RefreshKind::nothing().with_memory(memory)) else {
        return Ok(());
    };
    let available = system.available_memory();
    if available == 0 {
        return Ok(());
    }
    let limit = system.cgroup_limits().map(|limits| limits.free_memory);
    let usable = available.min(limit.unwrap_or(u64::MAX)) >> 20;
    let free = usable - usable / RESERVE + given_back as u64;
    if asked as u64 > free {
        return Err(MemoryError { asked, free });
    }
    Ok(())
}
