//! Applies what a row says to the citation that is there, or makes a new one of it. A table changes only what it has.

use crate::domain::import_export::tables::layout::field_name;
use crate::domain::import_export::tables::matching::{number_key, title_key};
use crate::domain::import_export::tables::record::{FieldCell, PartCell, Place, Record};
use crate::domain::import_export::tables::targets::{Part, Target};
use crate::domain::import_export::tables::written;
use crate::model::category::{same_value, value_key};
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{Completeness, Dates, citation_fields, citation_from_json};
use crate::model::citations::field_content::CsvCell;
use crate::model::day::Day;
use crate::model::error::FieldError;
use crate::table::cells::clean_text;
use serde_json::{Value, json};

/// How the citation of a row was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundBy {
    /// By its ID, or it is a new one of this ID: empty cells clear.
    Id,
    /// By number or title, or it is a new one.
    Name,
}

/// The citation that a record makes of the present one. `None` if a cell is bad; messages are added to the record.
pub fn apply(
    record: &mut Record,
    present: Option<&Citation>,
    found_by: FoundBy,
    today: Day,
) -> Option<Citation> {
    let mut json = match present {
        Some(present) => serde_json::to_value(present.as_stored()).unwrap_or_default(),
        None => json!({}),
    };
    if let (Some((id, _)), FoundBy::Id) = (&record.id, found_by) {
        json["id"] = id.as_str().into();
    }
    for cell in record.fields.clone() {
        apply_field(record, &cell, &mut json, present, found_by);
    }
    apply_versions(record, &mut json, present, found_by);
    apply_dates(record, &mut json, present);
    let is_bad = !record.bad_rows().is_empty();
    let dates = Dates::Limited { today, present };
    match citation_from_json(&json, Completeness::Import, dates) {
        Ok(citation) => (!is_bad).then_some(citation),
        Err(errors) => {
            add_errors(record, &json, errors);
            None
        }
    }
}

fn apply_field(
    record: &mut Record,
    cell: &FieldCell,
    json: &mut Value,
    present: Option<&Citation>,
    found_by: FoundBy,
) {
    let FieldCell { field, place, shown, value } = cell;
    let name = field.json;
    let is_flag = field.csv_cell() == CsvCell::Flag;
    if present.is_some_and(|present| written::reads_as_written(shown, field, present)) {
        return;
    }
    let Some(value) = value else {
        match (present, found_by) {
            _ if is_flag && present.is_none() => json[name] = false.into(),
            (Some(_), FoundBy::Id) if name == "title" => {
                record.add_message(*place, name, shown, "A title cannot be removed.", true);
            }
            (Some(_), FoundBy::Id) if name == "readableIds" => {}
            (Some(_), FoundBy::Id) => json[name] = if is_flag { false.into() } else { Value::Null },
            _ => {}
        }
        return;
    };
    let written_text = present.and_then(|present| written::field_text(field, present));
    if let Some(text) = written_text.filter(|text| written::is_shortened(shown, text)) {
        let message = format!("The spreadsheet program made '{text}' a number. It stays as it is.");
        record.add_message(*place, name, shown, message, false);
        return;
    }
    let is_same_title = |present: &Citation| {
        value.as_str().is_some_and(|title| title_key(title) == title_key(&present.title))
    };
    if name == "title" && found_by == FoundBy::Name && present.is_some_and(is_same_title) {
        return;
    }
    json[name] = value.clone();
}

/// The languages that rows make versions of: those with a number, an address or a Yes.
fn new_languages(record: &Record) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    let makes =
        record.parts.iter().filter(|cell| matches!(cell.part, Part::Number | Part::Url | Part::Whole));
    for lang in record.listed.iter().chain(makes.map(|cell| &cell.lang)) {
        if !languages.iter().any(|known| same_value(known, lang)) {
            languages.push(lang.clone());
        }
    }
    languages
}

fn apply_versions(record: &mut Record, json: &mut Value, present: Option<&Citation>, found_by: FoundBy) {
    let mut versions = json.get("languages").and_then(Value::as_array).cloned().unwrap_or_default();
    let parts = std::mem::take(&mut record.parts);
    let (numbers, others): (Vec<PartCell>, Vec<PartCell>) = parts.into_iter().partition(|cell| {
        cell.part == Part::Number && found_by == FoundBy::Name && is_number_elsewhere(cell, present)
    });
    record.parts = others;
    let further = record.parts.iter().filter(|cell| cell.nth > 0 && cell.part == Part::Url);
    let further: Vec<(String, usize)> = further.map(|cell| (cell.lang.clone(), cell.nth)).collect();
    for (lang, nth) in new_languages(record).into_iter().map(|lang| (lang, 0)).chain(further) {
        if find_version(&versions, &lang, nth).is_none() {
            versions.push(json!({ "lang": lang }));
        }
    }
    let mut messages = Vec::new();
    for cell in &record.parts {
        if matches!(cell.part, Part::Whole | Part::Date) {
            continue;
        }
        let Some(n) = find_version(&versions, &cell.lang, cell.nth) else {
            messages.push(cell.clone());
            continue;
        };
        let is_unchanged = present.is_some_and(|present| is_part_as_written(cell, present, found_by));
        if !is_unchanged {
            versions[n][cell.part.name()] = cell.value.clone();
            if cell.part == Part::Url {
                versions[n]["file"] = Value::Null;
            }
        }
    }
    for cell in messages {
        let name = field_name(Target::Part(cell.part), Some(&cell.lang));
        let message = format!(
            "There is no {} version, and the row has neither its item number nor its URL: left out.",
            cell.lang
        );
        record.add_message(cell.place, &name, &cell.shown, message, false);
    }
    record.parts.extend(numbers);
    if !versions.is_empty() {
        json["languages"] = versions.into();
    }
}

/// Whether a version says what a cell says.
fn is_part_as_written(cell: &PartCell, present: &Citation, found_by: FoundBy) -> bool {
    let known = written::version(present, &cell.lang, cell.nth);
    // The cells of titles and pages leave versions out that have none.
    let mut all = present.languages.iter().filter(|version| same_value(&version.lang, &cell.lang));
    match cell.part {
        Part::Number => known.and_then(|known| known.item_number.as_deref()).is_some_and(|number| {
            written::reads_as(&cell.shown, number)
                || found_by == FoundBy::Name
                    && cell.value.as_str().is_some_and(|new| number_key(new) == number_key(number))
        }),
        Part::Url => known
            .and_then(|known| known.url.as_deref())
            .is_some_and(|url| cell.value.as_str() == Some(url) || written::reads_as(&cell.shown, url)),
        Part::Title => all.any(|version| {
            let title = version.title.as_deref();
            title.is_some_and(|title| {
                cell.value == *clean_text(title) || written::reads_as(&cell.shown, title)
            })
        }),
        Part::Pages => all.any(|version| version.pages.is_some_and(|pages| cell.value == pages)),
        Part::Whole | Part::Date => false,
    }
}

/// Whether another version of the citation has the item number of a cell.
fn is_number_elsewhere(cell: &PartCell, present: Option<&Citation>) -> bool {
    let number = number_key(cell.value.as_str().unwrap_or_default());
    let has_it = |lang_matches: bool| {
        present.is_some_and(|present| {
            present.languages.iter().any(|version| {
                same_value(&version.lang, &cell.lang) == lang_matches
                    && version.item_number.as_deref().is_some_and(|known| number_key(known) == number)
            })
        })
    };
    has_it(false) && !has_it(true)
}

/// The position of the nth version in a language.
fn find_version(versions: &[Value], lang: &str, nth: usize) -> Option<usize> {
    let key = value_key(lang);
    let is_of = |version: &Value| version["lang"].as_str().is_some_and(|known| value_key(known) == key);
    versions.iter().enumerate().filter(|(_, version)| is_of(version)).map(|(n, _)| n).nth(nth)
}

/// Folds revision dates in as the form does: one older than the latest of its language replaces it, a later one is
/// appended. Those of the form of our CSV are added where they are missing.
fn apply_dates(record: &mut Record, json: &mut Value, present: Option<&Citation>) {
    let mut dates = json.get("revisionDates").and_then(Value::as_array).cloned().unwrap_or_default();
    let versions = json.get("languages").and_then(Value::as_array).cloned().unwrap_or_default();
    let day_of = |entry: &Value| entry["revisionDate"].as_str().and_then(Day::parse);
    let is_of =
        |entry: &Value, lang: &str| entry["lang"].as_str().is_some_and(|known| same_value(known, lang));
    for (lang, text, _) in &record.dates {
        let day = Day::parse(text);
        let is_known = |entry: &Value| is_of(entry, lang) && day.is_some() && day_of(entry) == day;
        if !dates.iter().any(is_known) {
            dates.push(json!({"lang": lang, "revisionDate": text}));
        }
    }
    let mut left_out = Vec::new();
    for cell in record.parts.iter().filter(|cell| cell.part == Part::Date) {
        if find_version(&versions, &cell.lang, 0).is_none() {
            left_out.push(cell.clone());
            continue;
        }
        let Some(day) = cell.value.as_str().and_then(Day::parse) else { continue };
        let latest = present.and_then(|present| written::revision_date(present, &cell.lang));
        let entry = json!({"lang": cell.lang, "revisionDate": day.to_string()});
        match latest {
            Some(latest) if latest == day => {}
            Some(latest) if day < latest => {
                let is_latest =
                    |entry: &&mut Value| is_of(entry, &cell.lang) && day_of(entry) == Some(latest);
                if let Some(known) = dates.iter_mut().find(is_latest) {
                    *known = entry;
                }
            }
            _ => dates.push(entry),
        }
    }
    for cell in left_out {
        let name = field_name(Target::Part(Part::Date), Some(&cell.lang));
        let message = format!("There is no {} version: left out.", cell.lang);
        record.add_message(cell.place, &name, &cell.shown, message, false);
    }
    if !dates.is_empty() {
        json["revisionDates"] = dates.into();
    }
}

/// Adds errors in the JSON of the citation to the cells that they come from.
pub fn add_errors(record: &mut Record, json: &Value, errors: Vec<FieldError>) {
    let is_bad = !record.bad_rows().is_empty();
    for error in errors {
        let (place, field, value) = cell_of_error(record, json, &error);
        // Without a cell it may only be the value of a bad cell that is missing.
        if !is_bad || place.column.is_some() {
            record.add_message(place, &field, &value, error.message, true);
        }
    }
}

/// The cell that an error in the JSON of the citation comes from, its field and what it shows.
fn cell_of_error(record: &Record, json: &Value, error: &FieldError) -> (Place, String, String) {
    let first = record.rows.first().copied().unwrap_or_default();
    let member: &str = error.field.split(['.', '[']).next().unwrap_or_default();
    let index =
        error.field.split_once('[').and_then(|(_, rest)| rest.split_once(']')?.0.parse::<usize>().ok());
    let mut place = Place { row: first, column: None };
    let (mut field, mut value) = (member.to_owned(), String::new());
    if matches!(member, "languages" | "revisionDates") {
        let lang = index.and_then(|n| json[member][n]["lang"].as_str()).unwrap_or_default();
        let part = error.field.rsplit('.').next().and_then(Part::from_name);
        let of_lang = |cell: &&PartCell| same_value(&cell.lang, lang);
        let cell = record.parts.iter().filter(of_lang).find(|cell| part.is_none_or(|part| cell.part == part));
        let listed = || record.dates.iter().find(|(other, ..)| same_value(other, lang));
        if let Some(cell) = cell {
            (place, value) = (cell.place, cell.shown.clone());
        } else if let Some((_, day, at)) = listed() {
            (place, value) = (*at, day.clone());
        }
        if let Some(part) = part {
            field = field_name(Target::Part(part), Some(lang).filter(|lang| !lang.is_empty()));
        }
    } else if member == "id" {
        if let Some((id, at)) = &record.id {
            (place, value) = (*at, id.clone());
        }
    } else if let Some(cell) = citation_fields()
        .named(member)
        .and_then(|field| record.fields.iter().find(|cell| cell.field == field))
    {
        (place, value) = (cell.place, cell.shown.clone());
    }
    (place, field, value)
}
