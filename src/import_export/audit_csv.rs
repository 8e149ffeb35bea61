//! The audit trail as a CSV file for a spreadsheet.

use crate::import_export::lists_csv::{head, line};
use crate::model::audit::row::AuditRow;

/// The beginning of the file.
pub fn header() -> Vec<u8> {
    head(&[
        "Number",
        "Time",
        "Actor",
        "Role",
        "Client",
        "Action",
        "Object",
        "Outcome",
        "Request",
        "ETag Before",
        "ETag After",
        "Count",
        "Detail",
        "Previous",
        "Hash",
    ])
}

/// A row. A cell that a spreadsheet would take for a formula gets an apostrophe in front; only JSON Lines have the exact
/// texts that were hashed.
pub fn audit_row(row: &AuditRow) -> Vec<u8> {
    let row = row.clone();
    line(&[
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
    ])
}
