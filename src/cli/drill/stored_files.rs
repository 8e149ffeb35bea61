//! Verifies the stored files of a backup: all by name and size, a sample by digest.

use crate::domain::files::backup_folder::{BackupFolder, Verify};
use crate::model::error::{Error, Result};
use crate::model::text::count::count_with_noun;
use crate::store::Store;
use std::path::Path;

/// How many files are read whole.
const SAMPLE: usize = 10;
/// Failures beyond these are counted and not named.
const MAX_NAMED_FAILURES: usize = 20;

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
    // Spread over all digests, which are random numbers.
    let step = named.len().div_ceil(SAMPLE).max(1);
    let (mut read, mut wrong) = (0, Vec::new());
    for (n, file) in named.iter().enumerate() {
        let by = if n % step == 0 { Verify::Digest } else { Verify::Size };
        read += u64::from(by == Verify::Digest);
        if let Err(why) = in_folder.verify(file, by) {
            wrong.push(format!("{} ({}) {why}", file.digest, file.name));
        }
    }
    if wrong.is_empty() {
        return Ok(format!("{count} in {} by name and size, {read} of them by digest", folder.display()));
    }
    let more = wrong.len().saturating_sub(MAX_NAMED_FAILURES);
    let mut text = wrong[..wrong.len() - more].join("; ");
    if more > 0 {
        text += &format!("; and {more} more");
    }
    Err(Error::Conflict(format!(
        "the backup is not good: {} of {count} are not whole in {}: {text}",
        wrong.len(),
        folder.display()
    )))
}
