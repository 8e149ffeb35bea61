//! Reads and adds mails about an order.

use crate::model::error::Result;
use crate::model::orders::record::SentQuantity;
use crate::model::orders::record::{OrderMail, OrderMailKind, OrderMailProgress};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::orders::record::{COLUMNS, submission};
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, Row, params};

const WHAT: &str = "reading a mail about an order";

impl ReadTx<'_> {
    /// The mail with this key of the outbox; `None` when it is not about an order.
    pub(in crate::store) fn order_mail(&self, mail: i64) -> Result<Option<OrderMail>> {
        let found = self
            .db
            .prepare_cached(&format!(
                "SELECT x.kind, x.event, iif(x.without_copy OR NOT u.email_verified, NULL, u.email) AS orderer, \
                 EXISTS (SELECT 1 FROM order_events e WHERE e.order_key = o.key AND e.number = x.event \
                 AND e.by_user = o.user) AS by_orderer, {COLUMNS} FROM outbox x JOIN orders o ON o.key = x.order_key \
                 JOIN users u ON u.key = o.user WHERE x.key = ?1",
            ))
            .and_then(|mut one| one.query_row([mail], without_lists).optional())
            .map_err(doing(WHAT))?;
        let Some((order, mut mail)) = found else { return Ok(None) };
        mail.lines = self.order_lines(order)?;
        mail.submission.orders = mail.lines.iter().map(|line| line.item.clone()).collect();
        mail.events = self.order_events(order)?;
        mail.unreported = self.unreported(order)?;
        mail.order_mail = self.order_mail_progress(order)?;
        Ok(Some(mail))
    }

    /// Deliveries of an order after the last notice to its orderer that reported any.
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

    fn order_mail_progress(&self, order: i64) -> Result<OrderMailProgress> {
        let progress: Option<(bool, bool)> = self
            .db
            .prepare_cached(
                "SELECT mailed IS NOT NULL, sending OR maybe_taken FROM outbox \
                 WHERE order_key = ?1 AND kind = 'order'",
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

/// Key of the order, and the mail without its lists and the progress of the first mail.
fn without_lists(row: &Row<'_>) -> rusqlite::Result<(i64, OrderMail)> {
    let kind: String = row.get("kind")?;
    let mail = OrderMail {
        kind: OrderMailKind::from_name(&kind).ok_or(rusqlite::types::FromSqlError::InvalidType)?,
        event: row.get("event")?,
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

impl WriteTx<'_> {
    /// A mail to be sent about this event of an order.
    pub fn add_order_mail(&self, order: i64, kind: OrderMailKind, event: i64) -> Result<()> {
        self.db
            .execute(
                "INSERT INTO outbox (kind, order_key, event) VALUES (?1, ?2, ?3)",
                params![kind.name(), order, event],
            )
            .map_err(doing("storing a mail to be sent"))?;
        Ok(())
    }

    /// Sends the mail with a reopened order to the copy center after all, if the order was cancelled before it was sent.
    pub fn take_back_drop(&self, order: i64) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET dropped = NULL, next_try = 0 \
                 WHERE order_key = ?1 AND kind = 'order' AND dropped IS NOT NULL AND mailed IS NULL",
                [order],
            )
            .map_err(doing("storing a mail to be sent"))?;
        Ok(())
    }
}
