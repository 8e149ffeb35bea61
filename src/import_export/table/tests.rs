//! Formulas in cells, and workbooks.
#![allow(clippy::unwrap_used)]

use super::*;
use calamine::{Data, DataType, Reader, Xlsx};
use std::io::Cursor;

#[test]
fn whatever_a_spreadsheet_might_run_is_text() {
    for cell in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "＋1",
        "－1",
        "＠SUM(A1)",
        "﹦1",
        " =1",
        "\u{feff}=1",
        "\u{200b}=1",
        "\u{202e}=1",
        "\u{ad}\u{2066}＝1",
        "\u{fe0f} -1",
        "'=quoted",
        "''=twice",
        "' =1",
    ] {
        assert_eq!(with_apostrophe(cell), format!("'{cell}"), "{cell:?}");
    }
    for cell in ["", "Fever", "1=1", "\u{200b}Fever", "ー1", "'Tis the season", "''"] {
        assert_eq!(with_apostrophe(cell), cell, "{cell:?}");
    }
}

#[test]
fn the_apostrophe_is_taken_off_again() {
    for cell in
        ["-Bar exercises", "+1 tips", "@home", "=5 a day", "'=quoted", "''=twice", "'Tis", "' -x", "'", ""]
    {
        assert_eq!(without_apostrophe(&with_apostrophe(cell)), cell, "{cell:?}");
    }
}

fn workbook(columns: &[Column], rows: &[&[&str]], max_rows: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = WorkbookWriter::with_rows(columns, folder.path(), max_rows).unwrap();
    for cells in rows {
        let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        writer.write(columns, &cells).unwrap();
    }
    let mut bytes = Vec::new();
    writer.finish(&mut bytes).unwrap();
    bytes
}

/// The cells below the header.
fn read(bytes: Vec<u8>, sheet: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    let formulas = book.worksheet_formula(sheet).unwrap();
    assert!(formulas.cells().all(|(_, _, formula)| formula.is_empty()));
    let range = book.worksheet_range(sheet).unwrap();
    range.rows().skip(1).map(<[Data]>::to_vec).collect()
}

fn texts(cells: &[&str]) -> Vec<Data> {
    let columns: Vec<Column> = cells.iter().map(|_| Column::text("Text")).collect();
    read(workbook(&columns, &[cells], MAX_ROWS), "Sheet1").remove(0)
}

#[test]
fn dates_and_numbers_are_typed() {
    let columns = [
        Column::number("Count"),
        Column::number("Price"),
        Column::day("Due"),
        Column::moment("At"),
        Column::text("Item Number"),
    ];
    let rows: [&[&str]; 3] = [
        &["1042", "2.50", "2026-11-28", "2026-11-28T13:05:09.250Z", "001042"],
        &["-1", "7.3", "2026-11-28T00:00:00.000Z", "", "12"],
        &["12345678901234567890", "NaN", "soon", "yesterday", ""],
    ];
    let rows = read(workbook(&columns, &rows, MAX_ROWS), "Sheet1");
    let text = |text: &str| Data::String(text.into());
    assert_eq!(rows[0][..2], [Data::Float(1042.0), Data::Float(2.5)]);
    let (due, at) = (&rows[0][2], &rows[0][3]);
    let moment = |data: &Data| data.as_datetime_parts();
    assert_eq!(moment(due), Some((2026, 11, 28, 0, 0, 0, 0)));
    assert_eq!(moment(at), Some((2026, 11, 28, 13, 5, 9, 250)));
    assert_eq!(rows[0][4], text("001042"));
    assert_eq!(rows[1][..2], [Data::Float(-1.0), Data::Float(7.3)]);
    assert_eq!((moment(&rows[1][2]), &rows[1][3]), (moment(due), &Data::Empty));
    assert_eq!(rows[2][..4], ["12345678901234567890", "NaN", "soon", "yesterday"].map(text));
}

trait DateParts {
    fn as_datetime_parts(&self) -> Option<(u16, u8, u8, u8, u8, u8, u16)>;
}

impl DateParts for Data {
    fn as_datetime_parts(&self) -> Option<(u16, u8, u8, u8, u8, u8, u16)> {
        match self {
            Data::DateTime(at) => Some(at.to_ymd_hms_milli()),
            _ => None,
        }
    }
}

#[test]
fn what_looks_like_a_formula_or_a_link_is_the_text_itself() {
    let cells = ["=1+1", "-Bar exercises", "'=quoted", "{=A1}", "https://x.example.org/a", "_x0041_", " a "];
    assert_eq!(texts(&cells), cells.map(|cell| Data::String(cell.into())));
}

#[test]
fn characters_that_xml_cannot_hold_are_left_out() {
    let cells = texts(&["a\u{0}b\u{1}\u{b}c\u{fffe}\u{ffff}", "one\r\ntwo\rthree\n\tfour", "哮喘 😀"]);
    let expected = ["abc", "one\ntwo\nthree\n\tfour", "哮喘 😀"];
    assert_eq!(cells, expected.map(|cell| Data::String(cell.into())));
}

#[test]
fn long_texts_are_cut_as_excel_counts() {
    let units = |text: &str| text.encode_utf16().count();
    let whole = "é".repeat(MAX_CHARACTERS);
    assert_eq!(fit(&whole), whole);
    for long in ["é".repeat(MAX_CHARACTERS + 1), format!("a{}", "😀".repeat(20_000))] {
        let cells = texts(&[&long]);
        let cut = cells[0].get_string().unwrap();
        let kept = cut.strip_suffix(CUT).unwrap();
        assert!(long.starts_with(kept));
        assert!((MAX_CHARACTERS - 1..=MAX_CHARACTERS).contains(&units(cut)), "{}", units(cut));
    }
}

#[test]
fn a_table_of_many_rows_continues_on_the_next_sheet() {
    let rows: [&[&str]; 3] = [&["1"], &["2"], &["3"]];
    let bytes = workbook(&[Column::number("N")], &rows, 3);
    assert_eq!(read(bytes.clone(), "Sheet1"), [[Data::Float(1.0)], [Data::Float(2.0)]]);
    assert_eq!(read(bytes, "Sheet2"), [[Data::Float(3.0)]]);
}
