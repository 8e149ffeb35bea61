//! Appends a row to the audit trail of a database, which may be a copy that is not in place yet.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::AuditEvent;
use crate::model::error::Result;
use crate::store::sql::{self, insert, now, tuple};
use rusqlite::Connection;

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
    insert!(db, audit {
        number = row.number, at = row.at, actor = row.actor, role = row.role, client = row.client,
        action = row.action, object = row.object, outcome = row.outcome, request = row.request,
        tag_before = row.tag_before, tag_after = row.tag_after, count = row.count, detail = row.detail,
        previous = row.previous, hash = row.hash
    })
}
