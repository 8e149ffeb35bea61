//! Online backups: copies a whole database page by page, as one consistent state that is checked.

use crate::model::error::{Error, Result};
use crate::store::backup::provenance::note_backup;
use crate::store::files::data_dir::sync_file;
use crate::store::files::file_identity::COPY_MARK;
use crate::store::files::opening::{Unusable, check_for_damage, examine};
use crate::store::sqlite_error::store_error;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
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
    let error = |e| store_error(doing, e).with_context(doing);
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
        note_backup(&copy, made).map_err(error)?;
    }
    copy.pragma_update(None, "user_version", COPY_MARK).map_err(error)?;
    drop(copy);
    sync_file(to).map_err(|e| Error::io(doing, e))?;
    verify_copy(to, doing)
}

fn verify_copy(copy: &Path, doing: &str) -> Result<()> {
    let db = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|e| store_error(doing, e))?;
    examine(&db, copy).and_then(|_| check_for_damage(&db, copy, true)).map_err(|error| match error {
        Unusable::Damaged(what) => {
            Error::Conflict(format!("{doing}: the database is damaged ({what}); no copy was made"))
        }
        other => other.into_restore_error(copy),
    })
}

#[cfg(test)]
mod tests;
