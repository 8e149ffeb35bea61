//! One server to a data directory.

use crate::model::error::{Error, Result};
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Held as long as a server runs, or a restore replaces the database; given back by the system even after a crash.
pub(super) struct DataLock {
    _file: File,
}

/// Takes the lock; a conflict when another process has it.
pub(super) fn take(data_dir: &Path) -> Result<DataLock> {
    let message = |e| Error::io(format!("using the data directory {}", data_dir.display()), e);
    std::fs::create_dir_all(data_dir).map_err(message)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(data_dir.join("handout.lock"))
        .map_err(message)?;
    match file.try_lock() {
        Ok(()) => Ok(DataLock { _file: file }),
        Err(std::fs::TryLockError::WouldBlock) => Err(Error::Conflict(format!(
            "another handout server uses the data directory {}",
            data_dir.display()
        ))),
        Err(std::fs::TryLockError::Error(e)) => Err(message(e)),
    }
}
