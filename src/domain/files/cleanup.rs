//! Deletes contents that nothing refers to any more, and withdrawn ones that the store still has. A lock that is held
//! across processes keeps deletions apart from everything that relies on a stored file staying where it is: an upload
//! between the store and the database, and a backup.

use crate::domain::blocking::blocking;
use crate::files::{Deletion, FileStore, KeptReason};
use crate::model::audit::event::{Action, AuditSource};
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::{Store, UnusedFile, as_stored};
use jiff::ToSpan;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long a content that nothing refers to is kept after its last upload or reference: as long as a draft may wait.
const UNUSED_DAYS: i64 = 30;
/// The file in the data directory that is locked.
const NAME: &str = "files.lock";

/// While it exists, no stored file is deleted; or, if it is exclusive, nobody relies on one.
#[derive(Debug)]
pub struct FilesLock(#[expect(dead_code, reason = "closing the file releases the lock")] File);

impl FilesLock {
    /// Waits until no file is being deleted, which takes as long as one request to the store.
    pub fn lock_shared(data_dir: &Path) -> Result<FilesLock> {
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

/// Deletes what is due, one content after the other. Stops while an upload is stored or a backup is made.
pub async fn delete_unused(store: Arc<Store>, files: FileStore, data_dir: PathBuf) -> Result<()> {
    let end = as_stored(clock::now() - (24 * UNUSED_DAYS).hours());
    let today = clock::today().to_string();
    let due = {
        let (store, end, today) = (store.clone(), end.clone(), today.clone());
        blocking(move || store.read(|db| db.unused_files(&end, &today))).await?
    };
    for file in due {
        let (locking, marking, before) = (data_dir.clone(), store.clone(), end.clone());
        let marked = blocking(move || {
            let Some(lock) = FilesLock::try_exclusive(&locking)? else { return Ok(None) };
            let is_due = marking.write(|db| db.begin_deleting_file(file, &before))?;
            Ok(Some((lock, is_due)))
        });
        let Some((lock, is_due)) = marked.await? else { return Ok(()) };
        if is_due {
            match delete(&store, &files, file, &today).await {
                Ok(_) => {}
                Err(unreachable @ Error::Unavailable(_)) => return Err(unreachable),
                // The others are not to wait for it.
                Err(cause) => {
                    tracing::warn!(%cause, digest = %file.digest, "a stored file could not be deleted")
                }
            }
        }
        drop(lock);
    }
    Ok(())
}

/// Deletes a content that is marked for it, and records what became of it.
pub(super) async fn delete(
    store: &Arc<Store>,
    files: &FileStore,
    file: UnusedFile,
    today: &str,
) -> Result<Deletion> {
    let deletion = files.delete(file.digest).await?;
    let (store, today) = (store.clone(), today.to_owned());
    blocking(move || {
        store.write(|db| match deletion {
            Deletion::Deleted => {
                db.file_deleted(file)?;
                let event = AuditSource::server().event(Action::FileDelete, file.digest.to_string());
                db.append_audit(&event)
            }
            Deletion::Kept(reason) => {
                let why = kept_words(reason);
                tracing::warn!(digest = %file.digest, why, "the store keeps a file that was to be deleted");
                db.file_kept(file, &today)
            }
        })
    })
    .await?;
    Ok(deletion)
}

/// Why the store keeps a content, in words.
pub(super) fn kept_words(reason: KeptReason) -> &'static str {
    match reason {
        KeptReason::Refused => "the store refuses to delete it (a retention, or no permission)",
        KeptReason::AnotherInstallation => "the store belongs to another installation",
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
        let uploads =
            [FilesLock::lock_shared(dir.path()).unwrap(), FilesLock::lock_shared(dir.path()).unwrap()];
        assert!(FilesLock::try_exclusive(dir.path()).unwrap().is_none());
        drop(uploads);
        let deletion = FilesLock::try_exclusive(dir.path()).unwrap();
        assert!(deletion.is_some() && FilesLock::try_exclusive(dir.path()).unwrap().is_none());
    }
}
