//! CSV as a table: its encoding, what separates its cells, its rows.

use crate::model::error::{Error, Result};
use crate::table::cells::clean_text;
use crate::table::cells::{Calendar, Cell, CellValue, Sheet, SheetRow, TableFile, TableFormat};
use crate::table::content::unreadable;
use crate::table::csv_rows::CsvRows;
use crate::table::sheet_builder::{MAX_ROWS, too_many_rows};
use crate::table::xlsx::error_value;
use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// What spreadsheet programs write to CSV for a formula that failed.
const ERRORS: [&str; 7] = ["#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#N/A"];
/// Records that are looked at.
const MAX_RECORDS: usize = 50;
/// Bytes that are looked at.
const MAX_BYTES: usize = 256 << 10;
/// In the order in which they are preferred.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

pub(super) fn read(bytes: &[u8]) -> Result<TableFile> {
    let (text, encoding) = decode(bytes)?;
    let (delimiter, after_sep) = delimiter(&text)?;
    let mut notices = Vec::new();
    if encoding == "Windows-1252" {
        notices.push(
            "The file is not UTF-8; it was read as Windows-1252. Look at letters with accents in the preview."
                .to_owned(),
        );
    }
    Ok(TableFile {
        format: TableFormat::Csv,
        encoding: Some(encoding),
        delimiter: Some(delimiter as char),
        calendar: Calendar::From1900,
        sheets: vec![Sheet { rows: rows(after_sep, delimiter)?, ..Sheet::default() }],
        notices,
    })
}

/// The rows; a line `sep=` counts as a line before them.
fn rows(text: &str, delimiter: u8) -> Result<Vec<SheetRow>> {
    let mut csv = CsvRows::with_delimiter(text.as_bytes(), delimiter, 1);
    let mut rows = Vec::new();
    while let Some(row) = csv.read_row().map_err(|e| Error::io("reading a CSV file", e))? {
        let number = u32::try_from(row.line).unwrap_or(u32::MAX);
        let (cells, problem) = match row.cells {
            Ok(texts) => (cells(&texts), None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        if cells.is_empty() && problem.is_none() {
            continue;
        }
        if rows.len() == MAX_ROWS {
            return Err(too_many_rows());
        }
        rows.push(SheetRow { number, cells, problem });
    }
    Ok(rows)
}

fn cells(texts: &[&str]) -> Vec<Cell> {
    let cell = |(column, text): (usize, &&str)| {
        let text = clean_text(as_formula_text(text).as_deref().unwrap_or(text));
        let value = match text.as_str() {
            "" => CellValue::Empty,
            error if ERRORS.contains(&error) => error_value(error),
            _ => CellValue::Text(text),
        };
        (!value.is_empty()).then_some(Cell { column: column as u32, value, link: None, merged: None })
    };
    texts.iter().enumerate().filter_map(cell).collect()
}

/// The text of `="001042"`, by which programs keep zeros when CSV is opened in a spreadsheet program.
fn as_formula_text(cell: &str) -> Option<Cow<'_, str>> {
    let inner = cell.trim().strip_prefix("=\"")?.strip_suffix('"')?;
    let plain = inner.replace("\"\"", "");
    (!plain.contains('"')).then(|| Cow::Owned(inner.replace("\"\"", "\"")))
}

/// The text of the bytes and the name of their encoding.
fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, &'static str)> {
    let utf_16 = match bytes {
        [0xFF, 0xFE, rest @ ..] => Some((UTF_16LE, rest)),
        [0xFE, 0xFF, rest @ ..] => Some((UTF_16BE, rest)),
        _ => None,
    };
    if let Some((encoding, rest)) = utf_16 {
        let (text, is_damaged) = encoding.decode_without_bom_handling(rest);
        if is_damaged || text.contains('\0') {
            return Err(unreadable(
                "The file begins like UTF-16 and holds characters that UTF-16 does not have. Save it as CSV UTF-8.",
            ));
        }
        return Ok((text, "UTF-16"));
    }
    let (has_mark, text) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (true, rest),
        None => (false, bytes),
    };
    match std::str::from_utf8(text) {
        Ok(text) => Ok((Cow::Borrowed(text), "UTF-8")),
        Err(e) if has_mark => {
            let line = 1 + text[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            Err(unreadable(format!(
                "The file begins like UTF-8, but line {line} is not UTF-8. Save it as CSV UTF-8 again."
            )))
        }
        // Bytes that Windows-1252 has no character for.
        Err(_) if text.iter().any(|byte| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D)) => {
            Err(unreadable(
                "The letters of this file are neither UTF-8, UTF-16 nor Windows-1252. Save it as CSV UTF-8 or .xlsx.",
            ))
        }
        Err(_) => Ok((WINDOWS_1252.decode_without_bom_handling(text).0, "Windows-1252")),
    }
}

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

    /// Each row as its number and the texts of its cells, joined by `/`.
    fn shown(bytes: &[u8]) -> Vec<String> {
        let file = read(bytes).unwrap();
        let rows = &file.sheets[0].rows;
        let width = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.column + 1).max().unwrap_or(0);
        let row = |row: &SheetRow| {
            let cells: Vec<String> = (0..width).map(|column| row.cell(column).value.text()).collect();
            format!("{}:{}", row.number, cells.join("/"))
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn the_encoding_is_that_of_the_bytes() {
        let utf_16 = |text: &str, to_bytes: fn(u16) -> [u8; 2]| {
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(to_bytes).collect::<Vec<u8>>()
        };
        let text = "id;title\r\ne1;Niños\r\n";
        for (bytes, encoding) in [
            (text.as_bytes().to_vec(), "UTF-8"),
            ([b"\xEF\xBB\xBF", text.as_bytes()].concat(), "UTF-8"),
            (utf_16(text, u16::to_le_bytes), "UTF-16"),
            (utf_16(text, u16::to_be_bytes), "UTF-16"),
            (b"id;title\r\ne1;Ni\xF1os\r\n".to_vec(), "Windows-1252"),
        ] {
            assert_eq!(shown(&bytes), ["1:id/title", "2:e1/Niños"], "{encoding}");
            let file = read(&bytes).unwrap();
            assert_eq!((file.encoding, file.delimiter), (Some(encoding), Some(';')));
            assert_eq!(file.notices.len(), usize::from(encoding == "Windows-1252"));
        }
        assert_eq!(shown(b"t,u\n\x93Fi\xE8vre\x94,\x80\n"), ["1:t/u", "2:“Fièvre”/€"]);
        for (bytes, part) in [
            (b"\xEF\xBB\xBFid,title\n1,\xF1\n".as_slice(), "line 2 is not UTF-8"),
            (b"id,title\n1,\x8F\x81\n", "neither UTF-8"),
            (b"\xFF\xFEi\0d\0\0\xD8", "UTF-16"),
        ] {
            let message = read(bytes).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn rows_have_their_lines_and_only_cells_that_hold_something() {
        assert_eq!(shown(b"id,title,,\ne1,Fever,,\n"), ["1:id/title", "2:e1/Fever"]);
        assert_eq!(shown(b"ID, Title \n,,,\n\n \t ,\xC2\xA0\ne1\n"), ["1:ID/Title", "5:e1/"]);
        assert_eq!(shown(b"sep=;\nid;title\n\"e\n1\";x\ne2;y\n"), ["2:id/title", "3:e\n1/x", "5:e2/y"]);
        assert_eq!(shown(b"a,b\r1,2\r\r3,4"), ["1:a/b", "2:1/2", "4:3/4"]);
        assert_eq!(shown(b",,,a\n,,,1"), ["1:///a", "2:///1"]);
    }

    #[test]
    fn a_row_whose_quotes_do_not_match_is_a_problem_of_its_own() {
        let rows = read(b"id;title\n\"1\"x;a\n2;b\n").unwrap().sheets.remove(0).rows;
        assert!(rows[1].problem.as_ref().unwrap().contains("closing quote"));
        assert_eq!((rows[1].number, rows[1].cells.len(), rows[2].cells.len()), (2, 0, 2));
    }

    #[test]
    fn the_errors_of_formulas_are_bad_cells() {
        let file = read(b"id,title\n#REF!,#N/A\n#1,N/A\n").unwrap();
        let is_bad = |row: usize, column: u32| {
            matches!(file.sheets[0].rows[row].cell(column).value, CellValue::Bad(_))
        };
        assert!(is_bad(1, 0) && is_bad(1, 1) && !is_bad(2, 0) && !is_bad(2, 1));
    }

    #[test]
    fn formulas_that_keep_zeros_are_their_text() {
        for (cell, expected) in [
            ("=\"001042\"", "001042"),
            ("\"=\"\"001042\"\"\"", "001042"),
            ("=5 a day", "=5 a day"),
            ("=\"a\"&\"b\"", "=\"a\"&\"b\""),
        ] {
            assert_eq!(shown(format!("id,x\n{cell},y\n").as_bytes())[1], format!("2:{expected}/y"), "{cell}");
        }
    }

    #[test]
    fn a_file_has_at_most_so_many_rows_with_content() {
        let rows = |count: usize| format!("id,title\n{}{}", "a,b\n".repeat(count - 1), ",\n".repeat(1000));
        assert_eq!(shown(rows(MAX_ROWS).as_bytes()).len(), MAX_ROWS);
        assert!(read(rows(MAX_ROWS + 1).as_bytes()).unwrap_err().to_string().contains("200,000 rows"));
    }
}

#[cfg(test)]
mod delimiter_tests {
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
