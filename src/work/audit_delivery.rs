//! Delivers the audit trail to its sinks. Nobody waits for them: rows stay in the database until a sink takes them.

use crate::audit_sinks::{JsonFile, Syslog};
use crate::domain::app::App;
use crate::domain::audit;
use crate::model::audit::chain::AuditRow;
use crate::model::audit::syslog_target::SyslogTarget;
use crate::model::error::{Error, Result};
use crate::work::periodic::{Stop, wait};
use std::sync::Arc;
use std::time::Duration;

/// How often new rows are looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The first pause after a failure; it doubles up to [`MAX_BACKOFF`].
const MIN_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(60);

/// Where rows are delivered.
enum Sink {
    Syslog(Box<Syslog>),
    File(JsonFile),
}

impl Sink {
    /// Returns whether the rows were delivered. A syslog receiver that does not respond must not delay the shutdown; what it
    /// was sent until then is sent again at the next start.
    async fn deliver(&mut self, rows: Vec<AuditRow>, stop: &mut Stop) -> Result<bool> {
        match self {
            Sink::Syslog(syslog) => tokio::select! {
                sent = syslog.send(&rows) => sent.map(|()| true).map_err(|e| Error::io("sending", e)),
                _ = stop.wait_for(|stop| *stop) => Ok(false),
            },
            Sink::File(file) => {
                let file = file.clone();
                let written = tokio::task::spawn_blocking(move || file.append(&rows)).await;
                let written = written.map_err(|e| Error::internal("appending", e))?;
                written.map(|()| true).map_err(|e| Error::io("appending", e))
            }
        }
    }
}

/// Delivers to `audit.syslog` until `stop` is set.
pub(super) async fn to_syslog(app: Arc<App>, stop: Stop) {
    let Some(target) = app.settings.audit.syslog.clone() else { return };
    let Some(parsed) = SyslogTarget::parse(&target) else { return };
    match Syslog::new(parsed) {
        Ok(syslog) => run(app, &target, Sink::Syslog(Box::new(syslog)), stop).await,
        Err(cause) => tracing::error!(%cause, "audit.syslog cannot be used"),
    }
}

/// Delivers to `audit.file` until `stop` is set.
pub(super) async fn to_file(app: Arc<App>, stop: Stop) {
    let Some(file) = app.settings.audit.file.clone() else { return };
    run(app, &audit::file_target(&file), Sink::File(JsonFile::new(&file)), stop).await;
}

async fn run(app: Arc<App>, target: &str, mut sink: Sink, mut stop: Stop) {
    let mut backoff = MIN_BACKOFF;
    while !*stop.borrow() {
        let pause = match deliver_next(&app, target, &mut sink, &mut stop).await {
            Ok(is_more) => {
                backoff = MIN_BACKOFF;
                if is_more { Duration::ZERO } else { POLL_INTERVAL }
            }
            Err(cause) => {
                tracing::warn!(%cause, target, "the audit trail cannot be delivered; trying again");
                let pause = backoff;
                backoff = (backoff * 2).min(MAX_BACKOFF);
                pause
            }
        };
        wait(pause, None, &mut stop).await;
    }
}

/// Delivers the next rows; returns whether there may be more. What was delivered is recorded even if `stop` is set meanwhile,
/// so that only a crash writes a row into the file twice.
async fn deliver_next(app: &Arc<App>, target: &str, sink: &mut Sink, stop: &mut Stop) -> Result<bool> {
    let (reading, of) = (app.clone(), target.to_owned());
    let rows = tokio::task::spawn_blocking(move || audit::next_rows(&reading, &of)).await;
    let rows = rows.map_err(|e| Error::internal("reading the audit trail", e))??;
    let Some(number) = rows.last().map(|row| row.number) else { return Ok(false) };
    if !sink.deliver(rows, stop).await? {
        return Ok(false);
    }
    let (recording, of) = (app.clone(), target.to_owned());
    let recorded =
        tokio::task::spawn_blocking(move || audit::record_delivered(&recording, &of, number)).await;
    recorded.map_err(|e| Error::internal("recording a delivery", e))??;
    Ok(true)
}
