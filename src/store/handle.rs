//! [`Store`]: the database that a program works with, its own or a replica that somebody else keeps current.

use crate::model::backup::BackupRecipient;
use crate::model::error::{Error, Result};
use crate::store::backup::encryption::encrypt;
use crate::store::backup::online_backup::copy_database;
use crate::store::changes::{ChangeNotifier, now};
use crate::store::database::{Database, ReadTx, Version, WriteTx};
use crate::store::files::data_dir::{create_private, is_replica_folder, prepare_data_dir, remove_abandoned};
use crate::store::files::data_lock::DataLock;
use crate::store::files::order_number_file::OrderNumberFile;
use crate::store::files::target::{Target, write_through, write_whole};
use crate::store::files::working_copy::{WorkingCopy, remove_unlocked};
use crate::store::preparing::{Purpose, exists};
use crate::store::replica::{Replica, remove_copies};
use rusqlite::Connection;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The database. Shared by reference between threads; every call blocks.
pub struct Store {
    kind: Kind,
    changes: ChangeNotifier,
    public_url: OnceLock<String>,
}

enum Kind {
    Own(Box<Database>),
    Replica(Box<Replica>),
}

impl Store {
    /// Opens the database of a data directory for a server, creating both if needed, and migrates it. That requires
    /// exclusive use of the directory: a conflict while a command uses it.
    ///
    /// Before a migration touches an existing database, a copy is kept beside it (`catalogue.db.before-vN`).
    /// A file that is not a database of ours, is empty, damaged, or comes from a newer version is refused and not changed.
    pub fn open(data_dir: &Path) -> Result<Store> {
        prepare_data_dir(data_dir)?;
        remove_abandoned(data_dir);
        remove_unlocked(data_dir);
        let store =
            Self::from_database(Database::open(data_dir, DataLock::shared(data_dir)?, Purpose::Serve)?)?;
        // An interrupted promotion is completed.
        if is_replica_folder(data_dir)
            && let Err(cause) = remove_copies(data_dir)
        {
            tracing::warn!(%cause, "a replica's copies of the database could not be removed");
        }
        Ok(store)
    }

    /// Opens the database of a data directory for a command that writes, making both when they are not there. A
    /// database of another schema version is refused, for the server that may run with it.
    pub fn open_to_write(data_dir: &Path) -> Result<Store> {
        prepare_data_dir(data_dir)?;
        Self::from_database(Database::open(data_dir, DataLock::shared(data_dir)?, Purpose::Write)?)
    }

    /// [`Store::open_to_write`] for a command that only changes what is there. [`Error::NotFound`] when there is no database.
    pub fn open_present_to_write(data_dir: &Path) -> Result<Store> {
        exists(data_dir)?;
        Self::open_to_write(data_dir)
    }

    /// Opens the database of a data directory for a command that only reads. [`Error::NotFound`] when there is none;
    /// a database of another schema version is refused.
    pub fn open_to_read(data_dir: &Path) -> Result<Store> {
        exists(data_dir)?;
        Self::from_database(Database::open(data_dir, DataLock::shared(data_dir)?, Purpose::Read)?)
    }

    /// Opens the database of a data directory that a restore uses exclusively.
    pub fn open_restored(data_dir: &Path, lock: DataLock) -> Result<Store> {
        exists(data_dir)?;
        Self::from_database(Database::open(data_dir, lock, Purpose::Write)?)
    }

    /// Opens a replica: `source` is the file that another program keeps current, `data_dir` the folder for private
    /// copies of it, and `primary_url` names the server that writes.
    ///
    /// [`Error::Unavailable`] as long as there is neither a whole source nor a good copy of it: then try again.
    pub fn open_replica(data_dir: &Path, source: &Path, primary_url: &str) -> Result<Store> {
        prepare_data_dir(data_dir)?;
        let replica = Replica::open(data_dir, source, primary_url)?;
        let changes = ChangeNotifier::new(replica.latest_change());
        Ok(Store { kind: Kind::Replica(Box::new(replica)), changes, public_url: OnceLock::new() })
    }

    fn from_database(database: Database) -> Result<Store> {
        let latest = database.read("", |db| db.latest_change())?;
        let changes = ChangeNotifier::new(latest);
        Ok(Store { kind: Kind::Own(Box::new(database)), changes, public_url: OnceLock::new() })
    }

    /// Sets the public URL, without a trailing slash, with which the addresses of stored files begin. The first one stays.
    pub fn set_public_url(&self, public_url: &str) {
        self.public_url.get_or_init(|| public_url.to_owned());
    }

    fn public_url(&self) -> &str {
        self.public_url.get().map_or("", String::as_str)
    }

    /// The replica, if it is one.
    pub fn replica(&self) -> Option<&Replica> {
        match &self.kind {
            Kind::Own(_) => None,
            Kind::Replica(replica) => Some(replica),
        }
    }

    fn own(&self) -> Result<&Database> {
        match &self.kind {
            Kind::Own(database) => Ok(database),
            Kind::Replica(replica) => Err(replica.read_only()),
        }
    }

    /// The file; for a replica, the one that is followed.
    pub fn path(&self) -> &Path {
        match &self.kind {
            Kind::Own(database) => database.path(),
            Kind::Replica(replica) => replica.source(),
        }
    }

    /// Random id of this database's history; a restored copy has another. That of a replica changes when the primary
    /// was restored.
    pub fn instance(&self) -> Arc<str> {
        match &self.kind {
            Kind::Own(database) => database.instance().into(),
            Kind::Replica(replica) => replica.instance(),
        }
    }

    /// Notified when this process commits a transaction with a change number, or reads a newer state of a replica.
    pub fn changes(&self) -> &ChangeNotifier {
        &self.changes
    }

    /// The last order numbers that this data directory assigned.
    pub fn order_numbers(&self) -> Result<&OrderNumberFile> {
        self.own().map(Database::order_numbers)
    }

    /// Reads: all queries of `read` see the same state.
    pub fn read<T>(&self, read: impl FnOnce(&ReadTx<'_>) -> Result<T>) -> Result<T> {
        match &self.kind {
            Kind::Own(database) => database.read(self.public_url(), read),
            Kind::Replica(replica) => replica.read(self.public_url(), read),
        }
    }

    /// Writes: everything that `write` does is stored if it returns `Ok`, nothing otherwise. Durable on return.
    /// [`Error::ReadOnly`] for a replica.
    pub fn write<T>(&self, write: impl FnOnce(&WriteTx<'_>) -> Result<T>) -> Result<T> {
        let (result, change) = self.own()?.transact(self.public_url(), write)?;
        if let Some(number) = change {
            self.changes.notify(number);
        }
        Ok(result)
    }

    /// [`Store::write`] for work in the background that takes many transactions: nobody is notified, so that the index takes the
    /// changes of several together when it next looks by itself, or when somebody else writes.
    pub fn write_unannounced<T>(&self, write: impl FnOnce(&WriteTx<'_>) -> Result<T>) -> Result<T> {
        self.own()?.transact(self.public_url(), write).map(|(result, _)| result)
    }

    /// Reads the newest whole state of a replica's source from now on; returns whether there was a newer one.
    ///
    /// [`Error::Unavailable`] when the source is not whole just now; any other error says what is wrong with it, or
    /// with the copy. Whatever the error, the last good state continues serving.
    pub fn refresh_replica(&self) -> Result<bool> {
        let Kind::Replica(replica) = &self.kind else { return Ok(false) };
        let is_newer = replica.refresh()?;
        if is_newer {
            self.changes.restart_at(replica.latest_change());
        }
        Ok(is_newer)
    }

    /// Changes with every commit, at once for this process and within a millisecond for others, and with every newer state of a
    /// replica.
    pub fn version(&self) -> Result<Version> {
        match &self.kind {
            Kind::Own(database) => database.version(),
            Kind::Replica(replica) => Ok(Version { commits: replica.snapshot_number(), others: 0 }),
        }
    }

    /// A separate connection for long reads.
    pub(super) fn separate_connection(&self) -> Result<Connection> {
        self.own()?.separate_connection()
    }

    /// Returns an error once the file of the database was replaced or overwritten. From then on nothing is written; see
    /// [`Store::keep_replaced`]. Never for a replica, whose file others replace.
    pub fn verify_file(&self) -> Result<()> {
        match &self.kind {
            Kind::Own(database) => database.verify_file(),
            Kind::Replica(_) => Ok(()),
        }
    }

    /// Whether [`Store::verify_file`] has returned this error.
    pub fn is_replaced(&self) -> bool {
        matches!(&self.kind, Kind::Own(database) if database.is_replaced())
    }

    /// After that error of [`Store::verify_file`]: keeps what this process still has of the database that was replaced, and
    /// takes its log away from the file that is in its place now. Returns where it is kept, if it could be.
    pub fn keep_replaced(&self) -> Result<Option<PathBuf>> {
        self.own()?.keep_replaced()
    }

    /// Writes a copy of the database to `file`: one state, checked, whole or not at all. A file that is there is
    /// replaced; links are followed; a pipe or a device is written to. The database itself is refused.
    pub fn back_up(&self, file: &Path) -> Result<()> {
        self.back_up_to(Target::resolve(file, self.path())?, file, None, || false)
    }

    /// As [`Store::back_up`], to what `file` was found to be; encrypted if a recipient is given. Ends with
    /// [`Error::Unavailable`] soon after `stopped` says so.
    pub fn back_up_to(
        &self,
        target: Target,
        file: &Path,
        recipient: Option<&BackupRecipient>,
        stopped: impl Fn() -> bool,
    ) -> Result<()> {
        let doing = format!("backing up to {}", file.display());
        // Before reading begins: everything up to here is in the copy.
        let made = now();
        let named = |error: Error| error.with_context(&doing);
        let copy = |to: &Path| {
            let from = self.separate_connection().map_err(named)?;
            copy_database(&from, to, &doing, Some(&made), || !stopped())
        };
        let stream = |to: &mut dyn Write| {
            // SQLite writes pages in any order; a pipe and an encrypted file are written from start to end.
            let fresh = WorkingCopy::new(self.path()).map_err(named)?;
            copy(fresh.path())?;
            match recipient {
                Some(recipient) => {
                    let mut from = File::open(fresh.path()).map_err(|e| Error::io(&doing, e))?;
                    encrypt(&mut from, to, recipient, &doing, || !stopped())
                }
                None => write_through(fresh.path(), to, &doing),
            }
        };
        match target {
            Target::File(end) if recipient.is_none() => write_whole(&end, copy),
            Target::File(end) => {
                write_whole(&end, |part| stream(&mut create_private(part).map_err(|e| Error::io(&doing, e))?))
            }
            Target::Stdout => stream(&mut std::io::stdout().lock()),
            Target::Stream(mut to) => stream(&mut to),
        }
    }
}
