//! Appends a row to the audit trail of a database, which may be a copy that is not in place yet.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::AuditEvent;
use crate::model::error::Result;
use crate::store::sql::{self, now, tuple};
use rusqlite::{Connection, params};

/// Appends a row for an event to the audit trail of this database.
pub(in crate::store) fn append_row(db: &Connection, event: &AuditEvent) -> Result<()> {
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
    sql::execute(
        db,
        "INSERT INTO audit (number, at, actor, role, client, action, object, outcome, request, tag_before, \
         tag_after, count, detail, previous, hash) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            row.number,
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
            row.count,
            row.detail,
            row.previous,
            row.hash
        ],
    )
    .map(drop)
}
