//! The copies of a replica: two slots, of which one is served and the other updated block by block.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{REPLICA_COPIES, REPLICA_CURRENT, sync_folder};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
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

/// Bytes compared and written at once.
const BLOCK_BYTES: usize = 64 << 10;
/// The bytes of the header for the journal mode: 1 is a rollback journal, 2 a write-ahead log; see
/// <https://www.sqlite.org/fileformat.html>, section 1.3.
const JOURNAL_MODE: std::ops::Range<usize> = 18..20;

/// Makes `to` equal to the first `length` bytes of the database file `from`, except for the journal mode: the copy is
/// opened without a write-ahead log. Returns how many bytes were written.
///
/// [`Error::Unavailable`] if `from` became shorter in the meantime.
pub(super) fn make_equal(from: &File, length: u64, to: &File) -> Result<u64> {
    let reading = |e: std::io::Error| match e.kind() {
        ErrorKind::UnexpectedEof => {
            Error::Unavailable("the database became shorter while it was read".into())
        }
        _ => Error::io("reading the database", e),
    };
    let writing = |e| Error::io("writing the private copy of the database", e);
    let present = to.metadata().map_err(writing)?.len();
    let (mut wanted, mut found) = (vec![0; BLOCK_BYTES], vec![0; BLOCK_BYTES]);
    let (mut at, mut written) = (0, 0);
    while at < length {
        let size = usize::try_from(length - at).unwrap_or(BLOCK_BYTES).min(BLOCK_BYTES);
        let wanted = &mut wanted[..size];
        from.read_exact_at(wanted, at).map_err(reading)?;
        if at == 0
            && let Some(mode) = wanted.get_mut(JOURNAL_MODE)
        {
            mode.fill(1);
        }
        let is_equal = at + size as u64 <= present && {
            let found = &mut found[..size];
            to.read_exact_at(found, at).map_err(writing)?;
            found == wanted
        };
        if !is_equal {
            to.write_all_at(wanted, at).map_err(writing)?;
            written += size as u64;
        }
        at += size as u64;
    }
    if present > length {
        to.set_len(length).map_err(writing)?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests;
