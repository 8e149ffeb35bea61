//! The audit trail as a table.

use crate::import_export::column::Column;
use crate::model::audit::chain::AuditRow;

/// The columns.
pub const COLUMNS: [Column; 15] = [
    Column::number("Number"),
    Column::moment("Time"),
    Column::text("Actor"),
    Column::text("Role"),
    Column::text("Client"),
    Column::text("Action"),
    Column::text("Object"),
    Column::text("Outcome"),
    Column::text("Request"),
    Column::text("ETag Before"),
    Column::text("ETag After"),
    Column::number("Count"),
    Column::text("Detail"),
    Column::text("Previous"),
    Column::text("Hash"),
];

/// A row. Only JSON Lines have the exact texts that were hashed: CSV adds apostrophes, a workbook has no control characters.
pub fn audit_row(row: &AuditRow) -> Vec<String> {
    let row = row.clone();
    vec![
        row.number.to_string(),
        row.at,
        row.actor,
        row.role,
        row.client,
        row.action,
        row.object,
        row.outcome,
        row.request,
        row.tag_before,
        row.tag_after,
        row.count.to_string(),
        row.detail,
        row.previous,
        row.hash,
    ]
}
