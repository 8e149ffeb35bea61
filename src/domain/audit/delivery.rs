//! Which rows of the audit trail were delivered to each sink. Rows are delivered in order, each at least once.

use crate::domain::app::App;
use crate::model::audit::chain::AuditRow;
use crate::model::audit::filter::AuditFilter;
use crate::model::clock;
use crate::model::error::Result;
use crate::settings::Audit;
use crate::store::Store;
use jiff::Timestamp;
use std::path::Path;

/// How many rows are delivered at once.
const BATCH: usize = 500;

/// How far a sink is behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SinkLag {
    /// Rows that were not delivered to it.
    pub rows: u64,
    /// Age of the oldest of them, in seconds.
    pub seconds: u64,
}

/// The target of `audit.file`.
pub fn file_target(file: &Path) -> String {
    format!("file:{}", file.display())
}

/// The sinks of the settings: name and target.
pub fn targets(settings: &Audit) -> Vec<(&'static str, String)> {
    let syslog = settings.syslog.clone().map(|target| ("syslog", target));
    syslog.into_iter().chain(settings.file.as_deref().map(|file| ("file", file_target(file)))).collect()
}

/// The next rows for the sink with this target, oldest first; empty when all were delivered. A new sink gets every stored
/// row.
pub fn next_rows(app: &App, target: &str) -> Result<Vec<AuditRow>> {
    app.store.read(|db| db.audit_rows_after(&AuditFilter::default(), db.audit_delivered(target)?, BATCH))
}

/// Records that the rows up to this number were delivered to the sink.
pub fn delivered(app: &App, target: &str, number: u64) -> Result<()> {
    app.store.write(|db| db.set_audit_delivered(target, number))
}

/// How far a sink is behind.
pub fn lag(store: &Store, target: &str) -> Result<SinkLag> {
    store.read(|db| {
        let after = db.audit_delivered(target)?;
        let first = db.audit_rows_after(&AuditFilter::default(), after, 1)?;
        let Some(first) = first.first() else { return Ok(SinkLag { rows: 0, seconds: 0 }) };
        let age = first.at.parse::<Timestamp>().map_or(0, |at| clock::seconds() - at.as_second());
        Ok(SinkLag {
            rows: (db.last_audit_number()? + 1).saturating_sub(first.number),
            seconds: u64::try_from(age).unwrap_or(0),
        })
    })
}
