//! Deletes contents that nothing refers to any more, and withdrawn ones that the store still has.

use crate::domain::blocking::blocking;
use crate::domain::files::lock::FilesLock;
use crate::files::{Deletion, FileStore, KeptReason};
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditSource;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::{Store, UnusedFile, as_stored};
use jiff::ToSpan;
use std::path::PathBuf;
use std::sync::Arc;

/// How long a content that nothing refers to is kept after its last upload or reference: as long as a draft may wait.
const UNUSED_DAYS: i64 = 30;

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
