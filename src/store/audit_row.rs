//! Appends a row to the audit trail of a database, which may be a copy that is not in place yet.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::AuditEvent;
use crate::model::error::Result;
use crate::store::sql::{doing, now};
use rusqlite::{Connection, OptionalExtension, params};

const WHAT: &str = "recording in the audit trail";

/// Appends a row for an event to the audit trail of this database.
pub(in crate::store) fn append_row(db: &Connection, event: &AuditEvent) -> Result<()> {
    let (last, previous) = db
        .prepare_cached("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1")
        .and_then(|mut last| {
            last.query_row([], |row| Ok((row.get::<_, u64>(0)?, row.get::<_, String>(1)?))).optional()
        })
        .map_err(doing(WHAT))?
        .unwrap_or_default();
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
    db.prepare_cached(
        "INSERT INTO audit (number, at, actor, role, client, action, object, outcome, request, tag_before, \
         tag_after, count, detail, previous, hash) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )
    .and_then(|mut insert| {
        insert.execute(params![
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
        ])
    })
    .map_err(doing(WHAT))?;
    Ok(())
}
