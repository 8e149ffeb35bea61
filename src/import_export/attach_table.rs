//! The report of `handout files attach`.

use crate::import_export::column::Column;
use crate::import_export::table::Table;

/// A file and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachRow {
    /// Its path in the folder.
    pub file: String,
    pub result: &'static str,
    pub reason: String,
    pub citation: String,
    pub title: String,
    pub lang: String,
    pub candidates: String,
}

/// Every file with its result.
pub fn attach_table(rows: &[AttachRow]) -> Table<'_> {
    let rows = rows.iter().map(|row| {
        let AttachRow { file, result, reason, citation, title, lang, candidates } = row;
        let result = (*result).to_owned();
        vec![
            file.clone(),
            result,
            reason.clone(),
            citation.clone(),
            title.clone(),
            lang.clone(),
            candidates.clone(),
        ]
    });
    let columns =
        ["File", "Result", "Reason", "Citation", "Title", "Language", "Candidates"].map(Column::text);
    Table::new("attached_files", columns, rows)
}
