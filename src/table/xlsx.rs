//! Excel workbooks. `calamine` reads values, styles, links and merged cells; [`sheet_xml`] what it leaves out.

use crate::model::error::{Error, Result};
use crate::table::archive::Archive;
use crate::table::archive::damaged;
use crate::table::cells::clean_text;
use crate::table::cells::{Calendar, Cell, CellValue, Sheet, TableFile, TableFormat};
use crate::table::dates::{day_of_serial, serial_of_day};
use crate::table::hyperlink::hyperlink;
use crate::table::number_format::{plain_number, shown_number};
use crate::table::sheet_builder::{Limits, Merged, SheetBuilder};
use crate::table::sheet_xml::{SheetFacts, sheet_facts, sheet_parts};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use std::collections::HashMap;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Workbook<'b> = Xlsx<Cursor<&'b [u8]>>;

/// Why a formula without its result is a bad cell.
pub(super) const UNSTORED: &str = "the file has a formula here without its result: open the file in a spreadsheet program, save it and try again";

pub(super) fn read(archive: &mut Archive<'_>, bytes: &[u8]) -> Result<TableFile> {
    let parts = sheet_parts(archive)?;
    // The crate counts on files that are well formed.
    catch_unwind(AssertUnwindSafe(|| read_workbook(archive, &parts, bytes)))
        .unwrap_or_else(|_| Err(damaged("its XML cannot be understood")))
}

fn read_workbook(
    archive: &mut Archive<'_>,
    parts: &HashMap<String, String>,
    bytes: &[u8],
) -> Result<TableFile> {
    let mut workbook: Workbook = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let calendar = if workbook.has_1904_epoch() { Calendar::From1904 } else { Calendar::From1900 };
    let mut limits = Limits::default();
    let mut sheets = Vec::new();
    for sheet in workbook.sheets_metadata().to_vec() {
        if sheet.typ != SheetType::WorkSheet {
            continue;
        }
        let facts = match parts.get(&sheet.name) {
            Some(part) => sheet_facts(archive, part)?,
            None => SheetFacts::default(),
        };
        let is_hidden = sheet.visible != SheetVisible::Visible;
        sheets.push(read_sheet(&mut workbook, sheet.name, is_hidden, facts, calendar, &mut limits)?);
    }
    Ok(TableFile {
        format: TableFormat::Xlsx,
        encoding: None,
        delimiter: None,
        calendar,
        sheets,
        notices: Vec::new(),
    })
}

fn unreadable(error: XlsxError) -> Error {
    match error {
        XlsxError::Password => crate::table::archive::encrypted(),
        other => damaged(&other.to_string()),
    }
}

fn read_sheet(
    workbook: &mut Workbook<'_>,
    name: String,
    is_hidden: bool,
    facts: SheetFacts,
    calendar: Calendar,
    limits: &mut Limits,
) -> Result<Sheet> {
    let links = Links::new(workbook, &name)?;
    let merged = workbook.merge_cells_by_sheet_name(&name).map_err(unreadable)?.into_iter().map(|region| {
        Merged { rows: (region.start.0, region.end.0), columns: (region.start.1, region.end.1) }
    });
    let mut builder = SheetBuilder::default();
    builder.merged.extend(merged);
    builder.hidden_rows = facts.hidden_rows;
    facts.hidden_columns.iter().for_each(|(first, last)| builder.hide_columns(*first, *last));
    let mut reader = workbook.worksheet_cells_reader(&name).map_err(unreadable)?;
    let formats: Vec<String> = reader
        .styles()
        .iter()
        .map(|style| {
            style.number_format.as_ref().map(|format| format.format_code.clone()).unwrap_or_default()
        })
        .collect();
    loop {
        let (cell, style) = match reader.next_cell_with_style_id() {
            Ok(Some(read)) => read,
            Ok(None) => break,
            // An error that the crate has no name for; the cell is among the facts.
            Err(XlsxError::CellError(_)) if facts.has_references => continue,
            Err(error) => return Err(unreadable(error)),
        };
        let (row, column) = cell.get_position();
        let format = formats.get(style).map_or("", String::as_str);
        let value = match cell.get_value() {
            DataRef::Empty if facts.unstored.contains(&(row, column)) => CellValue::Bad(UNSTORED.into()),
            data => cell_value(data, format, calendar),
        };
        let link = links.target(row, column);
        if !value.is_empty() || link.is_some() {
            builder.add(row, Cell { column, value, link, merged: None }, limits)?;
        }
    }
    drop(reader);
    for ((row, column), error) in facts.errors {
        builder.add(row, Cell { column, value: error_value(&error), link: None, merged: None }, limits)?;
    }
    if facts.has_hyperlinks {
        add_formula_links(workbook, &name, &mut builder)?;
    }
    builder.finish(name, is_hidden, limits)
}

fn cell_value(data: &DataRef<'_>, format: &str, calendar: Calendar) -> CellValue {
    match data {
        DataRef::Empty => CellValue::Empty,
        DataRef::Int(number) => number_value(*number as f64, format),
        DataRef::Float(number) => number_value(*number, format),
        DataRef::String(text) => text_value(text),
        DataRef::SharedString(text) => text_value(text),
        DataRef::Bool(flag) => CellValue::Flag(*flag),
        DataRef::DateTime(moment) if moment.is_duration() || (0.0..1.0).contains(&moment.as_f64()) => {
            time_value(moment.as_f64())
        }
        DataRef::DateTime(moment) => {
            let serial = moment.as_f64().floor() as i64;
            match day_of_serial(serial, calendar) {
                Some(day) => CellValue::Date { day, serial },
                None => {
                    CellValue::Bad(format!("{} is not a day of the calendar", plain_number(moment.as_f64())))
                }
            }
        }
        DataRef::DateTimeIso(text) => match crate::model::day::Day::parse(text) {
            Some(day) => CellValue::Date { day: day.date(), serial: serial_of_day(day.date(), calendar) },
            None => text_value(text),
        },
        DataRef::DurationIso(text) => text_value(text),
        DataRef::Error(error) => error_value(&error.to_string()),
    }
}

pub(super) fn text_value(text: &str) -> CellValue {
    let text = clean_text(text);
    if text.is_empty() { CellValue::Empty } else { CellValue::Text(text) }
}

pub(super) fn error_value(error: &str) -> CellValue {
    CellValue::Bad(format!("the spreadsheet program shows the error {error} here"))
}

fn number_value(number: f64, format: &str) -> CellValue {
    let plain = plain_number(number);
    let shown = shown_number(number, &plain, format);
    CellValue::Number { plain, shown }
}

/// Hours and minutes of a time of day or a duration in days.
fn time_value(days: f64) -> CellValue {
    let minutes = (days * 1440.0).round();
    CellValue::Text(format!("{:02}:{:02}", (minutes / 60.0).floor(), minutes.rem_euclid(60.0)))
}

/// The links of a sheet that are not formulas.
#[derive(Default)]
struct Links {
    cells: HashMap<(u32, u32), Box<str>>,
    ranges: Vec<(Merged, Box<str>)>,
}

/// Links over several cells that are looked at.
const MAX_RANGES: usize = 1_000;

impl Links {
    fn new(workbook: &mut Workbook<'_>, sheet: &str) -> Result<Links> {
        let mut links = Links::default();
        for link in workbook.hyperlinks_by_sheet_name(sheet).map_err(unreadable)? {
            // Without a target it leads to a place of the workbook.
            let Some(target) = link.target.filter(|target| !target.starts_with('#')) else { continue };
            let target = match link.location {
                Some(location) => format!("{}#{location}", target.trim()),
                None => target.trim().to_owned(),
            };
            let region = link.range;
            if region.start == region.end {
                links.cells.insert(region.start, target.into());
            } else if links.ranges.len() < MAX_RANGES {
                let rows = (region.start.0, region.end.0);
                links.ranges.push((Merged { rows, columns: (region.start.1, region.end.1) }, target.into()));
            }
        }
        Ok(links)
    }

    fn target(&self, row: u32, column: u32) -> Option<Box<str>> {
        let is_in = |(range, _): &&(Merged, Box<str>)| {
            (range.rows.0..=range.rows.1).contains(&row)
                && (range.columns.0..=range.columns.1).contains(&column)
        };
        let of_range = || self.ranges.iter().find(is_in).map(|(_, target)| target);
        self.cells.get(&(row, column)).or_else(of_range).cloned()
    }
}

/// Sets the links that formulas make, and the texts of those whose result is not stored.
fn add_formula_links(workbook: &mut Workbook<'_>, name: &str, builder: &mut SheetBuilder) -> Result<()> {
    let mut reader = workbook.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some(record) = reader.next_cell_with_formula().map_err(unreadable)? {
        let (row, column) = record.pos;
        let found =
            record.formula.and_then(|formula| hyperlink(&formula, |row, column| builder.text(row, column)));
        if let (Some((target, text)), Some(cell)) = (found, builder.cell_mut(row, column)) {
            if let CellValue::Bad(why) = &cell.value
                && why == UNSTORED
            {
                cell.value = text_value(text.as_deref().unwrap_or(&target));
            }
            cell.link = Some(target.into());
        }
    }
    Ok(())
}
