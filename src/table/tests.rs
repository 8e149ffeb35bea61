//! The workbooks of `tests/workbooks`, each with what it must give by `expected.txt`.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::model::error::Error;
use crate::table::cells::{Calendar, Cell, CellValue, MergedFrom, Sheet, SheetRow, TableFile, column_letter};
use crate::table::read_table;
use std::fmt::Write as _;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/workbooks")
}

fn shown_value(cell: &Cell) -> String {
    let value = match &cell.value {
        CellValue::Empty => "(empty)".into(),
        CellValue::Text(text) => format!("{text:?}"),
        CellValue::Number { plain, shown } if plain == shown => plain.clone(),
        CellValue::Number { plain, shown } => format!("{plain} shown as {shown}"),
        CellValue::Date { day, serial } => format!("{day} (serial {serial})"),
        CellValue::Flag(flag) => flag.to_string(),
        CellValue::Bad(why) => format!("bad: {why}"),
    };
    let link = cell.link.as_ref().map_or(String::new(), |link| format!(" -> {link}"));
    let merged = match cell.merged {
        None => "",
        Some(MergedFrom::Above) => " (merged from above)",
        Some(MergedFrom::Left) => " (merged from the left)",
    };
    format!("{value}{link}{merged}")
}

fn shown_sheet(sheet: &Sheet, lines: &mut String) {
    let letters: Vec<String> = sheet.hidden_columns.iter().map(|column| column_letter(*column)).collect();
    let hidden = if sheet.is_hidden { ", hidden" } else { "" };
    writeln!(lines, "sheet '{}'{hidden}", sheet.name).unwrap();
    if !sheet.hidden_rows.is_empty() || !letters.is_empty() {
        writeln!(lines, "  hidden: rows {:?}, columns {}", sheet.hidden_rows, letters.join(", ")).unwrap();
    }
    for SheetRow { number, cells, .. } in &sheet.rows {
        for cell in cells {
            writeln!(lines, "  {}{number} {}", column_letter(cell.column), shown_value(cell)).unwrap();
        }
    }
}

fn shown(read: Result<TableFile, Error>) -> String {
    let mut lines = String::new();
    match read {
        Ok(file) => {
            let calendar = if file.calendar == Calendar::From1904 { ", days from 1904" } else { "" };
            writeln!(lines, "{}{calendar}", file.format.name()).unwrap();
            file.sheets.iter().for_each(|sheet| shown_sheet(sheet, &mut lines));
        }
        Err(Error::Unreadable(message)) => writeln!(lines, "refused: {message}").unwrap(),
        Err(other) => writeln!(lines, "{other:?}").unwrap(),
    }
    lines
}

/// Each file of the folder is a section of `expected.txt`, `== name` and what is read. After a change that is meant,
/// compare what this writes to `target/workbooks.txt`.
#[test]
fn workbooks_give_what_a_person_sees() {
    let files = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files(folder())
        .filter(|kind| kind.is_dir())
        .flat_map(files)
        .map(|file| file.strip_prefix(folder()).unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    let sections: Vec<String> = names
        .iter()
        .map(|name| format!("== {name}\n{}", shown(read_table(&std::fs::read(folder().join(name)).unwrap()))))
        .collect();
    let expected = std::fs::read_to_string(folder().join("expected.txt")).unwrap_or_default();
    let found = sections.join("\n");
    if found != expected {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/workbooks.txt");
        std::fs::write(&file, &found).unwrap();
        let wrong = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        panic!("first difference {wrong:?}; see {}", file.display());
    }
}

/// Whatever is wrong with a workbook, reading it ends with a table or a message.
#[test]
fn a_damaged_workbook_is_refused_and_nothing_else_happens() {
    for name in [
        "openpyxl/links.xlsx",
        "excel/stored-results.xlsx",
        "open-document/links.ods",
        "open-document/merged.ods",
    ] {
        let bytes = std::fs::read(folder().join(name)).unwrap();
        for cut in (0..bytes.len()).step_by(211) {
            let _ = read_table(&bytes[..cut]);
            let mut changed = bytes.clone();
            changed[cut] ^= 0x15;
            let _ = read_table(&changed);
        }
    }
}
