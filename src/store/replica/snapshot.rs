//! An open state of a replica: a private copy that does not change while it is read.

use crate::model::error::{Error, Result};
use crate::store::database::{ReadTx, instance_id, latest_change, lock};
use crate::store::files::opening::{Unusable, check_for_damage, examine, newest_version};
use crate::store::replica::slots::{Slot, Slots};
use crate::store::sqlite_error::{doing, is_damage};
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Connections kept open between reads; further concurrent reads open their own.
const MAX_IDLE_CONNECTIONS: usize = 8;

/// A state of the database. Fields are dropped in this order, so that the lock outlives every connection.
pub(super) struct Snapshot {
    pub slot: Slot,
    /// Counts the snapshots of this process.
    pub number: u64,
    pub instance: Arc<str>,
    pub latest_change: u64,
    /// The newest time in it: everything up to then is in it.
    pub as_of: jiff::Timestamp,
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    is_damaged: AtomicBool,
    _shared: File,
}

impl Snapshot {
    /// Opens a copy and checks it; the error describes what is wrong with the database that it was copied from.
    pub fn open(slots: &Slots, slot: Slot, number: u64) -> Result<Snapshot> {
        let path = slots.path(slot);
        let shared = slots
            .lock_shared(slot)?
            .ok_or_else(|| Error::Unavailable("its private copy is being brought up to date".into()))?;
        let db = open(&path)?;
        let version = examine(&db, &path).map_err(refusal)?;
        if version != newest_version() {
            return Err(other_schema(version));
        }
        check_for_damage(&db, &path, true).map_err(refusal)?;
        prepare(&db)?;
        let instance: Arc<str> = instance_id(&db)?.into();
        let latest_change = latest_change(&db)?;
        let as_of = ReadTx { db: &db, instance: &instance, public_url: "" }.newest_time()?;
        Ok(Snapshot {
            slot,
            number,
            instance,
            latest_change,
            as_of,
            path,
            readers: Mutex::new(vec![db]),
            is_damaged: AtomicBool::new(false),
            _shared: shared,
        })
    }

    /// Reads in this state. Damage that SQLite finds is remembered and reported as [`Error::Unavailable`].
    pub fn read<T>(&self, public_url: &str, read: impl FnOnce(&ReadTx<'_>) -> Result<T>) -> Result<T> {
        let kept = lock(&self.readers).pop();
        let answer = kept.map_or_else(|| connect(&self.path), Ok).and_then(|db| {
            let answer = read(&ReadTx { db: &db, instance: &self.instance, public_url });
            let mut readers = lock(&self.readers);
            if readers.len() < MAX_IDLE_CONNECTIONS {
                readers.push(db);
            }
            answer
        });
        answer.map_err(|cause| {
            if !is_damage(&cause) {
                return cause;
            }
            if !self.is_damaged.swap(true, Ordering::Relaxed) {
                tracing::error!(%cause, copy = %self.path.display(), "the private copy is damaged; copying it again");
            }
            Error::Unavailable("The catalogue is being reloaded; please try again.".into())
        })
    }

    /// Whether SQLite has found damage in it.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }
}

const OPENING: &str = "opening the private copy of the database";

/// Opens a copy that does not change: SQLite takes no lock and looks for no log. Nothing is read yet.
fn open(path: &Path) -> Result<Connection> {
    let uri = format!("file:{}?immutable=1", percent_encode(path.as_os_str().as_bytes(), NON_ALPHANUMERIC));
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(uri, flags).map_err(doing(OPENING))
}

fn prepare(db: &Connection) -> Result<()> {
    db.set_prepared_statement_cache_capacity(64);
    db.execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -1000; PRAGMA temp_store = MEMORY")
        .map_err(doing(OPENING))
}

/// Opens another connection to a copy that was checked.
fn connect(path: &Path) -> Result<Connection> {
    let db = open(path)?;
    prepare(&db)?;
    Ok(db)
}

/// What is wrong with the database that was copied.
fn refusal(error: Unusable) -> Error {
    Error::Conflict(match error {
        Unusable::Empty => "it is empty".into(),
        Unusable::NotADatabase => "it is not a database".into(),
        Unusable::OtherProgram => "it is a database of another program".into(),
        Unusable::Damaged(what) => format!("it is damaged ({what})"),
        Unusable::Newer(version) => return other_schema(version),
        Unusable::Failed(error) => return error,
    })
}

fn other_schema(version: u32) -> Error {
    let knows = newest_version();
    let advice = match version > knows {
        true => "install the version of handout that the primary runs",
        false => "start the primary with this version of handout, which migrates it",
    };
    Error::Conflict(format!("it has schema {version}, this program reads schema {knows}: {advice}"))
}
