//! Transitions of an order: what the next one depends on, and the record of those that were made.

use crate::model::error::Result;
use crate::model::orders::record::{LineCount, SentQuantity};
use crate::model::orders::state::OrderState;
use crate::model::orders::state::TransitionContext;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, params};

/// What the next transition of an order depends on.
#[derive(Debug, Clone)]
pub struct OrderKey {
    /// Key of the order.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// Its number.
    pub number: String,
    /// Key of the orderer.
    pub user: i64,
    /// Increases with every transition.
    pub version: i64,
    /// Its state.
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

const WHAT: &str = "reading an order";
const TAKING: &str = "taking a step of an order";

impl ReadTx<'_> {
    /// The order with this id or number.
    pub fn order_key(&self, id: &str) -> Result<Option<OrderKey>> {
        self.db
            .prepare_cached(
                "SELECT key, id, number, user, version, state FROM orders WHERE id = ?1 OR number = ?1",
            )
            .and_then(|mut one| {
                one.query_row([id], |row| {
                    Ok(OrderKey {
                        key: row.get(0)?,
                        id: row.get(1)?,
                        number: row.get(2)?,
                        user: row.get(3)?,
                        version: row.get(4)?,
                        state: row.get(5)?,
                    })
                })
                .optional()
            })
            .map_err(doing(WHAT))
    }

    /// What was ordered and sent of each line.
    pub fn line_counts(&self, order: i64) -> Result<Vec<LineCount>> {
        let mut query = self
            .db
            .prepare_cached("SELECT line, quantity, sent FROM order_lines WHERE order_key = ?1 ORDER BY line")
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map([order], |row| {
                Ok(LineCount { line: row.get(0)?, quantity: row.get(1)?, sent: row.get(2)? })
            })
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))
    }

    /// What the next transition of an order depends on.
    pub fn transition_context(&self, order: &OrderKey) -> Result<TransitionContext> {
        let has_unsent = self.line_counts(order.key)?.iter().any(|line| line.sent < line.quantity);
        Ok(TransitionContext { state: order.state, has_unsent })
    }
}

impl WriteTx<'_> {
    /// Records a transition, and what is sent with it.
    pub fn apply_transition(
        &self,
        order: &OrderKey,
        to: OrderState,
        by: &Editor,
        note: Option<&str>,
        sent: &[SentQuantity],
    ) -> Result<RecordedTransition> {
        let event: i64 = self
            .db
            .prepare_cached(
                "INSERT INTO order_events (order_key, number, state, at, by_user, by_name, note) \
                 SELECT ?1, max(number) + 1, ?2, ?3, ?4, ?5, ?6 FROM order_events WHERE order_key = ?1 RETURNING number",
            )
            .and_then(|mut insert| {
                insert.query_row(params![order.key, to.name(), now(), by.user, by.name, note], |row| row.get(0))
            })
            .map_err(doing(TAKING))?;
        for one in sent {
            self.db
                .prepare_cached(
                    "INSERT INTO order_deliveries (order_key, event, line, quantity) VALUES (?1, ?2, ?3, ?4)",
                )
                .and_then(|mut insert| insert.execute(params![order.key, event, one.line, one.quantity]))
                .and_then(|_| {
                    self.db
                        .prepare_cached(
                            "UPDATE order_lines SET sent = sent + ?3 WHERE order_key = ?1 AND line = ?2",
                        )?
                        .execute(params![order.key, one.line, one.quantity])
                })
                .map_err(doing(TAKING))?;
        }
        let version = self
            .db
            .prepare_cached(
                "UPDATE orders SET state = ?2, version = version + 1 WHERE key = ?1 RETURNING version",
            )
            .and_then(|mut update| update.query_row(params![order.key, to.name()], |row| row.get(0)))
            .map_err(doing(TAKING))?;
        Ok(RecordedTransition { event, version })
    }
}
