//! Orders and their outgoing mails, one transaction for both.

use crate::model::error::{Error, Result};
use crate::model::order::{OrderReceipt, OrderState, OrderSubmission, SentOrder};
use crate::store::changes::now;
use crate::store::database::{Reader, Writer};
use crate::store::fault::doing;
use rusqlite::{OptionalExtension, Row, params};

/// A mail whose turn has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// Key of the order.
    pub order: i64,
    /// Id of the order.
    pub id: String,
    /// Attempts so far.
    pub tries: u32,
    /// The verified address of whoever ordered; `None` without one, and when its copy was refused for good.
    pub copy_to: Option<String>,
    /// The order.
    pub submission: OrderSubmission,
}

/// Order mails that were not sent yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailsWaiting {
    /// How many there are.
    pub count: u64,
    /// Why the most recent failed attempt failed.
    pub last_fault: Option<String>,
    /// Those of an attempt that should be over, without an outcome on record: they may have been sent.
    pub without_outcome: u64,
    /// Those whose next attempt is later than it can be: the clock was ahead when it was set.
    pub too_late: u64,
}

const WHAT: &str = "reading the orders";

fn submission(row: &Row<'_>, column: usize) -> rusqlite::Result<OrderSubmission> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|e| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(e))
    })
}

impl Reader<'_> {
    /// The order a person sent under this key of their own.
    pub fn order_of_key(&self, user: i64, key: &str) -> Result<Option<(OrderReceipt, OrderSubmission)>> {
        self.db
            .prepare_cached(
                "SELECT id, date_of_order, body FROM orders WHERE user = ?1 AND idempotency_key = ?2",
            )
            .and_then(|mut one| {
                one.query_row(params![user, key], |row| {
                    Ok((OrderReceipt { id: row.get(0)?, date_of_order: row.get(1)? }, submission(row, 2)?))
                })
                .optional()
            })
            .map_err(doing(WHAT))
    }

    /// The orders of a person, newest first, at most `most`.
    pub fn orders_of(&self, user: i64, most: u32) -> Result<Vec<SentOrder>> {
        let mut query = self
            .db
            .prepare_cached(
                "SELECT o.id, o.sent, o.body, x.order_key IS NOT NULL, x.mailed IS NOT NULL FROM orders o \
                 LEFT JOIN outbox x ON x.order_key = o.key WHERE o.user = ?1 ORDER BY o.key DESC LIMIT ?2",
            )
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map(params![user, most], |row| {
                Ok(SentOrder {
                    id: row.get(0)?,
                    sent: row.get(1)?,
                    submission: submission(row, 2)?,
                    state: match (row.get(3)?, row.get(4)?) {
                        (false, _) => OrderState::Stored,
                        (true, false) => OrderState::Waiting,
                        (true, true) => OrderState::Mailed,
                    },
                })
            })
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(WHAT))
    }

    /// Of a person's orders from `since` to `until`, the newest one after skipping `skip`: when it was stored.
    pub fn order_sent_between(
        &self,
        user: i64,
        since: jiff::Timestamp,
        until: jiff::Timestamp,
        skip: u32,
    ) -> Result<Option<jiff::Timestamp>> {
        let sent: Option<String> = self
            .db
            .prepare_cached(
                "SELECT sent FROM orders WHERE user = ?1 AND sent > ?2 AND sent <= ?3 ORDER BY sent DESC LIMIT 1 OFFSET ?4",
            )
            .and_then(|mut one| {
                one.query_row(params![user, format!("{since:.3}"), format!("{until:.3}"), skip], |row| row.get(0))
                    .optional()
            })
            .map_err(doing(WHAT))?;
        sent.map(|text| text.parse().map_err(|e: jiff::Error| Error::internal(WHAT, e))).transpose()
    }

    /// The mails that wait. Attempts that began before `slow_since` without an outcome, and next attempts after
    /// `latest_next` (both in seconds since 1970) are counted apart.
    pub fn mails_waiting(&self, slow_since: i64, latest_next: i64) -> Result<MailsWaiting> {
        let mut waiting = self
            .db
            .query_row(
                "SELECT count(*), coalesce(sum(sending AND tried <= ?1), 0), coalesce(sum(next_try > ?2), 0) \
                 FROM outbox WHERE mailed IS NULL",
                [slow_since, latest_next],
                |row| {
                    Ok(MailsWaiting {
                        count: row.get(0)?,
                        last_fault: None,
                        without_outcome: row.get(1)?,
                        too_late: row.get(2)?,
                    })
                },
            )
            .map_err(doing(WHAT))?;
        waiting.last_fault = self
            .db
            .query_row(
                "SELECT last_error FROM outbox WHERE mailed IS NULL AND last_error IS NOT NULL \
                 ORDER BY tried DESC, order_key DESC LIMIT 1",
                [],
                |row| row.get(0),
            )
            .optional()
            .map_err(doing(WHAT))?;
        Ok(waiting)
    }

    /// The mail to be sent first, and when the next one is due (seconds since 1970). Orders in `held` are left out.
    ///
    /// A mail is due from its next attempt on, and also when that lies after `horizon`: no pause is that long, so the
    /// clock was ahead when it was set.
    pub fn due_mail(&self, now: i64, horizon: i64, held: &[i64]) -> Result<(Option<DueMail>, Option<i64>)> {
        let held = serde_json::to_string(held).map_err(|e| Error::internal(WHAT, e))?;
        let next: Option<i64> = self
            .db
            .prepare_cached(
                "SELECT min(CASE WHEN next_try > ?1 THEN 0 ELSE next_try END) FROM outbox \
                 WHERE mailed IS NULL AND order_key NOT IN (SELECT value FROM json_each(?2))",
            )
            .and_then(|mut one| one.query_row(params![horizon, held], |row| row.get(0)))
            .map_err(doing(WHAT))?;
        if next.is_none_or(|at| at > now) {
            return Ok((None, next));
        }
        let due = self
            .db
            .prepare_cached(
                "SELECT o.key, o.id, x.tries, iif(x.without_copy OR NOT u.email_verified, NULL, u.email), o.body \
                 FROM outbox x JOIN orders o ON o.key = x.order_key JOIN users u ON u.key = o.user \
                 WHERE x.mailed IS NULL AND (x.next_try <= ?1 OR x.next_try > ?2) \
                 AND x.order_key NOT IN (SELECT value FROM json_each(?3)) ORDER BY x.next_try, o.key LIMIT 1",
            )
            .and_then(|mut one| {
                one.query_row(params![now, horizon, held], |row| {
                    Ok(DueMail {
                        order: row.get(0)?,
                        id: row.get(1)?,
                        tries: row.get(2)?,
                        copy_to: row.get(3)?,
                        submission: submission(row, 4)?,
                    })
                })
                .optional()
            })
            .map_err(doing(WHAT))?;
        Ok((due, next))
    }
}

impl Writer<'_> {
    /// Keeps an order, and with it the mail to be sent when there is somewhere to send it.
    pub fn add_order(
        &self,
        id: &str,
        user: i64,
        key: Option<&str>,
        order: &OrderSubmission,
        mail: bool,
    ) -> Result<OrderReceipt> {
        let what = "keeping an order";
        let body = serde_json::to_string(order).map_err(|e| Error::internal(what, e))?;
        let date = order.date_of_order.clone().unwrap_or_default();
        self.db
            .execute(
                "INSERT INTO orders (id, user, idempotency_key, date_of_order, sent, body) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![id, user, key, date, now(), body],
            )
            .map_err(doing(what))?;
        if mail {
            self.db
                .execute("INSERT INTO outbox (order_key) VALUES (?1)", [self.db.last_insert_rowid()])
                .map_err(doing(what))?;
        }
        Ok(OrderReceipt { id: id.to_owned(), date_of_order: date })
    }

    /// Records that an attempt to send a mail begins at `now`; without an outcome the next one is at `next_try`. Both in
    /// seconds since 1970.
    pub fn begin_mail(&self, order: i64, now: i64, next_try: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET tries = tries + 1, tried = ?2, next_try = ?3, sending = 1 WHERE order_key = ?1",
                params![order, now, next_try],
            )
            .map_err(doing("recording the attempt to send a mail"))?;
        Ok(())
    }

    /// Marks a mail as accepted by the mail server.
    pub fn mail_sent(&self, order: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET mailed = ?2, sending = 0, last_error = NULL WHERE order_key = ?1",
                params![order, now()],
            )
            .map_err(doing("recording a sent mail"))?;
        Ok(())
    }

    /// Records why an attempt failed, and when the next one is (seconds since 1970).
    pub fn mail_failed(&self, order: i64, fault: &str, next_try: i64, without_copy: bool) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET sending = 0, last_error = ?2, next_try = ?3, \
                 without_copy = max(without_copy, ?4) WHERE order_key = ?1",
                params![order, fault, next_try, without_copy],
            )
            .map_err(doing("recording a mail that failed"))?;
        Ok(())
    }
}
