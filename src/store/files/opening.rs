//! Connections to a database file, and what is checked before one is used.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{
    COMPANIONS, folder, has_content, is_replica_folder, remove_database, sync_file, sync_folder, temporary,
    with_suffix,
};
use crate::store::files::file_identity::{APPLICATION_ID, new_mark};
use crate::store::sql::{doing, store_error};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::time::{Duration, Instant};

refinery::embed_migrations!("src/store/migrations");

/// How long a statement waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(15);
/// Pause before a statement tries again. SQLite's own pauses grow to 100 ms, which would miss the short gaps that an
/// import leaves between its transactions.
const RETRY_AFTER: Duration = Duration::from_millis(5);

/// Why a file cannot be used as a catalogue.
#[derive(Debug)]
pub(in crate::store) enum Unusable {
    /// It is empty; SQLite would take it for a new database.
    Empty,
    /// It is not an SQLite file.
    NotADatabase,
    /// It is an SQLite file of something else.
    OtherProgram,
    /// SQLite finds it damaged; the text says how.
    Damaged(String),
    /// It has a newer schema, of this version.
    Newer(u32),
    /// It could not be determined.
    Failed(Error),
}

impl Unusable {
    /// The error about a database in its place, which was not changed.
    pub fn at_its_place(self, path: &Path) -> Error {
        let path = path.display();
        Error::Conflict(match self {
            Unusable::Empty => format!(
                "{path} is empty (0 bytes); it was left as it is. Put a backup in its place with `handout restore \
                 FILE`, or remove it to begin with an empty catalogue"
            ),
            Unusable::NotADatabase => format!("{path} is not a database; it was left as it is"),
            Unusable::OtherProgram => {
                format!("{path} is a database of another program; it was left as it is")
            }
            Unusable::Damaged(what) => format!(
                "{path} is damaged ({what}); it was left as it is. Put a backup in its place with `handout restore \
                 FILE`"
            ),
            Unusable::Newer(version) => format!(
                "{path} comes from a newer version of this program (its schema is {version}, this program knows up to \
                 {}); it was left as it is",
                newest_version()
            ),
            Unusable::Failed(error) => return error,
        })
    }

    /// The error about a copy to restore.
    pub fn into_restore_error(self, copy: &Path) -> Error {
        let copy = copy.display();
        Error::Conflict(match self {
            Unusable::Empty => format!("{copy} is empty (0 bytes); nothing was changed"),
            Unusable::NotADatabase | Unusable::OtherProgram => {
                format!("{copy} is not a backup of this program; nothing was changed")
            }
            Unusable::Damaged(what) => format!("{copy} is damaged ({what}); nothing was changed"),
            Unusable::Newer(version) => format!(
                "{copy} comes from a newer version of this program (its schema is {version}, this program knows up to \
                 {}); nothing was changed",
                newest_version()
            ),
            Unusable::Failed(error) => return error,
        })
    }
}

/// Opens a file that is there for reading and writing.
pub(in crate::store) fn connect(path: &Path) -> Result<Connection> {
    let at = || format!("opening the database {}", path.display());
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut db = Connection::open_with_flags(path, flags).map_err(|e| store_error(&at(), e))?;
    wait_when_busy(&mut db).map_err(|e| store_error(&at(), e))?;
    Ok(db)
}

fn wait_when_busy(db: &mut Connection) -> rusqlite::Result<()> {
    let mut began = Instant::now();
    db.busy_handler(Some(move |attempt| {
        if attempt == 0 {
            began = Instant::now();
        }
        std::thread::sleep(RETRY_AFTER);
        began.elapsed() < BUSY_TIMEOUT
    }))
}

/// Writes the content of the log into the database and empties it, unless somebody is reading it: the next write starts a
/// log with other salts.
///
/// A killed server leaves its log unchanged. Litestream (0.5.17) resumes by the salts; if it finds the old ones, it may
/// copy from the middle of the log, without the part before it that is only in the log.
pub(in crate::store) fn restart_log(db: &mut Connection) -> rusqlite::Result<()> {
    // Does not wait: long reads must not delay a start.
    db.busy_handler(None::<fn(i32) -> bool>)?;
    let emptied = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    wait_when_busy(db)?;
    emptied
}

/// Opens a file that is there for reading only. Closing it never writes the log into the database.
pub(in crate::store) fn connect_read_only(path: &Path) -> Result<Connection> {
    let db = connect(path)?;
    keep_log(&db)?;
    db.execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -1000; PRAGMA temp_store = MEMORY;")
        .map_err(|e| unusable(path, e).at_its_place(path))?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// Leaves the write-ahead log as it is when this connection is closed.
pub(in crate::store) fn keep_log(db: &Connection) -> Result<()> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        .map(drop)
        .map_err(doing("preparing a connection"))
}

/// Checks that this is a catalogue before anything is written to it; returns its schema version.
pub(in crate::store) fn examine(db: &Connection, path: &Path) -> std::result::Result<u32, Unusable> {
    if !has_content(path) {
        return Err(Unusable::Empty);
    }
    let cannot = |e| unusable(path, e);
    let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(cannot)?;
    if application != APPLICATION_ID {
        return Err(Unusable::OtherProgram);
    }
    let version = applied_version(db).map_err(cannot)?;
    if version > newest_version() {
        return Err(Unusable::Newer(version));
    }
    Ok(version)
}

/// What SQLite says about a row of the audit trail with an impossible outcome.
const CHANGED_AUDIT: &str = "CHECK constraint failed in audit";

/// Checks every page for damage. The quick check does not compare indexes with their tables.
pub(in crate::store) fn check_for_damage(
    db: &Connection,
    path: &Path,
    quick: bool,
) -> std::result::Result<(), Unusable> {
    let check = if quick { "PRAGMA quick_check(1)" } else { "PRAGMA integrity_check(1)" };
    let checked = || db.query_row(check, [], |row| row.get::<_, String>(0));
    let found = match checked() {
        // Somebody has changed a row of the audit trail. No page is damaged; `handout check` names the row by its hash.
        Ok(text) if text == CHANGED_AUDIT => db
            .pragma_update(None, "ignore_check_constraints", true)
            .and_then(|()| checked())
            .and_then(|text| db.pragma_update(None, "ignore_check_constraints", false).map(|()| text)),
        found => found,
    };
    match found {
        Ok(text) if text == "ok" => Ok(()),
        Ok(text) => Err(Unusable::Damaged(text)),
        Err(e) => Err(unusable(path, e)),
    }
}

fn unusable(path: &Path, error: rusqlite::Error) -> Unusable {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Unusable::NotADatabase,
        Some(ErrorCode::DatabaseCorrupt) => Unusable::Damaged(error.to_string()),
        _ => Unusable::Failed(store_error(&format!("opening the database {}", path.display()), error)),
    }
}

fn applied_version(db: &Connection) -> rusqlite::Result<u32> {
    let known: bool = db.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if !known {
        return Ok(0);
    }
    db.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
}

/// The newest schema version that this program knows.
///
/// A constant, because a start would have to read the names of all migrations to count them.
pub const fn newest_version() -> u32 {
    33
}

/// Brings the schema up to date, each step in a transaction.
pub(in crate::store) fn migrate(db: &mut Connection, path: &Path) -> Result<()> {
    migrations::runner()
        .set_abort_divergent(true)
        .run(db)
        .map(drop)
        .map_err(|e| Error::internal(format!("migrating {}", path.display()), e))
}

/// Gives a database its own instance ID and mark, so that the index of its original is not used for it.
pub(in crate::store) fn renew(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch(&format!(
        "BEGIN IMMEDIATE; UPDATE catalogue SET instance = lower(hex(randomblob(16))); PRAGMA user_version = {}; COMMIT",
        new_mark()
    ))
}

/// Creates an empty catalogue at `path`, where no file exists. It appears as a whole: it gets its name when it is complete.
pub(in crate::store) fn create(path: &Path) -> Result<()> {
    refuse_if_lost(path)?;
    let fresh = temporary(path, ".creating");
    let made = (|| {
        let doing = format!("making the database {}", path.display());
        let mut db = Connection::open(&fresh).map_err(|e| store_error(&doing, e))?;
        // It is synchronized once, at the end.
        db.execute_batch(&format!(
            "PRAGMA synchronous = OFF; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {}",
            new_mark()
        ))
        .map_err(|e| store_error(&doing, e))?;
        migrate(&mut db, path)?;
        drop(db);
        place(&fresh, path).map_err(|e| Error::io(doing, e))
    })();
    remove_database(&fresh);
    made
}

/// Gives a complete database its name, unless another process was faster.
pub(in crate::store) fn place(fresh: &Path, path: &Path) -> std::io::Result<()> {
    sync_file(fresh)?;
    match std::fs::hard_link(fresh, path) {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
        // Some file systems do not support hard links.
        Err(_) => std::fs::rename(fresh, path)?,
        Ok(()) => {}
    }
    sync_folder(folder(path))
}

/// If the database is missing while its companions exist, it was lost: an empty catalogue must not replace it.
pub(in crate::store) fn refuse_if_lost(path: &Path) -> Result<()> {
    if is_replica_folder(folder(path)) {
        return Err(Error::Conflict(format!(
            "{} is the data directory of a replica: it has no catalogue of its own, and none was made. Start the replica \
             with `handout serve --replica`, or make the directory a primary's with `handout promote`",
            folder(path).display()
        )));
    }
    let log = COMPANIONS
        .iter()
        .filter(|suffix| **suffix != "-shm")
        .map(|suffix| with_suffix(path, suffix))
        .find(|log| has_content(log));
    let kept = || {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let begins = [format!("{name}.replaced-"), format!("{name}.before-")];
        std::fs::read_dir(folder(path)).ok()?.flatten().map(|entry| entry.path()).find(|path| {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            begins.iter().any(|begin| name.starts_with(begin))
        })
    };
    match log.or_else(kept) {
        None => Ok(()),
        Some(left) => Err(Error::Conflict(format!(
            "there is no database at {}, but {} is there; nothing was changed. Put a copy in its place with `handout \
             restore FILE`, or move what is left elsewhere to begin with an empty catalogue",
            path.display(),
            left.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_that_of_the_last_migration() {
        let last = migrations::runner().get_migrations().iter().map(|migration| migration.version()).max();
        assert_eq!(last, i32::try_from(newest_version()).ok());
    }
}
