//! Prepares a database file for use: checks it, and migrates it if allowed.

use crate::model::error::{Error, Result};
use crate::store::backup::contents::{is_backup, record_restoration};
use crate::store::backup::online_backup::write_pre_migration_backup;
use crate::store::files::data_dir::{FILE_NAME, has_content, with_suffix};
use crate::store::files::data_lock::DataLock;
use crate::store::files::file_identity::{COPY_MARK, FileIdentity, new_mark};
use crate::store::files::opening::{
    Unusable, check_for_damage, connect, connect_read_only, examine, migrate, newest_version, refuse_if_lost,
    renew, restart_log,
};
use crate::store::sql::doing;
use rusqlite::Connection;
use std::path::Path;

/// Up to this size the whole file is checked for damage when it is opened; for a larger one that takes too long, and
/// `handout check` does it.
const MAX_CHECKED_AT_OPEN_BYTES: u64 = 48 << 20;

/// How a database is written. What is deleted, such as the email address in a report, is overwritten in the file.
///
/// When SQLite restarts the write-ahead log, it truncates the file. If the old content remained behind the new, a Litestream
/// (0.5.17) that was not running at that moment would continue in the new log, without the changes it had not sent.
const WRITER: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; \
                      PRAGMA journal_size_limit = 0";

/// What a database is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Everything, migrations included.
    Serve,
    /// Reading and writing what is there.
    Write,
    /// Reading.
    Read,
}

/// Checks a file before anything is written to it, then makes it ready for `purpose`; returns the writer.
pub(super) fn prepare(
    path: &Path,
    file: &mut FileIdentity,
    lock: &DataLock,
    purpose: Purpose,
) -> Result<Connection> {
    let at_place = |error: Unusable| error.at_its_place(path);
    refuse_unfit(path, file)?;
    let mut db = connect(path)?;
    let applied = examine(&db, path).map_err(at_place)?;
    if std::fs::metadata(path).map_or(0, |m| m.len()) <= MAX_CHECKED_AT_OPEN_BYTES {
        check_for_damage(&db, path, true).map_err(at_place)?;
        // The pages that only the check needed.
        db.release_memory().map_err(doing("preparing the database"))?;
    }
    if applied < newest_version() && purpose != Purpose::Serve {
        return Err(older(path, applied));
    }
    let preparing = || doing("preparing the database");
    let mut mark: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(preparing())?;
    let put_by_hand = mark == COPY_MARK;
    if purpose == Purpose::Read {
        db.execute_batch("PRAGMA query_only = ON").map_err(preparing())?;
    } else {
        if put_by_hand {
            // Copied there by hand. The original may have changed since then, and the index with it.
            renew(&db).map_err(preparing())?;
        }
        db.execute_batch(WRITER).map_err(preparing())?;
        if mark == 0 {
            // The mark must be in the file itself. A concurrent reader delays that.
            let marked = db
                .pragma_update(None, "user_version", new_mark())
                .and_then(|()| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
            if let Err(cause) = marked {
                tracing::warn!(%cause, "the database cannot be marked; it is served all the same");
            }
        }
        mark = db.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(preparing())?;
    }
    if purpose == Purpose::Serve
        && let Err(cause) = restart_log(&mut db)
    {
        tracing::warn!(%cause, "the write-ahead log cannot be emptied; the database is served all the same");
    }
    db.execute_batch("PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY")
        .map_err(preparing())?;
    db.set_prepared_statement_cache_capacity(128);
    if applied < newest_version() {
        lock.make_exclusive()?;
        write_pre_migration_backup(&db, path, applied)?;
        migrate(&mut db, path)?;
        lock.make_shared()?;
    }
    if purpose != Purpose::Read && (put_by_hand || is_backup(&db).map_err(preparing())?) {
        record_restoration(&db).map_err(preparing())?;
    }
    file.set_mark(mark);
    Ok(db)
}

/// Refuses a file without content, and one beside which the log of another database lies: SQLite would take the first
/// for a new database and add the second to it.
fn refuse_unfit(path: &Path, file: &FileIdentity) -> Result<()> {
    if !has_content(path) {
        return Err(Unusable::Empty.at_its_place(path));
    }
    let log = with_suffix(path, "-wal");
    // In this order: a process that is opening the database marks the file first.
    if has_content(&log) && file.is_complete_alone() {
        return Err(Error::Conflict(format!(
            "{} does not belong to {}, which was put there later; nothing was changed. Put a copy in its place with \
             `handout restore FILE`, or move the first file elsewhere",
            log.display(),
            path.display()
        )));
    }
    Ok(())
}

/// An error unless the data directory has a database.
pub(super) fn exists(data_dir: &Path) -> Result<()> {
    let path = data_dir.join(FILE_NAME);
    match path.symlink_metadata() {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            refuse_if_lost(&path)?;
            Err(Error::NotFound(format!("there is no catalogue at {}", path.display())))
        }
        Err(e) => Err(Error::io(format!("opening the database {}", path.display()), e)),
    }
}

fn older(path: &Path, version: u32) -> Error {
    Error::Conflict(format!(
        "{} has schema {version}, this program needs schema {}; it was left as it is. The server migrates it when it \
         starts with this version; until then use the commands of the version that runs",
        path.display(),
        newest_version()
    ))
}

/// Inspects a database without changing it: whether it is a catalogue, and whether it is damaged. Returns the schema version of
/// the file, and the newest one that this program knows.
pub fn inspect(data_dir: &Path) -> Result<(u32, u32)> {
    exists(data_dir)?;
    let path = data_dir.join(FILE_NAME);
    let _lock = DataLock::shared(data_dir)?;
    let at_place = |error: Unusable| error.at_its_place(&path);
    let file = FileIdentity::hold(&path)?;
    refuse_unfit(&path, &file)?;
    let db = connect_read_only(&path)?;
    let version = match examine(&db, &path) {
        Err(Unusable::Newer(version)) => version,
        examined => examined.map_err(at_place)?,
    };
    check_for_damage(&db, &path, true).map_err(at_place)?;
    Ok((version, newest_version()))
}
