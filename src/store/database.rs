//! Opens and migrates the database; owns the write connection and the read connections. Queries are in the
//! files named after their subject, as methods of [`ReadTx`] and [`WriteTx`].

use crate::model::error::{Error, Result, lock};
use crate::model::keys::ChangeNumber;
use crate::store::backup::online_backup::copy_database;
use crate::store::files::data_dir::{FILE_NAME, replaced_name, with_suffix};
use crate::store::files::data_lock::DataLock;
use crate::store::files::file_identity::FileIdentity;
use crate::store::files::opening::{connect_read_only, create, keep_log};
use crate::store::files::order_number_file::OrderNumberFile;
use crate::store::files::target::write_whole;
use crate::store::preparing::{Purpose, prepare};
use crate::store::sql::{self, Columns, doing, tuple};
use rusqlite::types::FromSql;
use rusqlite::{Connection, Params, Row, TransactionBehavior};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of idle read connections; more readers open their own. Each may cache some MB of the file.
const MAX_IDLE_CONNECTIONS: usize = 8;
/// How often the file is checked for writes by other processes.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A database that this process writes: one write connection, several read connections.
///
/// Fields are dropped in this order: the write connection is closed last, then the file and the lock.
pub(super) struct Database {
    instance: String,
    readers: Mutex<Vec<Connection>>,
    watcher: Mutex<Watcher>,
    writer: Mutex<Connection>,
    file: FileIdentity,
    path: PathBuf,
    /// How often this process has committed.
    commits: AtomicU64,
    numbers: OrderNumberFile,
    _lock: DataLock,
}

/// A read transaction: a consistent view of the database. Its methods are in the files of their subjects.
pub struct ReadTx<'a> {
    pub(super) db: &'a Connection,
    pub(super) instance: &'a str,
    /// The public URL of this server, without a trailing slash; empty for commands. Addresses of stored files begin with it.
    pub(super) public_url: &'a str,
}

impl ReadTx<'_> {
    /// Random id of this database's history; a restored copy has another.
    pub fn instance(&self) -> &str {
        self.instance
    }

    pub(super) fn one<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        sql::one(self.db, sql, parameters, read)
    }

    pub(super) fn optional<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        sql::optional(self.db, sql, parameters, read)
    }

    pub(super) fn list<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        sql::list(self.db, sql, parameters, read)
    }

    pub(super) fn each(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>,
    ) -> Result<()> {
        sql::each(self.db, sql, parameters, read)
    }

    pub(super) fn value<T: FromSql>(&self, sql: &str, parameters: impl Params) -> Result<T> {
        sql::value(self.db, sql, parameters)
    }

    pub(super) fn optional_value<T: FromSql>(&self, sql: &str, parameters: impl Params) -> Result<Option<T>> {
        self.optional(sql, parameters, |row| row.get(0))
    }

    /// The one row of a query, as a tuple of its columns.
    pub(super) fn row<T: Columns>(&self, sql: &str, parameters: impl Params) -> Result<T> {
        self.one(sql, parameters, tuple)
    }

    /// The row of a query, if any, as a tuple of its columns.
    pub(super) fn optional_row<T: Columns>(&self, sql: &str, parameters: impl Params) -> Result<Option<T>> {
        self.optional(sql, parameters, tuple)
    }

    /// The rows of a query, as tuples of their columns.
    pub(super) fn rows<T: Columns>(&self, sql: &str, parameters: impl Params) -> Result<Vec<T>> {
        self.list(sql, parameters, tuple)
    }

    pub(super) fn values<T: FromSql>(&self, sql: &str, parameters: impl Params) -> Result<Vec<T>> {
        self.list(sql, parameters, |row| row.get(0))
    }
}

/// A write transaction, which can also read. It is committed if the function that uses it
/// returns `Ok`, and rolled back otherwise.
pub struct WriteTx<'a> {
    reader: ReadTx<'a>,
    /// The change number of this transaction, once it has taken one.
    pub(super) change: std::cell::Cell<Option<ChangeNumber>>,
}

impl<'a> Deref for WriteTx<'a> {
    type Target = ReadTx<'a>;

    fn deref(&self) -> &ReadTx<'a> {
        &self.reader
    }
}

impl WriteTx<'_> {
    /// Executes a statement; returns how many rows it changed. Errors name the statement.
    pub(super) fn execute(&self, sql: &str, parameters: impl Params) -> Result<usize> {
        sql::execute(self.db, sql, parameters)
    }

    /// As [`WriteTx::execute`], whatever number of rows it changed.
    pub(super) fn run(&self, sql: &str, parameters: impl Params) -> Result<()> {
        self.execute(sql, parameters).map(drop)
    }

    /// Changes one row; a conflict with this message if there is none.
    pub(super) fn run_once(&self, sql: &str, parameters: impl Params, message: &str) -> Result<()> {
        match self.execute(sql, parameters)? {
            1 => Ok(()),
            _ => Err(Error::Conflict(message.into())),
        }
    }
}

impl Database {
    /// Opens the database of a data directory for `purpose`, creating it if it does not exist.
    pub fn open(data_dir: &Path, lock: DataLock, purpose: Purpose) -> Result<Database> {
        let path = data_dir.join(FILE_NAME);
        if path.symlink_metadata().is_err() {
            create(&path)?;
        }
        let mut file = FileIdentity::hold(&path)?;
        let writer = prepare(&path, &mut file, &lock, purpose)?;
        let instance = instance_id(&writer)?;
        Ok(Database {
            instance,
            readers: Mutex::new(Vec::new()),
            watcher: Mutex::new(Watcher { db: connect_read_only(&path)?, seen: 0, at: None }),
            writer: Mutex::new(writer),
            file,
            path,
            commits: AtomicU64::new(0),
            numbers: OrderNumberFile::read(data_dir)?,
            _lock: lock,
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

    /// The last order numbers that this data directory assigned.
    pub fn order_numbers(&self) -> &OrderNumberFile {
        &self.numbers
    }

    /// Reads: all queries of `read` see the same state.
    pub fn read<T>(&self, public_url: &str, read: impl FnOnce(&ReadTx<'_>) -> Result<T>) -> Result<T> {
        let db = match lock(&self.readers).pop() {
            Some(db) => db,
            None => self.separate_connection()?,
        };
        db.execute_batch("BEGIN").map_err(doing("beginning to read"))?;
        let result = read(&ReadTx { db: &db, instance: &self.instance, public_url });
        db.execute_batch("ROLLBACK").map_err(doing("ending to read"))?;
        let mut readers = lock(&self.readers);
        if readers.len() < MAX_IDLE_CONNECTIONS {
            readers.push(db);
        }
        result
    }

    /// Writes; returns the change number as well, if one was taken.
    pub fn transact<T>(
        &self,
        public_url: &str,
        write: impl FnOnce(&WriteTx<'_>) -> Result<T>,
    ) -> Result<(T, Option<ChangeNumber>)> {
        let mut db = lock(&self.writer);
        self.file.verify()?;
        let transaction = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(doing("beginning to write"))?;
        let (result, change) = {
            let reader = ReadTx { db: &transaction, instance: &self.instance, public_url };
            let writer = WriteTx { reader, change: std::cell::Cell::new(None) };
            (write(&writer)?, writer.change.get())
        };
        transaction.commit().map_err(doing("committing"))?;
        self.commits.fetch_add(1, Ordering::Release);
        Ok((result, change))
    }

    /// Another value after anything was committed: by this process at once, by another one within a millisecond.
    pub fn version(&self) -> Result<Version> {
        let commits = self.commits.load(Ordering::Acquire);
        let mut watcher = lock(&self.watcher);
        if watcher.at.is_none_or(|at| at.elapsed() >= POLL_INTERVAL) {
            watcher.seen = sql::value(&watcher.db, "PRAGMA data_version", [])?;
            watcher.at = Some(Instant::now());
        }
        Ok(Version { commits, others: watcher.seen })
    }

    /// A separate connection for long reads.
    pub fn separate_connection(&self) -> Result<Connection> {
        // Another file at this name must not be opened with the log of the first.
        self.file.verify()?;
        connect_read_only(&self.path)
    }

    /// An error once another file is in the place of the database, or something else in the file. From then on
    /// nothing is written; see [`Database::keep_replaced`].
    pub fn verify_file(&self) -> Result<()> {
        self.file.verify()
    }

    /// Whether [`Database::verify_file`] has found this.
    pub fn is_replaced(&self) -> bool {
        self.file.is_replaced()
    }

    /// After [`Database::verify_file`] found so: keeps what this process still has of the database that was replaced, and
    /// takes its log away from the file that is in its place now. Returns where it is kept, if it could be.
    pub fn keep_replaced(&self) -> Result<Option<PathBuf>> {
        let db = lock(&self.writer);
        if !self.file.is_replaced() {
            return Ok(None);
        }
        keep_log(&db)?;
        let aside = replaced_name(&self.path);
        let doing = format!("keeping the replaced database as {}", aside.display());
        // A file that lost its name is complete as long as it is open. One that was overwritten is gone.
        let kept = self.file.is_intact()
            && write_whole(&aside, |to| copy_database(&db, to, &doing, None, || true))
                .inspect_err(|cause| tracing::error!(%cause, "the replaced database could not be kept"))
                .is_ok();
        if let Some(log) = self.file.own_log() {
            let done = if kept {
                std::fs::remove_file(&log)
            } else {
                std::fs::rename(&log, with_suffix(&aside, ".log"))
            };
            done.map_err(|e| Error::io(doing.clone(), e))?;
        }
        Ok(kept.then_some(aside))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let writer = self.writer.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Closing it would write the log of one file into another.
        if self.file.verify().is_err()
            && let Err(cause) = keep_log(writer)
        {
            tracing::error!(%cause, "the log of the replaced database may be written into the file in its place");
        }
    }
}

/// A connection that never writes: its data version shows commits of other processes.
struct Watcher {
    db: Connection,
    seen: i64,
    at: Option<Instant>,
}

/// A version of the database as this process sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// The number of commits of this process, or the snapshot that it reads.
    pub(super) commits: u64,
    /// SQLite's counter of commits by other processes.
    pub(super) others: i64,
}

pub(super) fn latest_change(db: &Connection) -> Result<ChangeNumber> {
    sql::value(db, "SELECT coalesce(max(number), 0) FROM changes", [])
}

/// Random id of the history that a database holds.
pub(super) fn instance_id(db: &Connection) -> Result<String> {
    sql::value(db, "SELECT instance FROM catalogue", [])
}
