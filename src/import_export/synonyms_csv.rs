//! Synonyms as a table, and from CSV: a column of terms separated by `|`, and one that returns whether they go one way.

use crate::import_export::json_lines::unreadable;
use crate::import_export::table::{Table, table, without_apostrophe};
use crate::model::thesaurus::{SynonymDraft, SynonymEntry};
use crate::table::csv_rows::CsvRows;

/// Every synonym with who changed it when.
pub fn synonyms(synonyms: &[SynonymEntry]) -> Table<'_> {
    table!("synonyms", synonyms.iter(), |entry| {
        let terms: Vec<String> = entry.terms.iter().map(|term| escape(term)).collect();
    } [
        text "Terms" = terms.join("|"),
        text "One Way" = entry.one_way,
        moment "Changed" = entry.changed,
        text "By" = entry.by,
    ])
}

/// A row: its line number, and the synonym, or why it is invalid.
pub type SynonymLine = (u64, Result<SynonymDraft, String>);

/// Every row with its line, as a draft or what is wrong with it. A header that cannot be read is an error of the file.
pub fn read(bytes: &[u8]) -> Result<Vec<SynonymLine>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut rows = CsvRows::new(bytes);
    let (line, header) = match rows.read_row().map_err(|e| unreadable(&e))? {
        Some(header) => (header.line, header.cells.map_err(|why| format!("line {}: {why}", header.line))?),
        None => (1, Vec::new()),
    };
    let column =
        |wanted: &str| header.iter().position(|name| name.to_lowercase().replace([' ', '_'], "") == wanted);
    let terms_at = column("terms").ok_or_else(|| format!("line {line}: the column 'Terms' is missing"))?;
    let one_way_at = column("oneway");
    let mut drafts = Vec::new();
    while let Some(row) = rows.read_row().map_err(|e| unreadable(&e))? {
        drafts.push((row.line, row.cells.and_then(|cells| draft(&cells, terms_at, one_way_at))));
    }
    Ok(drafts)
}

fn draft(row: &[&str], terms_at: usize, one_way_at: Option<usize>) -> Result<SynonymDraft, String> {
    let cell = |at: usize| row.get(at).copied().unwrap_or_default();
    let one_way = match one_way_at.map(cell).unwrap_or_default().trim().to_lowercase().as_str() {
        "yes" | "true" | "1" => true,
        "" | "no" | "false" | "0" => false,
        other => return Err(format!("One Way: expected Yes or No, found '{other}'")),
    };
    Ok(SynonymDraft { terms: split(without_apostrophe(cell(terms_at))), one_way })
}

fn escape(term: &str) -> String {
    term.replace('\\', "\\\\").replace('|', "\\|")
}

/// The terms of a cell: separated by `|`; a backslash takes the next character as it is.
fn split(cell: &str) -> Vec<String> {
    let mut terms = vec![String::new()];
    let mut characters = cell.chars();
    while let Some(c) = characters.next() {
        let last = terms.len() - 1;
        match c {
            '\\' => terms[last].extend(characters.next()),
            '|' => terms.push(String::new()),
            c => terms[last].push(c),
        }
    }
    terms.into_iter().map(|term| term.trim().to_owned()).filter(|term| !term.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::import_export::table::{TableFormat, TableTarget};

    #[test]
    fn what_is_written_reads_the_same_again() {
        let entry = |terms: &[&str], one_way| SynonymEntry {
            id: String::new(),
            terms: terms.iter().map(|term| (*term).to_owned()).collect(),
            one_way,
            version: 1,
            changed: "2026-11-21T00:00:00.000Z".into(),
            by: "Ada, Nurse".into(),
        };
        let entries = [
            entry(&["tummy bug", "gastroenteritis"], true),
            entry(&["a|b", "c\\d", "=x"], false),
            entry(&["-1", "minus"], false),
        ];
        let file = synonyms(&entries)
            .into_file(TableTarget { format: TableFormat::Csv, temporary: &std::env::temp_dir() })
            .unwrap();
        let read = read(&file.content).unwrap();
        for ((line, draft), (n, entry)) in read.iter().zip(entries.iter().enumerate()) {
            let draft = draft.as_ref().unwrap();
            assert_eq!((*line, &draft.terms, draft.one_way), (n as u64 + 2, &entry.terms, entry.one_way));
        }
    }

    #[test]
    fn errors_name_their_line() {
        assert!(read(b"Word\nx").is_err());
        let rows = read(b"terms,one_way\r\na|b,\r\na|b,maybe\r\n").unwrap();
        assert!(rows[0].1.is_ok());
        assert_eq!((rows[1].0, rows[1].1.is_err()), (3, true));
        let rows = read(b"terms\n\"a|b\" c\na|b\n\"a|b\nc|d\n").unwrap();
        let are_errors: Vec<_> = rows.iter().map(|(line, draft)| (*line, draft.is_err())).collect();
        assert_eq!(are_errors, [(2, true), (3, false), (4, true)]);
    }
}
