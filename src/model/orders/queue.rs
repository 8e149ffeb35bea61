//! The copy center's list of orders and the totals of a period: how they are filtered, and what they show. Contract
//! section 9.3.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::orders::state::OrderState;
use crate::model::search::request::read_flag;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Orders a page.
pub const QUEUE_PAGE: usize = 50;
/// Longest text to be searched for, in characters.
const MAX_TEXT: usize = 200;
/// Sums a page.
pub const TOTALS_PAGE: usize = 200;

/// Which orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct QueueParameters {
    /// Orders in this state; several with commas between. All by default.
    #[param(required = false)]
    pub state: String,
    /// Words of number, name, titles or item numbers; each must be there.
    #[param(required = false, max_length = 200)]
    pub q: String,
    /// First day of the order, YYYY-MM-DD.
    #[param(required = false)]
    pub from: String,
    /// Last day of the order, YYYY-MM-DD.
    #[param(required = false)]
    pub to: String,
    /// Mail stop, ignoring case.
    #[param(required = false)]
    pub mail_stop: String,
    /// Department of the order, ignoring case.
    #[param(required = false)]
    pub department: String,
    /// `true`: open ones that were required before today.
    #[param(required = false, value_type = bool)]
    pub late: String,
}

impl QueueParameters {
    /// The filter that they mean; the error names the invalid one.
    pub fn read(&self) -> Result<QueueFilter> {
        let states = self.state.split(',').map(str::trim).filter(|name| !name.is_empty());
        let states = states
            .map(|name| {
                OrderState::from_name(name).ok_or_else(|| {
                    let names = OrderState::ALL.map(OrderState::name).join(", ");
                    Error::Unreadable(format!("state: expected one of {names}."))
                })
            })
            .collect::<Result<_>>()?;
        let text = |name: &str, text: &str| match text.trim() {
            "" => Ok(None),
            long if long.chars().count() > MAX_TEXT => {
                Err(Error::Unreadable(format!("{name}: at most {MAX_TEXT} characters are allowed.")))
            }
            text => Ok(Some(text.to_owned())),
        };
        let q = text("q", &self.q)?.unwrap_or_default();
        Ok(QueueFilter {
            states,
            words: q.split_whitespace().map(str::to_owned).collect(),
            from: read_day("from", &self.from)?,
            to: read_day("to", &self.to)?,
            mail_stop: text("mailStop", &self.mail_stop)?,
            department: text("department", &self.department)?,
            late: read_flag("late", &self.late)?,
        })
    }
}

/// Which orders, read and checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueFilter {
    /// Those in one of these states; all when empty.
    pub states: Vec<OrderState>,
    /// Those that hold each of these words.
    pub words: Vec<String>,
    /// Ordered on this day or later.
    pub from: Option<Day>,
    /// Ordered on this day or earlier.
    pub to: Option<Day>,
    /// To this mail stop.
    pub mail_stop: Option<String>,
    /// Of this department.
    pub department: Option<String>,
    /// Only late ones.
    pub late: bool,
}

/// A page of orders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct QueuePage {
    /// How many there are in all.
    pub found: u64,
    /// Open ones first, the one required soonest on top; then those that have ended, the one required last on top.
    pub orders: Vec<QueueEntry>,
}

/// An order in the list.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueEntry {
    /// Id of the order.
    pub id: String,
    /// Its number.
    pub number: String,
    /// Its state.
    pub state: OrderState,
    /// Increases with every transition.
    pub version: i64,
    /// Day of the order, YYYY-MM-DD.
    pub date_of_order: String,
    /// Day by which it is needed, YYYY-MM-DD.
    pub date_required: String,
    /// Name of the orderer.
    pub name: String,
    /// Department.
    pub department: String,
    /// Mail stop.
    pub mail_stop: String,
    /// Cost center.
    pub cost_center: String,
    /// How many lines.
    pub lines: u64,
    /// How many pieces in all lines.
    pub pieces: u64,
    /// Open, and required before today.
    pub late: bool,
}

/// Which orders, and what they are summed by.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct TotalsParameters {
    /// First day of the order, YYYY-MM-DD.
    #[param(required = false)]
    pub from: String,
    /// Last day of the order, YYYY-MM-DD.
    #[param(required = false)]
    pub to: String,
    /// `costCenter` (the default), `department`, `month` or `item`.
    #[param(required = false, value_type = TotalsBy, inline)]
    pub by: String,
}

impl TotalsParameters {
    /// What they mean; the error names the invalid one.
    pub fn read(&self) -> Result<TotalsFilter> {
        let by = match self.by.as_str() {
            "" | "costCenter" => TotalsBy::CostCenter,
            "department" => TotalsBy::Department,
            "month" => TotalsBy::Month,
            "item" => TotalsBy::Item,
            _ => {
                return Err(Error::Unreadable("by: expected costCenter, department, month or item.".into()));
            }
        };
        Ok(TotalsFilter { from: read_day("from", &self.from)?, to: read_day("to", &self.to)?, by })
    }
}

/// What orders are summed by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TotalsBy {
    /// Cost center.
    #[default]
    CostCenter,
    /// Department.
    Department,
    /// Month of the order.
    Month,
    /// Item: number, title and language.
    Item,
}

/// Which lines are totaled, parsed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TotalsFilter {
    /// Ordered on this day or later.
    pub from: Option<Day>,
    /// Ordered on this day or earlier.
    pub to: Option<Day>,
    /// What they are summed by.
    pub by: TotalsBy,
}

/// Totals of orders. Cancelled ones count with what was sent of them before.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct OrderTotals {
    /// How many sums there are.
    pub found: u64,
    /// By months in their order, else the highest estimate first.
    pub totals: Vec<OrderTotal>,
    /// All of them together.
    pub sum: TotalFigures,
}

/// The sum of one value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderTotal {
    /// Cost center, department, month as YYYY-MM, or item number (empty for an item without one).
    pub value: String,
    /// Of an item, its title as it was last ordered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Of an item, its language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// The figures.
    #[serde(flatten)]
    pub figures: TotalFigures,
}

/// What is summed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotalFigures {
    /// Orders.
    pub orders: u64,
    /// Pieces.
    pub pieces: u64,
    /// Printed pages of the pieces whose pages are known.
    pub pages: u64,
    /// Estimated price of these pages, in dollars.
    pub estimate: f64,
    /// Pieces whose pages are not known: they are missing in pages and estimate.
    pub pieces_without_pages: u64,
}

/// The day of a parameter; `None` when it is empty.
pub fn read_day(name: &str, text: &str) -> Result<Option<Day>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let day = Day::parse(text.trim());
    day.map(Some).ok_or_else(|| Error::Unreadable(format!("{name}: expected a day such as 2026-01-24.")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_invalid_parameter_is_named() {
        let bad = |parameters: QueueParameters| parameters.read().unwrap_err().to_string();
        assert!(bad(QueueParameters { state: "open".into(), ..Default::default() }).starts_with("state:"));
        assert!(bad(QueueParameters { from: "soon".into(), ..Default::default() }).starts_with("from:"));
        assert!(bad(QueueParameters { to: "2026-02-30".into(), ..Default::default() }).starts_with("to:"));
        assert!(bad(QueueParameters { late: "yes".into(), ..Default::default() }).starts_with("late:"));
        assert!(bad(QueueParameters { q: "x".repeat(201), ..Default::default() }).starts_with("q:"));
        let read = QueueParameters { state: "ready, sent".into(), q: " a  b ".into(), ..Default::default() };
        let read = read.read().unwrap();
        assert_eq!(read.states, [OrderState::Ready, OrderState::Sent]);
        assert_eq!(read.words, ["a", "b"]);
    }
}
