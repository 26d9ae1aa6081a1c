//! Files that are whole or not there.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that there is never half of it under its name.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".part");
    let partial = PathBuf::from(partial);
    let mut file = File::create(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&partial, path)
}
