//! Files named by users: only regular ones are opened, since opening a pipe can block forever.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// A directory, a pipe or a device.
    #[error("'{}' is not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// The system's error.
    #[error("cannot {action} '{}': {source}", path.display())]
    Io {
        /// The operation: read, write, open.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
}

impl FileError {
    /// Adds action and path to the system's error.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}

/// Checks that `path`, if it exists, is a regular file or a link to one.
///
/// # Errors
/// If the path is not a regular file.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(FileError::NotRegular(path.to_owned())),
        _ => Ok(()),
    }
}

/// Reads a regular file as text, without a byte order mark; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// If there is no such file or it cannot be read.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    check_regular(path)?;
    let bytes = fs::read(path).map_err(FileError::io("read", path))?;
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Writes a regular file, replacing its contents.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    check_regular(path)?;
    fs::write(path, bytes).map_err(FileError::io("write", path))
}
