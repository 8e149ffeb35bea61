//! Mails to be sent, each written together with what it tells, and what became of them.

use crate::model::error::{Error, Result};
use crate::model::order::OrderSubmission;
use crate::model::order_record::{OrderEvent, OrderLine, SentQuantity};
use crate::model::order_state::OrderState;
use crate::store::changes::now;
use crate::store::database::{Reader, Writer};
use crate::store::fault::doing;
use crate::store::orders::record::{COLUMNS, submission};
use rusqlite::{OptionalExtension, Row, params};

/// To whom a mail goes, and about what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
    /// The order, to the copy center.
    Order,
    /// That it was cancelled, to the copy center.
    Cancellation,
    /// What became of it, to whoever ordered.
    Notice,
}

impl MailKind {
    fn name(self) -> &'static str {
        match self {
            MailKind::Order => "order",
            MailKind::Cancellation => "cancellation",
            MailKind::Notice => "notice",
        }
    }

    fn of_name(name: &str) -> Option<MailKind> {
        [MailKind::Order, MailKind::Cancellation, MailKind::Notice]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for MailKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A mail whose turn has come.
#[derive(Debug, Clone, PartialEq)]
pub struct DueMail {
    /// Key of the mail.
    pub key: i64,
    /// To whom it goes, and about what.
    pub kind: MailKind,
    /// Number of the event that it tells.
    pub event: i64,
    /// Attempts so far.
    pub tries: u32,
    /// Id of the order.
    pub id: String,
    /// Number of the order.
    pub number: String,
    /// State of the order now.
    pub state: OrderState,
    /// The verified address of whoever ordered; `None` without one, and when its copy was refused for good.
    pub orderer: Option<String>,
    /// Whoever ordered caused the event.
    pub by_orderer: bool,
    /// The order.
    pub submission: OrderSubmission,
    /// Its lines.
    pub lines: Vec<OrderLine>,
    /// What happened to it so far.
    pub events: Vec<OrderEvent>,
    /// What was sent that no mail has reported yet.
    pub unreported: Vec<SentQuantity>,
    /// What became of the mail that brought the order to the copy center, if there was one to be sent.
    pub order_mail: OrderMailProgress,
}

/// How far the mail that brings an order to the copy center has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderMailProgress {
    /// Nobody has taken it.
    NotTaken,
    /// An attempt has no outcome on record: it may have been taken.
    Unknown,
    /// The mail server has taken it.
    Taken,
}

/// Mails that were not sent yet.
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

const WHAT: &str = "reading the outbox";

impl Reader<'_> {
    /// The mails that wait. Attempts that began before `slow_since` without an outcome, and next attempts after
    /// `latest_next` (both in seconds since 1970) are counted apart.
    pub fn mails_waiting(&self, slow_since: i64, latest_next: i64) -> Result<MailsWaiting> {
        let mut waiting = self
            .db
            .query_row(
                "SELECT count(*), coalesce(sum(sending AND tried <= ?1), 0), coalesce(sum(next_try > ?2), 0) \
                 FROM outbox WHERE mailed IS NULL AND dropped IS NULL",
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
                "SELECT last_error FROM outbox WHERE mailed IS NULL AND dropped IS NULL AND last_error IS NOT NULL \
                 ORDER BY tried DESC, key DESC LIMIT 1",
                [],
                |row| row.get(0),
            )
            .optional()
            .map_err(doing(WHAT))?;
        Ok(waiting)
    }

    /// The mail to be sent first, and when the next one is due (seconds since 1970). Mails in `held` are left out.
    ///
    /// A mail is due from its next attempt on, and also when that lies after `horizon`: no pause is that long, so the
    /// clock was ahead when it was set.
    pub fn due_mail(&self, now: i64, horizon: i64, held: &[i64]) -> Result<(Option<DueMail>, Option<i64>)> {
        let held = serde_json::to_string(held).map_err(|e| Error::internal(WHAT, e))?;
        let next: Option<i64> = self
            .db
            .prepare_cached(
                "SELECT min(CASE WHEN next_try > ?1 THEN 0 ELSE next_try END) FROM outbox \
                 WHERE mailed IS NULL AND dropped IS NULL AND key NOT IN (SELECT value FROM json_each(?2))",
            )
            .and_then(|mut one| one.query_row(params![horizon, held], |row| row.get(0)))
            .map_err(doing(WHAT))?;
        if next.is_none_or(|at| at > now) {
            return Ok((None, next));
        }
        let due = self
            .db
            .prepare_cached(&format!(
                "SELECT x.key AS mail, x.kind, x.event, x.tries, \
                 iif(x.without_copy OR NOT u.email_verified, NULL, u.email) AS orderer, \
                 EXISTS (SELECT 1 FROM order_events e WHERE e.order_key = o.key AND e.number = x.event \
                 AND e.by_user = o.user) AS by_orderer, {COLUMNS} FROM outbox x JOIN orders o ON o.key = x.order_key JOIN users u ON u.key = o.user \
                 WHERE x.mailed IS NULL AND x.dropped IS NULL AND (x.next_try <= ?1 OR x.next_try > ?2) \
                 AND x.key NOT IN (SELECT value FROM json_each(?3)) ORDER BY x.next_try, x.key LIMIT 1",
            ))
            .and_then(|mut one| one.query_row(params![now, horizon, held], due).optional())
            .map_err(doing(WHAT))?;
        let Some((order, mut mail)) = due else { return Ok((None, next)) };
        mail.lines = self.order_lines(order)?;
        mail.submission.orders = mail.lines.iter().map(|line| line.item.clone()).collect();
        mail.events = self.order_events(order)?;
        mail.unreported = self.unreported(order)?;
        mail.order_mail = self.order_mail(order)?;
        Ok((Some(mail), next))
    }

    /// What was sent of an order after the last mail to its orderer that reported something sent.
    fn unreported(&self, order: i64) -> Result<Vec<SentQuantity>> {
        let mut query = self
            .db
            .prepare_cached(
                "SELECT line, sum(quantity) FROM order_deliveries WHERE order_key = ?1 AND event > (\
                 SELECT coalesce(max(x.event), 0) FROM outbox x \
                 JOIN order_events e ON e.order_key = x.order_key AND e.number = x.event \
                 WHERE x.order_key = ?1 AND x.kind = 'notice' AND x.mailed IS NOT NULL AND e.state = 'sent') \
                 GROUP BY line ORDER BY line",
            )
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map([order], |row| Ok(SentQuantity { line: row.get(0)?, quantity: row.get(1)? }))
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))
    }

    fn order_mail(&self, order: i64) -> Result<OrderMailProgress> {
        let progress: Option<(bool, bool)> = self
            .db
            .prepare_cached(
                "SELECT mailed IS NOT NULL, sending FROM outbox WHERE order_key = ?1 AND kind = 'order'",
            )
            .and_then(|mut one| one.query_row([order], |row| Ok((row.get(0)?, row.get(1)?))).optional())
            .map_err(doing(WHAT))?;
        Ok(match progress {
            Some((true, _)) => OrderMailProgress::Taken,
            Some((false, true)) => OrderMailProgress::Unknown,
            Some((false, false)) | None => OrderMailProgress::NotTaken,
        })
    }
}

/// Key of the order, and the mail without what is read apart.
fn due(row: &Row<'_>) -> rusqlite::Result<(i64, DueMail)> {
    let kind: String = row.get("kind")?;
    let mail = DueMail {
        key: row.get("mail")?,
        kind: MailKind::of_name(&kind).ok_or(rusqlite::types::FromSqlError::InvalidType)?,
        event: row.get("event")?,
        tries: row.get("tries")?,
        id: row.get("id")?,
        number: row.get("number")?,
        state: row.get("state")?,
        orderer: row.get("orderer")?,
        by_orderer: row.get("by_orderer")?,
        submission: submission(row)?,
        lines: Vec::new(),
        events: Vec::new(),
        unreported: Vec::new(),
        order_mail: OrderMailProgress::NotTaken,
    };
    Ok((row.get("key")?, mail))
}

impl Writer<'_> {
    /// A mail to be sent about this event of an order.
    pub fn add_mail(&self, order: i64, kind: MailKind, event: i64) -> Result<()> {
        self.db
            .execute(
                "INSERT INTO outbox (order_key, kind, event) VALUES (?1, ?2, ?3)",
                params![order, kind.name(), event],
            )
            .map_err(doing("keeping a mail to be sent"))?;
        Ok(())
    }

    /// Records that an attempt to send a mail begins at `now`; without an outcome the next one is at `next_try`. Both in
    /// seconds since 1970.
    pub fn begin_mail(&self, mail: i64, now: i64, next_try: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET tries = tries + 1, tried = ?2, next_try = ?3, sending = 1 WHERE key = ?1",
                params![mail, now, next_try],
            )
            .map_err(doing("recording the attempt to send a mail"))?;
        Ok(())
    }

    /// Marks a mail as accepted by the mail server.
    pub fn mail_sent(&self, mail: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET mailed = ?2, sending = 0, last_error = NULL WHERE key = ?1",
                params![mail, now()],
            )
            .map_err(doing("recording a sent mail"))?;
        Ok(())
    }

    /// Records why an attempt failed, and when the next one is (seconds since 1970).
    pub fn mail_failed(&self, mail: i64, fault: &str, next_try: i64, without_copy: bool) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET sending = 0, last_error = ?2, next_try = ?3, \
                 without_copy = max(without_copy, ?4) WHERE key = ?1",
                params![mail, fault, next_try, without_copy],
            )
            .map_err(doing("recording a mail that failed"))?;
        Ok(())
    }

    /// A mail that must not be sent any more.
    pub fn drop_mail(&self, mail: i64) -> Result<()> {
        self.db
            .execute("UPDATE outbox SET dropped = ?2 WHERE key = ?1", params![mail, now()])
            .map_err(doing("dropping a mail"))?;
        Ok(())
    }

    /// An order that was reopened goes to the copy center after all, when it was cancelled before its mail went out.
    pub fn take_back_drop(&self, order: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET dropped = NULL, next_try = 0 \
                 WHERE order_key = ?1 AND kind = 'order' AND dropped IS NOT NULL AND mailed IS NULL",
                [order],
            )
            .map_err(doing("keeping a mail to be sent"))?;
        Ok(())
    }
}
