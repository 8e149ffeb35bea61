//! CSV as a table: its encoding, what separates its cells, its rows.

use crate::model::error::{Error, Result};
use crate::table::cells::{Calendar, Cell, CellValue, Sheet, SheetRow, TableFile, TableFormat};
use crate::table::content::unreadable;
use crate::table::csv_rows::CsvRows;
use crate::table::delimiter::delimiter;
use crate::table::sheet_builder::{MAX_ROWS, too_many_rows};
use crate::table::text::clean_text;
use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

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
        let value = if text.is_empty() { CellValue::Empty } else { CellValue::Text(text) };
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
