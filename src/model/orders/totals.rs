//! Totals of the orders of a period by cost center, department, month or item. Contract section 9.3.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::orders::queue::read_day;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Sums a page.
pub const TOTALS_PAGE: usize = 200;

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

/// The same, read and checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TotalsFilter {
    /// Ordered on this day or later.
    pub from: Option<Day>,
    /// Ordered on this day or earlier.
    pub to: Option<Day>,
    /// What they are summed by.
    pub by: TotalsBy,
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
