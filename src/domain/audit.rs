//! The audit trail: events that are not writes are recorded (refused calls, failed sign-ins, exports, backups, starts
//! and stops), rows are read, verified, delivered to each sink in order, each at least once, and removed when they are
//! old. A write is recorded by its use case, in its transaction.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::model::accounts::Right;
use crate::model::audit::chain::{AuditRow, BrokenRow, ChainVerifier};
use crate::model::audit::event::{Action, AuditEvent, AuditSource, Outcome};
use crate::model::audit::filter::{AuditEntry, AuditFilter, AuditPage};
use crate::model::clock::{self, UnixTime};
use crate::model::error::Result;
use crate::model::list_part::PAGE;
use crate::settings::Audit;
use crate::store::Store;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

/// How many rows are read at once.
const BATCH: usize = 1_000;
/// How many rows are delivered at once.
const DELIVERY_BATCH: usize = 500;

/// How far a sink is behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SinkLag {
    /// Rows that were not delivered to it.
    pub rows: u64,
    /// Age of the oldest of them, in seconds.
    pub seconds: u64,
}

/// Records an event; durable on return. Events of several callers share a transaction. A replica records nothing.
///
/// When it cannot be written it stays in memory for the next attempt, and the caller continues: neither a refusal nor a
/// backup fails because of a full disk.
pub fn record(app: &App, event: AuditEvent) {
    if app.store.replica().is_some() {
        return;
    }
    add(app, vec![event]);
    if let Err(cause) = app.audit.write(&app.store) {
        tracing::error!(%cause, "the audit trail cannot be written; trying again");
    }
}

fn add(app: &App, events: Vec<AuditEvent>) {
    for lost in app.audit.add(events) {
        let (action, object) = (lost.action.name(), lost.object);
        tracing::error!(action, object, "the audit trail cannot be written; an event is lost");
    }
}

/// Records an event off the async workers.
pub async fn record_off_workers(app: &Arc<App>, event: AuditEvent) {
    let app = app.clone();
    let recorded = blocking(move || {
        record(&app, event);
        Ok(())
    });
    if let Err(cause) = recorded.await {
        tracing::error!(%cause, "an event could not be recorded");
    }
}

/// Records a refused call or a failed sign-in of this client, which is a network in IPv6, unless it has had too many within a
/// minute: then it is counted.
pub async fn record_refusal(app: &Arc<App>, client: Option<IpAddr>, event: AuditEvent) {
    if app.store.replica().is_none() && app.audit.refusals.take(client) {
        record_off_workers(app, event).await;
    }
}

/// Records how many refusals of a past minute were only counted; at once when the server stops. Tries again to write what
/// could not be written.
pub fn record_unrecorded(app: &App, is_stopping: bool) -> Result<()> {
    let counted = app.audit.refusals.unrecorded(is_stopping).into_iter().map(|(client, count)| {
        let client = client.map(|client| client.to_string()).unwrap_or_default();
        let source = AuditSource { client, role: "any".into(), ..AuditSource::default() };
        let event = source.event(Action::RefuseMore, "").with_outcome(Outcome::Refused);
        AuditEvent { count, ..event }
    });
    add(app, counted.collect());
    app.audit.write(&app.store)
}

/// Records an event of a command that has done its work in this data directory, in a transaction of its own. The work is
/// done: that it cannot be recorded is a warning.
pub fn record_command(data_dir: &Path, event: &AuditEvent) {
    let recorded = Store::open_to_write(data_dir).and_then(|store| store.write(|db| db.append_audit(event)));
    if let Err(cause) = recorded {
        tracing::warn!(%cause, "this was not recorded in the audit trail");
    }
}

/// The audit event of a command that reads or writes a file.
pub fn command_event(command: &str, action: Action, file: &Path, is_done: bool) -> AuditEvent {
    let outcome = if is_done { Outcome::Ok } else { Outcome::Failed };
    Actor::command(command).event(action, format!("file/{}", file.display())).with_outcome(outcome)
}

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

/// The target of `audit.file`.
pub fn file_target(file: &Path) -> String {
    format!("file:{}", file.display())
}

/// The sinks of the settings: name and target.
pub fn delivery_targets(settings: &Audit) -> Vec<(&'static str, String)> {
    let syslog = settings.syslog.clone().map(|target| ("syslog", target));
    syslog.into_iter().chain(settings.file.as_deref().map(|file| ("file", file_target(file)))).collect()
}

/// The next rows for the sink with this target, oldest first; empty when all were delivered. A new sink gets every stored
/// row.
pub fn next_rows(app: &App, target: &str) -> Result<Vec<AuditRow>> {
    app.store
        .read(|db| db.audit_rows_after(&AuditFilter::default(), db.audit_delivered(target)?, DELIVERY_BATCH))
}

/// Records that the rows up to this number were delivered to the sink.
pub fn record_delivered(app: &App, target: &str, number: u64) -> Result<()> {
    app.store.write(|db| db.set_audit_delivered(target, number))
}

/// How far a sink is behind.
pub fn delivery_lag(store: &Store, target: &str) -> Result<SinkLag> {
    store.read(|db| {
        let after = db.audit_delivered(target)?;
        let first = db.audit_rows_after(&AuditFilter::default(), after, 1)?;
        let Some(first) = first.first() else { return Ok(SinkLag { rows: 0, seconds: 0 }) };
        let age = first.at.parse::<Timestamp>().map_or(0, |at| clock::seconds() - UnixTime::from(at));
        Ok(SinkLag {
            rows: (db.last_audit_number()? + 1).saturating_sub(first.number),
            seconds: u64::try_from(age).unwrap_or(0),
        })
    })
}
