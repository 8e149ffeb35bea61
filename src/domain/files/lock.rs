//! Keeps deletions apart from everything that relies on a stored file staying where it is: an upload between the store and the
//! database, and a backup. Held across processes.

use crate::model::error::{Error, Result};
use std::fs::{File, TryLockError};
use std::path::Path;

/// The file in the data directory that is locked.
const NAME: &str = "files.lock";

/// While it exists, no stored file is deleted; or, if it is exclusive, nobody relies on one.
#[derive(Debug)]
pub struct FilesLock(#[expect(dead_code, reason = "closing the file releases the lock")] File);

impl FilesLock {
    /// Waits until no file is being deleted, which takes as long as one request to the store.
    pub fn shared(data_dir: &Path) -> Result<FilesLock> {
        let file = open(data_dir)?;
        file.lock_shared().map_err(|e| Error::io("waiting for the lock of the stored files", e))?;
        Ok(FilesLock(file))
    }

    /// `None` while an upload is stored or a backup is made.
    pub fn try_exclusive(data_dir: &Path) -> Result<Option<FilesLock>> {
        let file = open(data_dir)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(FilesLock(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(Error::io("taking the lock of the stored files", e)),
        }
    }
}

fn open(data_dir: &Path) -> Result<File> {
    let path = data_dir.join(NAME);
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    opened.map_err(|e| Error::io(format!("opening {}", path.display()), e))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn nothing_is_deleted_while_an_upload_or_a_backup_runs() {
        let dir = tempfile::tempdir().unwrap();
        let uploads = [FilesLock::shared(dir.path()).unwrap(), FilesLock::shared(dir.path()).unwrap()];
        assert!(FilesLock::try_exclusive(dir.path()).unwrap().is_none());
        drop(uploads);
        let deletion = FilesLock::try_exclusive(dir.path()).unwrap();
        assert!(deletion.is_some() && FilesLock::try_exclusive(dir.path()).unwrap().is_none());
    }
}
