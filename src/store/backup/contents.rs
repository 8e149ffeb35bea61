//! What a backup contains: the numbers of its rows, to compare before and after a restore, the stored files that it refers to,
//! and what a copy stores about itself: when it was created, and that it was restored.

use crate::model::error::Result;
use crate::model::files::{Digest, NamedFile};
use crate::store::backup::encryption::{begins_with, is_encrypted};
use crate::store::named_files::{REFERENCED_FILES, list_files};
use crate::store::sql::{now, store_error};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::Path;

/// The name of a subject, and its table.
const COUNTED: [(&str, &str); 9] = [
    ("citations", "citations"),
    ("versions", "citation_versions"),
    ("readable IDs", "readable_ids"),
    ("lookup values", "lookup_values"),
    ("packets", "packets"),
    ("orders", "orders"),
    ("order lines", "order_lines"),
    ("people", "users"),
    ("reports", "reports"),
];

/// How many rows there are of each subject; a subject is missing when the schema is older than it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowCounts(Vec<(&'static str, u64)>);

impl RowCounts {
    pub(in crate::store) fn read(db: &Connection) -> rusqlite::Result<RowCounts> {
        let mut counts = Vec::new();
        for (subject, table) in COUNTED {
            let is_there = db
                .query_row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [table], |_| {
                    Ok(())
                })
                .optional()?;
            if is_there.is_some() {
                let count = db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
                counts.push((subject, count));
            }
        }
        Ok(RowCounts(counts))
    }

    /// The subjects with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }

    /// The count of a subject; 0 when it is missing.
    pub fn count(&self, subject: &str) -> u64 {
        self.iter().find(|(name, _)| *name == subject).map_or(0, |(_, count)| count)
    }

    /// The first subject of which `other` has another count, with both counts.
    pub fn difference(&self, other: &RowCounts) -> Option<(&'static str, u64, u64)> {
        let differs = |(subject, count): (&'static str, u64)| {
            let found = other.count(subject);
            (found != count).then_some((subject, count, found))
        };
        self.iter().find_map(differs)
    }
}

/// Every content that a database refers to.
pub(in crate::store) fn referenced_files(db: &Connection) -> rusqlite::Result<Vec<NamedFile>> {
    list_files(db, REFERENCED_FILES)
}

/// The form of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupForm {
    Database,
    Encrypted,
}

/// The form of a backup by its first bytes, whatever its name; `None` for another file.
pub fn backup_form(file: &Path) -> Option<BackupForm> {
    if is_encrypted(file) {
        return Some(BackupForm::Encrypted);
    }
    begins_with(file, b"SQLite format 3\0").then_some(BackupForm::Database)
}

/// The contents that a backup refers to, which is not encrypted; none for one of a version without stored files.
pub fn files_named_in(backup: &Path) -> Result<Vec<Digest>> {
    let doing = format!("reading {}", backup.display());
    let named = || {
        let db = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'stored_files'";
        match db.query_row(table, [], |_| Ok(())).optional()? {
            None => Ok(Vec::new()),
            Some(()) => referenced_files(&db),
        }
    };
    let named = named().map_err(|e| store_error(&doing, e))?;
    Ok(named.into_iter().map(|file| file.digest).collect())
}

/// Stores in a copy when it was created.
pub(in crate::store) fn record_backup(copy: &Connection, made: &str) -> rusqlite::Result<()> {
    copy.execute("UPDATE catalogue SET backup_made = ?1", [made]).map(drop)
}

/// Whether a database is a copy that is not recorded as restored.
pub(in crate::store) fn is_backup(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT backup_made IS NOT NULL FROM catalogue", [], |row| row.get(0))
}

/// Records that this copy replaces the database now. Without a time of creation, it is complete up to its latest change.
pub(in crate::store) fn record_restoration(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("SAVEPOINT restoration")?;
    db.execute(
        "INSERT INTO restorations (known_until, restored) SELECT coalesce(backup_made, (SELECT max(at) FROM \
         (SELECT max(at) AS at FROM changes UNION ALL SELECT max(at) FROM lookup_history))), ?1 FROM catalogue",
        [now()],
    )?;
    db.execute("UPDATE catalogue SET backup_made = NULL", [])?;
    db.execute_batch("RELEASE restoration")
}
