//! Atomic file writes, files that may be missing, and folders locked by a run. I/O errors name the
//! file (`fs-err`).

use std::fs::TryLockError;
use std::io::{self, Write};
use std::path::Path;

use fs_err as fs;

/// Writes a file through a temporary one, so that it is never visible half-written. A link stays, and the
/// file that it leads to is replaced.
///
/// # Errors
/// If the file cannot be written, is not a regular file, or is a link to a file that does not exist.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |out| out.write_all(bytes))
}

/// Like [`write_atomically`], with content that `write` produces.
pub(crate) fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let in_file = |error: io::Error| {
        io::Error::new(
            error.kind(),
            format!("failed to write {}: {error}", path.display()),
        )
    };
    let target = match fs::canonicalize(path) {
        Ok(target) if !target.is_file() => {
            return Err(in_file(io::Error::other("not a regular file")));
        }
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            path.to_owned()
        }
        Err(error) => return Err(in_file(error)),
    };
    // A killed program leaves this file behind; its name begins with the target's.
    let mut prefix = target.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // Readable like any new file; temporary files are private by default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(parent(&target)).map_err(in_file)?;
    let mut buffer = io::BufWriter::with_capacity(1 << 20, file.as_file_mut());
    write(&mut buffer)
        .and_then(|()| buffer.flush())
        .map_err(in_file)?;
    drop(buffer);
    file.as_file().sync_all().map_err(in_file)?;
    file.persist(&target)
        .map_err(|error| in_file(error.error))?;
    Ok(())
}

/// Reads a text file; `None` if there is none.
pub(crate) fn read_if_any(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

/// A folder reserved for one run until this is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _file: fs::File,
}

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// If it cannot be written to, or another run has locked it.
    pub(crate) fn take(folder: &Path) -> io::Result<Self> {
        let file = fs::File::create(folder.join(".lock"))?;
        if try_lock(&file)? {
            return Ok(Self { _file: file });
        }
        let message = format!(
            "{} is in use by another run; use another folder",
            folder.display()
        );
        Err(io::Error::new(io::ErrorKind::WouldBlock, message))
    }
}

/// Locks a file until it is closed; returns false if another run has locked it.
///
/// # Errors
/// If the file cannot be locked here.
pub(crate) fn try_lock(file: &fs::File) -> io::Result<bool> {
    match file.file().try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(io::Error::new(
            error.kind(),
            format!("failed to lock {}: {error}", file.path().display()),
        )),
    }
}

/// True if both paths are the same file, or would be if they were created. Their folders must exist.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| {
        let known = fs::canonicalize(path);
        known.or_else(|_| {
            let folder = fs::canonicalize(parent(path))?;
            Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
        })
    };
    matches!((resolved(a), resolved(b)), (Ok(a), Ok(b)) if a == b)
}

/// The folder of a file.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates the folder of a file.
pub(crate) fn create_parent(path: &Path) -> io::Result<()> {
    fs::create_dir_all(parent(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_serves_one_run_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = FolderLock::take(folder.path()).expect("the lock");
        let error = FolderLock::take(folder.path()).expect_err("a second lock");
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock, "{error}");
        drop(lock);
        FolderLock::take(folder.path()).expect("the lock again");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_devices_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "before").expect("a file");
        std::os::unix::fs::symlink("file", path("link")).expect("a link");
        write_atomically(&path("link"), b"after").expect("a file behind a link");
        assert!(path("link").is_symlink());
        assert_eq!(fs::read(path("file")).expect("the file"), b"after");
        std::os::unix::fs::symlink("missing", path("dangling")).expect("a link");
        write_atomically(&path("dangling"), b"").expect_err("a link to nothing");
        let error = write_atomically(Path::new("/dev/null"), b"").expect_err("a device");
        assert!(error.to_string().contains("regular"), "{error}");
    }
}
