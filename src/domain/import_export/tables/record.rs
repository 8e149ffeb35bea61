//! What the rows of one citation say: its fields, and the parts of its language versions, each with its cell.

use crate::domain::import_export::tables::cells::{self, ReadCell};
use crate::domain::import_export::tables::columns::{Column, DateColumn};
use crate::domain::import_export::tables::languages::TableLanguages;
use crate::domain::import_export::tables::layout::{Layout, field_name};
use crate::domain::import_export::tables::targets::{Part, Target};
use crate::model::category::same_value;
use crate::model::citations::citation_fields::CitationField;
use crate::model::table_import::CellMessage;
use crate::table::cells::{Cell, CellValue, MergedFrom, Sheet, SheetRow, column_letter};
use serde_json::Value;

/// The language of versions without one.
pub const DEFAULT_LANGUAGE: &str = "English";

/// A cell: its row as the program shows it, and its column, if it is not the row as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub row: u32,
    pub column: Option<u32>,
}

impl Place {
    /// `B4`; empty for a row.
    pub fn cell(self) -> String {
        self.column.map(|column| format!("{}{}", column_letter(column), self.row)).unwrap_or_default()
    }
}

/// A field of the citation.
#[derive(Debug, Clone)]
pub struct FieldCell {
    pub field: &'static CitationField,
    pub place: Place,
    /// What the cell shows.
    pub shown: String,
    /// `None` for an empty cell.
    pub value: Option<Value>,
}

/// A part of a language version that a cell holds.
#[derive(Debug, Clone)]
pub struct PartCell {
    pub lang: String,
    /// Of several versions in this language, which one: 0 is the first.
    pub nth: usize,
    pub part: Part,
    pub place: Place,
    pub shown: String,
    pub value: Value,
}

/// A cell of a column that our exports compute.
#[derive(Debug, Clone)]
pub struct ComputedCell {
    pub header: String,
    pub place: Place,
    pub shown: String,
}

/// A message about a cell, with its row.
#[derive(Debug, Clone)]
pub struct RowMessage {
    pub row: u32,
    pub message: CellMessage,
}

/// What the rows of one citation say.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Their numbers.
    pub rows: Vec<u32>,
    /// The ID, and its cell.
    pub id: Option<(String, Place)>,
    pub title: String,
    pub fields: Vec<FieldCell>,
    pub parts: Vec<PartCell>,
    /// Versions of the form of our CSV, which come to be without a number or an address.
    pub listed: Vec<String>,
    /// Revision dates of the form of our CSV.
    pub dates: Vec<(String, String, Place)>,
    pub computed: Vec<ComputedCell>,
    pub messages: Vec<RowMessage>,
}

impl Record {
    /// Records what is wrong with a cell, or what a person should know about it.
    pub fn add_message(
        &mut self,
        place: Place,
        field: &str,
        value: &str,
        message: impl Into<String>,
        bad: bool,
    ) {
        let message = CellMessage {
            cell: place.cell(),
            field: field.to_owned(),
            value: value.chars().take(500).collect(),
            message: message.into(),
            bad,
        };
        let is_known = |known: &RowMessage| known.row == place.row && known.message == message;
        if !self.messages.iter().any(is_known) {
            self.messages.push(RowMessage { row: place.row, message });
        }
    }

    /// The item numbers of its versions.
    pub fn item_numbers(&self) -> impl Iterator<Item = &str> {
        let numbers = self.parts.iter().filter(|cell| cell.part == Part::Number);
        numbers.filter_map(|cell| cell.value.as_str())
    }

    /// The rows that have a bad cell.
    pub fn bad_rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> =
            self.messages.iter().filter(|known| known.message.bad).map(|known| known.row).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Takes a part of a version; another cell that says something else is an error.
    pub fn add_part(&mut self, new: PartCell) {
        let known = self.parts.iter().find(|known| {
            known.part == new.part && known.nth == new.nth && same_value(&known.lang, &new.lang)
        });
        match known {
            None => self.parts.push(new),
            Some(known) if known.value == new.value => {}
            Some(known) => {
                let message = format!("{} says something else: '{}'.", known.place.cell(), known.shown);
                let field = field_name(Target::Part(new.part), Some(&new.lang));
                self.add_message(new.place, &field, &new.shown, message, true);
            }
        }
    }
}

/// Reads records from the rows of a sheet.
pub struct Reader<'a> {
    pub sheet: &'a Sheet,
    pub layout: &'a Layout,
    pub languages: &'a TableLanguages,
    /// How the addresses of our own citations begin.
    pub citation_pages: &'a str,
}

impl Reader<'_> {
    /// What these rows say of one citation; indexes of the sheet's rows.
    pub fn record(&self, rows: &[usize]) -> Record {
        let mut record = Record::default();
        let mut languages: Vec<(String, u32)> = Vec::new();
        let mut titles: Vec<(String, FieldCell)> = Vec::new();
        for row in rows.iter().map(|n| &self.sheet.rows[*n]) {
            record.rows.push(row.number);
            if let Some(problem) = &row.problem {
                record.add_message(Place { row: row.number, column: None }, "", "", problem.clone(), true);
                continue;
            }
            let lang = self.row_language(row, &mut languages, &mut record);
            for column in self.layout.columns.iter() {
                self.read_cell(row, column, &lang, &mut record, &mut titles);
            }
            self.add_constants(row, &lang, &mut record, &mut titles);
        }
        take_titles(&mut record, titles);
        record
    }

    /// The language of a row: of its column of languages, else English. Twice in a citation is an error.
    fn row_language(&self, row: &SheetRow, known: &mut Vec<(String, u32)>, record: &mut Record) -> String {
        let Some(column) = self.layout.column(Target::Lang) else { return DEFAULT_LANGUAGE.to_owned() };
        let place = Place { row: row.number, column: Some(column.index) };
        let text = match cells::text(row.cell(column.index)) {
            Ok(text) => text,
            Err(why) => {
                record.add_message(place, "lang", "", why, true);
                String::new()
            }
        };
        let constant = self.layout.constants.iter().find(|constant| constant.target == Target::Lang);
        let text = if text.is_empty() { constant.map(|c| c.value.clone()).unwrap_or_default() } else { text };
        let lang =
            if text.is_empty() { DEFAULT_LANGUAGE.to_owned() } else { self.languages.value_or_text(&text) };
        if !text.is_empty() && self.languages.value(&text).is_none() {
            let message = format!("'{lang}' is no known language: it becomes a new one.");
            record.add_message(place, "lang", &text, message, false);
        }
        match known.iter().find(|(other, _)| same_value(other, &lang)) {
            Some((_, other)) => {
                let message = format!("Row {other} has the language {lang} of this citation already.");
                record.add_message(place, "lang", &text, message, true);
            }
            None => known.push((lang.clone(), row.number)),
        }
        lang
    }

    fn read_cell(
        &self,
        row: &SheetRow,
        column: &Column,
        row_lang: &str,
        record: &mut Record,
        titles: &mut Vec<(String, FieldCell)>,
    ) {
        let cell = row.cell(column.index);
        let place = Place { row: row.number, column: Some(column.index) };
        let shown = cell.value.text();
        let Some(target) = column.target else {
            if column.is_computed && !shown.is_empty() {
                record.computed.push(ComputedCell { header: column.header.clone(), place, shown });
            }
            return;
        };
        if let Err(why) = self.read_with(cell, place, column, row_lang, record, titles) {
            record.add_message(place, &field_name(target, column.lang.as_deref()), &shown, why, true);
        }
    }

    /// Takes the cell into the record.
    ///
    /// # Errors
    /// Why the cell is bad.
    fn read_with(
        &self,
        cell: &Cell,
        place: Place,
        column: &Column,
        row_lang: &str,
        record: &mut Record,
        titles: &mut Vec<(String, FieldCell)>,
    ) -> Result<(), String> {
        let Some(target) = column.target else { return Ok(()) };
        let lang = column.lang.as_deref().unwrap_or(row_lang);
        let shown = cell.value.text();
        match target {
            Target::Field(field) if field.json == "revisionDates" => {
                add_revision_dates(record, cell, place, self.languages)
            }
            Target::Field(field) => {
                let read = match (&column.dates, cell.merged) {
                    (_, Some(MergedFrom::Left)) => ReadCell::default(),
                    (Some(dates), _) => match dates.read(cell)? {
                        Some(day) => ReadCell { value: Some(day.day.to_string().into()), notice: day.notice },
                        None => ReadCell::default(),
                    },
                    (None, _) => cells::field_value(field, cell, column.split.as_deref())?,
                };
                if let Some(notice) = read.notice {
                    record.add_message(place, field.json, &shown, notice, false);
                }
                let new = FieldCell { field, place, shown, value: read.value };
                match field.json {
                    "id" => take_id(record, new),
                    "title" => titles.push((row_lang.to_owned(), new)),
                    _ => take_field(record, new),
                }
                Ok(())
            }
            Target::Part(part) => self.read_part(part, lang, cell, place, column, record),
            Target::Languages => {
                let is_json = super::headers::is_json_name(&column.header);
                add_languages(record, cell, place, is_json, self.languages)
            }
            Target::Pages => {
                if shown.contains('=') {
                    add_pages(record, cell, place, self.languages)
                } else {
                    self.read_part(Part::Pages, lang, cell, place, column, record)
                }
            }
            Target::Titles => add_titles(record, cell, place, self.languages),
            Target::Lang => Ok(()),
        }
    }

    fn read_part(
        &self,
        part: Part,
        lang: &str,
        cell: &Cell,
        place: Place,
        column: &Column,
        record: &mut Record,
    ) -> Result<(), String> {
        if cell.merged == Some(MergedFrom::Left) {
            return Ok(());
        }
        let mut part = part;
        let read = match part {
            Part::Number => match cells::item_number(cell)? {
                number if number.is_empty() => ReadCell::default(),
                number => ReadCell { notice: cells::format_notice(cell), ..ReadCell::new(number) },
            },
            Part::Url => cells::address(cell)?,
            Part::Pages => cells::pages(cell)?,
            Part::Title => {
                let text = cells::text(cell)?;
                let text = cells::without_guard(&text);
                if text.is_empty() { ReadCell::default() } else { ReadCell::new(text) }
            }
            Part::Date => match column.dates.map(|dates| dates.read(cell)).transpose()?.flatten() {
                Some(day) => ReadCell { value: Some(day.day.to_string().into()), notice: day.notice },
                None => ReadCell::default(),
            },
            Part::Whole => match cells::version(cell)? {
                Some((found, read)) => {
                    part = found;
                    read
                }
                None => ReadCell::default(),
            },
        };
        let name = field_name(Target::Part(part), Some(lang));
        let shown = cell.value.text();
        if let Some(notice) = read.notice {
            record.add_message(place, &name, &shown, notice, false);
        }
        let Some(value) = read.value else { return Ok(()) };
        let is_own_page = |url: &str| !self.citation_pages.is_empty() && url.starts_with(self.citation_pages);
        if part == Part::Url && value.as_str().is_some_and(is_own_page) {
            let notice = "This is the page of a citation here, not a handout. It is not imported.";
            record.add_message(place, &name, &shown, notice, false);
            return Ok(());
        }
        record.add_part(PartCell { lang: lang.to_owned(), nth: 0, part, place, shown, value });
        Ok(())
    }

    /// Reads constants as the cells of this row that are empty or not there.
    fn add_constants(
        &self,
        row: &SheetRow,
        lang: &str,
        record: &mut Record,
        titles: &mut Vec<(String, FieldCell)>,
    ) {
        for constant in self.layout.constants.iter().filter(|constant| constant.target != Target::Lang) {
            let known = self
                .layout
                .columns
                .iter()
                .find(|c| c.target == Some(constant.target) && c.lang == constant.lang);
            let is_empty =
                |column: &Column| cells::text(row.cell(column.index)).is_ok_and(|text| text.is_empty());
            if known.is_some_and(|column| !is_empty(column)) {
                continue;
            }
            let column = Column {
                index: known.map_or(0, |column| column.index),
                header: known.map(|column| column.header.clone()).unwrap_or_default(),
                target: Some(constant.target),
                lang: constant.lang.clone(),
                dates: known.and_then(|column| column.dates).or_else(|| constant_dates(constant.target)),
                chosen_dates: None,
                split: known.and_then(|column| column.split.clone()),
                reason: String::new(),
                is_computed: false,
            };
            let cell = Cell {
                column: column.index,
                value: CellValue::Text(constant.value.clone()),
                link: None,
                merged: None,
            };
            let place = Place { row: row.number, column: known.map(|column| column.index) };
            // The empty cell has been read already.
            record.fields.retain(|known| known.value.is_some() || known.place != place);
            titles.retain(|(_, known)| known.value.is_some() || known.place != place);
            if let Err(why) = self.read_with(&cell, place, &column, lang, record, titles) {
                let name = field_name(constant.target, constant.lang.as_deref());
                record.add_message(place, &name, &constant.value, why, true);
            }
        }
    }
}

/// Dates of constants are ISO 8601 or have the name of their month.
fn constant_dates(target: Target) -> Option<DateColumn> {
    target.is_date().then(|| DateColumn {
        order: None,
        is_undecided: true,
        is_contradictory: false,
        calendar: Default::default(),
        latest: jiff::civil::Date::MAX,
    })
}

fn take_id(record: &mut Record, new: FieldCell) {
    let Some(Value::String(id)) = new.value else { return };
    match &record.id {
        None => record.id = Some((id, new.place)),
        Some((known, _)) if *known == id => {}
        Some((known, place)) => {
            let message = format!("{} has the ID '{known}'.", place.cell());
            record.add_message(new.place, "id", &new.shown, message, true);
        }
    }
}

/// Takes a field: empty cells take the value of the citation's other rows, another value is an error.
fn take_field(record: &mut Record, new: FieldCell) {
    let Some(known) = record.fields.iter_mut().find(|known| known.field == new.field) else {
        record.fields.push(new);
        return;
    };
    match (&known.value, &new.value) {
        (_, None) => {}
        (None, Some(_)) => *known = new,
        (Some(a), Some(b)) if a == b || same_value(&known.shown, &new.shown) => {}
        (Some(_), Some(_)) => {
            let message = format!(
                "{} of the same citation says something else: '{}'.",
                known.place.cell(),
                known.shown
            );
            record.add_message(new.place, new.field.json, &new.shown, message, true);
        }
    }
}

/// The title of the citation is that of the English row, else the first one; another one is that of its row's version.
fn take_titles(record: &mut Record, titles: Vec<(String, FieldCell)>) {
    let has_text = |cell: &FieldCell| cell.value.is_some();
    let english = titles.iter().position(|(lang, cell)| has_text(cell) && same_value(lang, DEFAULT_LANGUAGE));
    let first = english.or_else(|| titles.iter().position(|(_, cell)| has_text(cell)));
    let Some((_, title)) =
        first.or(if titles.is_empty() { None } else { Some(0) }).map(|n| titles[n].clone())
    else {
        return;
    };
    let text = title.value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
    for (lang, cell) in titles {
        let own = cell.value.as_ref().and_then(Value::as_str).unwrap_or_default();
        if own.is_empty() || same_value(own, &text) {
            continue;
        }
        if same_value(&lang, DEFAULT_LANGUAGE) {
            let message = format!("{} of the same citation has the title '{text}'.", title.place.cell());
            record.add_message(cell.place, "title", &cell.shown, message, true);
        } else {
            let value = own.into();
            let (place, shown) = (cell.place, cell.shown);
            record.add_part(PartCell { lang, nth: 0, part: Part::Title, place, shown, value });
        }
    }
    record.title = text;
    record.fields.push(title);
}

// The forms of our own CSV: language versions, their pages, titles and revision dates in one cell. Contract, section 7.

/// The languages of a cell so far: a citation may have several versions in one.
#[derive(Default)]
struct SeenLanguages(Vec<String>);

impl SeenLanguages {
    /// Which version of its language the next one is.
    fn nth(&mut self, lang: &str) -> usize {
        let nth = self.0.iter().filter(|seen| same_value(seen, lang)).count();
        self.0.push(lang.to_owned());
        nth
    }
}

/// `lang=number=date=url`, separated by `|`; the address takes the rest. A cell without `=` is a list of languages that our
/// exports compute, unless the column has the name of the JSON; then one with `;` is.
fn add_languages(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    is_json_name: bool,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    if text.is_empty() {
        return Ok(());
    }
    if !text.contains('=') && (!is_json_name || text.contains(';')) {
        record.computed.push(ComputedCell { header: "Languages".into(), place, shown: text });
        return Ok(());
    }
    let mut seen = SeenLanguages::default();
    for entry in cells::entries(cells::without_guard(&text)) {
        let mut parts = entry.splitn(4, '=').map(str::trim);
        let mut next = || parts.next().filter(|part| !part.is_empty());
        let (lang, number, day, url) = (next(), next(), next(), next());
        let lang = lang.ok_or_else(|| format!("Expected lang=number=date=url, found '{entry}'."))?;
        let lang = languages.value_or_text(lang);
        record.listed.push(lang.clone());
        let nth = seen.nth(&lang);
        for (part, text) in [(Part::Number, number), (Part::Url, url)] {
            if let Some(text) = text {
                let (lang, shown, value) = (lang.clone(), text.to_owned(), text.into());
                record.add_part(PartCell { lang, nth, part, place, shown, value });
            }
        }
        if let Some(day) = day {
            record.dates.push((lang, day.to_owned(), place));
        }
    }
    Ok(())
}

/// `lang=number`, separated by `|`.
fn add_pages(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    let mut seen = SeenLanguages::default();
    for entry in cells::entries(&text) {
        let count =
            entry.rsplit_once('=').and_then(|(lang, count)| Some((lang, count.trim().parse::<u32>().ok()?)));
        let (lang, count) = count.ok_or_else(|| format!("Expected lang=number, found '{entry}'."))?;
        let lang = languages.value_or_text(lang.trim());
        let nth = seen.nth(&lang);
        record.add_part(PartCell { lang, nth, part: Part::Pages, place, shown: entry, value: count.into() });
    }
    Ok(())
}

/// `lang=title`, separated by `|`; the title takes the rest.
fn add_titles(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    let mut seen = SeenLanguages::default();
    for entry in cells::entries(cells::without_guard(&text)) {
        let (lang, title) =
            entry.split_once('=').ok_or_else(|| format!("Expected lang=title, found '{entry}'."))?;
        let (lang, value) = (languages.value_or_text(lang.trim()), title.trim().into());
        let nth = seen.nth(&lang);
        record.add_part(PartCell { lang, nth, part: Part::Title, place, shown: entry, value });
    }
    Ok(())
}

/// `lang=date`, separated by `|`.
fn add_revision_dates(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    for entry in cells::entries(&text) {
        let (lang, day) =
            entry.split_once('=').ok_or_else(|| format!("Expected lang=date, found '{entry}'."))?;
        record.dates.push((languages.value_or_text(lang.trim()), day.trim().to_owned(), place));
    }
    Ok(())
}
