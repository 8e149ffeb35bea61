//! Follows the database of a primary: a new state is copied, checked and switched to.

use crate::model::error::{Error, Result, lock};
use crate::model::files::NamedFile;
use crate::model::keys::ChangeNumber;
use crate::store::database::{ReadTx, instance_id, latest_change};
use crate::store::files::opening::{Unusable, check_for_damage, examine, newest_version};
use crate::store::replica::slots::{Slot, Slots, make_equal};
use crate::store::replica::source::{Source, Stamp};
use crate::store::sql::{doing, is_damage};
use arc_swap::ArcSwap;
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A state of the source that cannot be used is tried again after this time, in case the cause was temporary.
const REFUSAL_TTL: Duration = Duration::from_secs(30);

/// A file that another program keeps current, and the state of it that is read now.
pub struct Replica {
    source: PathBuf,
    primary_url: String,
    slots: Slots,
    current: ArcSwap<Snapshot>,
    state: Mutex<Following>,
    /// Why the newest state of the source is not served; `None` if it is.
    error: Mutex<Option<String>>,
}

/// How far the source was followed.
struct Following {
    source: Source,
    /// The state that was copied last.
    copied: Option<Stamp>,
    /// A state that could not be used, since when, and why.
    refused: Option<(Stamp, Instant, String)>,
}

impl Following {
    /// Copies the present state of the source into the copy that is not in use, and opens it.
    fn copy(&mut self, slots: &Slots, used: Option<usize>, number: u64) -> Result<Snapshot> {
        let (file, stamp) = self.source.open_whole()?;
        if let Some((refused, since, why)) = &self.refused
            && *refused == stamp
            && since.elapsed() < REFUSAL_TTL
        {
            return Err(Error::Conflict(why.clone()));
        }
        let slot = used.map_or(0, |used| 1 - used);
        let copy = slots
            .lock_exclusive(slot)?
            .ok_or_else(|| Error::Unavailable("its older copy is still being read".into()))?;
        let length = file.metadata().map_err(|e| Error::io("reading the database", e))?.len();
        make_equal(&file, length, &copy)?;
        self.source.check_unchanged(&stamp)?;
        copy.sync_data().map_err(|e| Error::io("writing the private copy of the database", e))?;
        // Releases the lock: from now on the copy is only read.
        drop(copy);
        let opened = Snapshot::open(slots, slot, number);
        match &opened {
            Ok(_) => (self.copied, self.refused) = (Some(stamp), None),
            Err(Error::Conflict(why)) => self.refused = Some((stamp, Instant::now(), why.clone())),
            Err(_) => {}
        }
        let opened = opened?;
        slots.set_current(slot).inspect_err(|_| self.copied = None)?;
        Ok(opened)
    }
}

impl Replica {
    /// Opens the state of the source if it is whole, otherwise the copy of an earlier run.
    pub(in crate::store) fn open(data_dir: &Path, source: &Path, primary_url: &str) -> Result<Replica> {
        let slots = Slots::in_folder(data_dir);
        let mut state = Following { source: Source::new(source), copied: None, refused: None };
        let used = slots.current()?;
        let (current, error) = match (state.copy(&slots, used, 1), used) {
            (Ok(fresh), _) => (fresh, None),
            (Err(why), Some(slot)) => match Snapshot::open(&slots, slot, 1) {
                Ok(kept) => (kept, Some(why.to_string())),
                Err(cause) => {
                    tracing::warn!(%cause, "the private copy that is there cannot be used");
                    return Err(why);
                }
            },
            (Err(why), None) => return Err(why),
        };
        Ok(Replica {
            source: source.to_owned(),
            primary_url: primary_url.to_owned(),
            slots,
            current: ArcSwap::from_pointee(current),
            state: Mutex::new(state),
            error: Mutex::new(error),
        })
    }

    /// The file that is followed.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The address of the server that writes.
    pub fn primary_url(&self) -> &str {
        &self.primary_url
    }

    /// The newest time in the present state: everything up to then is in it.
    pub fn as_of(&self) -> Timestamp {
        self.current.load().as_of
    }

    /// Why the newest state of the file is not served, in plain words; `None` if it is.
    pub fn error(&self) -> Option<String> {
        lock(&self.error).clone()
    }

    /// The error of every use case that writes.
    pub fn read_only(&self) -> Error {
        Error::ReadOnly { primary: self.primary_url.clone() }
    }

    pub(in crate::store) fn instance(&self) -> Arc<str> {
        self.current.load().instance.clone()
    }

    pub(in crate::store) fn latest_change(&self) -> ChangeNumber {
        self.current.load().latest_change
    }

    pub(in crate::store) fn snapshot_number(&self) -> u64 {
        self.current.load().number
    }

    pub(in crate::store) fn read<T>(
        &self,
        public_url: &str,
        read: impl FnOnce(&ReadTx<'_>) -> Result<T>,
    ) -> Result<T> {
        self.current.load_full().read(public_url, read)
    }

    /// Reads the newest state of the source from now on; returns whether there was a newer one.
    pub(in crate::store) fn refresh(&self) -> Result<bool> {
        let refreshed = self.try_refresh();
        *lock(&self.error) = refreshed.as_ref().err().map(ToString::to_string);
        refreshed
    }

    fn try_refresh(&self) -> Result<bool> {
        let mut state = lock(&self.state);
        let current = self.current.load_full();
        let stamp = state.source.stamp()?;
        if !current.is_damaged() && state.copied == Some(stamp) {
            return Ok(false);
        }
        let fresh = state.copy(&self.slots, Some(current.slot), current.number + 1)?;
        self.current.store(Arc::new(fresh));
        Ok(true)
    }
}

/// Succeeds if a followed file is whole now; [`Error::Unavailable`] has the reason why not. Its content is not read.
pub fn check_followed_file(path: &Path) -> Result<()> {
    Ok(Source::new(path).open_whole().map(drop)?)
}

/// The contents of a replica's data directory, for a command that runs beside the replica.
pub struct ReplicaState {
    /// The newest time in it.
    pub as_of: Timestamp,
    /// How many citations.
    pub citations: u64,
    /// The stored files that versions of citations refer to.
    pub files: Vec<NamedFile>,
    /// ID of the history that it belongs to.
    pub instance: Arc<str>,
    pub latest_change: ChangeNumber,
}

/// The state in a replica's data directory; `None` if there is none yet.
pub fn stored_state(data_dir: &Path) -> Result<Option<ReplicaState>> {
    let slots = Slots::in_folder(data_dir);
    let mut tries = 0;
    loop {
        let Some(slot) = slots.current()? else { return Ok(None) };
        match Snapshot::open(&slots, slot, 0) {
            // The replica may have moved on and be writing to this copy, which was not locked yet.
            Ok(kept) if slots.current()? == Some(slot) => {
                let (citations, files) =
                    kept.read("", |db| Ok((db.citation_count()?, db.files_of_versions()?)))?;
                let (as_of, instance, latest_change) =
                    (kept.as_of, kept.instance.clone(), kept.latest_change);
                return Ok(Some(ReplicaState { as_of, citations, files, instance, latest_change }));
            }
            Ok(_) | Err(Error::Unavailable(_)) if tries < 20 => {
                tries += 1;
                std::thread::sleep(Duration::from_millis(100));
            }
            Ok(_) => return Err(Error::Unavailable("the private copies change all the time".into())),
            Err(e) => return Err(e),
        }
    }
}

/// Connections kept open between reads; further concurrent reads open their own.
const MAX_IDLE_CONNECTIONS: usize = 8;

/// A state of the database. Fields are dropped in this order, so that the lock outlives every connection.
pub(super) struct Snapshot {
    pub slot: Slot,
    /// Counts the snapshots of this process.
    pub number: u64,
    pub instance: Arc<str>,
    pub latest_change: ChangeNumber,
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
    let advice = if version > knows {
        "install the version of handout that the primary runs"
    } else {
        "start the primary with this version of handout, which migrates it"
    };
    Error::Conflict(format!("it has schema {version}, this program reads schema {knows}: {advice}"))
}
