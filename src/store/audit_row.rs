//! Appends a row to the audit trail of a database, which may be a copy that is not in place yet.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::AuditEvent;
use crate::model::error::Result;
use crate::store::sql::{self, now, tuple};
use rusqlite::{Connection, params_from_iter};

/// Appends a row for an event to the audit trail of this database.
pub(super) fn append_row(db: &Connection, event: &AuditEvent) -> Result<()> {
    let last = "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1";
    let (last, previous) = sql::optional(db, last, [], tuple::<(u64, String)>)?.unwrap_or_default();
    let source = &event.source;
    let mut row = AuditRow {
        number: last + 1,
        at: now(),
        actor: source.actor.clone(),
        role: source.role.clone(),
        client: source.client.clone(),
        action: event.action.name().to_owned(),
        object: event.object.clone(),
        outcome: event.outcome.name().to_owned(),
        request: source.request.clone(),
        tag_before: event.tag_before.clone(),
        tag_after: event.tag_after.clone(),
        count: event.count,
        detail: event.detail.clone(),
        previous,
        hash: String::new(),
    };
    row.hash = row.computed_hash();
    let values = vec!["?"; AuditRow::MEMBERS.len()].join(", ");
    let insert = format!("INSERT INTO audit ({}) VALUES ({values})", audit_columns());
    sql::execute(db, &insert, params_from_iter(row.texts())).map(drop)
}

/// The columns of a row.
pub(super) fn audit_columns() -> String {
    AuditRow::MEMBERS.join(", ")
}
