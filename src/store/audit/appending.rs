//! Appends rows to the audit trail, and removes old ones.

use crate::model::audit::event::Action;
use crate::model::audit::event::{AuditEvent, AuditSource};
use crate::model::error::Result;
use crate::store::audit_row::append_row;
use crate::store::changes::now;
use crate::store::database::WriteTx;
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, params};

const REMOVING: &str = "removing old rows of the audit trail";

impl WriteTx<'_> {
    /// Appends a row for an event to the audit trail, in this transaction.
    pub fn append_audit(&self, event: &AuditEvent) -> Result<()> {
        append_row(self.db, event)
    }

    /// Records the number of the last row that was delivered to the sink with this target.
    pub fn set_audit_delivered(&self, target: &str, number: u64) -> Result<()> {
        self.db
            .prepare_cached(
                "INSERT INTO audit_sinks (target, delivered) VALUES (?1, ?2) \
                 ON CONFLICT (target) DO UPDATE SET delivered = excluded.delivered",
            )
            .and_then(|mut note| note.execute(params![target, number]))
            .map(drop)
            .map_err(doing("recording what was delivered to a sink"))
    }

    /// Removes the rows from before this moment and appends the anchor row that names the last of them. Returns how many.
    ///
    /// Only rows before the first one that is young enough are removed, so that the rest is a chain whatever the clock did.
    /// A row with a time in the future, from a clock that was ahead, is as old as those around it.
    pub fn remove_old_audit(&self, before: &str) -> Result<usize> {
        let last_old: Option<(u64, String)> = self
            .db
            .query_row(
                "SELECT number, hash FROM audit WHERE at < ?1 \
                 AND number < coalesce((SELECT min(number) FROM audit WHERE at >= ?1 AND at <= ?2), \
                 9223372036854775807) ORDER BY number DESC LIMIT 1",
                [before, &now()],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(doing(REMOVING))?;
        let Some((number, hash)) = last_old else { return Ok(0) };
        let anchor = AuditSource::server().event(Action::RemoveRows, number.to_string()).with_detail(hash);
        self.append_audit(&anchor)?;
        self.db.execute("DELETE FROM audit WHERE number <= ?1", [number]).map_err(doing(REMOVING))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::clock;
    use crate::store::Store;
    use jiff::SignedDuration;

    #[test]
    fn a_row_with_a_time_in_the_future_does_not_keep_older_rows() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let days = |days: i64| SignedDuration::from_hours(24 * days);
        let start = || {
            let event = AuditSource::server().event(Action::ServerStart, "");
            store.write(|db| db.append_audit(&event)).unwrap();
        };
        let remove = || {
            let before = (clock::now() - days(400)).to_string();
            store.write(|db| db.remove_old_audit(&before)).unwrap()
        };
        start();
        clock::moved::forward(days(2_000));
        start();
        clock::moved::forward(days(-2_000));
        start();
        assert_eq!(remove(), 0);
        clock::moved::forward(days(401));
        start();
        assert_eq!(remove(), 3);
        assert_eq!(store.read(|db| db.audit_anchor()).unwrap().number, 3);
    }
}
