//! A stored order: what was submitted, its lines, its events and what printing it is estimated to cost; and what a mail
//! about it is made from. Prices: spec section 4; colors: contract section 9.3.

use crate::model::error::{Error, FieldError, Result};
use crate::model::files::Digest;
use crate::model::orders::order::OrderSubmission;
use crate::model::orders::state::OrderState;
use crate::model::session::{MAX_LINES, MAX_QUANTITY, OrderItem};
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// Orders that one batch of transitions may name.
pub const MAX_BATCH: usize = 1_000;
/// A page in black and white, in cents.
const BLACK_AND_WHITE: u32 = 7;
/// A page in color, in cents.
const COLOR: u32 = 17;

/// An order with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// Id of the order.
    pub id: String,
    /// Its number, such as `26-000123`.
    pub number: String,
    /// Its state.
    pub state: OrderState,
    /// Increases with every transition; the ETag is this number in quotes.
    pub version: i64,
    /// When it was stored, ISO 8601, UTC.
    pub sent: String,
    /// The state of its mail to the copy center; null if there is none.
    pub mailed: Option<OrderMailState>,
    /// Open, and required before today.
    pub late: bool,
    /// Estimated price in dollars of the lines whose pages are known; null when none are.
    pub estimate: Option<f64>,
    /// What was submitted.
    #[serde(flatten)]
    pub submission: OrderSubmission,
    /// The lines with their deliveries.
    pub lines: Vec<OrderLine>,
    /// The events, oldest first.
    pub events: Vec<OrderEvent>,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    /// Its number in the order, from 1.
    pub line: i64,
    /// What was ordered, as the citation was then.
    #[serde(flatten)]
    pub item: OrderItem,
    /// The title of the language version as of submission; left out where it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_title: Option<String>,
    /// The stored file of the version as of submission; left out where it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<LineFile>,
    /// The file that the version has now, where it differs; null if it has none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable)]
    pub file_now: Option<Option<LineFile>>,
    /// How many pieces were sent.
    pub sent: i64,
    /// Whether the citation has become obsolete.
    pub obsolete: bool,
    /// Pages of one piece, when they were known.
    pub pages: Option<u32>,
    /// Estimated price in dollars; null without pages.
    pub estimate: Option<f64>,
}

/// A stored file of an order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineFile {
    /// SHA-256 of the content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// The address of the content.
    pub url: String,
}

/// The state of an order's mail to the copy center.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderMailState {
    /// The mail server of the copy center has taken it.
    Sent,
    /// It waits to be sent.
    Waiting,
}

/// A recorded transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderEvent {
    /// The new state.
    pub state: OrderState,
    /// When, ISO 8601, UTC.
    pub at: String,
    /// Name of the person who made it.
    pub by: String,
    /// Their note.
    pub note: Option<String>,
    /// What was sent with it, when something was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<SentQuantity>,
}

/// How many pieces of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SentQuantity {
    /// Number of the line.
    pub line: i64,
    /// Pieces, from 0.
    #[schema(minimum = 0, maximum = 10000)]
    pub quantity: i64,
}

/// A requested transition of one order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TransitionRequest {
    /// The target state.
    pub state: OrderState,
    /// A note for the timeline; required for every transition except one to a higher rank.
    #[serde(default)]
    pub note: Option<String>,
    /// What is sent now, for the state `sent`; lines that are not named are sent whole.
    #[serde(default)]
    pub sent: Option<Vec<SentQuantity>>,
}

/// A note by the orderer.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The note.
    #[serde(default)]
    pub note: Option<String>,
}

/// The same transition for several orders.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// The orders, each as the caller knows it.
    pub orders: Vec<BatchItem>,
    /// The target state.
    pub state: OrderState,
    /// A note, as with one order.
    #[serde(default)]
    pub note: Option<String>,
}

impl BatchRequest {
    /// Rejects a batch without orders, or with too many.
    pub fn check(&self) -> Result<()> {
        match self.orders.len() {
            0 => Err(Error::invalid("orders", "Please name at least one order.")),
            1..=MAX_BATCH => Ok(()),
            _ => Err(Error::invalid("orders", format!("At most {MAX_BATCH} orders can be named at once."))),
        }
    }
}

/// An order of a batch.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct BatchItem {
    /// Its id or number.
    pub id: String,
    /// The version that the caller knows.
    pub version: i64,
}

/// A line with pieces still to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineCount {
    /// Number of the line.
    pub line: i64,
    /// Pieces ordered.
    pub quantity: i64,
    /// Pieces sent before.
    pub sent: i64,
}

variant_names! {
    /// The recipient and subject of a mail about an order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum OrderMailKind {
        /// The order, to the copy center.
        Order = "order",
        /// Its cancellation, to the copy center.
        Cancellation = "cancellation",
        /// A notice of its state, to the orderer.
        Notice = "notice",
    }
}

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

/// What is sent now, line by line, without lines of which nothing is: `named` says how many, other lines go whole.
///
/// # Errors
/// [`Error::Invalid`] when a line is unknown or named twice, when more is sent than is left, and when nothing at all is
/// while something is left.
pub fn delivery(lines: &[LineCount], named: Option<&[SentQuantity]>) -> Result<Vec<SentQuantity>> {
    let named = named.unwrap_or_default();
    let mut errors = Vec::new();
    let mut seen = BTreeSet::new();
    if named.len() > MAX_LINES {
        return Err(Error::invalid("sent", format!("An order has at most {MAX_LINES} lines.")));
    }
    for (n, one) in named.iter().enumerate() {
        let error = match lines.iter().find(|line| line.line == one.line) {
            None => Some(("line", format!("The order has no line {}.", one.line))),
            Some(_) if !seen.insert(one.line) => Some(("line", format!("Line {} is named twice.", one.line))),
            Some(_) if !(0..=MAX_QUANTITY).contains(&one.quantity) => {
                Some(("quantity", "The quantity is a whole number from 0 to 10,000.".to_owned()))
            }
            Some(line) if one.quantity > line.quantity - line.sent => {
                let left = line.quantity - line.sent;
                Some(("quantity", format!("Of line {} only {left} are left to be sent.", line.line)))
            }
            Some(_) => None,
        };
        if let Some((part, message)) = error {
            errors.push(FieldError::new(format!("sent[{n}].{part}"), message));
        }
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let delivered: Vec<SentQuantity> = lines
        .iter()
        .map(|line| SentQuantity {
            line: line.line,
            quantity: named
                .iter()
                .find(|one| one.line == line.line)
                .map_or(line.quantity - line.sent, |one| one.quantity),
        })
        .filter(|one| one.quantity > 0)
        .collect();
    if delivered.is_empty() && lines.iter().any(|line| line.sent < line.quantity) {
        return Err(Error::invalid("sent", "Nothing would be sent."));
    }
    Ok(delivered)
}

/// The price of a page in cents. Printing specs say color when they hold 'color' or 'colour' as a word without 'no' or
/// 'not' before it; words before a punctuation mark or a line break do not count.
///
/// The order form estimates by the same rule; `tests/color_specs.json` holds both to it.
pub fn cents_a_page(printing_specs: Option<&str>) -> u32 {
    let specs = printing_specs.unwrap_or_default().to_lowercase();
    let is_color = specs.split(['.', ',', ';', ':', '(', ')', '\n', '\r']).any(|clause| {
        clause
            .split(|c: char| !c.is_alphanumeric())
            .take_while(|word| !matches!(*word, "no" | "not"))
            .any(|word| matches!(word, "color" | "colour"))
    });
    if is_color { COLOR } else { BLACK_AND_WHITE }
}

/// Cents as dollars, for JSON: a number with two decimals at most.
pub fn dollars(cents: u64) -> f64 {
    // Exact up to far beyond what any hospital prints: the quotient is the double nearest to the two decimals.
    cents as f64 / 100.0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LINES: [LineCount; 2] =
        [LineCount { line: 1, quantity: 40, sent: 10 }, LineCount { line: 2, quantity: 5, sent: 0 }];

    fn sent(pairs: &[(i64, i64)]) -> Vec<SentQuantity> {
        pairs.iter().map(|(line, quantity)| SentQuantity { line: *line, quantity: *quantity }).collect()
    }

    #[test]
    fn lines_that_are_not_named_go_whole() {
        let check = |named: &[(i64, i64)], expected: &[(i64, i64)]| {
            assert_eq!(delivery(&LINES, Some(&sent(named))).unwrap(), sent(expected));
        };
        check(&[], &[(1, 30), (2, 5)]);
        check(&[(1, 20)], &[(1, 20), (2, 5)]);
        check(&[(2, 0)], &[(1, 30)]);
        assert_eq!(delivery(&LINES, None).unwrap(), sent(&[(1, 30), (2, 5)]));
        let done = LINES.map(|line| LineCount { sent: line.quantity, ..line });
        assert_eq!(delivery(&done, None).unwrap(), []);
    }

    #[test]
    fn too_much_and_unknown_lines_are_refused_with_their_place() {
        let check = |named: &[(i64, i64)], field: &str| {
            let Err(Error::Invalid(errors)) = delivery(&LINES, Some(&sent(named))) else { unreachable!() };
            assert_eq!(errors[0].field, field, "{named:?}");
        };
        check(&[(1, 31)], "sent[0].quantity");
        check(&[(2, -1)], "sent[0].quantity");
        check(&[(1, 1), (3, 1)], "sent[1].line");
        check(&[(1, 1), (1, 1)], "sent[1].line");
        check(&[(1, 0), (2, 0)], "sent");
    }
}

#[cfg(test)]
mod price_tests {
    use super::*;

    #[test]
    fn color_is_a_word_that_is_not_denied() {
        let cases: Vec<(String, bool)> =
            serde_json::from_str(include_str!("../../../tests/color_specs.json")).expect("cases");
        for (specs, is_color) in cases {
            assert_eq!(cents_a_page(Some(&specs)), if is_color { 17 } else { 7 }, "{specs}");
        }
        assert_eq!(cents_a_page(None), 7);
    }

    #[test]
    fn dollars_have_two_decimals() {
        assert_eq!(
            serde_json::json!([dollars(7), dollars(110), dollars(12_345_678)]).to_string(),
            "[0.07,1.1,123456.78]"
        );
    }
}
