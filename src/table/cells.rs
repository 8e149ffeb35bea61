//! What a table holds: sheets, rows and cells, numbered as a spreadsheet program numbers them.

use jiff::civil::Date;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

static EMPTY: Cell = Cell { column: 0, value: CellValue::Empty, link: None, merged: None };

/// A file of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct TableFile {
    pub format: TableFormat,
    /// Of CSV: `UTF-8`, `UTF-16` or `Windows-1252`.
    pub encoding: Option<&'static str>,
    /// Of CSV: what separates its cells.
    pub delimiter: Option<char>,
    /// How its numbers stand for days.
    pub calendar: Calendar,
    /// In the order of the file; CSV has one, without a name.
    pub sheets: Vec<Sheet>,
    /// What a person should know about the whole file.
    pub notices: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    Csv,
    /// With or without macros.
    Xlsx,
    Ods,
}

impl TableFormat {
    /// `csv`, `xlsx` or `ods`.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Xlsx => "xlsx",
            TableFormat::Ods => "ods",
        }
    }
}

/// The day that a serial counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calendar {
    /// Day 1 is 1 January 1900; there is a 29 February 1900.
    #[default]
    From1900,
    /// Day 0 is 1 January 1904.
    From1904,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheet {
    /// Empty for CSV.
    pub name: String,
    pub is_hidden: bool,
    /// Rows that hold something, from top to bottom.
    pub rows: Vec<SheetRow>,
    /// The numbers of those among them that the program hides.
    pub hidden_rows: Vec<u32>,
    /// Columns that hold something and that the program hides, from 0.
    pub hidden_columns: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct SheetRow {
    /// As the program shows it, from 1; of CSV the line at which the row begins.
    pub number: u32,
    /// Cells that hold something, from left to right; see [`SheetRow::cell`].
    pub cells: Vec<Cell>,
    /// Why the row cannot be read; then it has no cells.
    pub problem: Option<String>,
}

impl SheetRow {
    /// The cell of a column, counted from 0; an empty one where the row holds nothing.
    pub fn cell(&self, column: u32) -> &Cell {
        match self.cells.binary_search_by_key(&column, |cell| cell.column) {
            Ok(found) => &self.cells[found],
            Err(_) => &EMPTY,
        }
    }
}

/// A cell that holds something of its own, or a part of a merged cell that does.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// From 0.
    pub column: u32,
    pub value: CellValue,
    /// Where the link of the cell, or its HYPERLINK formula, leads.
    pub link: Option<Box<str>>,
    /// Set where value and link are those of a merged cell that begins elsewhere.
    pub merged: Option<MergedFrom>,
}

/// Where the merged cell begins that gives a cell its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergedFrom {
    /// In a row above, in the same column.
    Above,
    /// In a column to the left.
    Left,
}

/// What a cell holds, without its color and size. Texts are as [`crate::table::cells::clean_text`] makes them.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum CellValue {
    #[default]
    Empty,
    Text(String),
    /// A number in full, without an exponent, grouping marks or zeros after its point.
    Number {
        plain: String,
        /// With the zeros and letters of its format, as in `001042` and `KSBG1042`; otherwise like `plain`.
        shown: String,
    },
    /// A day that the spreadsheet program knows as one; its time of day is dropped.
    Date {
        day: Date,
        /// The number that the file, or a file of the same program, has for this day.
        serial: i64,
    },
    Flag(bool),
    /// Why the cell cannot be used, such as an error or a formula whose result the file does not have.
    Bad(String),
}

impl CellValue {
    /// What the program shows, nearly: dates are written as in ISO 8601, a bad cell has no text.
    pub fn text(&self) -> String {
        match self {
            CellValue::Empty | CellValue::Bad(_) => String::new(),
            CellValue::Text(text) => text.clone(),
            CellValue::Number { shown, .. } => shown.clone(),
            CellValue::Date { day, .. } => day.to_string(),
            CellValue::Flag(true) => "TRUE".into(),
            CellValue::Flag(false) => "FALSE".into(),
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == CellValue::Empty
    }
}

/// The letters of a column, counted from 0: `A` to `Z`, `AA` and so on.
pub fn column_letter(index: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(index) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push((b'A' + (rest % 26) as u8) as char);
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// Row and column, both from 0, of a reference such as `B7`.
pub(super) fn cell_place(reference: &str) -> Option<(u32, u32)> {
    let end = reference.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = reference.split_at(end);
    if !(1..=3).contains(&letters.len()) || !letters.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let column =
        letters.bytes().fold(0, |column, b| column * 26 + u32::from(b.to_ascii_uppercase() - b'A') + 1);
    Some((row.parse::<u32>().ok()?.checked_sub(1)?, column - 1))
}

/// A text in NFC, without blanks at its ends; non-breaking blanks are blanks, lines end with LF, and byte order marks
/// within it are left out.
pub fn clean_text(text: &str) -> String {
    let is_odd = |c: char| matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}' | '\u{FEFF}' | '\r');
    let plain: Cow<str> = if text.contains(is_odd) {
        let lines = text.replace("\r\n", "\n");
        let characters = lines.chars().filter_map(|c| match c {
            '\u{A0}' | '\u{2007}' | '\u{202F}' => Some(' '),
            '\u{FEFF}' => None,
            '\r' => Some('\n'),
            other => Some(other),
        });
        Cow::Owned(characters.collect())
    } else {
        Cow::Borrowed(text)
    };
    let trimmed = plain.trim();
    if is_nfc(trimmed) { trimmed.to_owned() } else { trimmed.nfc().collect() }
}

/// Whether a text is what a spreadsheet program leaves of a long number when it saves CSV: `1.23457E+12`. The digits
/// behind it are lost.
pub fn is_shortened_number(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let Some((digits, exponent)) = text.split_once(['E', 'e']) else { return false };
    let Some(exponent) = exponent.strip_prefix(['+', '-']) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut parts = digits.splitn(2, ['.', ',']);
    is_number(exponent) && parts.next().is_some_and(is_number) && parts.next().is_none_or(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_letters_of_a_spreadsheet_program() {
        for (index, letters) in [
            (0, "A"),
            (25, "Z"),
            (26, "AA"),
            (51, "AZ"),
            (52, "BA"),
            (701, "ZZ"),
            (702, "AAA"),
            (16_383, "XFD"),
        ] {
            assert_eq!(column_letter(index), letters);
            assert_eq!(cell_place(&format!("{letters}7")), Some((6, index)));
        }
    }

    #[test]
    fn what_is_not_a_reference_has_no_place() {
        for text in ["", "7", "B", "B0", "ABCD7", "É7", "B7:C8", "B-7"] {
            assert_eq!(cell_place(text), None, "{text}");
        }
    }

    #[test]
    fn a_row_has_an_empty_cell_where_it_holds_nothing() {
        let cell = |column, text: &str| Cell {
            column,
            value: CellValue::Text(text.into()),
            link: None,
            merged: None,
        };
        let row = SheetRow { number: 3, cells: vec![cell(1, "a"), cell(4, "b")], problem: None };
        assert_eq!(row.cell(4).value.text(), "b");
        assert!(row.cell(0).value.is_empty() && row.cell(9).value.is_empty());
    }
}

#[cfg(test)]
mod text_tests {
    use super::*;

    #[test]
    fn blanks_and_decomposed_letters_become_ordinary() {
        for (text, expected) in [
            ("\u{A0} Fever\u{202F}and\u{A0}you \n", "Fever and you"),
            ("Nin\u{303}os", "Niños"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("\u{FEFF}id", "id"),
            (" \u{A0}\t", ""),
            ("‘smart’", "‘smart’"),
        ] {
            assert_eq!(clean_text(text), expected, "{text:?}");
        }
    }

    #[test]
    fn an_exponent_is_a_shortened_number() {
        for text in ["1.23457E+12", "1,2E+12", "1E+15", "-2.5e-7"] {
            assert!(is_shortened_number(text), "{text}");
        }
        for text in ["1E5", "E+12", "1.2.3E+12", "KSBG1E+5", "1042", "1.E+", ""] {
            assert!(!is_shortened_number(text), "{text}");
        }
    }
}
