//! What separates the cells of a CSV text.

use crate::model::error::Result;
use crate::table::content::unreadable;
use crate::table::csv_rows::CsvRows;

/// Records that are looked at.
const MAX_RECORDS: usize = 50;
/// Bytes that are looked at.
const MAX_BYTES: usize = 256 << 10;
/// In the order in which they are preferred.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The delimiter of a text, and what follows a first line `sep=` that names it.
pub(super) fn delimiter(text: &str) -> Result<(u8, &str)> {
    if let Some((named, rest)) = sep_line(text) {
        return match named {
            Some(delimiter @ (',' | ';' | '\t')) => Ok((delimiter as u8, rest)),
            Some(other) => Err(refusal(other)),
            None => Err(unreadable("The first line 'sep=' names no character. Name it, or delete the line.")),
        };
    }
    match most_regular(text) {
        b'|' => Err(refusal('|')),
        other => Ok((other, text)),
    }
}

fn refusal(delimiter: char) -> crate::model::error::Error {
    unreadable(format!(
        "The cells are separated by '{delimiter}'. Save the file with commas, semicolons or tabs between cells, or as .xlsx."
    ))
}

/// What a first line `sep=;` names, and the text after it. A program may have put the line in quotes or added empty cells.
fn sep_line(text: &str) -> Option<(Option<char>, &str)> {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    let line = text[..end].trim_start_matches('"');
    let named = line.get(..4).filter(|start| start.eq_ignore_ascii_case("sep=")).map(|_| &line[4..])?;
    let delimiter = named.chars().next();
    let is_alone =
        named.chars().skip(1).all(|c| matches!(c, '"' | ' ' | ',' | ';' | '\t') || Some(c) == delimiter);
    is_alone.then_some((delimiter.filter(|c| *c != '"'), &text[end..]))
}

/// The delimiter by which most records have the same number of cells, at least two; of several the one with most cells.
fn most_regular(text: &str) -> u8 {
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut best = (b',', (0, 0));
    for delimiter in DELIMITERS {
        let counts = cell_counts(&text[..end], delimiter);
        let frequency = |count: &usize| counts.iter().filter(|other| *other == count).count();
        let most = counts.iter().filter(|count| **count > 1).map(|count| (frequency(count), *count)).max();
        // A row without its last cells counts half.
        let several = counts.iter().filter(|count| **count > 1).count();
        // In one row alone, below a header that has no such character, it is part of the text.
        let is_between_cells = several > 1 || counts.first().is_some_and(|count| *count > 1);
        let score = most.filter(|_| is_between_cells).map_or((0, 0), |(same, cells)| {
            // Of the records: a wrong delimiter also cuts cells with line breaks into records.
            ((same + several) * 1_000 / counts.len(), cells)
        });
        if score > best.1 {
            best = (delimiter, score);
        }
    }
    best.0
}

/// How many cells the first records have. Cells that no record below has anything in still count.
fn cell_counts(text: &str, delimiter: u8) -> Vec<usize> {
    let mut rows = CsvRows::with_delimiter(text.as_bytes(), delimiter, 1);
    let mut counts = Vec::new();
    while counts.len() < MAX_RECORDS
        && let Ok(Some(row)) = rows.read_row()
    {
        counts.push(row.cells.map_or(0, |cells| cells.len()));
    }
    counts
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: u8) {
        assert_eq!(delimiter(text).unwrap().0 as char, expected as char, "{text}");
    }

    #[test]
    fn the_delimiter_is_what_makes_rows_alike() {
        check("id;title;authors\ne1;Fever;A\n", b';');
        check("id;title;authors\ne1;Fever, high;A, B\ne2;Asthma, mild;C, D\n", b';');
        check("id;name, author;notes\ne1;Fever, A;x\n", b';');
        check("id\ttitle\ne1\tFever, high; low\n", b'\t');
        check("id,title,keywords\ne1,Fever,a;b;c\ne2,Cough,a;b;c\n", b',');
        check("id,title\ne1,\"a;b;c;d\"\n", b',');
        check("id,title,languages\ne1,Fever,English=1|Spanish=2|Somali=3\n", b',');
        check("Patient education, 2021\n\nTitle;Item;URL\nA;1;\nB;2;x\n", b';');
        check("id,title,authors\ne1\ne2,Fever\ne3,Cough,A;B\n", b',');
        check("id,title,notes\ne1,a;b; c,\"One\n\ntwo; three\"\ne2,d;e; f,\"One\n\ntwo; three\"\n", b',');
        check("title\nFever\n", b',');
        check("title\nFever; high\n", b',');
        check("id;title\ne1\n", b';');
        check("title", b',');
    }

    #[test]
    fn a_first_line_may_name_it() {
        for (text, expected) in [
            ("sep=;\r\nid;title", b';'),
            ("sep=,\nid,title;x;y", b','),
            ("SEP=\t\nid\ttitle", b'\t'),
            ("\"sep=;\"\nid;title", b';'),
            ("sep=;;;\nid;title;x", b';'),
        ] {
            let (delimiter, rest) = delimiter(text).unwrap();
            assert_eq!(delimiter, expected, "{text:?}");
            assert!(rest.trim_start().starts_with("id"), "{rest:?}");
        }
        assert!(delimiter("sep=\nid").is_err());
        check("sep=arate,title\na,b", b',');
    }

    #[test]
    fn bars_are_refused_only_between_cells() {
        for text in ["id|title\n1|Fever\n", "id|title|notes\n1|Fever, high|a, b\n2|x|y", "sep=|\nid|title"] {
            let message = delimiter(text).unwrap_err().to_string();
            assert!(message.contains("'|'"), "{message}");
        }
        check("title,keywords\nFever,a|b|c\nCough,a|b|c\nCold,a|b|c\n", b',');
    }
}
