//! Restores a backup; the previous database is preserved.

use crate::model::audit::event::AuditEvent;
use crate::model::error::{Error, Result};
use crate::model::files::NamedFile;
use crate::model::orders::order::OrderNumber;
use crate::store::audit_row::append_row;
use crate::store::backup::contents::{RowCounts, record_restoration, referenced_files};
use crate::store::backup::encryption::{decrypt, is_encrypted};
use crate::store::files::data_dir::{
    COMPANIONS, DATABASE_LOCK, FILE_NAME, create_private, folder, has_content, prepare_data_dir,
    remove_database, replaced_name, sync_file, sync_folder, temporary, with_suffix,
};
use crate::store::files::data_lock::DataLock;
use crate::store::files::file_identity::{APPLICATION_ID, FileIdentity};
use crate::store::files::opening::{
    Unusable, check_for_damage, connect, examine, migrate, newest_version, place, renew,
};
use crate::store::sql::{from_row, step_error, store_error};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Temporary files of a restore begin like this, after the name of the database.
const RESTORING: &str = ".restoring";
/// How long to wait for another program that has the replaced database open.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// An existing file that a restore moved.
#[derive(Debug)]
pub struct Kept {
    /// Where it was.
    pub from: PathBuf,
    /// Where it is now.
    pub to: PathBuf,
}

/// What a restore did.
#[derive(Debug)]
pub struct Restored {
    /// What was there, the database itself first.
    pub kept: Vec<Kept>,
    /// Whether the copy was encrypted.
    pub was_encrypted: bool,
    /// The schema version of the copy, before it was migrated.
    pub schema: u32,
    /// What the copy held, before it was migrated.
    pub rows: RowCounts,
}

/// Replaces the database in `data_dir` by a copy. Order numbers continue after the highest one assigned.
///
/// An encrypted copy is decrypted with a private key in the file `identity`. The copy is checked first: whose it is, its
/// version, whether it is damaged; a copy of an earlier version is migrated. Everything that was there, with its companions
/// and what an interrupted restore left, is kept beside it under a name that was not in use. The copy has a row for `event`
/// in its audit trail before it is put in place. `bring_files` gets digest, size and name of the stored files that the copy
/// refers to, before anything is changed. `_lock` is the exclusive one of `data_dir`.
pub fn restore_copy(
    copy: &Path,
    identity: Option<&Path>,
    data_dir: &Path,
    event: &AuditEvent,
    bring_files: impl FnOnce(&[NamedFile]) -> Result<()>,
    _lock: &DataLock,
) -> Result<Restored> {
    let doing = format!("restoring {}", copy.display());
    let io = |e| Error::io(doing.clone(), e);
    prepare_data_dir(data_dir)?;
    let named = data_dir.join(FILE_NAME);
    // The database may be a link to another folder, with its companions there.
    let database = std::fs::canonicalize(&named).unwrap_or(named);
    refuse_unfit(copy, &database)?;
    let fresh = temporary(&database, RESTORING);
    let was_encrypted = is_encrypted(copy);
    let brought =
        if was_encrypted { decrypt_privately(copy, identity, &fresh) } else { copy_with_log(copy, &fresh) };
    let restored =
        brought.and_then(|()| prepare_copy(&fresh, copy, event)).and_then(|(schema, rows, files)| {
            sync_file(&fresh).map_err(io)?;
            bring_files(&files)?;
            let (kept, is_readable) = put_aside(&database, &fresh)?;
            if let Some(replaced) = kept.first().filter(|_| is_readable) {
                carry_numbers(&replaced.to, &fresh)?;
            }
            std::fs::rename(&fresh, &database).and_then(|()| sync_folder(folder(&database))).map_err(io)?;
            Ok(Restored { kept, was_encrypted, schema, rows })
        });
    remove_database(&fresh);
    restored
}

/// Rejects a file that is not a backup, or a database in use.
pub(in crate::store) fn refuse_unfit(copy: &Path, database: &Path) -> Result<()> {
    let meta = match std::fs::metadata(copy) {
        Ok(meta) => meta,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::NotFound(format!("{} does not exist", copy.display())));
        }
        Err(e) => return Err(Error::io(format!("restoring {}", copy.display()), e)),
    };
    if !meta.is_file() {
        return Err(Error::Conflict(format!("{} is not a file", copy.display())));
    }
    if std::fs::metadata(database).is_ok_and(|d| (d.dev(), d.ino()) == (meta.dev(), meta.ino())) {
        return Err(Error::Conflict(format!(
            "{} is the database itself; nothing was changed. Please name a copy made by `handout backup`",
            copy.display()
        )));
    }
    // The database of another data directory, which may be in use there.
    let other = folder(copy);
    let is_database = copy.file_name().is_some_and(|name| name == FILE_NAME);
    if is_database && other.join(DATABASE_LOCK).exists() && DataLock::exclusive(other).is_err() {
        return Err(Error::Conflict(format!(
            "{} is in use by another handout; nothing was changed. Please make a copy with `handout backup`",
            copy.display()
        )));
    }
    Ok(())
}

/// Copies a database with the log or journal that belongs to it, for nobody but us to read. A log beside a copy that
/// is complete alone belongs to something else.
fn copy_with_log(copy: &Path, fresh: &Path) -> Result<()> {
    let source = FileIdentity::hold(copy)?;
    let companion = match (source.is_copy(), source.is_complete_alone()) {
        (true, _) => None,
        (false, true) => Some("-journal"),
        (false, false) => Some("-wal"),
    };
    for suffix in [Some(""), companion].into_iter().flatten() {
        let from = with_suffix(copy, suffix);
        if suffix.is_empty() || has_content(&from) {
            copy_privately(&from, &with_suffix(fresh, suffix))
                .map_err(|e| Error::io(format!("restoring {}", copy.display()), e))?;
        }
    }
    Ok(())
}

fn copy_privately(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut to = create_private(to)?;
    std::io::copy(&mut File::open(from)?, &mut to)?;
    to.sync_all()
}

fn decrypt_privately(copy: &Path, identity: Option<&Path>, to: &Path) -> Result<()> {
    let io = |e| Error::io(format!("restoring {}", copy.display()), e);
    let mut to = create_private(to).map_err(io)?;
    decrypt(copy, identity, &mut to)?;
    to.sync_all().map_err(io)
}

/// Checks a copy and migrates it, records in it that it is restored, and starts a history of its own. Returns its schema
/// version and what it contained before, and the stored files that it refers to.
fn prepare_copy(fresh: &Path, copy: &Path, event: &AuditEvent) -> Result<(u32, RowCounts, Vec<NamedFile>)> {
    let doing = format!("restoring {}", copy.display());
    let error = |e| step_error(&doing, e);
    let (mut db, schema) = undamaged_copy(fresh, copy, &doing)?;
    let rows = RowCounts::read(&db).map_err(error)?;
    migrate_older(&mut db, schema, copy)?;
    record_restoration(&db).and_then(|()| renew(&db)).map_err(error)?;
    append_row(&db, event).map_err(|e| e.with_context(&doing))?;
    let files = referenced_files(&db).map_err(error)?;
    Ok((schema, rows, files))
}

/// Opens `fresh`, which was copied from `copy`, after it was checked through and through; one of an earlier version is
/// migrated. It is complete without a log.
pub(in crate::store) fn sound_copy(fresh: &Path, copy: &Path, doing: &str) -> Result<Connection> {
    let (mut db, version) = undamaged_copy(fresh, copy, doing)?;
    migrate_older(&mut db, version, copy)?;
    Ok(db)
}

/// Opens `fresh`, which was copied from `copy`, after it was checked through and through; returns its schema version too.
/// It is complete without a log.
fn undamaged_copy(fresh: &Path, copy: &Path, doing: &str) -> Result<(Connection, u32)> {
    let into_restore_error = |error: Unusable| error.into_restore_error(copy);
    if !has_content(fresh) {
        return Err(Unusable::Empty.into_restore_error(copy));
    }
    let db = connect(fresh)?;
    let version = examine(&db, fresh).map_err(into_restore_error)?;
    check_for_damage(&db, fresh, false).map_err(into_restore_error)?;
    // From here on the content of its log is in the file.
    let error = |e| step_error(doing, e);
    db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).map_err(error)?;
    Ok((db, version))
}

fn migrate_older(db: &mut Connection, version: u32, copy: &Path) -> Result<()> {
    if version < newest_version() { migrate(db, copy) } else { Ok(()) }
}

/// Keeps everything that is at the place of the database under a name that is free, the database itself first. Nothing
/// is left at the place but, at most, the database alone and complete, ready to be replaced. Returns what was kept, and
/// whether the first of it is a database that is complete alone.
fn put_aside(database: &Path, fresh: &Path) -> Result<(Vec<Kept>, bool)> {
    let doing = format!("keeping {}", database.display());
    let io = |e| Error::io(doing.clone(), e);
    let had_database = database.symlink_metadata().is_ok();
    let is_complete_alone = had_database && write_log_into(database)?;
    let aside = replaced_name(database);
    let mut kept = Vec::new();
    if is_complete_alone {
        // At every moment either the old database or the new one is complete in its place.
        std::fs::hard_link(database, &aside)
            .or_else(|_| std::fs::copy(database, &aside).and_then(|_| sync_file(&aside)))
            .map_err(io)?;
    } else if had_database {
        std::fs::rename(database, &aside).map_err(io)?;
    }
    if had_database {
        kept.push(Kept { from: database.to_owned(), to: aside.clone() });
    }
    let companions = COMPANIONS.iter().map(|suffix| with_suffix(database, suffix));
    for from in
        companions.filter(|path| path.symlink_metadata().is_ok()).chain(leftover_files(database, fresh))
    {
        let name = from.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let to = with_suffix(&aside, name.strip_prefix(FILE_NAME).unwrap_or(&name));
        std::fs::rename(&from, &to).map_err(io)?;
        kept.push(Kept { from, to });
    }
    sync_folder(folder(database)).map_err(io)?;
    Ok((kept, is_complete_alone))
}

/// The order numbers that the replaced database assigned are not assigned again by the new one. If the replaced database is
/// unreadable, the file beside it has its last numbers.
fn carry_numbers(replaced: &Path, fresh: &Path) -> Result<()> {
    let given = match order_numbers_in(replaced) {
        Ok(given) => given,
        Err(cause) => {
            tracing::debug!(%cause, "the replaced database does not say which order numbers it gave");
            return Ok(());
        }
    };
    let doing = "keeping the order numbers of the replaced database";
    let error = |e| step_error(doing, e);
    let db = connect(fresh)?;
    for OrderNumber { year, sequence } in given {
        db.execute(
            "INSERT INTO order_numbers (year, last) VALUES (?1, ?2) \
             ON CONFLICT (year) DO UPDATE SET last = max(last, excluded.last)",
            [year, sequence],
        )
        .map_err(error)?;
    }
    drop(db);
    sync_file(fresh).map_err(|e| Error::io(doing, e))
}

/// The last number of each year in a database that is complete alone, which is left as it is.
fn order_numbers_in(database: &Path) -> rusqlite::Result<Vec<OrderNumber>> {
    let db = Connection::open_with_flags(
        database,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    let mut query = db.prepare("SELECT year, last FROM order_numbers")?;
    query.query_map([], |row| from_row!(row => OrderNumber { year, sequence = "last" }))?.collect()
}

/// Leftover files of interrupted restores.
fn leftover_files(database: &Path, fresh: &Path) -> Vec<PathBuf> {
    let begin = format!("{FILE_NAME}{RESTORING}");
    let entries = std::fs::read_dir(folder(database)).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            name.starts_with(&begin) && path != fresh
        })
        .collect()
}

/// Writes the log into the database file; returns whether the file is complete on its own. A damaged
/// file, or one of something else, is left as it is.
fn write_log_into(database: &Path) -> Result<bool> {
    let doing = format!("keeping {}", database.display());
    let mut header = [0; 72];
    let is_ours = File::open(database).and_then(|mut file| file.read_exact(&mut header)).is_ok()
        && header.starts_with(b"SQLite format 3\0")
        && header.ends_with(&APPLICATION_ID.to_be_bytes());
    if !is_ours {
        return Ok(false);
    }
    let is_complete = connect(database).and_then(|db| {
        db.busy_timeout(BUSY_TIMEOUT)
            .and_then(|()| db.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0)))
            .map_or_else(
                |e| match e.sqlite_error_code() {
                    Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Ok(false),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Err(in_use(database)),
                    _ => Err(store_error(&doing, e)),
                },
                |mode| Ok(mode == "delete"),
            )
    })?;
    // The mode is unchanged, without an error: another process has it open.
    if !is_complete && connect(database).is_ok_and(|db| check_for_damage(&db, database, true).is_ok()) {
        return Err(in_use(database));
    }
    Ok(is_complete)
}

fn in_use(database: &Path) -> Error {
    Error::Conflict(format!(
        "{} is in use by another program; nothing was changed. Please try again when that has ended",
        database.display()
    ))
}

/// Makes the database of `data_dir` from the bytes of a copy, where none is; with a history of its own.
pub fn create_from_copy(bytes: &[u8], data_dir: &Path) -> Result<()> {
    prepare_data_dir(data_dir)?;
    let database = data_dir.join(FILE_NAME);
    let doing = format!("making the database {}", database.display());
    let fresh = temporary(&database, ".creating");
    let made = std::fs::write(&fresh, bytes).map_err(|e| Error::io(doing.clone(), e)).and_then(|()| {
        let db = connect(&fresh)?;
        renew(&db).map_err(|e| store_error(&doing, e))?;
        drop(db);
        place(&fresh, &database).map_err(|e| Error::io(doing.clone(), e))
    });
    remove_database(&fresh);
    made
}
