//! Locks of a data directory: one server and any number of commands, or a single restore.
//!
//! Both locks are released by the system when the process ends, however it ends.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{DATABASE_LOCK, SERVER_LOCK, prepare_data_dir};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Held by a server while it runs, and by a restore: at most one of them per data directory.
pub struct ServerLock {
    _file: File,
}

impl ServerLock {
    /// Takes the lock, creating the data directory if needed; a conflict if another process holds it.
    pub fn take(data_dir: &Path) -> Result<ServerLock> {
        prepare_data_dir(data_dir)?;
        let file = open(data_dir, SERVER_LOCK)?;
        check_lock(file.try_lock(), data_dir, || {
            format!("another handout server uses the data directory {}", data_dir.display())
        })?;
        Ok(ServerLock { _file: file })
    }
}

/// Held by everything that has the database open: shared by servers and commands, exclusive while the file is
/// replaced or migrated.
pub struct DataLock {
    file: File,
    data_dir: PathBuf,
}

impl DataLock {
    /// Shared, for using the database; a conflict while it is restored or migrated.
    pub fn shared(data_dir: &Path) -> Result<DataLock> {
        let lock = DataLock { file: open(data_dir, DATABASE_LOCK)?, data_dir: data_dir.to_owned() };
        lock.make_shared()?;
        Ok(lock)
    }

    /// Exclusive, for replacing the database; a conflict while another process uses it.
    pub fn exclusive(data_dir: &Path) -> Result<DataLock> {
        let lock = DataLock { file: open(data_dir, DATABASE_LOCK)?, data_dir: data_dir.to_owned() };
        lock.make_exclusive()?;
        Ok(lock)
    }

    /// From here on nobody else may use the database. After an error the lock is released.
    pub(in crate::store) fn make_exclusive(&self) -> Result<()> {
        check_lock(self.file.try_lock(), &self.data_dir, || {
            format!(
                "another handout command uses the data directory {}; try again when it has finished",
                self.data_dir.display()
            )
        })
    }

    /// Lets others use the database too. After an error the lock is released.
    pub(in crate::store) fn make_shared(&self) -> Result<()> {
        check_lock(self.file.try_lock_shared(), &self.data_dir, || {
            format!(
                "the database in the data directory {} is being restored or migrated; try again when that has finished",
                self.data_dir.display()
            )
        })
    }
}

fn open(data_dir: &Path, name: &str) -> Result<File> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(data_dir.join(name))
        .map_err(|e| Error::io(format!("using the data directory {}", data_dir.display()), e))
}

fn check_lock(
    tried: std::result::Result<(), TryLockError>,
    data_dir: &Path,
    conflict: impl FnOnce() -> String,
) -> Result<()> {
    tried.map_err(|e| match e {
        TryLockError::WouldBlock => Error::Conflict(conflict()),
        TryLockError::Error(e) => Error::io(format!("locking the data directory {}", data_dir.display()), e),
    })
}
