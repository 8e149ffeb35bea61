//! The two private copies of a replica in its data directory, and the file that names the one in use.
//!
//! Every process that reads a copy holds a shared lock on it; a copy is updated only under the exclusive
//! lock. An incomplete copy is never made current.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{REPLICA_COPIES, REPLICA_CURRENT, sync_folder};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Which copy: an index of [`REPLICA_COPIES`].
pub(super) type Slot = usize;

/// The copies of a data directory.
pub(super) struct Slots {
    dir: PathBuf,
}

impl Slots {
    pub fn in_folder(dir: &Path) -> Slots {
        Slots { dir: dir.to_owned() }
    }

    /// The file of a copy.
    pub fn path(&self, slot: Slot) -> PathBuf {
        self.dir.join(REPLICA_COPIES[slot])
    }

    /// The latest complete copy; `None` if there is none.
    pub fn current(&self) -> Result<Option<Slot>> {
        let path = self.dir.join(REPLICA_CURRENT);
        match std::fs::read_to_string(&path) {
            Ok(name) => Ok(REPLICA_COPIES.iter().position(|copy| *copy == name.trim())),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::io(format!("reading {}", path.display()), e)),
        }
    }

    /// Makes a copy the one in use; durable on return.
    pub fn set_current(&self, slot: Slot) -> Result<()> {
        let path = self.dir.join(REPLICA_CURRENT);
        let fresh = self.dir.join(format!("{REPLICA_CURRENT}.new"));
        let write = || {
            let mut file =
                OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&fresh)?;
            file.write_all(REPLICA_COPIES[slot].as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&fresh, &path)?;
            sync_folder(&self.dir)
        };
        write().map_err(|e| Error::io(format!("writing {}", path.display()), e))
    }

    /// Locks a copy for updating: nobody reads it while the file is open. `None` if it is being read.
    pub fn lock_exclusive(&self, slot: Slot) -> Result<Option<File>> {
        let path = self.path(slot);
        let error = |e| Error::io(format!("opening {}", path.display()), e);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .map_err(error)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(error(e)),
        }
    }

    /// Locks a copy for reading: nobody changes it while the file is open. `None` while it is being updated.
    pub fn lock_shared(&self, slot: Slot) -> Result<Option<File>> {
        let path = self.path(slot);
        let error = |e| Error::io(format!("opening {}", path.display()), e);
        let file = File::open(&path).map_err(error)?;
        match file.try_lock_shared() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(error(e)),
        }
    }
}

/// Removes the private copies of a data directory that no longer belongs to a replica.
pub fn remove_copies(data_dir: &Path) -> Result<()> {
    for name in [REPLICA_CURRENT].iter().chain(&REPLICA_COPIES) {
        let path = data_dir.join(name);
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != ErrorKind::NotFound => {
                return Err(Error::io(format!("removing {}", path.display()), e));
            }
            _ => {}
        }
    }
    sync_folder(data_dir).map_err(|e| Error::io(format!("cleaning up {}", data_dir.display()), e))
}
