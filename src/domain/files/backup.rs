//! Backs up the database together with the contents of the stored files that it names: the database first, then the
//! files. Why the latest scheduled backup failed is recorded for `handout check`, because only the service meets the
//! limits that its unit sets.

use crate::domain::files::backup_folder::BackupFolder;
use crate::domain::files::cleanup::FilesLock;
use crate::files::FileStore;
use crate::model::backup::BackupRecipient;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::store::Store;
use std::io::ErrorKind;
use std::path::Path;

/// The file in the data directory; absent unless the latest attempt of a backup failed.
const FILE_NAME: &str = "backup-failed";

/// What is backed up, and for whom.
pub struct FilesBackup<'a> {
    pub store: &'a Store,
    pub files: &'a FileStore,
    pub data_dir: &'a Path,
    pub folder: &'a Path,
    pub recipient: Option<&'a BackupRecipient>,
}

impl FilesBackup<'_> {
    /// Copies the database by `copy_database`, then every file that the copy may name. Nothing is deleted from the store
    /// meanwhile. Blocks.
    pub fn run(
        &self,
        copy_database: impl FnOnce() -> Result<()>,
        stopped: impl Fn() -> bool,
    ) -> Result<BackedUp> {
        let _lock = FilesLock::lock_shared(self.data_dir)?;
        copy_database()?;
        // What the copy names is among these: references to contents are never removed, and withdrawn contents are gone.
        let named = self.store.read(|db| db.referenced_files())?;
        let folder = BackupFolder::new(self.folder, None);
        let copied = folder
            .back_up(self.files, &named, self.recipient, stopped)
            .map_err(|e| e.with_context("the database was backed up, but"))?;
        Ok(BackedUp { named: named.into_iter().map(|file| file.digest).collect(), copied })
    }
}

/// What a folder holds after a backup.
#[derive(Debug)]
pub struct BackedUp {
    /// The contents that the database names.
    pub named: Vec<Digest>,
    /// How many of them were not in the folder before.
    pub copied: usize,
}

/// Refuses a folder for files that would be written into the store itself.
pub fn refuse_store_folder(folder: &Path, data_dir: &Path) -> Result<()> {
    let store = data_dir.join("files");
    let is_store = match (folder.canonicalize(), store.canonicalize()) {
        (Ok(folder), Ok(store)) => folder.starts_with(store),
        _ => false,
    };
    if is_store {
        return Err(Error::Conflict(format!(
            "{} is where the files themselves are stored; nothing was written. Please name another folder",
            folder.display()
        )));
    }
    Ok(())
}

/// Records a failure and its time.
pub fn record_backup_failure(data_dir: &Path, cause: &str) {
    let text = format!("{}: {cause}", clock::now().strftime("%FT%TZ"));
    if let Err(cause) = std::fs::write(data_dir.join(FILE_NAME), text) {
        tracing::warn!(%cause, "the failure of the backup cannot be recorded for `handout check`");
    }
}

/// Forgets the failure, once a backup succeeded.
pub fn forget_backup_failure(data_dir: &Path) {
    if let Err(cause) = std::fs::remove_file(data_dir.join(FILE_NAME))
        && cause.kind() != ErrorKind::NotFound
    {
        tracing::warn!(%cause, "the recorded failure of a backup cannot be removed");
    }
}

/// When and why the latest scheduled backup failed; `None` when it did not.
pub fn latest_backup_failure(data_dir: &Path) -> Option<String> {
    std::fs::read_to_string(data_dir.join(FILE_NAME)).ok()
}
