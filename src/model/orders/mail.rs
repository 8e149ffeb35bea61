//! A mail about an order: what the database stores of it and its text is made from.

use crate::model::orders::order::OrderSubmission;
use crate::model::orders::record::{OrderEvent, OrderLine, SentQuantity};
use crate::model::orders::state::OrderState;
use crate::model::variant_names::variant_names;

/// The recipient and subject of a mail about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderMailKind {
    /// The order, to the copy center.
    Order,
    /// Its cancellation, to the copy center.
    Cancellation,
    /// A notice of its state, to the orderer.
    Notice,
}

variant_names!(OrderMailKind {
    Order = "order",
    Cancellation = "cancellation",
    Notice = "notice",
});

/// A mail about an order: the order as it is now, and the event that the mail reports.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderMail {
    /// Its recipient and subject.
    pub kind: OrderMailKind,
    /// Number of the event that it reports.
    pub event: i64,
    /// Id of the order.
    pub id: String,
    /// Number of the order.
    pub number: String,
    /// State of the order now.
    pub state: OrderState,
    /// The verified address of the orderer; `None` without one, and while the mail is sent without the copy.
    pub orderer: Option<String>,
    /// Whether the orderer caused the event.
    pub by_orderer: bool,
    /// What was submitted.
    pub submission: OrderSubmission,
    /// Its lines.
    pub lines: Vec<OrderLine>,
    /// Its events so far.
    pub events: Vec<OrderEvent>,
    /// Deliveries that no mail has reported yet.
    pub unreported: Vec<SentQuantity>,
    /// The progress of the mail with the order to the copy center, if any.
    pub order_mail: OrderMailProgress,
}

impl OrderMail {
    /// The event that it reports; `None` if the order has no such event.
    pub fn reported_event(&self) -> Option<&OrderEvent> {
        self.events.get(usize::try_from(self.event).ok()?.checked_sub(1)?)
    }

    /// Name of the person who caused the event.
    pub fn by(&self) -> &str {
        self.reported_event().map_or("", |event| &event.by)
    }

    /// The note of that person.
    pub fn note(&self) -> Option<&str> {
        self.reported_event()?.note.as_deref()
    }
}

/// The progress of the mail with an order to the copy center.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderMailProgress {
    /// Not accepted yet.
    NotTaken,
    /// An attempt ended without an answer or has no recorded outcome: it may have been accepted.
    Unknown,
    /// Accepted by the mail server.
    Taken,
}
