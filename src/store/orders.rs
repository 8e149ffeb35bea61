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
    /// How often it was tried.
    pub tries: u32,
    /// The orderer's copy was refused for good.
    pub without_copy: bool,
    /// The order.
    pub submission: OrderSubmission,
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

    /// How many mails wait, and the fault of the latest try.
    pub fn mails_waiting(&self) -> Result<(u64, Option<String>)> {
        self.db
            .query_row("SELECT count(*), max(last_error) FROM outbox WHERE mailed IS NULL", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(doing(WHAT))
    }

    /// The mail whose turn has come first, and when the next one's comes (seconds since 1970).
    pub fn due_mail(&self, now: i64) -> Result<(Option<DueMail>, Option<i64>)> {
        let next: Option<i64> = self
            .db
            .query_row("SELECT min(next_try) FROM outbox WHERE mailed IS NULL", [], |row| row.get(0))
            .map_err(doing(WHAT))?;
        if next.is_none_or(|at| at > now) {
            return Ok((None, next));
        }
        let due = self
            .db
            .prepare_cached(
                "SELECT o.key, o.id, x.tries, x.without_copy, o.body FROM outbox x JOIN orders o ON o.key = x.order_key \
                 WHERE x.mailed IS NULL AND x.next_try <= ?1 ORDER BY x.next_try, o.key LIMIT 1",
            )
            .and_then(|mut one| {
                one.query_row([now], |row| {
                    Ok(DueMail {
                        order: row.get(0)?,
                        id: row.get(1)?,
                        tries: row.get(2)?,
                        without_copy: row.get(3)?,
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

    /// Marks a mail as taken by the mail server.
    pub fn mail_sent(&self, order: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET mailed = ?2, tries = tries + 1, last_error = NULL WHERE order_key = ?1",
                params![order, now()],
            )
            .map_err(doing("noting a sent mail"))?;
        Ok(())
    }

    /// Notes that a try failed, and when the next one is.
    pub fn mail_failed(&self, order: i64, fault: &str, next_try: i64, without_copy: bool) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET tries = tries + 1, last_error = ?2, next_try = ?3, \
                 without_copy = max(without_copy, ?4) WHERE order_key = ?1",
                params![order, fault, next_try, without_copy],
            )
            .map_err(doing("noting a failed mail"))?;
        Ok(())
    }
}
