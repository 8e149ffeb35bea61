//! Orders as tables: one line an item, and their sums.

use crate::import_export::table::Column;
use crate::import_export::table::{Table, shown, text, yes_or_no};
use crate::model::orders::queue::{OrderTotals, TotalsBy};
use crate::model::orders::record::{Order, OrderLine};

/// The columns of orders.
pub const COLUMNS: [Column; 24] = [
    Column::text("Number"),
    Column::text("State"),
    Column::day("Date of Order"),
    Column::day("Date Required"),
    Column::text("Name"),
    Column::text("Email"),
    Column::text("Phone"),
    Column::text("Department"),
    Column::text("Mail Stop"),
    Column::text("Cost Center"),
    Column::text("Activity"),
    Column::text("Cost Category"),
    Column::text("Special Instructions"),
    Column::number("Line"),
    Column::text("Item Number"),
    Column::text("Title"),
    Column::text("Language"),
    Column::text("Printing Specs"),
    Column::number("Quantity"),
    Column::number("Sent"),
    Column::number("Pages"),
    Column::number("Estimate"),
    Column::text("Obsolete"),
    Column::text("Link"),
];

/// An order, a row an item.
pub fn rows(order: &Order) -> impl Iterator<Item = Vec<String>> {
    order.lines.iter().map(|item| cells(order, item))
}

fn cells(order: &Order, line: &OrderLine) -> Vec<String> {
    let (submission, item) = (&order.submission, &line.item);
    vec![
        order.number.clone(),
        order.state.name().to_owned(),
        text(&submission.date_of_order),
        submission.date_required.clone(),
        submission.name(),
        submission.email.clone(),
        submission.phone_number.clone(),
        submission.department.clone(),
        submission.mail_stop.clone(),
        submission.cost_center.clone(),
        text(&submission.activity),
        text(&submission.cost_category),
        text(&submission.special_instructions),
        line.line.to_string(),
        text(&item.item_num),
        item.title.clone(),
        item.lang.clone(),
        text(&item.printing_specs),
        item.quantity.to_string(),
        line.sent.to_string(),
        shown(line.pages),
        line.estimate.map(money).unwrap_or_default(),
        yes_or_no(line.obsolete),
        text(&item.url),
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
