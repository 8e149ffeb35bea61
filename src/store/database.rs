//! Opens and migrates the database; owns the one writer and the readers. What is read and written is in the files
//! named after their subject, as methods of [`Reader`] and [`Writer`].

use crate::model::error::{Error, Result};
use crate::store::change_notifier::ChangeNotifier;
use crate::store::fault::{doing, store_error};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

refinery::embed_migrations!("src/store/migrations");

/// `PRAGMA application_id` of our files: "HAND".
pub(in crate::store) const APPLICATION_ID: i32 = 0x4841_4E44;
/// So many readers are kept between reads; a crowd beyond opens its own. Each may hold some MB of the file.
const MAX_READERS: usize = 8;
/// How often the file is asked whether another process has written.
const LOOKS_AFTER: Duration = Duration::from_millis(1);
/// How long a statement waits for another process that writes, in milliseconds.
const BUSY_TIMEOUT_MS: u64 = 15_000;
/// Up to this size the whole file is looked over for damage before it is opened; above, [`Store::look_for_damage`]
/// does it after the start.
const CHECKED_AT_OPEN_BYTES: u64 = 48 << 20;
/// Name of the database in the data directory.
pub const FILE_NAME: &str = "catalogue.db";

/// The database: one writer, several readers. Shared by reference between threads; every call blocks.
pub struct Store {
    path: PathBuf,
    instance: String,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
    /// How often this process has committed.
    commits: AtomicU64,
    watcher: Mutex<Watcher>,
    changes: ChangeNotifier,
}

/// A consistent view of the database, as long as it lives. Its methods stand in the files of their subjects.
pub struct Reader<'a> {
    pub(in crate::store) db: &'a Connection,
}

/// A transaction that writes; it is everything that a [`Reader`] is. Changes are kept when the function that got it
/// returns `Ok`, and undone otherwise.
pub struct Writer<'a> {
    reader: Reader<'a>,
    /// The change number of this transaction, once it has taken one.
    pub(in crate::store) change: std::cell::Cell<Option<u64>>,
}

impl<'a> Deref for Writer<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}

impl Store {
    /// Opens the database of a data directory, making both when they are not there, and brings it up to date.
    ///
    /// Before a migration touches an existing database, a copy is kept beside it (`catalogue.db.before-vN`).
    /// A file that is no database of ours, is damaged, or comes from a newer version is refused and left alone.
    pub fn open(data_dir: &Path) -> Result<Store> {
        std::fs::create_dir_all(data_dir)
            .map_err(|e| Error::io(format!("making the data directory {}", data_dir.display()), e))?;
        Self::open_file(&data_dir.join(FILE_NAME))
    }

    /// Opens the database in this very file; see [`Store::open`].
    pub fn open_file(path: &Path) -> Result<Store> {
        let mut writer = connect(path)?;
        prepare(&mut writer, path)?;
        let instance = writer
            .query_row("SELECT instance FROM catalogue", [], |row| row.get(0))
            .map_err(doing("reading the database's instance"))?;
        let latest = latest_change(&writer)?;
        Ok(Store {
            path: path.to_owned(),
            instance,
            writer: Mutex::new(writer),
            readers: Mutex::new(Vec::new()),
            commits: AtomicU64::new(0),
            watcher: Mutex::new(Watcher { db: connect_reader(path)?, seen: 0, at: None }),
            changes: ChangeNotifier::new(latest),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Random id of this database's history; a restored copy has another.
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// Notified when this process commits a transaction with a change number.
    pub fn changes(&self) -> &ChangeNotifier {
        &self.changes
    }

    /// Reads: everything `read` asks sees one and the same state.
    pub fn read<T>(&self, read: impl FnOnce(&Reader<'_>) -> Result<T>) -> Result<T> {
        let db = match lock(&self.readers).pop() {
            Some(db) => db,
            None => connect_reader(&self.path)?,
        };
        db.execute_batch("BEGIN").map_err(doing("beginning to read"))?;
        let answer = read(&Reader { db: &db });
        db.execute_batch("ROLLBACK").map_err(doing("ending to read"))?;
        let mut readers = lock(&self.readers);
        if readers.len() < MAX_READERS {
            readers.push(db);
        }
        answer
    }

    /// Writes: all of what `write` does is kept when it returns `Ok`, nothing otherwise. Durable on return.
    pub fn write<T>(&self, write: impl FnOnce(&Writer<'_>) -> Result<T>) -> Result<T> {
        let mut db = lock(&self.writer);
        let transaction = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(doing("beginning to write"))?;
        let (answer, change) = {
            let writer = Writer { reader: Reader { db: &transaction }, change: std::cell::Cell::new(None) };
            (write(&writer)?, writer.change.get())
        };
        transaction.commit().map_err(doing("committing"))?;
        self.commits.fetch_add(1, Ordering::Release);
        drop(db);
        if let Some(number) = change {
            self.changes.notify(number);
        }
        Ok(answer)
    }

    /// Another value after anything was committed: by this process at once, by another one within a millisecond.
    pub fn version(&self) -> Result<Version> {
        let commits = self.commits.load(Ordering::Acquire);
        let mut watcher = lock(&self.watcher);
        if watcher.at.is_none_or(|at| at.elapsed() >= LOOKS_AFTER) {
            watcher.seen = watcher
                .db
                .prepare_cached("PRAGMA data_version")
                .and_then(|mut version| version.query_row([], |row| row.get(0)))
                .map_err(doing("looking for changes of the database"))?;
            watcher.at = Some(Instant::now());
        }
        Ok(Version { commits, others: watcher.seen })
    }

    /// A connection of its own, for reading for long.
    pub(in crate::store) fn separate_reader(&self) -> Result<Connection> {
        connect_reader(&self.path)
    }

    /// Looks the whole file over for damage (SQLite's quick check); the text says what is wrong.
    pub fn look_for_damage(&self) -> Result<()> {
        let db = connect_reader(&self.path)?;
        quick_check(&db, &self.path)
    }

    /// Schema version of the file, and the newest one that this program knows.
    pub fn schema_version(&self) -> Result<(u32, u32)> {
        let db = connect_reader(&self.path)?;
        Ok((applied_version(&db)?, newest_version()))
    }
}

/// A connection that never writes: its view of the file tells when somebody else did.
struct Watcher {
    db: Connection,
    seen: i64,
    at: Option<Instant>,
}

/// A state of the database among those that this process has seen; see [`Store::version`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    commits: u64,
    others: i64,
}

/// A lock that goes on after a thread died holding it: the connection itself rolls back.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn connect(path: &Path) -> Result<Connection> {
    let at = || format!("opening the database {}", path.display());
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(|e| store_error(&at(), e))?;
    db.busy_timeout(Duration::from_millis(BUSY_TIMEOUT_MS)).map_err(|e| store_error(&at(), e))?;
    Ok(db)
}

fn connect_reader(path: &Path) -> Result<Connection> {
    let db = connect(path)?;
    db.execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -1000; PRAGMA temp_store = MEMORY;")
        .map_err(doing("preparing a reader"))?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// Checks whose file it is before anything is written to it, then brings it up to date.
fn prepare(db: &mut Connection, path: &Path) -> Result<()> {
    let refused = |what: &str| Error::Conflict(format!("{} {what}; it was left as it is", path.display()));
    let damaged = |e: rusqlite::Error| match e.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => refused("is not a database"),
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => damaged_file(path, &e.to_string()),
        _ => store_error(&format!("opening the database {}", path.display()), e),
    };
    let tables: i64 =
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(damaged)?;
    if tables > 0 {
        let application: i32 =
            db.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(damaged)?;
        if application != APPLICATION_ID {
            return Err(refused("is a database of another program"));
        }
        let size = std::fs::metadata(path).map_or(0, |m| m.len());
        if size <= CHECKED_AT_OPEN_BYTES {
            quick_check(db, path)?;
        }
    }
    let applied = if tables > 0 { applied_version(db)? } else { 0 };
    if applied > newest_version() {
        return Err(refused(&format!(
            "comes from a newer version of this program (its schema is {applied}, this program knows up to {})",
            newest_version()
        )));
    }
    db.execute_batch("PRAGMA journal_mode = WAL").map_err(damaged)?;
    db.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;",
    )
    .map_err(doing("preparing the writer"))?;
    db.set_prepared_statement_cache_capacity(128);
    if applied < newest_version() {
        if applied > 0 {
            keep_copy(db, path, applied)?;
        }
        db.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}"))
            .map_err(doing("marking the database as ours"))?;
        migrations::runner()
            .set_abort_divergent(true)
            .run(db)
            .map_err(|e| Error::internal(format!("migrating {}", path.display()), e))?;
    }
    Ok(())
}

fn quick_check(db: &Connection, path: &Path) -> Result<()> {
    let found: std::result::Result<String, _> = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    match found {
        Ok(text) if text == "ok" => Ok(()),
        Ok(text) => Err(damaged_file(path, &text)),
        Err(e) => Err(damaged_file(path, &e.to_string())),
    }
}

fn damaged_file(path: &Path, what: &str) -> Error {
    Error::Conflict(format!(
        "{} is damaged ({what}); it was left as it is. Put a backup in its place with `handout restore FILE`",
        path.display()
    ))
}

fn applied_version(db: &Connection) -> Result<u32> {
    let known: bool = db
        .query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'refinery_schema_history')",
            [],
            |row| row.get(0),
        )
        .map_err(doing("reading the schema version"))?;
    if !known {
        return Ok(0);
    }
    db.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
        .map_err(doing("reading the schema version"))
}

/// The newest schema version that this program knows.
fn newest_version() -> u32 {
    migrations::runner().get_migrations().iter().map(|m| m.version() as u32).max().unwrap_or(0)
}

/// A copy beside the database, so that the program before this one can be put back.
fn keep_copy(db: &Connection, path: &Path, version: u32) -> Result<()> {
    let mut copy = path.as_os_str().to_owned();
    copy.push(format!(".before-v{}", version + 1));
    let copy = PathBuf::from(copy);
    if copy.exists() {
        return Ok(());
    }
    let text = copy.to_string_lossy().into_owned();
    db.execute("VACUUM INTO ?1", [text]).map_err(doing("copying the database before its migration"))?;
    Ok(())
}

pub(in crate::store) fn latest_change(db: &Connection) -> Result<u64> {
    db.query_row("SELECT coalesce(max(number), 0) FROM changes", [], |row| row.get(0))
        .map_err(doing("reading the change sequence"))
}
