//! A file that is being received: written to the file system of the store in chunks, while its digests are computed.

use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use ring::digest;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The folder below `files` in the data directory that holds what is being received.
const FOLDER: &str = "incoming";

/// A temporary file that is deleted when this is dropped, unless it becomes a stored file.
pub struct StagedFile {
    file: NamedTempFile,
    sha256: digest::Context,
    crc32: crc32fast::Hasher,
    size: u64,
    max_bytes: u64,
}

/// A staged file that has come to its end.
#[derive(Debug)]
pub struct Received {
    file: NamedTempFile,
    /// The SHA-256 of its content.
    pub digest: Digest,
    /// The CRC-32 of its content, for ZIP files.
    pub crc32: u32,
    /// Its size in bytes.
    pub size: u64,
}

/// Why a chunk was not taken.
#[derive(Debug, thiserror::Error)]
pub enum StagingError {
    /// The file is larger than the limit.
    #[error("the file is larger than {max_bytes} bytes")]
    TooLarge { max_bytes: u64 },
    /// The disk is full, or cannot be written to.
    #[error(transparent)]
    Disk(#[from] Error),
}

impl StagedFile {
    /// An empty file of at most `max_bytes` below `files`, the folder of stored files in the data directory.
    pub(super) fn create(files: &Path, max_bytes: u64) -> Result<StagedFile> {
        let doing = || format!("receiving a file in {}", files.display());
        let folder = files.join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(|e| Error::io(doing(), e))?;
        let file = loop {
            let file =
                Builder::new().prefix("file-").tempfile_in(&folder).map_err(|e| Error::io(doing(), e))?;
            // Held until the file is closed, also by the end of the process: `remove_abandoned` deletes unlocked files,
            // and may have been faster.
            file.as_file().lock().map_err(|e| Error::io(doing(), e))?;
            if file.path().exists() {
                break file;
            }
        };
        Ok(StagedFile {
            file,
            sha256: digest::Context::new(&digest::SHA256),
            crc32: crc32fast::Hasher::new(),
            size: 0,
            max_bytes,
        })
    }

    /// An empty file beside this one, for the same content after a change.
    pub(super) fn sibling(received: &Received) -> Result<StagedFile> {
        let folder = received.path().parent().and_then(Path::parent).unwrap_or(Path::new("."));
        StagedFile::create(folder, u64::MAX)
    }

    /// Appends a chunk. After an error the file is of no use.
    pub fn write(&mut self, chunk: &[u8]) -> Result<(), StagingError> {
        self.size += chunk.len() as u64;
        if self.size > self.max_bytes {
            return Err(StagingError::TooLarge { max_bytes: self.max_bytes });
        }
        self.sha256.update(chunk);
        self.crc32.update(chunk);
        self.file.write_all(chunk).map_err(|e| Error::io("receiving a file", e))?;
        Ok(())
    }

    /// Ends the file. It is not durable yet: that is part of storing it.
    pub fn finish(self) -> Received {
        let mut sha256 = [0; 32];
        sha256.copy_from_slice(self.sha256.finish().as_ref());
        Received {
            file: self.file,
            digest: Digest::from_bytes(sha256),
            crc32: self.crc32.finalize(),
            size: self.size,
        }
    }
}

impl Received {
    /// Where it is until it is stored.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The content, opened read-only at its beginning.
    pub fn open(&self) -> Result<File> {
        File::open(self.path()).map_err(|e| Error::io("reading a received file", e))
    }

    /// Writes the content to the disk, then gives the file this path.
    pub(super) fn persist(self, path: &Path) -> Result<()> {
        let doing = || format!("storing {}", path.display());
        self.file.as_file().sync_all().map_err(|e| Error::io(doing(), e))?;
        self.file.persist(path).map_err(|e| Error::io(doing(), e.error))?;
        Ok(())
    }
}

/// Deletes files that a process began to receive and that ended, such as by kill -9, before it had stored them.
pub fn remove_abandoned(data_dir: &Path) -> Result<()> {
    let folder = files_folder(data_dir).join(FOLDER);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(Error::io(format!("reading {}", folder.display()), e)),
    };
    for entry in entries.flatten() {
        // Locked until it is deleted, so that nobody begins to receive into it.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// The folder of stored files in the data directory.
pub(super) fn files_folder(data_dir: &Path) -> PathBuf {
    data_dir.join("files")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn digests_and_size_are_those_of_all_chunks() {
        let dir = tempfile::tempdir().unwrap();
        let mut staged = StagedFile::create(dir.path(), 9).unwrap();
        for chunk in [b"1234".as_slice(), b"", b"56789"] {
            staged.write(chunk).unwrap();
        }
        let received = staged.finish();
        assert_eq!(
            received.digest.to_string(),
            "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"
        );
        assert_eq!((received.crc32, received.size), (0xcbf4_3926, 9));
        assert_eq!(std::fs::read(received.path()).unwrap(), b"123456789");
    }

    #[test]
    fn a_file_over_the_limit_is_refused_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut staged = StagedFile::create(dir.path(), 4).unwrap();
        staged.write(b"1234").unwrap();
        assert!(matches!(staged.write(b"5"), Err(StagingError::TooLarge { max_bytes: 4 })));
        drop(staged);
        assert_eq!(std::fs::read_dir(dir.path().join(FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn only_what_nobody_is_receiving_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        remove_abandoned(dir.path()).unwrap();
        let staged = StagedFile::create(&files_folder(dir.path()), 4).unwrap();
        let abandoned = files_folder(dir.path()).join(FOLDER).join("file-abandoned");
        std::fs::write(&abandoned, b"1").unwrap();
        remove_abandoned(dir.path()).unwrap();
        assert!(!abandoned.exists());
        assert!(staged.finish().path().exists());
    }
}
