//! When a copy was put in the place of the database: what was saved between its making and that moment is lost.

use crate::model::error::Result;
use crate::store::changes::now;
use crate::store::database::Reader;
use crate::store::fault::doing;
use rusqlite::{Connection, OptionalExtension, params};

/// A copy that was put in the place of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restoration {
    /// ISO 8601, UTC: everything up to this moment is in the copy. `None` when it held no change at all.
    pub known_until: Option<String>,
    /// When it was put there; ISO 8601, UTC.
    pub restored: String,
}

impl Reader<'_> {
    /// The latest restoration that lost what was saved last before `end` (ISO 8601, UTC, milliseconds).
    pub fn restoration_over(&self, end: &str) -> Result<Option<Restoration>> {
        self.db
            .prepare_cached(
                "SELECT known_until, restored FROM restorations \
                 WHERE coalesce(known_until, '') < ?1 AND restored >= ?1 ORDER BY number DESC LIMIT 1",
            )
            .and_then(|mut one| {
                one.query_row([end], |row| {
                    Ok(Restoration { known_until: row.get(0)?, restored: row.get(1)? })
                })
                .optional()
            })
            .map_err(doing("reading when the database was restored"))
    }
}

/// Writes into a copy when it was made.
pub(in crate::store) fn note_backup(copy: &Connection, made: &str) -> rusqlite::Result<()> {
    copy.execute("UPDATE catalogue SET backup_made = ?1", [made]).map(drop)
}

/// Whether a database is a copy that nobody has noted as restored.
pub(in crate::store) fn is_backup(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT backup_made IS NOT NULL FROM catalogue", [], |row| row.get(0))
}

/// Notes that this copy takes the place of the database now. One that does not say when it was made knows as much as
/// its latest change.
pub(in crate::store) fn note_restoration(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("SAVEPOINT restoration")?;
    db.execute(
        "INSERT INTO restorations (known_until, restored) SELECT coalesce(backup_made, (SELECT max(at) FROM \
         (SELECT max(at) AS at FROM changes UNION ALL SELECT max(at) FROM lookup_history))), ?1 FROM catalogue",
        params![now()],
    )?;
    db.execute("UPDATE catalogue SET backup_made = NULL", [])?;
    db.execute_batch("RELEASE restoration")
}
