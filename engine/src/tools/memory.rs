//! Memory check before a large table is allocated. Systems that overcommit grant more than they
//! have and kill the process that uses it, so a successful allocation proves nothing.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use thiserror::Error;

/// One part in this many of the free memory is left to the rest of the system.
const RESERVE: u64 = 16;

/// A table that would not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a table of {needed} MiB does not fit into {free} MiB of available memory")]
pub struct MemoryError {
    needed: usize,
    free: u64,
}

/// Checks that `needed` mebibytes can be used once `given_back` are freed. Always succeeds on
/// systems that do not report their memory.
///
/// # Errors
/// If they cannot be used.
pub fn check(needed: usize, given_back: usize) -> Result<(), MemoryError> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let Ok(system) = System::new_with_specifics(RefreshKind::nothing().with_memory(memory)) else {
        return Ok(());
    };
    let available = system.available_memory();
    if available == 0 {
        return Ok(());
    }
    // A container's page cache is dropped when memory is needed, so it counts as free.
    let limit = system
        .cgroup_limits()
        .map(|limits| limits.total_memory.saturating_sub(limits.rss));
    let usable = available.min(limit.unwrap_or(u64::MAX)) >> 20;
    let free = usable - usable / RESERVE + given_back as u64;
    if needed as u64 > free {
        return Err(MemoryError { needed, free });
    }
    Ok(())
}
