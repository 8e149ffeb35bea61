//! Totals of orders.

use crate::model::error::Result;
use crate::model::orders::price::dollars;
use crate::model::orders::totals::{OrderTotal, OrderTotals, TotalFigures, TotalsBy, TotalsFilter};
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::{Row, params};

const WHAT: &str = "summing the orders";

/// What is counted of each line: all that was ordered, of a cancelled order what was sent before.
const COUNTED: &str = "WITH counted AS (\
     SELECT o.key, o.date_of_order, o.cost_center, o.department, l.item_number, l.title, l.language, l.pages, \
     l.cents_a_page, iif(o.state = 'cancelled', l.sent, l.quantity) AS pieces \
     FROM orders o JOIN order_lines l ON l.order_key = o.key \
     WHERE (?1 IS NULL OR o.date_of_order >= ?1) AND (?2 IS NULL OR o.date_of_order <= ?2) \
     AND (o.state <> 'cancelled' OR l.sent > 0))";

/// The columns that [`figures`] reads.
const FIGURES: &str = "count(DISTINCT key), coalesce(sum(pieces), 0), coalesce(sum(pieces * pages), 0), \
     coalesce(sum(pieces * pages * cents_a_page), 0) AS cents, coalesce(sum(iif(pages IS NULL, pieces, 0)), 0)";

fn figures(row: &Row<'_>, first: usize) -> rusqlite::Result<TotalFigures> {
    Ok(TotalFigures {
        orders: row.get(first)?,
        pieces: row.get(first + 1)?,
        pages: row.get(first + 2)?,
        estimate: dollars(row.get(first + 3)?),
        pieces_without_pages: row.get(first + 4)?,
    })
}

impl ReadTx<'_> {
    /// Every sum of the orders of a time.
    pub fn order_totals(&self, filter: &TotalsFilter) -> Result<OrderTotals> {
        let (from, to) = (filter.from.map(|day| day.to_string()), filter.to.map(|day| day.to_string()));
        // The spelling shown is that of the latest order: SQLite takes bare columns from the row with the maximum.
        let (value, groups, order) = match filter.by {
            TotalsBy::CostCenter => ("cost_center, NULL, NULL", "cost_center COLLATE NOCASE", "cents DESC"),
            TotalsBy::Department => ("department, NULL, NULL", "department COLLATE NOCASE", "cents DESC"),
            TotalsBy::Month => ("substr(date_of_order, 1, 7), NULL, NULL", "1", "1"),
            TotalsBy::Item => (
                "coalesce(item_number, ''), title, language",
                "coalesce(item_number, title) COLLATE NOCASE, language",
                "cents DESC",
            ),
        };
        let sql = format!(
            "{COUNTED} SELECT {value}, {FIGURES}, max(key) FROM counted GROUP BY {groups} \
             ORDER BY {order}, sum(pieces) DESC, 1, 2"
        );
        let mut query = self.db.prepare_cached(&sql).map_err(doing(WHAT))?;
        let rows = query
            .query_map(params![from, to], |row| {
                Ok(OrderTotal {
                    value: row.get(0)?,
                    title: row.get(1)?,
                    lang: row.get(2)?,
                    figures: figures(row, 3)?,
                })
            })
            .map_err(doing(WHAT))?;
        let totals: Vec<OrderTotal> = rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))?;
        let sum = self
            .db
            .prepare_cached(&format!("{COUNTED} SELECT {FIGURES} FROM counted"))
            .and_then(|mut sum| sum.query_row(params![from, to], |row| figures(row, 0)))
            .map_err(doing(WHAT))?;
        Ok(OrderTotals { found: totals.len() as u64, totals, sum })
    }
}
