//! OpenDocument spreadsheets, read from their XML: `calamine` keeps neither links nor what is hidden, and its tables are
//! as large as the most distant cell.

use crate::model::day::Day;
use crate::model::error::Result;
use crate::table::archive::{Archive, PartXml};
use crate::table::archive::{add_text, attribute, damaged, next, number};
use crate::table::cells::{Calendar, Cell, CellValue, Sheet, TableFile, TableFormat};
use crate::table::dates::serial_of_day;
use crate::table::hyperlink::hyperlink;
use crate::table::number_format::plain_number;
use crate::table::sheet_builder::{Limits, Merged, SheetBuilder};
use crate::table::xlsx::{UNSTORED, error_value, text_value};
use quick_xml::events::{BytesStart, Event};
use std::collections::HashSet;

pub(super) fn read(archive: &mut Archive<'_>) -> Result<TableFile> {
    let Some(mut xml) = archive.xml("content.xml")? else { return Err(damaged("it has no content.xml")) };
    let mut buffer = Vec::new();
    let mut limits = Limits::default();
    let mut table_style = String::new();
    let mut hidden_styles = HashSet::new();
    let mut calendar = Calendar::From1900;
    let mut sheets = Vec::new();
    loop {
        match next(&mut xml, &mut buffer)? {
            Event::Start(start) => match start.name().as_ref() {
                "style:style" => table_style = attribute(&start, "style:name").unwrap_or_default(),
                "style:table-properties"
                    if attribute(&start, "table:display").as_deref() == Some("false") =>
                {
                    hidden_styles.insert(table_style.clone());
                }
                "table:null-date"
                    if attribute(&start, "table:date-value").is_some_and(|day| day.starts_with("1904")) =>
                {
                    calendar = Calendar::From1904;
                }
                // Earlier states of cells, and copies of other files.
                "table:tracked-changes" | "table:dde-links" => skip(&mut xml)?,
                "table:table" => {
                    let name = attribute(&start, "table:name").unwrap_or_default();
                    let is_hidden = attribute(&start, "table:style-name")
                        .is_some_and(|style| hidden_styles.contains(&style));
                    sheets.push(read_sheet(&mut xml, name, is_hidden, calendar, &mut limits)?);
                }
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(TableFile {
        format: TableFormat::Ods,
        encoding: None,
        delimiter: None,
        calendar,
        sheets,
        notices: Vec::new(),
    })
}

/// Reads to the end of the element that has just begun.
fn skip(xml: &mut PartXml<'_>) -> Result<()> {
    let mut buffer = Vec::new();
    let mut depth = 1;
    while depth > 0 {
        match next(xml, &mut buffer)? {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Eof => return Err(damaged("it ends too early")),
            _ => {}
        }
    }
    Ok(())
}

fn repeat(start: &BytesStart<'_>, name: &str) -> u32 {
    number(start, name).unwrap_or(1).max(1)
}

fn is_hidden(start: &BytesStart<'_>) -> bool {
    attribute(start, "table:visibility").is_some_and(|value| value != "visible")
}

fn read_sheet(
    xml: &mut PartXml<'_>,
    name: String,
    is_hidden_sheet: bool,
    calendar: Calendar,
    limits: &mut Limits,
) -> Result<Sheet> {
    let mut buffer = Vec::new();
    let mut builder = SheetBuilder::default();
    let mut formulas = Vec::new();
    let (mut row, mut column): (u32, u32) = (0, 0);
    loop {
        match next(xml, &mut buffer)? {
            Event::Start(start) => match start.name().as_ref() {
                "table:table-column" => {
                    let next_column = column.saturating_add(repeat(&start, "table:number-columns-repeated"));
                    if is_hidden(&start) {
                        builder.hide_columns(column, next_column - 1);
                    }
                    column = next_column;
                }
                "table:table-row" => {
                    let count = repeat(&start, "table:number-rows-repeated");
                    let is_hidden = is_hidden(&start);
                    let cells = read_row(xml, row, calendar, limits, &mut builder.merged)?;
                    let rows = if cells.is_empty() { row..row } else { row..row.saturating_add(count) };
                    limits.check_rows(rows.len())?;
                    for row in rows {
                        for OdsCell { cell, formula } in &cells {
                            builder.add(row, cell.clone(), limits)?;
                            formulas.extend(formula.clone().map(|formula| (row, cell.column, formula)));
                        }
                        if is_hidden {
                            builder.hidden_rows.insert(row);
                        }
                    }
                    row = row.saturating_add(count);
                }
                // Drawings, and tables within cells.
                "table:shapes" | "table:table" | "office:forms" | "table:table-source" => skip(xml)?,
                _ => {}
            },
            Event::End(end) if end.name().as_ref() == "table:table" => break,
            Event::Eof => return Err(damaged("it ends too early")),
            _ => {}
        }
    }
    for (row, column, formula) in formulas {
        let found = hyperlink(&formula, |row, column| builder.text(row, column));
        if let (Some((target, text)), Some(cell)) = (found, builder.cell_mut(row, column)) {
            if matches!(&cell.value, CellValue::Bad(why) if why == UNSTORED) {
                cell.value = text_value(text.as_deref().unwrap_or(&target));
            }
            cell.link = Some(target.into());
        }
    }
    builder.finish(name, is_hidden_sheet, limits)
}

struct OdsCell {
    cell: Cell,
    /// Of a HYPERLINK.
    formula: Option<String>,
}

/// The cells of a row that hold something.
fn read_row(
    xml: &mut PartXml<'_>,
    row: u32,
    calendar: Calendar,
    limits: &Limits,
    merged: &mut Vec<Merged>,
) -> Result<Vec<OdsCell>> {
    let mut buffer = Vec::new();
    let mut cells = Vec::new();
    let mut column: u32 = 0;
    loop {
        match next(xml, &mut buffer)? {
            Event::Start(start)
                if matches!(start.name().as_ref(), "table:table-cell" | "table:covered-table-cell") =>
            {
                let count = repeat(&start, "table:number-columns-repeated");
                let (down, right) = (
                    repeat(&start, "table:number-rows-spanned"),
                    repeat(&start, "table:number-columns-spanned"),
                );
                if (down, right) != (1, 1) {
                    let rows = (row, row.saturating_add(down - 1));
                    merged.push(Merged { rows, columns: (column, column.saturating_add(right - 1)) });
                }
                let attributes = CellAttributes::new(&start);
                // What is under a merged cell is not shown.
                let is_covered = start.name().as_ref() == "table:covered-table-cell";
                let content = read_content(xml)?;
                let formula = attributes.formula.clone().filter(|formula| formula.contains("HYPERLINK"));
                let value = attributes.value(&content.text, calendar);
                let link = content.link.map(String::into_boxed_str);
                if !is_covered && (!value.is_empty() || link.is_some()) {
                    limits.check_cells(cells.len() + count as usize)?;
                    for column in column..column.saturating_add(count) {
                        let cell = Cell { column, value: value.clone(), link: link.clone(), merged: None };
                        cells.push(OdsCell { cell, formula: formula.clone() });
                    }
                }
                column = column.saturating_add(count);
            }
            Event::End(end) if end.name().as_ref() == "table:table-row" => return Ok(cells),
            Event::Eof => return Err(damaged("it ends too early")),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Content {
    text: String,
    link: Option<String>,
}

/// The paragraphs of a cell, without comments and drawings.
fn read_content(xml: &mut PartXml<'_>) -> Result<Content> {
    let mut buffer = Vec::new();
    let mut content = Content::default();
    let (mut depth, mut paragraphs) = (1, 0);
    loop {
        match next(xml, &mut buffer)? {
            Event::Start(start) => {
                depth += 1;
                match start.name().as_ref() {
                    "text:p" if depth == 2 => {
                        if paragraphs > 0 {
                            content.text.push('\n');
                        }
                        paragraphs += 1;
                    }
                    "text:s" => {
                        let count = number(&start, "text:c").unwrap_or(1).min(1_000);
                        content.text.extend(std::iter::repeat_n(' ', count as usize));
                    }
                    "text:tab" => content.text.push(' '),
                    "text:line-break" => content.text.push('\n'),
                    "text:a" => {
                        let target = attribute(&start, "xlink:href").map(|target| target.trim().to_owned());
                        content.link = content
                            .link
                            .or(target.filter(|target| !target.is_empty() && !target.starts_with('#')));
                    }
                    "text:span" | "text:meta" | "text:ruby" | "text:ruby-base" => {}
                    _ if start.name().as_ref().starts_with("text:") && depth > 2 => {}
                    _ => {
                        skip(xml)?;
                        depth -= 1;
                    }
                }
            }
            Event::End(_) => {
                depth -= 1;
                if depth == 0 {
                    return Ok(content);
                }
            }
            Event::Eof => return Err(damaged("it ends too early")),
            event if depth > 1 => add_text(&event, &mut content.text),
            _ => {}
        }
    }
}

struct CellAttributes {
    kind: Option<String>,
    is_error: bool,
    value: Option<String>,
    formula: Option<String>,
}

impl CellAttributes {
    fn new(start: &BytesStart<'_>) -> CellAttributes {
        let kind = attribute(start, "office:value-type");
        let value = match kind.as_deref() {
            Some("string") => attribute(start, "office:string-value"),
            Some("date") => attribute(start, "office:date-value"),
            Some("boolean") => attribute(start, "office:boolean-value"),
            Some("float" | "percentage" | "currency") => attribute(start, "office:value"),
            _ => None,
        };
        let is_error = attribute(start, "calcext:value-type").as_deref() == Some("error");
        CellAttributes { kind, is_error, value, formula: attribute(start, "table:formula") }
    }

    /// The value of a cell that shows `text`.
    fn value(&self, text: &str, calendar: Calendar) -> CellValue {
        if self.is_error {
            return error_value(text.trim());
        }
        let Some(kind) = &self.kind else {
            return match self.formula {
                Some(_) if text.trim().is_empty() => CellValue::Bad(UNSTORED.into()),
                _ => text_value(text),
            };
        };
        let stored = self.value.as_deref().unwrap_or(text);
        match kind.as_str() {
            "float" | "percentage" | "currency" => match stored.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => {
                    let plain = plain_number(number);
                    let shown = shown_number(text, &plain);
                    CellValue::Number { plain, shown }
                }
                _ => text_value(text),
            },
            "boolean" => CellValue::Flag(stored.trim() == "true"),
            "date" => match Day::parse(stored.trim()) {
                Some(day) => CellValue::Date { day: day.date(), serial: serial_of_day(day.date(), calendar) },
                None => text_value(text),
            },
            "string" if self.formula.is_some() && text.starts_with('#') && is_error_name(text) => {
                error_value(text.trim())
            }
            // The text as it is shown has the line breaks.
            "string" if !text.trim().is_empty() => text_value(text),
            _ => text_value(stored),
        }
    }
}

/// Errors as programs without a type for them write them.
fn is_error_name(text: &str) -> bool {
    matches!(text.trim(), "#DIV/0!" | "#N/A" | "#NAME?" | "#NULL!" | "#NUM!" | "#REF!" | "#VALUE!")
}

/// What the program shows, where it shows all digits of the number; without grouping marks.
fn shown_number(text: &str, plain: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let significant = plain.trim_start_matches('-');
    if digits.trim_start_matches('0') != significant.trim_start_matches('0') {
        return plain.to_owned();
    }
    let characters: Vec<char> = text.trim().chars().collect();
    let is_digit = |n: usize| characters.get(n).is_some_and(char::is_ascii_digit);
    let is_grouping = |n: usize| {
        matches!(characters[n], ',' | '.' | ' ' | '\'' | '’' | '\u{A0}' | '\u{202F}')
            && n > 0
            && is_digit(n - 1)
            && (1..=3).all(|after| is_digit(n + after))
            && !is_digit(n + 4)
    };
    let shown = (0..characters.len()).filter(|n| !is_grouping(*n)).map(|n| characters[n]);
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_shown_with_zeros_and_letters() {
        for (text, plain, expected) in [
            ("001042", "1042", "001042"),
            ("KSBG1042", "1042", "KSBG1042"),
            ("1,042", "1042", "1042"),
            ("1.234.567", "1234567", "1234567"),
            ("1\u{202F}042", "1042", "1042"),
            ("001-042", "1042", "001-042"),
            ("1.2E+12", "1234567890123", "1234567890123"),
            ("1042.00", "1042", "1042"),
            ("", "1042", "1042"),
            ("$ 5", "5", "$ 5"),
            ("0", "0", "0"),
            ("-7", "-7", "-7"),
        ] {
            assert_eq!(shown_number(text, plain), expected, "{text}");
        }
    }
}
