//! What the XML of an Excel workbook has and `calamine` does not: where its sheets are, hidden rows and columns,
//! formulas without a stored result.

use crate::model::error::Result;
use crate::table::archive::Archive;
use crate::table::archive::{attribute, damaged, is_true, next, number};
use crate::table::cells::cell_place;
use crate::table::sheet_builder::too_many_cells;
use quick_xml::events::{BytesStart, Event};
use std::collections::{HashMap, HashSet};

/// Formulas without a result, and errors, that are remembered; more cells than that are too many anyway.
const MAX_UNSTORED: usize = 1_000_000;
/// Greatest index of a shared formula: a sheet has no more rows.
const MAX_SHARED: u32 = 1 << 20;

/// The parts of a workbook by the names of their sheets.
pub(super) fn sheet_parts(archive: &mut Archive<'_>) -> Result<HashMap<String, String>> {
    let workbook = relations(archive, "_rels/.rels", "")?
        .into_iter()
        .find(|relation| relation.kind.ends_with("/officeDocument"))
        .map_or_else(|| "xl/workbook.xml".to_owned(), |relation| relation.target);
    let (folder, file) = workbook.rsplit_once('/').unwrap_or(("", &workbook));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let relations = relations(archive, &format!("{folder}_rels/{file}.rels"), &folder)?;
    for relation in relations.iter().filter(|relation| relation.kind.ends_with("/sharedStrings")) {
        check_count(archive, &relation.target)?;
    }
    check_count(archive, &format!("{folder}sharedStrings.xml"))?;
    let mut parts = HashMap::new();
    let Some(mut xml) = archive.xml(&workbook)? else { return Err(damaged("it has no workbook.xml")) };
    let mut buffer = Vec::new();
    loop {
        match next(&mut xml, &mut buffer)? {
            Event::Start(start) if start.local_name().as_ref() == "sheet" => {
                let id = start
                    .attributes()
                    .flatten()
                    .find(|attribute| attribute.key.local_name().as_ref() == "id");
                let target = id.and_then(|id| relations.iter().find(|relation| relation.id == id.value));
                if let (Some(name), Some(target)) = (attribute(&start, "name"), target) {
                    parts.insert(name, target.target.clone());
                }
            }
            Event::Eof => return Ok(parts),
            _ => {}
        }
    }
}

struct Relation {
    id: String,
    kind: String,
    /// From the root of the archive.
    target: String,
}

/// The relations of a part in `folder`.
fn relations(archive: &mut Archive<'_>, part: &str, folder: &str) -> Result<Vec<Relation>> {
    let mut relations = Vec::new();
    let Some(mut xml) = archive.xml(part)? else { return Ok(relations) };
    let mut buffer = Vec::new();
    loop {
        match next(&mut xml, &mut buffer)? {
            Event::Start(start) if start.local_name().as_ref() == "Relationship" => {
                let value = |name| attribute(&start, name).unwrap_or_default();
                let target = value("Target");
                let target = match target.strip_prefix('/') {
                    Some(from_root) => from_root.to_owned(),
                    None => format!("{folder}{target}"),
                };
                relations.push(Relation { id: value("Id"), kind: value("Type"), target });
            }
            Event::Eof => return Ok(relations),
            _ => {}
        }
    }
}

/// Refuses a part of shared texts that announces more of them than it has room for: memory is reserved for all.
fn check_count(archive: &mut Archive<'_>, part: &str) -> Result<()> {
    let room = archive.unpacked_bytes(part) / "<si/>".len() as u64;
    let Some(mut xml) = archive.xml(part)? else { return Ok(()) };
    let mut buffer = Vec::new();
    loop {
        match next(&mut xml, &mut buffer)? {
            Event::Start(start) if start.local_name().as_ref() == "sst" => {
                let count =
                    attribute(&start, "uniqueCount").and_then(|count| count.trim().parse::<u64>().ok());
                return if count.is_some_and(|count| count > room) {
                    Err(damaged("wrong count of texts"))
                } else {
                    Ok(())
                };
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// What a sheet hides, and its formulas; rows and columns from 0.
#[derive(Default)]
pub(super) struct SheetFacts {
    pub(super) hidden_rows: HashSet<u32>,
    /// First and last column.
    pub(super) hidden_columns: Vec<(u32, u32)>,
    /// Cells with a formula and without its result.
    pub(super) unstored: HashSet<(u32, u32)>,
    /// Cells with an error, and its name.
    pub(super) errors: Vec<((u32, u32), String)>,
    /// Whether every cell has its place.
    pub(super) has_references: bool,
    /// Whether formulas are worth reading.
    pub(super) has_hyperlinks: bool,
}

pub(super) fn sheet_facts(archive: &mut Archive<'_>, part: &str) -> Result<SheetFacts> {
    let mut reading = Reading::default();
    reading.facts.has_references = true;
    let Some(mut xml) = archive.xml(part)? else { return Ok(reading.facts) };
    let mut buffer = Vec::new();
    loop {
        match next(&mut xml, &mut buffer)? {
            Event::Start(start) => reading.start(&start)?,
            Event::Text(text) => reading.text(&text),
            Event::End(end) if end.local_name().as_ref() == "sheetData" => return Ok(reading.facts),
            Event::End(end) => reading.end(end.local_name().as_ref())?,
            Event::Eof => return Ok(reading.facts),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Reading {
    facts: SheetFacts,
    row: u32,
    cell: CellFacts,
    inner: Inner,
}

/// The element within a cell that is being read.
#[derive(Default, Clone, Copy, PartialEq)]
enum Inner {
    #[default]
    Other,
    Formula,
    Value,
}

#[derive(Default)]
struct CellFacts {
    place: (u32, u32),
    next_column: u32,
    kind: String,
    has_formula: bool,
    has_value: bool,
}

impl Reading {
    fn start(&mut self, start: &BytesStart<'_>) -> Result<()> {
        match start.local_name().as_ref() {
            "col" => self.facts.hidden_columns.extend(hidden_columns(start)),
            "row" => {
                self.row = number(start, "r").map_or(self.row, |number| number.saturating_sub(1));
                if is_true(start, "hidden") {
                    self.facts.hidden_rows.insert(self.row);
                }
                self.cell = CellFacts::default();
            }
            "c" => {
                let place = attribute(start, "r").and_then(|r| cell_place(&r));
                self.facts.has_references &= place.is_some();
                let place = place.unwrap_or((self.row, self.cell.next_column));
                let kind = attribute(start, "t").unwrap_or_default();
                self.cell = CellFacts { place, next_column: place.1 + 1, kind, ..CellFacts::default() };
            }
            "f" => {
                self.cell.has_formula = true;
                self.inner = Inner::Formula;
                if number(start, "si").is_some_and(|index| index > MAX_SHARED) {
                    return Err(damaged("wrong index of a formula"));
                }
            }
            "v" => {
                // A formula may have an empty text as its result.
                self.cell.has_value |= self.cell.kind == "str";
                self.inner = Inner::Value;
            }
            "is" => self.cell.has_value = true,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        match self.inner {
            Inner::Formula => self.facts.has_hyperlinks |= is_hyperlink(text),
            Inner::Value => {
                self.cell.has_value |= !text.trim().is_empty();
                if self.cell.kind == "e" && self.facts.errors.len() < MAX_UNSTORED {
                    self.facts.errors.push((self.cell.place, text.trim().chars().take(40).collect()));
                }
            }
            Inner::Other => {}
        }
    }

    fn end(&mut self, name: &str) -> Result<()> {
        match name {
            "f" | "v" => self.inner = Inner::Other,
            "c" if self.cell.has_formula && !self.cell.has_value => {
                self.facts.unstored.insert(self.cell.place);
                if self.facts.unstored.len() > MAX_UNSTORED {
                    return Err(too_many_cells());
                }
            }
            "row" => self.row = self.row.saturating_add(1),
            _ => {}
        }
        Ok(())
    }
}

fn is_hyperlink(formula: &str) -> bool {
    formula.trim_start().get(..9).is_some_and(|name| name.eq_ignore_ascii_case("HYPERLINK"))
}

/// The columns of a `col` element, if it hides them.
fn hidden_columns(start: &BytesStart<'_>) -> Option<(u32, u32)> {
    let has_no_width = attribute(start, "width").is_some_and(|width| width.parse() == Ok(0.0));
    let columns = (number(start, "min")?.checked_sub(1)?, number(start, "max")?.checked_sub(1)?);
    (is_true(start, "hidden") || has_no_width).then_some(columns)
}
