//! The copy of the database that exists while a backup is written into a stream.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{COMPANIONS, FILE_NAME, create_private, remove_database, temporary};
use std::fs::File;
use std::path::{Path, PathBuf};

/// What follows the name of the database in its name.
const COPYING: &str = ".copying";

/// An empty file beside the database, for its user alone; removed when dropped.
///
/// It stays locked, so that the next start removes at once what a killed process left, and nothing that is in use.
pub(in crate::store) struct WorkingCopy {
    path: PathBuf,
    _lock: File,
}

impl WorkingCopy {
    /// Makes one beside `database`.
    pub fn new(database: &Path) -> Result<WorkingCopy> {
        let path = temporary(database, COPYING);
        let lock = create_private(&path)
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|e| Error::io(format!("making {}", path.display()), e))?;
        Ok(WorkingCopy { path, _lock: lock })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkingCopy {
    fn drop(&mut self) {
        remove_database(&self.path);
    }
}

/// Removes the working copies in a data directory that no process has locked.
pub(in crate::store) fn remove_unlocked(data_dir: &Path) {
    let Ok(entries) = std::fs::read_dir(data_dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.strip_prefix(FILE_NAME).is_some_and(|rest| rest.starts_with(&format!("{COPYING}-"))) {
            continue;
        }
        let copy = COMPANIONS.iter().find_map(|companion| name.strip_suffix(companion)).unwrap_or(&name);
        let copy = data_dir.join(copy);
        let is_locked = File::open(&copy).is_ok_and(|file| file.try_lock().is_err());
        if !is_locked {
            remove_database(&copy);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_unlocked_copies_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let held = WorkingCopy::new(&folder.path().join(FILE_NAME)).unwrap();
        let journal = PathBuf::from(format!("{}-journal", held.path().display()));
        let left = folder.path().join(format!("{FILE_NAME}{COPYING}-0"));
        let left_journal = folder.path().join(format!("{FILE_NAME}{COPYING}-1-journal"));
        let other = folder.path().join("another.db.copying-0");
        for file in [&journal, &left, &left_journal, &other] {
            std::fs::write(file, "content").unwrap();
        }
        remove_unlocked(folder.path());
        assert!(held.path().exists() && journal.exists() && other.exists());
        assert!(!left.exists() && !left_journal.exists());
        assert_eq!(std::fs::metadata(held.path()).unwrap().permissions().mode() & 0o777, 0o600);
        let path = held.path().to_owned();
        drop(held);
        assert!(!path.exists() && !journal.exists());
    }
}
