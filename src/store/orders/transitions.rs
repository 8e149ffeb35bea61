//! Transitions of orders, and the mails about them.

use crate::model::error::Result;
use crate::model::keys::{MailKey, OrderKey, UserKey};
use crate::model::orders::record::{LineCount, OrderMail, OrderMailKind, OrderMailProgress, SentQuantity};
use crate::model::orders::state::{OrderState, TransitionContext};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::orders::record::{COLUMNS, submission};
use crate::store::sql::{from_row, from_text, insert};
use rusqlite::{Row, params};

/// What the next transition of an order depends on.
#[derive(Debug, Clone)]
pub struct OrderHead {
    pub key: OrderKey,
    pub id: String,
    pub number: String,
    /// Key of the orderer.
    pub user: UserKey,
    /// Increases with every transition.
    pub version: i64,
    pub state: OrderState,
}

/// A transition that was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedTransition {
    /// Number of its event.
    pub event: i64,
    /// The order's version now.
    pub version: i64,
}

impl ReadTx<'_> {
    /// The order with this id or number.
    pub fn order_head(&self, id: &str) -> Result<Option<OrderHead>> {
        self.optional(
            "SELECT key, id, number, user, version, state FROM orders WHERE id = ?1 OR number = ?1",
            [id],
            |row| from_row!(row => OrderHead { key, id, number, user, version, state }),
        )
    }

    /// What was ordered and sent of each line.
    pub fn line_counts(&self, order: OrderKey) -> Result<Vec<LineCount>> {
        self.list(
            "SELECT line, quantity, sent FROM order_lines WHERE order_key = ?1 ORDER BY line",
            [order],
            |row| from_row!(row => LineCount { line, quantity, sent }),
        )
    }

    /// What the next transition of an order depends on.
    pub fn transition_context(&self, order: &OrderHead) -> Result<TransitionContext> {
        let has_unsent = self.line_counts(order.key)?.iter().any(|line| line.sent < line.quantity);
        Ok(TransitionContext { state: order.state, has_unsent })
    }

    /// The mail with this key of the outbox; `None` when it is not about an order.
    pub(in crate::store) fn order_mail(&self, mail: MailKey) -> Result<Option<OrderMail>> {
        let found = self.optional(
            &format!(
                "SELECT x.kind, x.event, iif(x.without_copy \
                 OR NOT u.email_verified, NULL, u.email) AS orderer, \
                 EXISTS (SELECT 1 FROM order_events e WHERE e.order_key = o.key AND e.number = x.event \
                 AND e.by_user = o.user) AS by_orderer, {COLUMNS} FROM outbox x \
                 JOIN orders o ON o.key = x.order_key \
                 JOIN users u ON u.key = o.user WHERE x.key = ?1",
            ),
            [mail],
            without_lists,
        )?;
        let Some((order, mut mail)) = found else { return Ok(None) };
        mail.lines = self.order_lines(order)?;
        mail.submission.orders = mail.lines.iter().map(|line| line.item.clone()).collect();
        mail.events = self.order_events(order)?;
        mail.unreported = self.unreported(order)?;
        mail.order_mail = self.order_mail_progress(order)?;
        Ok(Some(mail))
    }

    /// Deliveries of an order after the last notice to its orderer that reported any.
    fn unreported(&self, order: OrderKey) -> Result<Vec<SentQuantity>> {
        self.list(
            "SELECT line, sum(quantity) AS quantity FROM order_deliveries WHERE order_key = ?1 AND event > (\
             SELECT coalesce(max(x.event), 0) FROM outbox x \
             JOIN order_events e ON e.order_key = x.order_key AND e.number = x.event \
             WHERE x.order_key = ?1 AND x.kind = 'notice' AND x.mailed IS NOT NULL AND e.state = 'sent') \
             GROUP BY line ORDER BY line",
            [order],
            |row| from_row!(row => SentQuantity { line, quantity }),
        )
    }

    fn order_mail_progress(&self, order: OrderKey) -> Result<OrderMailProgress> {
        let progress: Option<(bool, bool)> = self.optional_row(
            "SELECT mailed IS NOT NULL, sending OR maybe_taken FROM outbox \
             WHERE order_key = ?1 AND kind = 'order'",
            [order],
        )?;
        Ok(match progress {
            Some((true, _)) => OrderMailProgress::Taken,
            Some((false, true)) => OrderMailProgress::Unknown,
            Some((false, false)) | None => OrderMailProgress::NotTaken,
        })
    }
}

impl WriteTx<'_> {
    /// Records a transition, and what is sent with it.
    pub fn apply_transition(
        &self,
        order: &OrderHead,
        to: OrderState,
        by: &Editor,
        note: Option<&str>,
        sent: &[SentQuantity],
    ) -> Result<RecordedTransition> {
        let event: i64 = self.value(
            "INSERT INTO order_events (order_key, number, state, at, by_user, by_name, note) \
             SELECT ?1, max(number) + 1, ?2, ?3, ?4, ?5, ?6 FROM order_events WHERE order_key = ?1 \
             RETURNING number",
            params![order.key, to.name(), now(), by.user, by.name, note],
        )?;
        for one in sent {
            insert!(self.db, order_deliveries {
                order_key = order.key, event, line = one.line, quantity = one.quantity
            })?;
            self.execute(
                "UPDATE order_lines SET sent = sent + ?3 WHERE order_key = ?1 AND line = ?2",
                params![order.key, one.line, one.quantity],
            )?;
        }
        let version = self.value(
            "UPDATE orders SET state = ?2, version = version + 1 WHERE key = ?1 RETURNING version",
            params![order.key, to.name()],
        )?;
        Ok(RecordedTransition { event, version })
    }

    /// A mail to be sent about this event of an order.
    pub fn add_order_mail(&self, order: OrderKey, kind: OrderMailKind, event: i64) -> Result<()> {
        insert!(self.db, outbox { kind = kind.name(), order_key = order, event })
    }

    /// Sends the mail with a reopened order to the copy center after all, if the order was cancelled before it was sent.
    pub fn requeue_dropped_mail(&self, order: OrderKey) -> Result<()> {
        self.run(
            "UPDATE outbox SET dropped = NULL, next_try = 0 \
             WHERE order_key = ?1 AND kind = 'order' AND dropped IS NOT NULL AND mailed IS NULL",
            [order],
        )
    }
}

from_text!(OrderMailKind, OrderMailKind::from_name);

/// Key of the order, and the mail without its lists and the progress of the first mail.
fn without_lists(row: &Row<'_>) -> rusqlite::Result<(OrderKey, OrderMail)> {
    let mail = from_row!(row => OrderMail {
        kind, event, id, number, state, orderer, by_orderer, submission: submission(row)?, lines: Vec::new(),
        events: Vec::new(), unreported: Vec::new(), order_mail: OrderMailProgress::NotTaken,
    })?;
    Ok((row.get("key")?, mail))
}
