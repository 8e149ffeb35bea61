//! The data of mails about an order.

use crate::model::orders::order::OrderSubmission;
use crate::model::orders::record::{OrderLine, SentQuantity};
use std::fmt::Write;

/// An order and the event that a mail reports.
pub struct OrderTexts<'o> {
    /// Id of the order.
    pub id: &'o str,
    /// Its number.
    pub number: &'o str,
    /// What was submitted.
    pub order: &'o OrderSubmission,
    /// Its lines.
    pub lines: &'o [OrderLine],
    /// Base URL of links.
    pub public_url: &'o str,
    /// The verified address of the orderer, if there is one.
    pub orderer: Option<&'o str>,
    /// Number of the event.
    pub event: i64,
    /// Name of the person who caused it.
    pub by: &'o str,
    /// Whether that was the orderer.
    pub by_orderer: bool,
    /// Their note.
    pub note: Option<&'o str>,
    /// Deliveries that no mail has reported yet.
    pub unreported: &'o [SentQuantity],
}

impl OrderTexts<'_> {
    /// Lines with how many pieces of each, one a line of text.
    pub(super) fn list<'l>(&self, lines: impl Iterator<Item = (&'l OrderLine, i64)>) -> String {
        lines.fold(String::new(), |mut text, (line, quantity)| {
            let item = &line.item;
            // Writing to a String cannot fail.
            let _ = write!(text, "  {quantity} x {}, {}", item.title, item.lang);
            if let Some(number) = item.item_num.as_deref().filter(|number| !number.is_empty()) {
                let _ = write!(text, " ({number})");
            }
            text.push('\n');
            text
        })
    }
}

/// A quotation, indented.
pub(super) fn indented(note: &str) -> String {
    note.lines().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "    {line}");
        text
    })
}
