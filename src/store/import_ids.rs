//! The IDs of an import, given and assigned, on disk while it runs: a file may have more of them than fit in memory.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{FILE_NAME, folder};
use crate::store::handle::Store;
use crate::store::sql::{self, doing, insert};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

const OPENING: &str = "opening the IDs of an import";

/// The last record of a file with each ID, and which readable IDs the import has found taken. Deleted when dropped, and when
/// the process ends in any way.
pub struct ImportIds {
    db: Connection,
}

impl Store {
    /// An empty table of ids, in a file of its own in the data directory: nothing of it touches the catalogue.
    pub fn import_ids(&self) -> Result<ImportIds> {
        ImportIds::new(folder(self.path()))
    }
}

impl ImportIds {
    fn new(dir: &Path) -> Result<Self> {
        // A name that `remove_abandoned` recognizes, until it is removed.
        let prefix = format!("{FILE_NAME}.part-");
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .tempfile_in(dir)
            .map_err(|e| Error::io(OPENING, e))?
            .into_temp_path();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(&file, flags).map_err(doing(OPENING))?;
        db.execute_batch(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; \
             PRAGMA cache_size = -4000; PRAGMA temp_store = FILE; BEGIN; \
             CREATE TABLE ids (id TEXT PRIMARY KEY, record INTEGER NOT NULL) STRICT, WITHOUT ROWID; \
             CREATE TABLE taken (base TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
        )
        .map_err(doing(OPENING))?;
        // SQLite has the file open; without a name it is deleted when it is closed.
        file.close().map_err(|e| Error::io(OPENING, e))?;
        Ok(ImportIds { db })
    }

    /// Records that the record with this number has this ID; the last one counts.
    pub fn record_id(&self, id: &str, record: u64) -> Result<()> {
        insert!(&self.db, or update ids { id, record })
    }

    /// The last record with this id; `None` when there is none.
    pub fn last_record(&self, id: &str) -> Result<Option<u64>> {
        sql::optional(&self.db, "SELECT record FROM ids WHERE id = ?1", [id], |row| row.get("record"))
    }

    /// Records that the readable IDs with this base are taken up to the one with this number.
    pub fn record_taken(&self, base: &str, last: u64) -> Result<()> {
        insert!(&self.db, or update taken { base, last })
    }

    /// The number that was recorded last for this base; 0 when none was.
    pub fn last_taken(&self, base: &str) -> Result<u64> {
        sql::optional(&self.db, "SELECT last FROM taken WHERE base = ?1", [base], |row| row.get("last"))
            .map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_last_record_of_an_id_is_known_and_no_file_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let ids = ImportIds::new(folder.path()).unwrap();
        for n in 0..20_000 {
            ids.record_id(&format!("id-{}", n % 15_000), n).unwrap();
        }
        assert_eq!(ids.last_record("id-4999").unwrap(), Some(19_999));
        assert_eq!(ids.last_record("id-5000").unwrap(), Some(5_000));
        assert_eq!(ids.last_record("other").unwrap(), None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
