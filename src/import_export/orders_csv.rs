//! Orders as CSV files for a spreadsheet: one line an item, and their sums.

use crate::import_export::lists_csv::{file, head as header, line};
use crate::model::orders::record::{Order, OrderLine};
use crate::model::orders::totals::{OrderTotals, TotalsBy};

const COLUMNS: [&str; 24] = [
    "Number",
    "State",
    "Date of Order",
    "Date Required",
    "Name",
    "Email",
    "Phone",
    "Department",
    "Mail Stop",
    "Cost Center",
    "Activity",
    "Cost Category",
    "Special Instructions",
    "Line",
    "Item Number",
    "Title",
    "Language",
    "Printing Specs",
    "Quantity",
    "Sent",
    "Pages",
    "Estimate",
    "Obsolete",
    "Link",
];

/// The beginning of a file of orders.
pub fn head() -> Vec<u8> {
    header(&COLUMNS)
}

/// An order, a line an item.
pub fn rows(order: &Order) -> Vec<u8> {
    order.lines.iter().flat_map(|item| line(&cells(order, item))).collect()
}

fn cells(order: &Order, line: &OrderLine) -> Vec<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
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
        line.pages.map(|pages| pages.to_string()).unwrap_or_default(),
        line.estimate.map(money).unwrap_or_default(),
        if line.obsolete { "Yes" } else { "No" }.to_owned(),
        text(&item.url),
    ]
}

/// Totals of orders.
pub fn totals(by: TotalsBy, totals: &OrderTotals) -> Vec<u8> {
    let names: &[&str] = match by {
        TotalsBy::CostCenter => &["Cost Center"],
        TotalsBy::Department => &["Department"],
        TotalsBy::Month => &["Month"],
        TotalsBy::Item => &["Item Number", "Title", "Language"],
    };
    let figures = ["Orders", "Pieces", "Pages", "Estimate", "Pieces without Pages"];
    let columns: Vec<&str> = names.iter().copied().chain(figures).collect();
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
    file(&columns, rows)
}

/// Dollars with two decimals.
fn money(dollars: f64) -> String {
    format!("{dollars:.2}")
}
