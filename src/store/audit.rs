//! The audit trail: rows are appended, read, verified, and deleted when they are old.

use crate::model::audit::chain::{Anchor, AuditRow};
use crate::model::audit::event::{Action, AuditEvent, AuditSource};
use crate::model::audit::filter::AuditFilter;
use crate::model::error::Result;
use crate::model::text::lower_case;
use crate::store::audit_row::{append_row, audit_columns};
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{as_stored, from_row, insert, json};
use jiff::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Row, params, params_from_iter};

impl WriteTx<'_> {
    /// Appends a row for an event to the audit trail, in this transaction.
    pub fn append_audit(&self, event: &AuditEvent) -> Result<()> {
        append_row(self.db, event)
    }

    /// Records the number of the last row that was delivered to the sink with this target.
    pub fn set_audit_delivered(&self, target: &str, number: u64) -> Result<()> {
        insert!(self.db, or update audit_sinks { target, delivered = number })
    }

    /// Removes the rows from before this moment and appends the anchor row that names the last of them. Returns how many.
    ///
    /// Only rows before the first one that is young enough are removed, so that the rest is a chain whatever the clock did.
    /// A row with a time in the future, from a clock that was ahead, is as old as those around it.
    pub fn remove_old_audit(&self, before: &str) -> Result<usize> {
        let last_old: Option<(u64, String)> = self.optional_row(
            "SELECT number, hash FROM audit WHERE at < ?1 \
             AND number < coalesce((SELECT min(number) FROM audit WHERE at >= ?1 AND at <= ?2), \
             9223372036854775807) ORDER BY number DESC LIMIT 1",
            [before, &now()],
        )?;
        let Some((number, hash)) = last_old else { return Ok(0) };
        let anchor = AuditSource::server().event(Action::RemoveRows, number.to_string()).with_detail(hash);
        self.append_audit(&anchor)?;
        self.execute("DELETE FROM audit WHERE number <= ?1", [number])
    }
}

/// A row as it is, also one that somebody has changed into what the program never writes: then its hash is wrong.
fn audit_row(row: &Row<'_>) -> rusqlite::Result<AuditRow> {
    AuditRow::from_texts(|column| {
        Ok(match row.get_ref(column)? {
            ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ValueRef::Integer(number) => number.to_string(),
            _ => String::new(),
        })
    })
}

impl ReadTx<'_> {
    /// The condition of a filter in SQL, with its parameters.
    fn audit_condition(&self, filter: &AuditFilter) -> Result<(String, Vec<Value>)> {
        let mut parts = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        if let Some(from) = filter.from {
            values.push(as_stored(from).into());
            parts.push(format!("at >= ?{}", values.len()));
        }
        if let Some(until) = filter.until {
            values.push(as_stored(until).into());
            parts.push(format!("at < ?{}", values.len()));
        }
        if let Some(actor) = &filter.actor {
            values.push(actor.clone().into());
            values.push(self.actors_named(actor)?.into());
            let (text, actors) = (values.len() - 1, values.len());
            parts.push(format!(
                "(instr(lower(actor), lower(?{text})) OR actor IN (SELECT value FROM json_each(?{actors})))"
            ));
        }
        if let Some(actions) = &filter.actions {
            let names: Vec<String> = actions.iter().map(|action| format!("'{}'", action.name())).collect();
            parts.push(format!("action IN ({})", names.join(", ")));
        }
        if let Some(object) = &filter.object {
            values.push(object.clone().into());
            parts.push(format!("instr(object, ?{})", values.len()));
        }
        if parts.is_empty() {
            parts.push("1".into());
        }
        Ok((parts.join(" AND "), values))
    }

    /// The actors of the people whose name or email address contains this text, as a JSON list. SQLite ignores the case of
    /// ASCII letters alone, so the names are compared here.
    fn actors_named(&self, text: &str) -> Result<String> {
        let people = self.rows::<(String, String)>(
            "SELECT issuer || '|' || sub, concat_ws(' ', given_name, family_name, email) FROM users",
            [],
        )?;
        let text = lower_case(text);
        let named: Vec<String> = people
            .into_iter()
            .filter(|(_, names)| lower_case(names).contains(&text))
            .map(|(actor, _)| actor)
            .collect();
        json(&named)
    }

    /// How many rows match.
    pub fn audit_count(&self, filter: &AuditFilter) -> Result<u64> {
        let (condition, values) = self.audit_condition(filter)?;
        self.value(&format!("SELECT count(*) FROM audit WHERE {condition}"), params_from_iter(values))
    }

    /// At most `most` rows that fit, from `start` on, newest first.
    pub fn audit_rows(&self, filter: &AuditFilter, start: usize, most: usize) -> Result<Vec<AuditRow>> {
        let (condition, mut values) = self.audit_condition(filter)?;
        values.push(i64::try_from(most).unwrap_or(i64::MAX).into());
        values.push(i64::try_from(start).unwrap_or(i64::MAX).into());
        let (limit, offset) = (values.len() - 1, values.len());
        let sql = format!(
            "SELECT {} FROM audit WHERE {condition} ORDER BY number DESC LIMIT ?{limit} OFFSET ?{offset}",
            audit_columns()
        );
        self.list(&sql, params_from_iter(values), audit_row)
    }

    /// At most `most` rows that fit with numbers above `after`, oldest first.
    pub fn audit_rows_after(&self, filter: &AuditFilter, after: u64, most: usize) -> Result<Vec<AuditRow>> {
        let (condition, mut values) = self.audit_condition(filter)?;
        values.push(i64::try_from(after).unwrap_or(i64::MAX).into());
        values.push(i64::try_from(most).unwrap_or(i64::MAX).into());
        let (after, limit) = (values.len() - 1, values.len());
        let sql = format!(
            "SELECT {} FROM audit WHERE {condition} AND number > ?{after} ORDER BY number LIMIT ?{limit}",
            audit_columns()
        );
        self.list(&sql, params_from_iter(values), audit_row)
    }

    /// Whether a row with the action, actor, object and detail of this event was appended at that moment or later.
    pub fn is_recorded_since(&self, event: &AuditEvent, since: Timestamp) -> Result<bool> {
        self.value(
            "SELECT EXISTS (SELECT 1 FROM audit WHERE action = ?1 AND actor = ?2 AND object = ?3 AND detail = ?4 \
             AND at >= ?5)",
            params![event.action.name(), event.source.actor, event.object, event.detail, as_stored(since)],
        )
    }

    /// The rows that were removed because of their age, as the anchor row names them.
    pub fn audit_anchor(&self) -> Result<Anchor> {
        let anchor = self.optional(
            "SELECT CAST(object AS INTEGER) AS number, detail FROM audit WHERE action = ?1 ORDER BY \
             number DESC \
             LIMIT 1",
            [Action::RemoveRows.name()],
            |row| from_row!(row => Anchor { number, hash = "detail" }),
        )?;
        Ok(anchor.unwrap_or_default())
    }

    /// The last number that was assigned, even if its row is missing; 0 before the first.
    pub fn last_audit_number(&self) -> Result<u64> {
        self.optional_value("SELECT seq FROM sqlite_sequence WHERE name = 'audit'", [])
            .map(Option::unwrap_or_default)
    }

    /// The number of the last row that was delivered to the sink with this target; 0 before the first.
    pub fn audit_delivered(&self, target: &str) -> Result<u64> {
        self.optional_value("SELECT delivered FROM audit_sinks WHERE target = ?1", [target])
            .map(Option::unwrap_or_default)
    }

    /// The name of the person of an actor today.
    pub fn audit_name(&self, actor: &str) -> Result<Option<String>> {
        let Some((issuer, sub)) = actor.split_once('|') else { return Ok(None) };
        let name: Option<String> = self
            .optional_value(
                "SELECT coalesce(nullif(concat_ws(' ', given_name, family_name), ''), email) FROM users \
                 WHERE issuer = ?1 AND sub = ?2",
                params![issuer, sub],
            )?
            .flatten();
        Ok(name)
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
