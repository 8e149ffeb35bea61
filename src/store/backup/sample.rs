//! The sample catalogue.

use crate::model::error::Result;
use crate::store::sqlite_error::store_error;
use rusqlite::Connection;
use std::path::Path;

/// Removes from a sample catalogue what differs each time it is made: its instance, timestamps and audit trail.
pub fn finish_sample(file: &Path) -> Result<()> {
    let doing = format!("settling {}", file.display());
    let db = Connection::open(file).map_err(|e| store_error(&doing, e))?;
    let then = "2026-01-02T03:04:05.000Z";
    let kept: String = db
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'audit_is_kept'", [], |row| row.get(0))
        .map_err(|e| store_error(&doing, e))?;
    db.execute_batch(&format!(
        "UPDATE catalogue SET instance = 'sample', backup_made = NULL; UPDATE changes SET at = '{then}'; \
         UPDATE citations SET saved_at = '{then}'; UPDATE refinery_schema_history SET applied_on = '{then}'; \
         UPDATE freshness SET noted = '{then}'; \
         UPDATE stored_files SET stored = '{then}', last_used = '{then}'; DROP TRIGGER audit_is_kept; DELETE FROM audit; \
         DELETE FROM sqlite_sequence WHERE name = 'audit'; {kept}; VACUUM;"
    ))
    .map_err(|e| store_error(&doing, e))
}
