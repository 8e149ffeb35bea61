//! Facts that a copy of the database stores about itself: when it was created, and that it was restored.

use crate::store::moment::now;
use rusqlite::Connection;

/// Stores in a copy when it was created.
pub(in crate::store) fn note_backup(copy: &Connection, made: &str) -> rusqlite::Result<()> {
    copy.execute("UPDATE catalogue SET backup_made = ?1", [made]).map(drop)
}

/// Whether a database is a copy that is not recorded as restored.
pub(in crate::store) fn is_backup(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT backup_made IS NOT NULL FROM catalogue", [], |row| row.get(0))
}

/// Records that this copy replaces the database now. Without a time of creation, it is complete up to its latest change.
pub(in crate::store) fn note_restoration(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("SAVEPOINT restoration")?;
    db.execute(
        "INSERT INTO restorations (known_until, restored) SELECT coalesce(backup_made, (SELECT max(at) FROM \
         (SELECT max(at) AS at FROM changes UNION ALL SELECT max(at) FROM lookup_history))), ?1 FROM catalogue",
        [now()],
    )?;
    db.execute("UPDATE catalogue SET backup_made = NULL", [])?;
    db.execute_batch("RELEASE restoration")
}
