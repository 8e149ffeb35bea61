//! Copies of the database, taken while it is used, and copies put back.

use crate::model::error::{Error, Result};
use crate::store::database::{APPLICATION_ID, Store};
use crate::store::fault::store_error;
use rusqlite::Connection;
use rusqlite::backup::Backup;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages copied at once; others may write in between.
const PAGES: i32 = 1_000;

impl Store {
    /// Writes a consistent copy of the database to `file`, whole or not at all. A file that is there is replaced.
    pub fn back_up(&self, file: &Path) -> Result<()> {
        let doing = format!("backing up to {}", file.display());
        let part = beside(file, ".part");
        // A reader of its own: it sees one state from the first page to the last.
        let from = self.separate_reader()?;
        let _ = std::fs::remove_file(&part);
        let copied = (|| {
            let mut to = Connection::open(&part).map_err(|e| store_error(&doing, e))?;
            let backup = Backup::new(&from, &mut to).map_err(|e| store_error(&doing, e))?;
            backup
                .run_to_completion(PAGES, Duration::from_millis(1), None)
                .map_err(|e| store_error(&doing, e))?;
            drop(backup);
            // One file, that opens without its journal.
            to.pragma_update(None, "journal_mode", "DELETE").map_err(|e| store_error(&doing, e))?;
            drop(to);
            std::fs::File::open(&part)
                .and_then(|f| f.sync_all())
                .and_then(|()| std::fs::rename(&part, file))
                .and_then(|()| std::fs::File::open(folder(file)).and_then(|d| d.sync_all()))
                .map_err(|e| Error::io(doing.clone(), e))
        })();
        if copied.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        copied
    }
}

/// Puts a copy in the place of the database in `data_dir`; the one that was there is kept beside it. Answers where.
///
/// The copy is looked over first: whose it is, from which version, whether it is damaged. Nobody else may have the
/// database open.
pub fn restore_copy(copy: &Path, data_dir: &Path) -> Result<Option<PathBuf>> {
    let place = data_dir.join(crate::store::FILE_NAME);
    let doing = format!("restoring {}", copy.display());
    let io = |e| Error::io(doing.clone(), e);
    if !copy.is_file() {
        return Err(Error::NotFound(format!("there is no file {}", copy.display())));
    }
    if !is_ours(copy).map_err(io)? {
        return Err(Error::Conflict(format!(
            "{} is no backup of this program; nothing was changed",
            copy.display()
        )));
    }
    std::fs::create_dir_all(data_dir).map_err(io)?;
    let fresh = beside(&place, ".restoring");
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&fresh, suffix));
    }
    std::fs::copy(copy, &fresh).map_err(io)?;
    let checked = (|| {
        // Opening checks and migrates; a whole look follows however large it is.
        let store = Store::open_file(&fresh)?;
        store.look_for_damage()?;
        drop(store);
        renew_instance(&fresh)
    })();
    if let Err(fault) = checked {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&fresh, suffix));
        }
        let message = fault.to_string().replace(&fresh.display().to_string(), &copy.display().to_string());
        return Err(match fault {
            Error::Conflict(_) => Error::Conflict(message),
            other => other,
        });
    }
    std::fs::File::open(&fresh).and_then(|f| f.sync_all()).map_err(io)?;
    let mut kept = None;
    if place.exists() {
        let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        let aside = beside(&place, &format!(".replaced-{now}"));
        // At each moment either the old database or the new one is whole at its place.
        if let Err(cause) = fold(&place) {
            tracing::warn!(%cause, "the database that is replaced is kept as it is");
        }
        for suffix in ["", "-wal", "-shm"] {
            let from = beside(&place, suffix);
            if from.exists() {
                let to = beside(&aside, suffix);
                std::fs::hard_link(&from, &to)
                    .or_else(|_| std::fs::copy(&from, &to).map(drop))
                    .map_err(io)?;
            }
        }
        for suffix in ["-shm", "-wal"] {
            let _ = std::fs::remove_file(beside(&place, suffix));
        }
        kept = Some(aside);
    }
    std::fs::rename(&fresh, &place).map_err(io)?;
    std::fs::File::open(data_dir).and_then(|d| d.sync_all()).map_err(io)?;
    Ok(kept)
}

/// Brings what stands in the write-ahead log into the file itself.
fn fold(file: &Path) -> rusqlite::Result<()> {
    Connection::open(file)?.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))
}

/// Is it a database with our mark? An empty file would open as a new, empty catalogue.
fn is_ours(file: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    std::fs::File::open(file)?.take(100).read_to_end(&mut head)?;
    // https://www.sqlite.org/fileformat.html, section 1.3
    Ok(head.starts_with(b"SQLite format 3\0") && head.get(68..72) == Some(&APPLICATION_ID.to_be_bytes()))
}

/// Gives a database file a history of its own: an index of the one it was copied from is not taken for its own.
pub fn renew_instance(file: &Path) -> Result<()> {
    let doing = format!("preparing {}", file.display());
    let db = Connection::open(file).map_err(|e| store_error(&doing, e))?;
    db.execute("UPDATE catalogue SET instance = lower(hex(randomblob(16)))", [])
        .map_err(|e| store_error(&doing, e))?;
    db.pragma_update(None, "wal_checkpoint", "TRUNCATE").or_else(|e| match e {
        // The pragma answers with a row; that is no fault.
        rusqlite::Error::ExecuteReturnedResults => Ok(()),
        e => Err(store_error(&doing, e)),
    })?;
    db.pragma_update(None, "journal_mode", "DELETE").map_err(|e| store_error(&doing, e))?;
    Ok(())
}

/// Takes from a sample catalogue what differs each time it is made: its instance and the times of its making.
pub fn finish_sample(file: &Path) -> Result<()> {
    let doing = format!("settling {}", file.display());
    let db = Connection::open(file).map_err(|e| store_error(&doing, e))?;
    let then = "2026-01-02T03:04:05.000Z";
    db.execute_batch(&format!(
        "UPDATE catalogue SET instance = 'sample'; UPDATE changes SET at = '{then}'; \
         UPDATE citations SET saved_at = '{then}'; UPDATE refinery_schema_history SET applied_on = '{then}'; VACUUM;"
    ))
    .map_err(|e| store_error(&doing, e))
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn folder(file: &Path) -> &Path {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
