//! Records events that are not writes: refused calls, failed sign-ins, exports, backups, starts and stops.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::model::audit::event::Action;
use crate::model::audit::event::{AuditEvent, AuditSource, Outcome};
use crate::model::error::Result;
use crate::store::Store;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

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

/// The same, off the async workers.
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
