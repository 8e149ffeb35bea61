//! Verifies the stored files of a backup: all by name and size, a sample by digest.

use crate::domain::files::backup_folder::{BackupFolder, Verify, list_failures};
use crate::domain::files::transfer::sample;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::store::Store;
use std::path::Path;

/// Verifies what the restored database names in the folder, `files` beside the backup if none is given; returns what was
/// found.
pub(super) fn verify(
    store: &Store,
    backup: &Path,
    identity: Option<&Path>,
    files: Option<&Path>,
) -> Result<String> {
    let named = store.read(|db| db.referenced_files())?;
    let count = count_with_noun(named.len() as u64, "stored file", "stored files");
    let beside = backup.parent().unwrap_or(Path::new(".")).join("files");
    let folder = files.unwrap_or(&beside);
    if !folder.is_dir() {
        if files.is_some() {
            return Err(Error::NotFound(format!("{} is not a directory", folder.display())));
        }
        return Ok(match named.len() {
            0 => "the backup names no stored files".into(),
            _ => format!("not verified: {count}, and there is no {}", folder.display()),
        });
    }
    let in_folder = BackupFolder::new(folder, identity);
    let is_read = sample(named.len());
    let (mut read, mut wrong) = (0, Vec::new());
    for (n, file) in named.iter().enumerate() {
        let by = if is_read(n) { Verify::Digest } else { Verify::Size };
        read += u64::from(by == Verify::Digest);
        if let Err(why) = in_folder.verify(file, by) {
            wrong.push(format!("{file} {why}"));
        }
    }
    if wrong.is_empty() {
        return Ok(format!("{count} in {} by name and size, {read} of them by digest", folder.display()));
    }
    Err(Error::Conflict(format!(
        "the backup is incomplete: {} of {count} are missing or damaged in {}: {}",
        wrong.len(),
        folder.display(),
        list_failures(&wrong)
    )))
}
