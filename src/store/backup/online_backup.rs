//! Online backups, pre-migration backups and the sample catalogue: a whole database is copied page by page, as one consistent
//! state that is checked.

use crate::model::error::{Error, Result};
use crate::store::backup::contents::record_backup;
use crate::store::files::data_dir::{
    folder, remove_database, sync_file, sync_folder, temporary, with_suffix,
};
use crate::store::files::file_identity::COPY_MARK;
use crate::store::files::opening::{Unusable, check_for_damage, examine};
use crate::store::sql::{step_error, store_error};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::time::Duration;

/// Pages copied in one step; the backup can be stopped between steps.
const PAGES: i32 = 1_000;
/// The pause before a step is retried after another process blocked it.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);
/// Maximum number of retries in a row: some ten seconds.
const MAX_TRIES: u32 = 2_000;

/// Copies what `from` sees into the new or empty file `to`: one state, in one read transaction, while other processes may
/// write without waiting. The copy is complete, marked as one, synchronized and checked for damage.
///
/// `made`, if given, is stored in the copy as its time of creation.
///
/// `should_continue` is called between steps; if it returns `false`, the result is [`Error::Unavailable`].
pub(in crate::store) fn copy_database(
    from: &Connection,
    to: &Path,
    doing: &str,
    made: Option<&str>,
    mut should_continue: impl FnMut() -> bool,
) -> Result<()> {
    let error = |e| step_error(doing, e);
    let mut copy = Connection::open(to).map_err(error)?;
    // It is synchronized once, at the end.
    copy.execute_batch("PRAGMA synchronous = OFF").map_err(error)?;
    // The transaction begins with its first read; without one, every step would have a transaction of its own.
    from.execute_batch("BEGIN").map_err(error)?;
    from.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(error)?;
    let copied = (|| {
        let backup = Backup::new(from, &mut copy).map_err(error)?;
        let mut tries = 0;
        loop {
            match backup.step(PAGES).map_err(error)? {
                StepResult::Done => return Ok(()),
                StepResult::Busy | StepResult::Locked if tries >= MAX_TRIES => {
                    return Err(Error::Unavailable(format!("{doing}: the database is busy")));
                }
                StepResult::Busy | StepResult::Locked => {
                    tries += 1;
                    std::thread::sleep(RETRY_INTERVAL);
                }
                _ => tries = 0,
            }
            if !should_continue() {
                return Err(Error::Unavailable(format!("{doing}: stopped")));
            }
        }
    })();
    from.execute_batch("ROLLBACK").map_err(error)?;
    copied?;
    // One file that opens without a log.
    copy.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).map_err(error)?;
    if let Some(made) = made {
        record_backup(&copy, made).map_err(error)?;
    }
    copy.pragma_update(None, "user_version", COPY_MARK).map_err(error)?;
    drop(copy);
    sync_file(to).map_err(|e| Error::io(doing, e))?;
    verify_copy(to, doing)
}

fn verify_copy(copy: &Path, doing: &str) -> Result<()> {
    let db = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|e| step_error(doing, e))?;
    examine(&db, copy).and_then(|_| check_for_damage(&db, copy, true)).map_err(|error| match error {
        Unusable::Damaged(what) => {
            Error::Conflict(format!("{doing}: the database is damaged ({what}); no copy was made"))
        }
        other => other.into_restore_error(copy).with_context(doing),
    })
}

/// Keeps a copy of `db`, which is at `path` and has schema `version`, as `….before-vN`, N being the next version.
///
/// The copy is complete and checked when it gets that name. An existing file of that name is renamed, unless it equals the
/// copy: a migration that fails repeatedly must not fill the disk.
pub(in crate::store) fn write_pre_migration_backup(db: &Connection, path: &Path, version: u32) -> Result<()> {
    let kept = with_suffix(path, &format!(".before-v{}", version + 1));
    let doing = format!("copying the database before its migration to {}", kept.display());
    let fresh = temporary(&kept, ".part");
    let copied = copy_database(db, &fresh, &doing, None, || true).and_then(|()| {
        let io = |e| Error::io(doing.clone(), e);
        if kept.symlink_metadata().is_ok() {
            if is_same(&fresh, &kept).unwrap_or(false) {
                return Ok(());
            }
            let older = (1u32..)
                .map(|n| with_suffix(&kept, &format!(".older-{n}")))
                .find(|name| name.symlink_metadata().is_err());
            if let Some(older) = older {
                tracing::warn!(kept = %older.display(), "another file had the name of the copy before this migration");
                std::fs::rename(&kept, &older).map_err(io)?;
            }
        }
        std::fs::rename(&fresh, &kept).and_then(|()| sync_folder(folder(&kept))).map_err(io)
    });
    remove_database(&fresh);
    copied
}

/// Whether two files have the same content.
fn is_same(one: &Path, other: &Path) -> std::io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one).bytes(), BufReader::new(other).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (a, b) if a != b => return Ok(false),
            _ => {}
        }
    }
}

/// Removes from a sample catalogue what differs each time it is made: its instance, timestamps and audit trail.
pub fn finish_sample(file: &Path) -> Result<()> {
    let doing = format!("settling {}", file.display());
    let db = Connection::open(file).map_err(|e| store_error(&doing, e))?;
    let then = "2026-01-02T03:04:05.000Z";
    let kept: String = db
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'audit_is_kept'", [], |row| row.get(0))
        .map_err(|e| store_error(&doing, e))?;
    db.execute_batch(&format!(
        "UPDATE catalogue SET instance = 'sample', backup_made = NULL; UPDATE changes SET at = '{then}'; \
         UPDATE citations SET saved_at = '{then}'; UPDATE refinery_schema_history SET applied_on = '{then}'; \
         UPDATE freshness SET noted = '{then}'; \
         UPDATE stored_files SET stored = '{then}', last_used = '{then}'; DROP TRIGGER audit_is_kept; DELETE FROM audit; \
         DELETE FROM sqlite_sequence WHERE name = 'audit'; {kept}; VACUUM;"
    ))
    .map_err(|e| store_error(&doing, e))
}

#[cfg(test)]
mod tests;
