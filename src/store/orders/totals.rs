//! Totals of orders. The lines are summed here, because SQLite ignores the case of ASCII letters alone.

use crate::model::error::Result;
use crate::model::orders::queue::{OrderTotal, OrderTotals, TotalFigures, TotalsBy, TotalsFilter};
use crate::model::orders::record::dollars;
use crate::model::text::lower_case;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::{Row, params};
use std::cmp::Reverse;
use std::collections::HashMap;

const WHAT: &str = "summing the orders";

/// What is counted of a line: all that was ordered, of a cancelled order what was sent before.
const COUNTED: &str = "o.key, iif(o.state = 'cancelled', l.sent, l.quantity), l.pages, l.cents_a_page";

/// The lines that are counted, those of an order together.
const LINES: &str = "orders o JOIN order_lines l ON l.order_key = o.key \
     WHERE (?1 IS NULL OR o.date_of_order >= ?1) AND (?2 IS NULL OR o.date_of_order <= ?2) \
     AND (o.state <> 'cancelled' OR l.sent > 0) ORDER BY o.key";

/// What the totals need of a line of an order.
struct Line {
    order: i64,
    pieces: u64,
    pages: Option<u64>,
    cents_a_page: Option<u64>,
}

impl Line {
    fn read(row: &Row<'_>) -> rusqlite::Result<Line> {
        Ok(Line { order: row.get(0)?, pieces: row.get(1)?, pages: row.get(2)?, cents_a_page: row.get(3)? })
    }
}

/// What was counted of some lines.
#[derive(Default)]
struct Sum {
    last_order: Option<i64>,
    orders: u64,
    pieces: u64,
    pages: u64,
    cents: u64,
    pieces_without_pages: u64,
}

impl Sum {
    /// Adds a line, after all those of orders before.
    fn add(&mut self, line: &Line) {
        if self.last_order.replace(line.order) != Some(line.order) {
            self.orders += 1;
        }
        self.pieces += line.pieces;
        match line.pages {
            Some(pages) => {
                self.pages += line.pieces * pages;
                self.cents += line.pieces * pages * line.cents_a_page.unwrap_or(0);
            }
            None => self.pieces_without_pages += line.pieces,
        }
    }

    fn figures(&self) -> TotalFigures {
        TotalFigures {
            orders: self.orders,
            pieces: self.pieces,
            pages: self.pages,
            estimate: dollars(self.cents),
            pieces_without_pages: self.pieces_without_pages,
        }
    }
}

/// The lines of one value, spelled as in the latest order.
#[derive(Default)]
struct Group {
    value: String,
    title: Option<String>,
    lang: Option<String>,
    sum: Sum,
}

impl ReadTx<'_> {
    /// Every sum of the orders of a time.
    pub fn order_totals(&self, filter: &TotalsFilter) -> Result<OrderTotals> {
        let (from, to) = (filter.from.map(|day| day.to_string()), filter.to.map(|day| day.to_string()));
        // What is compared, what is shown, title and language.
        let columns = match filter.by {
            TotalsBy::CostCenter => "o.cost_center, o.cost_center, NULL, NULL",
            TotalsBy::Department => "o.department, o.department, NULL, NULL",
            TotalsBy::Month => "substr(o.date_of_order, 1, 7), substr(o.date_of_order, 1, 7), NULL, NULL",
            TotalsBy::Item => {
                "coalesce(l.item_number, l.title), coalesce(l.item_number, ''), l.title, l.language"
            }
        };
        let mut query = self
            .db
            .prepare_cached(&format!("SELECT {COUNTED}, {columns} FROM {LINES}"))
            .map_err(doing(WHAT))?;
        let mut rows = query.query(params![from, to]).map_err(doing(WHAT))?;
        let mut groups: HashMap<(String, Option<String>), Group> = HashMap::new();
        let mut sum = Sum::default();
        while let Some(row) = rows.next().map_err(doing(WHAT))? {
            add_line(row, &mut groups, &mut sum).map_err(doing(WHAT))?;
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_by(|a, b| (&a.value, &a.title, &a.lang).cmp(&(&b.value, &b.title, &b.lang)));
        if filter.by != TotalsBy::Month {
            groups.sort_by_key(|group| Reverse((group.sum.cents, group.sum.pieces)));
        }
        let totals: Vec<OrderTotal> = groups
            .into_iter()
            .map(|Group { value, title, lang, sum }| OrderTotal {
                value,
                title,
                lang,
                figures: sum.figures(),
            })
            .collect();
        Ok(OrderTotals { found: totals.len() as u64, totals, sum: sum.figures() })
    }
}

/// Adds a line to its group and to the sum of all.
fn add_line(
    row: &Row<'_>,
    groups: &mut HashMap<(String, Option<String>), Group>,
    sum: &mut Sum,
) -> rusqlite::Result<()> {
    let line = Line::read(row)?;
    sum.add(&line);
    let lang: Option<String> = row.get(7)?;
    let group = groups.entry((lower_case(&row.get::<_, String>(4)?), lang.clone())).or_default();
    group.sum.add(&line);
    (group.value, group.title, group.lang) = (row.get(5)?, row.get(6)?, lang);
    Ok(())
}
