//! Stored files in a folder: each content in a file with the name of its digest, in a folder of its first two digits.

use crate::files::staged::Received;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone)]
pub(super) struct LocalStore {
    /// The folder `files`.
    folder: PathBuf,
}

impl LocalStore {
    pub(super) fn new(folder: PathBuf) -> LocalStore {
        LocalStore { folder }
    }

    fn path(&self, digest: Digest) -> PathBuf {
        self.folder.join(digest.relative_path())
    }

    /// Stores a content, in place of a damaged one. Afterwards it survives a crash.
    pub(super) fn put(&self, received: Received) -> Result<()> {
        let path = self.path(received.digest);
        let folder = path.parent().unwrap_or(&self.folder);
        let doing = || format!("storing {}", path.display());
        if !folder.is_dir() {
            fs::create_dir_all(folder).map_err(|e| Error::io(doing(), e))?;
            sync_folder(&self.folder)?;
            // The folder of stored files itself may be new.
            if let Some(data_dir) = self.folder.parent() {
                sync_folder(data_dir)?;
            }
        }
        received.persist(&path)?;
        sync_folder(folder)
    }

    /// The size of a content; `None` if it is not here.
    pub(super) fn size(&self, digest: Digest) -> Result<Option<u64>> {
        match fs::metadata(self.path(digest)) {
            Ok(metadata) => Ok(metadata.is_file().then_some(metadata.len())),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::io(format!("looking for the stored file {digest}"), e)),
        }
    }

    /// A content, opened; `None` if it is not here.
    pub(super) fn open(&self, digest: Digest) -> Result<Option<File>> {
        match File::open(self.path(digest)) {
            Ok(file) => Ok(Some(file)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::io(format!("opening the stored file {digest}"), e)),
        }
    }

    /// Deletes a content; nothing happens if it is not here.
    pub(super) fn delete(&self, digest: Digest) -> Result<()> {
        let path = self.path(digest);
        match fs::remove_file(&path) {
            Ok(()) => sync_folder(path.parent().unwrap_or(&self.folder)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
            Err(e) => Err(Error::io(format!("deleting the stored file {digest}"), e)),
        }
    }

    /// Writes, reads and deletes a file.
    pub(super) fn probe(&self) -> Result<()> {
        let doing = || format!("writing to {}", self.folder.display());
        fs::create_dir_all(&self.folder).map_err(|e| Error::io(doing(), e))?;
        let mut probe = tempfile::tempfile_in(&self.folder).map_err(|e| Error::io(doing(), e))?;
        std::io::Write::write_all(&mut probe, b"probe").map_err(|e| Error::io(doing(), e))?;
        probe.sync_all().map_err(|e| Error::io(doing(), e))
    }
}

/// Writes the entries of a folder to the disk.
fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|e| Error::io(format!("writing the folder {} to the disk", folder.display()), e))
}
