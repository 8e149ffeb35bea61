//! Promotes a replica: makes its followed file the database of a primary.

use crate::model::audit::event::AuditEvent;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::files::NamedFile;
use crate::store::audit_row::append_row;
use crate::store::backup::contents::{is_backup, record_backup, record_restoration};
use crate::store::backup::encryption::is_encrypted;
use crate::store::backup::restore::{refuse_unfit, sound_copy};
use crate::store::database::{ReadTx, instance_id};
use crate::store::files::data_dir::{
    FILE_NAME, folder, has_content, prepare_data_dir, remove_database, sync_file, temporary, with_suffix,
};
use crate::store::files::data_lock::DataLock;
use crate::store::files::opening::{connect, place, renew};
use crate::store::named_files::{FILES_OF_VERSIONS, REFERENCED_FILES, list_files};
use crate::store::replica::slots::remove_copies;
use crate::store::replica::source::copy_source;
use crate::store::sql::{as_stored, step_error};
use jiff::civil::Date;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// What follows the name of the database in the names of a promotion's temporary files.
const PROMOTING: &str = ".promoting";
/// Order numbers skipped per day, or part of a day, whose changes are unknown: far more than a hospital uses.
const NUMBERS_A_DAY: i64 = 1_000;
const DAY_S: i64 = 24 * 60 * 60;

/// A database that is ready to be put in place. Deleted if dropped before [`Promotion::place`].
#[derive(Debug)]
pub struct Promotion {
    fresh: PathBuf,
    database: PathBuf,
    /// The contents that versions refer to, which this server needs.
    pub files: Vec<NamedFile>,
    /// These and the contents of orders and copies of links.
    pub all_files: Vec<NamedFile>,
    promoted: Promoted,
}

/// What has become the database of a data directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promoted {
    /// How many citations it holds.
    pub citations: u64,
    /// ISO 8601, UTC: everything up to this moment is in it, according to its own records. `None` if nothing was ever
    /// saved.
    pub known_until: Option<String>,
    /// The order numbers that are skipped.
    pub left_out: SkippedNumbers,
}

/// Order numbers that the earlier primary may have assigned after the copied state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkippedNumbers {
    /// The last two digits of the year.
    pub year: i64,
    /// The first of them.
    pub first: i64,
    /// The last of them.
    pub last: i64,
}

impl Promotion {
    /// Copies `source`, the file that a replica follows or a whole restore of it, into `data_dir`, which has no database
    /// yet, checks it completely, migrates it and starts a history of its own.
    ///
    /// The data directory has no database until [`Promotion::place`]; leftovers of an interrupted promotion are removed. The
    /// copy has a row for `event` in its audit trail. `_lock` is the exclusive lock of `data_dir`. `progress` is called with
    /// the bytes copied so far and the total.
    pub fn prepare(
        source: &Path,
        data_dir: &Path,
        event: &AuditEvent,
        _lock: &DataLock,
        progress: impl FnMut(u64, u64),
    ) -> Result<Promotion> {
        prepare_data_dir(data_dir)?;
        let database = data_dir.join(FILE_NAME);
        refuse_if_there(&database)?;
        refuse_unfit(source, &database)?;
        if is_encrypted(source) {
            return Err(Error::Conflict(format!(
                "{} is an encrypted backup; nothing was changed. Put it in place with `handout restore FILE --identity \
                 KEYFILE`",
                source.display()
            )));
        }
        remove_interrupted(&database);
        let fresh = temporary(&database, PROMOTING);
        let begun = copy_source(source, &fresh, progress)
            .and_then(|()| begin_history(source, event, fresh.clone(), database.clone()));
        if begun.is_err() {
            remove_database(&fresh);
        }
        begun
    }

    /// Puts the database in its place and removes the replica's private copies: from now on the data directory is a
    /// primary's.
    pub fn place(self) -> Result<Promoted> {
        place(&self.fresh, &self.database)
            .map_err(|e| Error::io(format!("putting the database at {}", self.database.display()), e))?;
        remove_copies(folder(&self.database))?;
        Ok(self.promoted.clone())
    }
}

impl Drop for Promotion {
    fn drop(&mut self) {
        remove_database(&self.fresh);
    }
}

/// Checks `fresh`, a copy of `source`, migrates it, starts a history of its own and records `event` in it.
fn begin_history(source: &Path, event: &AuditEvent, fresh: PathBuf, database: PathBuf) -> Result<Promotion> {
    let doing = format!("promoting {}", source.display());
    let error = |e| step_error(&doing, e);
    // Before a migration, which would note the present time.
    let newest_time = newest_time(&fresh);
    let db = sound_copy(&fresh, source, &doing)?;
    if let Some(time) = newest_time
        && !is_backup(&db).map_err(error)?
    {
        record_backup(&db, &time).map_err(error)?;
    }
    record_restoration(&db).and_then(|()| renew(&db)).map_err(error)?;
    let known_until = known_until(&db).map_err(error)?;
    let left_out = skip_numbers(&db, known_until.as_deref()).map_err(error)?;
    let citations = db.query_row("SELECT count(*) FROM citations", [], |row| row.get(0)).map_err(error)?;
    let files = list_files(&db, FILES_OF_VERSIONS).map_err(error)?;
    let all_files = list_files(&db, REFERENCED_FILES).map_err(error)?;
    append_row(&db, event).map_err(|e| e.with_context(&doing))?;
    drop(db);
    sync_file(&fresh).map_err(|e| Error::io(&doing, e))?;
    let promoted = Promoted { citations, known_until, left_out };
    Ok(Promotion { fresh, database, files, all_files, promoted })
}

/// The time up to which a copy is complete, as its primary recorded it; `None` if that cannot be read, as in a copy of an
/// earlier version.
fn newest_time(fresh: &Path) -> Option<String> {
    let db = connect(fresh).ok()?;
    let time = ReadTx { db: &db, instance: &instance_id(&db).ok()?, public_url: "" }.newest_time().ok()?;
    (time > jiff::Timestamp::UNIX_EPOCH).then(|| as_stored(time))
}

/// Refuses a data directory that has a database, or the log of one, which SQLite would apply to the new file.
fn refuse_if_there(database: &Path) -> Result<()> {
    if database.symlink_metadata().is_ok() {
        return Err(Error::Conflict(format!(
            "there is a database at {} already, so this data directory is a primary's; nothing was changed. Start it \
             with `handout serve`, or put another copy in its place with `handout restore FILE`",
            database.display()
        )));
    }
    let log = ["-wal", "-journal"]
        .map(|suffix| with_suffix(database, suffix))
        .into_iter()
        .find(|log| has_content(log));
    match log {
        None => Ok(()),
        Some(log) => Err(Error::Conflict(format!(
            "found {} from another database; nothing was changed. Please move it elsewhere",
            log.display()
        ))),
    }
}

/// Removes the leftovers of an interrupted promotion; the lock excludes a running one.
fn remove_interrupted(database: &Path) {
    let begin = format!("{FILE_NAME}{PROMOTING}-");
    for entry in std::fs::read_dir(folder(database)).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&begin) {
            // A leftover only wastes disk space.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Up to when a database that is recorded as restored is complete.
fn known_until(db: &Connection) -> rusqlite::Result<Option<String>> {
    db.query_row("SELECT known_until FROM restorations ORDER BY number DESC LIMIT 1", [], |row| row.get(0))
}

/// Skips the order numbers that may have been assigned after `known_until`; returns them.
fn skip_numbers(db: &Connection, known_until: Option<&str>) -> rusqlite::Result<SkippedNumbers> {
    let unknown_s = known_until
        .and_then(|text| text.parse::<jiff::Timestamp>().ok())
        .map_or(0, |known| (clock::now().as_second() - known.as_second()).max(0));
    let count = NUMBERS_A_DAY.saturating_mul(unknown_s / DAY_S + 1);
    let today = clock::today();
    // Late in the evening, west of the server, it is still yesterday.
    let yesterday = today.yesterday().unwrap_or(today);
    if year(yesterday) != year(today) {
        skip_numbers_of_year(db, year(yesterday), count)?;
    }
    let last = skip_numbers_of_year(db, year(today), count)?;
    Ok(SkippedNumbers { year: year(today), first: last - count + 1, last })
}

/// Skips `count` numbers of a year; returns the last of them.
fn skip_numbers_of_year(db: &Connection, year: i64, count: i64) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO order_numbers (year, last) VALUES (?1, ?2) ON CONFLICT (year) DO UPDATE SET last = last + ?2 \
         RETURNING last",
        [year, count],
        |row| row.get(0),
    )
}

/// The last two digits of a day's year, as they begin the numbers of its orders.
fn year(day: Date) -> i64 {
    i64::from(day.year()).rem_euclid(100)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::audit::event::Action;
    use crate::model::audit::event::AuditSource;
    use crate::store::Store;
    use crate::store::sql::as_stored;
    use std::time::Duration;

    /// The database of a replica with order number 41 of this year, and an empty folder to promote it in.
    fn replica() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let (data, source) = (folder.path().join("data"), folder.path().join("replica.db"));
        let store = Store::open(&folder.path().join("primary")).unwrap();
        store.back_up(&source).unwrap();
        let db = Connection::open(&source).unwrap();
        db.execute("INSERT INTO order_numbers (year, last) VALUES (?1, 41)", [year(clock::today())]).unwrap();
        (folder, data, source)
    }

    fn prepared(source: &Path, data: &Path) -> Result<Promotion> {
        prepare_data_dir(data)?;
        let event = AuditSource::server().event(Action::Promote, "file/replica.db");
        Promotion::prepare(source, data, &event, &DataLock::exclusive(data)?, |_, _| {})
    }

    #[test]
    fn a_promotion_begins_a_history_and_leaves_numbers_out() {
        let (_folder, data, source) = replica();
        let promotion = prepared(&source, &data).unwrap();
        let followed = instance_id(&Connection::open(&source).unwrap()).unwrap();
        let expected = SkippedNumbers { year: year(clock::today()), first: 42, last: 1_041 };
        assert_eq!(promotion.promoted.left_out, expected);
        assert!(!data.join(FILE_NAME).exists());
        promotion.place().unwrap();
        let db = Connection::open(data.join(FILE_NAME)).unwrap();
        let newest = "SELECT action FROM audit ORDER BY number DESC LIMIT 1";
        assert_eq!(db.query_row(newest, [], |row| row.get::<_, String>(0)).unwrap(), "promote");
        let store = Store::open(&data).unwrap();
        assert_ne!(*store.instance(), *followed);
        drop(store);
        let again = prepared(&source, &data).unwrap_err();
        assert!(again.to_string().contains("this data directory is a primary's"), "{again}");
    }

    #[test]
    fn the_longer_nothing_is_known_the_more_numbers_are_left_out() {
        for (days, count) in [(0, 1_000), (1, 2_000), (10, 11_000)] {
            let (_folder, data, source) = replica();
            let then = clock::now() - Duration::from_secs(days * 86_400 + 60);
            Connection::open(&source)
                .unwrap()
                .execute("UPDATE catalogue SET backup_made = ?1", [as_stored(then)])
                .unwrap();
            let promotion = prepared(&source, &data).unwrap();
            let left_out = promotion.promoted.left_out;
            assert_eq!((left_out.first, left_out.last), (42, 41 + count), "{days}");
            assert_eq!(promotion.promoted.known_until, Some(as_stored(then)));
        }
    }

    #[test]
    fn what_is_dropped_or_was_interrupted_leaves_nothing() {
        let (_folder, data, source) = replica();
        std::fs::create_dir_all(&data).unwrap();
        let left = data.join("catalogue.db.promoting-1");
        std::fs::write(&left, "half").unwrap();
        drop(prepared(&source, &data).unwrap());
        let names: Vec<_> =
            std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["catalogue.lock"]);
    }

    #[test]
    fn the_log_of_another_database_is_in_the_way() {
        let (_folder, data, source) = replica();
        std::fs::create_dir_all(&data).unwrap();
        std::fs::write(data.join("catalogue.db-wal"), "frames").unwrap();
        let error = prepared(&source, &data).unwrap_err();
        assert!(error.to_string().contains("from another database"), "{error}");
    }
}
