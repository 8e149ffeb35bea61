//! Why the latest scheduled backup failed, for `handout check`: only the service meets the limits that its unit sets, such as
//! a directory in which it may not write.

use crate::model::clock;
use std::io::ErrorKind;
use std::path::Path;

/// The file in the data directory; absent unless the latest attempt of a backup failed.
const FILE_NAME: &str = "backup-failed";

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
