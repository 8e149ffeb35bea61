//! Lists of the administrators as CSV files for a spreadsheet.

use crate::exchange::search_export::{defused, row};
use crate::model::insight::SearchInsight;
use crate::model::words::TermRow;

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

/// Terms with their concepts, one a row.
pub fn terms(rows: &[TermRow]) -> Vec<u8> {
    let yes = |flag: bool| if flag { "Yes" } else { "No" }.to_owned();
    let rows = rows.iter().map(|row| {
        let source = if row.own { "Hospital" } else { "Built in" };
        let texts = [&row.concept, &row.kind, &row.lang, &row.term].map(Clone::clone);
        texts.into_iter().chain([yes(row.whole_query), source.to_owned(), yes(row.off)]).collect()
    });
    file(&["Concept", "Kind", "Language", "Term", "Whole Search Only", "Source", "Off"], rows)
}

/// A file with these columns, after a byte order mark by which spreadsheets know UTF-8.
pub(super) fn file(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(row(&columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>()));
    for cells in rows {
        bytes.extend(row(&cells.iter().map(|cell| defused(cell)).collect::<Vec<_>>()));
    }
    bytes
}
