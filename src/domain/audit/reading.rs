//! Reads and verifies the audit trail, and removes old rows.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::accounts::Right;
use crate::model::audit::chain::AuditRow;
use crate::model::audit::chain::{BrokenRow, ChainVerifier};
use crate::model::audit::event::Action;
use crate::model::audit::filter::{AuditEntry, AuditFilter, AuditPage, PAGE};
use crate::model::clock;
use crate::model::error::Result;
use crate::store::Store;
use jiff::SignedDuration;
use jiff::tz::TimeZone;

/// How many rows are read at once.
const BATCH: usize = 1_000;

/// Rows that fit, newest first, from `start` on.
pub fn page(store: &Store, actor: &Actor, filter: &AuditFilter, start: usize) -> Result<AuditPage> {
    actor.require(Right::ReadAudit)?;
    store.read(|db| {
        let rows = db.audit_rows(filter, start, PAGE)?;
        let entry = |row: AuditRow| Ok(AuditEntry { name: db.audit_name(&row.actor)?, row });
        Ok(AuditPage {
            found: db.audit_count(filter)?,
            rows: rows.into_iter().map(entry).collect::<Result<_>>()?,
            actions: Action::NAMES.to_vec(),
        })
    })
}

/// The next rows that fit after the number `after`, oldest first; empty at the end.
pub fn rows_after(store: &Store, actor: &Actor, filter: &AuditFilter, after: u64) -> Result<Vec<AuditRow>> {
    actor.require(Right::ReadAudit)?;
    store.read(|db| db.audit_rows_after(filter, after, BATCH))
}

/// Verifies the chain; returns how many rows it has, or the first broken row.
pub fn verify(store: &Store) -> Result<Result<u64, BrokenRow>> {
    store.read(|db| {
        let anchor = db.audit_anchor()?;
        let mut last = anchor.number;
        let mut chain = ChainVerifier::after(anchor);
        loop {
            let rows = db.audit_rows_after(&AuditFilter::default(), last, BATCH)?;
            let Some(end) = rows.last() else { break };
            last = end.number;
            if let Err(broken) = rows.iter().try_for_each(|row| chain.verify(row)) {
                return Ok(Err(broken));
            }
        }
        Ok(chain.finish(db.last_audit_number()?))
    })
}

/// Removes the rows from more than `audit.days` ago, whole days (UTC) at once, so that there is at most one anchor row a
/// day.
pub fn remove_old(app: &App) -> Result<()> {
    let kept = SignedDuration::from_hours(i64::from(app.settings.audit.days) * 24);
    let day = (clock::now() - kept).to_zoned(TimeZone::UTC).date();
    // The texts of moments begin with their day.
    let removed = app.store.write(|db| db.remove_old_audit(&day.to_string()))?;
    if removed > 0 {
        tracing::info!(removed, "rows of the audit trail were removed because of their age");
    }
    Ok(())
}
