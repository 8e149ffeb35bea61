//! Orders as tables: one line an item, and their sums.

use crate::import_export::table::{Column, Table, columns};
use crate::model::orders::queue::{OrderTotals, TotalsBy};
use crate::model::orders::record::{Order, OrderLine};

columns! {
    /// Orders, a row an item.
    pub const ORDER_COLUMNS, fn order_row(order: &Order, line: &OrderLine) {
        let (submission, item) = (&order.submission, &line.item);
    } [
        text "Number" = order.number,
        text "State" = order.state.name(),
        day "Date of Order" = submission.date_of_order,
        day "Date Required" = submission.date_required,
        text "Name" = submission.name(),
        text "Email" = submission.email,
        text "Phone" = submission.phone_number,
        text "Department" = submission.department,
        text "Mail Stop" = submission.mail_stop,
        text "Cost Center" = submission.cost_center,
        text "Activity" = submission.activity,
        text "Cost Category" = submission.cost_category,
        text "Special Instructions" = submission.special_instructions,
        number "Line" = line.line,
        text "Item Number" = item.item_num,
        text "Title" = item.title,
        text "Language" = item.lang,
        text "Printing Specs" = item.printing_specs,
        number "Quantity" = item.quantity,
        number "Sent" = line.sent,
        number "Pages" = line.pages,
        number "Estimate" = line.estimate.map(money),
        text "Obsolete" = line.obsolete,
        text "Link" = item.url,
    ]
}

/// Totals of orders.
pub fn totals(by: TotalsBy, totals: &OrderTotals) -> Table<'_> {
    let names: &[&'static str] = match by {
        TotalsBy::CostCenter => &["Cost Center"],
        TotalsBy::Department => &["Department"],
        TotalsBy::Month => &["Month"],
        TotalsBy::Item => &["Item Number", "Title", "Language"],
    };
    let figures = ["Orders", "Pieces", "Pages", "Estimate", "Pieces without Pages"];
    let columns: Vec<Column> =
        names.iter().copied().map(Column::text).chain(figures.map(Column::number)).collect();
    let rows = totals.totals.iter().map(|total| {
        let names = [Some(&total.value), total.title.as_ref(), total.lang.as_ref()];
        let f = total.figures;
        let counts = [
            f.orders.to_string(),
            f.pieces.to_string(),
            f.pages.to_string(),
            money(f.estimate),
            f.pieces_without_pages.to_string(),
        ];
        names.into_iter().flatten().cloned().chain(counts).collect()
    });
    Table::new("order_totals", columns, rows)
}

/// Dollars with two decimals.
fn money(dollars: f64) -> String {
    format!("{dollars:.2}")
}
