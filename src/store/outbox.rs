//! Mails to be sent, each written in the transaction that it reports, and their delivery. Their contents are read in
//! `orders/mails.rs`, `reviews/digests.rs` and `reports/mails.rs`.

use crate::model::clock::UnixTime;
use crate::model::error::Result;
use crate::model::keys::MailKey;
use crate::model::orders::record::OrderMail;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, json};
use rusqlite::{Row, params};

/// A mail that is due.
#[derive(Debug, Clone, PartialEq)]
pub struct DueMail {
    /// Key of the mail.
    pub key: MailKey,
    /// Attempts so far.
    pub tries: u32,
    /// Its subject.
    pub content: MailContent,
}

/// The subject of a mail.
#[derive(Debug, Clone, PartialEq)]
pub enum MailContent {
    /// An order; the text is made from the order as it is now.
    Order(Box<OrderMail>),
    /// Reviews; the text is stored.
    Digest(TextMail),
    /// Problem reports; the text is stored until it is sent.
    Report(TextMail),
}

/// A mail whose text is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTextMail {
    /// What its `Message-ID` begins with.
    pub message: String,
    /// Name of the recipient, if there is one.
    pub name: Option<String>,
    pub address: String,
    /// The subject, on one line.
    pub subject: String,
    pub text: String,
}

/// A mail in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMail {
    pub written: UnixTime,
    /// What is mailed.
    pub mail: NewTextMail,
}

/// A mail with its time of writing, of the columns `written, message, name, address, subject, text`.
pub(super) fn text_mail(row: &Row<'_>) -> rusqlite::Result<TextMail> {
    let mail = from_row!(row => NewTextMail { message, name, address, subject, text })?;
    from_row!(row => TextMail { written, mail: mail })
}

/// An attempt to send a mail that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAttempt {
    /// Why.
    pub error: String,
    pub next_try: UnixTime,
    /// Whether the next attempts are without the carbon copy; `None` leaves it as it is.
    pub without_copy: Option<bool>,
    /// Whether the mail server may have accepted the mail.
    pub may_be_delivered: bool,
    /// Whether the mail server refused the mail permanently; `error` is its answer.
    pub is_permanent: bool,
}

/// Mails that were not sent yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailsWaiting {
    /// How many there are.
    pub count: u64,
    /// Those of them that are about orders.
    pub about_orders: u64,
    /// Why the most recent failed attempt failed.
    pub last_error: Option<String>,
    /// Those of an attempt that should be over, without an outcome on record: they may have been sent.
    pub without_outcome: u64,
    /// Those whose next attempt is later than it can be: the clock was ahead when it was set.
    pub too_late: u64,
    /// Those that the mail server has refused permanently.
    pub refused: u64,
    /// Its latest answer to one of them.
    pub refusal: Option<String>,
    /// Those that were written more than a day ago.
    pub day_old: u64,
}

const DAY_S: i64 = 24 * 3600;
/// When a mail was written: a mail about an order with its event.
const WRITTEN: &str = "coalesce((SELECT unixepoch(e.at) FROM order_events e WHERE e.order_key = o.order_key \
                       AND e.number = o.event), (SELECT d.written FROM digest_mails d WHERE d.mail = o.key), \
                       (SELECT r.written FROM report_mails r WHERE r.mail = o.key))";

impl ReadTx<'_> {
    /// The mails that wait and that the mail server has refused permanently.
    pub fn mails_refused(&self) -> Result<u64> {
        self.value(
            "SELECT count(*) FROM outbox WHERE mailed IS NULL AND dropped IS NULL AND refusal IS NOT NULL",
            [],
        )
    }

    /// The mails that wait at `now`. Attempts that began before `slow_since` without an outcome, and next attempts after
    /// `latest_next` are counted separately.
    pub fn mails_waiting(
        &self,
        now: UnixTime,
        slow_since: UnixTime,
        latest_next: UnixTime,
    ) -> Result<MailsWaiting> {
        let mut waiting = self.one(
            &format!(
                "SELECT count(*) AS count, coalesce(sum(sending AND tried <= ?1), 0) AS without_outcome, \
                 coalesce(sum(next_try > ?2), 0) AS too_late, count(order_key) AS about_orders, \
                 count(refusal) AS refused, coalesce(sum({WRITTEN} <= ?3), 0) AS day_old FROM outbox o WHERE mailed IS NULL AND dropped IS NULL"
            ),
            [slow_since, latest_next, now - DAY_S],
            |row| {
                from_row!(row => MailsWaiting {
                    count, about_orders, last_error: None, without_outcome, too_late, refused, refusal: None, day_old
                })
            },
        )?;
        let latest = |column: &str| {
            let sql = format!(
                "SELECT {column} FROM outbox WHERE mailed IS NULL AND dropped IS NULL AND {column} IS NOT NULL \
                 ORDER BY tried DESC, key DESC LIMIT 1"
            );
            self.optional_value(&sql, [])
        };
        waiting.last_error = latest("last_error")?;
        waiting.refusal = latest("refusal")?;
        Ok(waiting)
    }

    /// The mail to be sent first, and when the next one is due. Mails in `held` are left out.
    ///
    /// A mail is due from its next attempt on, and also when that lies after `horizon`: no pause is that long, so the
    /// clock was ahead when it was set.
    pub fn due_mail(
        &self,
        now: UnixTime,
        horizon: UnixTime,
        held: &[MailKey],
    ) -> Result<(Option<DueMail>, Option<UnixTime>)> {
        let held = json(held)?;
        let next: Option<UnixTime> = self.value(
            "SELECT min(CASE WHEN next_try > ?1 THEN 0 ELSE next_try END) FROM outbox \
             WHERE mailed IS NULL AND dropped IS NULL AND key NOT IN (SELECT value FROM json_each(?2))",
            params![horizon, held],
        )?;
        if next.is_none_or(|at| at > now) {
            return Ok((None, next));
        }
        let due: Option<(MailKey, u32)> = self.optional_row(
            "SELECT key, tries FROM outbox \
             WHERE mailed IS NULL AND dropped IS NULL AND (next_try <= ?1 OR next_try > ?2) \
             AND key NOT IN (SELECT value FROM json_each(?3)) ORDER BY next_try, key LIMIT 1",
            params![now, horizon, held],
        )?;
        let Some((key, tries)) = due else { return Ok((None, next)) };
        let content = match self.order_mail(key)? {
            Some(mail) => MailContent::Order(Box::new(mail)),
            None => match self.report_mail(key)? {
                Some(mail) => MailContent::Report(mail),
                None => MailContent::Digest(self.digest_mail(key)?),
            },
        };
        Ok((Some(DueMail { key, tries, content }), next))
    }
}

impl WriteTx<'_> {
    /// Records that an attempt to send a mail begins at `now`; without an outcome the next one is at `next_try`. If the previous attempt has no outcome, it may have delivered the mail.
    pub fn begin_mail(&self, mail: MailKey, now: UnixTime, next_try: UnixTime) -> Result<()> {
        self.run(
            "UPDATE outbox SET tries = tries + 1, tried = ?2, next_try = ?3, \
             maybe_taken = max(maybe_taken, sending), sending = 1 WHERE key = ?1",
            params![mail, now, next_try],
        )
    }

    /// Marks a mail as accepted by the mail server.
    pub fn mail_sent(&self, mail: MailKey) -> Result<()> {
        self.execute(
            "UPDATE outbox SET mailed = ?2, sending = 0, last_error = NULL WHERE key = ?1",
            params![mail, now()],
        )?;
        self.forget_report_mail(mail)
    }

    /// Records that an attempt failed.
    pub fn mail_failed(&self, mail: MailKey, attempt: &FailedAttempt) -> Result<()> {
        self.run(
            // An attempt that is repeated at once without the copy is none of its own.
            "UPDATE outbox SET sending = 0, last_error = ?2, next_try = ?3, tries = tries - coalesce(?4, 0), \
             without_copy = coalesce(?4, without_copy), maybe_taken = max(maybe_taken, ?5), \
             refusal = iif(?6, ?2, refusal) WHERE key = ?1",
            params![
                mail,
                attempt.error,
                attempt.next_try,
                attempt.without_copy,
                attempt.may_be_delivered,
                attempt.is_permanent
            ],
        )
    }

    /// Drops a mail that must no longer be sent.
    pub fn drop_mail(&self, mail: MailKey) -> Result<()> {
        self.execute("UPDATE outbox SET dropped = ?2 WHERE key = ?1", params![mail, now()])?;
        self.forget_report_mail(mail)
    }
}
