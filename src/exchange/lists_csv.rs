//! Lists of the administrators as CSV files for a spreadsheet.

use crate::exchange::search_export::{defused, row};
use crate::model::insight::SearchInsight;

/// What people searched for: every text with its count, those without a result after the others.
pub fn searches(insight: &SearchInsight) -> Vec<u8> {
    let rows = [("All searches", &insight.top), ("Found nothing or only some words", &insight.missed)];
    let rows = rows.into_iter().flat_map(|(list, texts)| {
        texts.iter().map(move |text| {
            vec![list.to_owned(), text.q.clone(), text.count.to_string(), text.last_day.clone()]
        })
    });
    file(&["List", "Text", "Searches", "Last Day"], rows)
}

/// A file with these columns, after a byte order mark by which spreadsheets know UTF-8.
fn file(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(row(&columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>()));
    for cells in rows {
        bytes.extend(row(&cells.iter().map(|cell| defused(cell)).collect::<Vec<_>>()));
    }
    bytes
}
