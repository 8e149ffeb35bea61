//! Applies what a person says about columns: a mapping of the screen, which can be saved under a name, or the options
//! of the command.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::import_export::tables::columns::Column;
use crate::domain::import_export::tables::headers::Headers;
use crate::domain::import_export::tables::languages::fold_words;
use crate::domain::import_export::tables::layout::{Constant, Layout, field_name, guess_layout, sheet_index};
use crate::domain::import_export::tables::targets::{Part, Target};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::normalize_value;
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::table_import::{
    DateOrder, MAX_COLUMNS, MAX_MAPPING_NAME, MappedColumn, Mapping, MappingDraft, MappingList, SavedMapping,
};
use crate::table::cells::{Sheet, TableFile};

/// Longest separator of lists, in characters.
const MAX_SPLIT: usize = 10;
/// Most saved mappings.
const MAX_MAPPINGS: usize = 500;

/// What the command says about columns; each is a header, else a letter.
#[derive(Debug, Clone, Default)]
pub struct TableOptions {
    pub sheet: Option<String>,
    pub header_row: Option<u32>,
    pub key: Option<String>,
    pub ignore: Vec<String>,
    /// A field, with `@` and a language for a version, and a column.
    pub map: Vec<(String, String)>,
    pub constants: Vec<(String, String)>,
    pub dates: Vec<(String, DateOrder)>,
    pub split: Vec<(String, String)>,
}

/// A field and its language.
pub type Field = (Target, Option<String>);

/// The layout by headers alone.
pub fn guess(file: &TableFile, headers: &Headers<'_>, today: Day) -> Result<Layout> {
    with_options(file, &TableOptions::default(), headers, today)
}

/// The layout by headers and options. Options that name no column or field are errors of the command.
pub fn with_options(
    file: &TableFile,
    options: &TableOptions,
    headers: &Headers<'_>,
    today: Day,
) -> Result<Layout> {
    let Some(index) = sheet_index(file, options.sheet.as_deref()) else {
        let names: Vec<&str> = file.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        let wanted = options.sheet.as_deref().unwrap_or_default();
        return Err(Error::Unreadable(format!(
            "there is no sheet '{wanted}'; there are: {}",
            names.join(", ")
        )));
    };
    let sheet = &file.sheets[index];
    check_header_row(sheet, options.header_row).map_err(Error::Unreadable)?;
    let mut layout = guess_layout(index, sheet, options.header_row, headers);
    for name in &options.ignore {
        let n = find_column(&layout, name)?;
        release(&mut layout, n, "Ignored.");
    }
    for (field, name) in &options.map {
        let (target, lang) = parse_field(field, headers).map_err(Error::Unreadable)?;
        let n = find_column(&layout, name)?;
        assign(&mut layout, n, target, lang);
    }
    for (name, order) in &options.dates {
        let n = find_column(&layout, name)?;
        layout.columns[n].chosen_dates = Some(*order);
    }
    for (name, separator) in &options.split {
        let n = find_column(&layout, name)?;
        layout.columns[n].split = Some(separator.clone());
    }
    for (field, value) in &options.constants {
        let (target, lang) = parse_field(field, headers).map_err(Error::Unreadable)?;
        layout.constants.push(Constant { target, lang, value: value.clone() });
    }
    if let Some(name) = &options.key {
        let n = find_column(&layout, name)?;
        layout.key = Some(layout.columns[n].index);
    }
    resolve_conflicts(&mut layout, headers);
    Ok(layout.settle(file, today))
}

/// Takes a column out of the conflicts that it is in.
fn release(layout: &mut Layout, n: usize, reason: &str) {
    let column = &mut layout.columns[n];
    column.target = None;
    column.lang = None;
    column.is_computed = false;
    column.reason = reason.to_owned();
    let index = column.index;
    for (_, columns) in &mut layout.conflicts {
        columns.retain(|other| *other != index);
    }
}

/// Gives a column to a field; another column that was thought to hold it loses it.
fn assign(layout: &mut Layout, n: usize, target: Target, lang: Option<String>) {
    release(layout, n, "");
    let name = field_name(target, lang.as_deref());
    layout.conflicts.retain(|(field, _)| *field != name);
    for other in layout.columns.iter_mut().filter(|c| c.target == Some(target) && c.lang == lang) {
        other.target = None;
        other.lang = None;
        other.reason = format!("Another column was chosen for {name}.");
    }
    let column = &mut layout.columns[n];
    column.target = Some(target);
    column.lang = lang;
    column.reason = "Chosen.".into();
}

/// A conflict that options have left one column of is none: that column gets its field back.
fn resolve_conflicts(layout: &mut Layout, headers: &Headers<'_>) {
    for (name, columns) in std::mem::take(&mut layout.conflicts) {
        match columns[..] {
            [] => {}
            [index] => {
                let Some(n) = layout.columns.iter().position(|column| column.index == index) else {
                    continue;
                };
                if let Ok((target, lang)) = parse_field(&name, headers) {
                    assign(layout, n, target, lang);
                    layout.columns[n].reason = "The other columns that fit it are ignored.".into();
                }
            }
            _ => layout.conflicts.push((name, columns)),
        }
    }
}

/// The position of the column with this header, else with one of the same words, else of this letter.
fn find_column(layout: &Layout, name: &str) -> Result<usize> {
    let wanted = fold_words(name);
    let columns: Vec<(usize, &Column)> = layout.columns.iter().enumerate().collect();
    let has_header = |column: &&(usize, &Column)| column.1.header.trim() == name.trim();
    let has_words = |column: &&(usize, &Column)| !wanted.is_empty() && fold_words(&column.1.header) == wanted;
    let mut found: Vec<_> = columns.iter().filter(has_header).collect();
    if found.is_empty() || name.trim().is_empty() {
        found = columns.iter().filter(has_words).collect();
    }
    match found[..] {
        [(n, _)] => return Ok(*n),
        [] => {}
        _ => {
            let letters: Vec<String> = found.iter().map(|(_, column)| column.letter()).collect();
            let message =
                format!("several columns have the header '{name}': {}; use a letter", letters.join(", "));
            return Err(Error::Unreadable(message));
        }
    }
    let letter = name.trim().to_uppercase();
    let found = columns.iter().find(|(_, column)| column.letter() == letter);
    found.map(|(n, _)| *n).ok_or_else(|| Error::Unreadable(format!("there is no column '{name}'")))
}

/// Reads `url@Spanish`, `keywords`.
pub fn parse_field(text: &str, headers: &Headers<'_>) -> Result<Field, String> {
    let (name, lang) = match text.split_once('@') {
        Some((name, lang)) => (name.trim(), Some(lang.trim())),
        None => (text.trim(), None),
    };
    let target = Target::from_name(name).or_else(|| headers.field(name));
    let target = target.ok_or_else(|| format!("there is no field '{name}'"))?;
    let Some(lang) = lang else {
        return match target {
            Target::Part(Part::Whole) => Err("the field 'version' needs a language: version@LANGUAGE".into()),
            _ => Ok((target, None)),
        };
    };
    let target = target.in_language().ok_or_else(|| format!("the field '{name}' has no languages"))?;
    if lang.is_empty() {
        return Err(format!("'{text}' names no language"));
    }
    Ok((target, Some(headers.languages.value_or_text(lang))))
}

fn check_header_row(sheet: &Sheet, row: Option<u32>) -> Result<(), String> {
    match row {
        Some(number) if !sheet.rows.iter().any(|row| row.number == number) => {
            Err(format!("there is nothing in row {number}"))
        }
        _ => Ok(()),
    }
}

/// The layout of a mapping, as the screen sends it.
pub fn with_mapping(
    file: &TableFile,
    mapping: &Mapping,
    headers: &Headers<'_>,
    today: Day,
) -> Result<Layout> {
    let invalid = |field: &str, message: &str| Err(Error::invalid(field, message));
    let Some(index) = sheet_index(file, mapping.sheet.as_deref()) else {
        return invalid("mapping.sheet", "The file has no such sheet.");
    };
    let sheet = &file.sheets[index];
    if check_header_row(sheet, mapping.header_row).is_err() {
        return invalid("mapping.headerRow", "The sheet has nothing in this row.");
    }
    if mapping.columns.len() > MAX_COLUMNS {
        return invalid("mapping.columns", "At most 1,000 columns are allowed.");
    }
    let mut layout = guess_layout(index, sheet, mapping.header_row, headers);
    let mut errors = Vec::new();
    if !mapping.columns.is_empty() {
        take_columns(&mut layout, mapping, headers, &mut errors);
    }
    for (field, value) in &mapping.constants {
        match parse_field(field, headers) {
            Ok((target, lang)) => layout.constants.push(Constant { target, lang, value: value.clone() }),
            Err(why) => errors.push(FieldError::new(format!("mapping.constants.{field}"), sentence(&why))),
        }
    }
    if let Some(key) = mapping.key.as_deref().filter(|key| !key.is_empty()) {
        match layout.columns.iter().find(|column| column.letter() == key.to_uppercase()) {
            Some(column) => layout.key = Some(column.index),
            None => errors.push(FieldError::new("mapping.key", "The sheet has no such column.")),
        }
    }
    if errors.is_empty() { Ok(layout.settle(file, today)) } else { Err(Error::Invalid(errors)) }
}

fn take_columns(layout: &mut Layout, mapping: &Mapping, headers: &Headers<'_>, errors: &mut Vec<FieldError>) {
    let guessed = std::mem::take(&mut layout.conflicts);
    let asked: Vec<u32> = guessed.into_iter().flat_map(|(_, columns)| columns).collect();
    for column in &mut layout.columns {
        let is_named = mapping.columns.iter().any(|mapped| mapped.column.to_uppercase() == column.letter());
        if !is_named {
            (column.target, column.lang) = (None, None);
            if !column.is_computed && !asked.contains(&column.index) {
                column.reason = "Not mapped.".into();
            }
        }
    }
    let mut taken: Vec<Field> = Vec::new();
    for (n, mapped) in mapping.columns.iter().enumerate() {
        let at = |part: &str| format!("mapping.columns[{n}].{part}");
        let letter = mapped.column.to_uppercase();
        let Some(position) = layout.columns.iter().position(|column| column.letter() == letter) else {
            errors.push(FieldError::new(at("column"), "The sheet has no such column."));
            continue;
        };
        let column = &mut layout.columns[position];
        if mapped.split.as_ref().is_some_and(|split| split.chars().count() > MAX_SPLIT) {
            errors.push(FieldError::new(at("split"), "A separator has at most 10 characters."));
        }
        column.split = mapped.split.clone().filter(|split| !split.is_empty());
        column.chosen_dates = mapped.dates;
        let (guess, guessed_lang) = (column.target, column.lang.clone());
        match mapped_field(mapped, headers) {
            Err((part, message)) => errors.push(FieldError::new(at(part), message)),
            Ok(None) => {
                (column.target, column.lang) = (None, None);
                if guess.is_some() {
                    column.reason = "Not imported.".into();
                }
            }
            Ok(Some((target, lang))) => {
                if taken.contains(&(target, lang.clone())) {
                    let name = field_name(target, lang.as_deref());
                    errors.push(FieldError::new(at("field"), format!("Another column is mapped to {name}.")));
                }
                if (guess, &guessed_lang) != (Some(target), &lang) {
                    column.reason = "Chosen.".into();
                    column.is_computed = false;
                }
                taken.push((target, lang.clone()));
                (column.target, column.lang) = (Some(target), lang);
            }
        }
    }
}

/// The field of a mapped column, or which part of it is wrong.
fn mapped_field(
    mapped: &MappedColumn,
    headers: &Headers<'_>,
) -> Result<Option<Field>, (&'static str, String)> {
    let Some(name) = mapped.field.as_deref().filter(|name| !name.is_empty()) else { return Ok(None) };
    let text = match mapped.lang.as_deref().filter(|lang| !lang.trim().is_empty()) {
        Some(lang) => format!("{name}@{lang}"),
        None => name.to_owned(),
    };
    if Target::from_name(name).is_none() {
        return Err(("field", format!("There is no field '{name}'.")));
    }
    parse_field(&text, headers).map(Some).map_err(|why| ("lang", sentence(&why)))
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), characters.as_str()))
}

/// The saved mappings, by name.
pub fn mappings(app: &App, actor: &Actor) -> Result<MappingList> {
    actor.require(Right::EditCitations)?;
    let mappings = app.store.read(|db| db.mappings())?;
    Ok(MappingList { found: mappings.len(), mappings })
}

/// Saves a mapping under a new name.
pub fn add_mapping(app: &App, draft: MappingDraft, actor: &Actor) -> Result<SavedMapping> {
    save(app, None, draft, actor)
}

/// Replaces a saved mapping.
pub fn replace_mapping(app: &App, id: &str, draft: MappingDraft, actor: &Actor) -> Result<SavedMapping> {
    save(app, Some(id), draft, actor)
}

fn save(app: &App, id: Option<&str>, draft: MappingDraft, actor: &Actor) -> Result<SavedMapping> {
    actor.require(Right::EditCitations)?;
    let name = normalize_value(&draft.name);
    if name.is_empty() || name.chars().count() > MAX_MAPPING_NAME {
        return Err(Error::invalid("name", format!("Expected 1 to {MAX_MAPPING_NAME} characters.")));
    }
    let new = uuid::Uuid::now_v7().to_string();
    app.store.write(|db| {
        let known = db.mappings()?;
        if id.is_some_and(|id| !known.iter().any(|one| one.id == id)) {
            return Err(not_found());
        }
        if id.is_none() && known.len() >= MAX_MAPPINGS {
            return Err(Error::invalid("name", format!("There are {MAX_MAPPINGS} mappings already.")));
        }
        let id = id.unwrap_or(&new);
        db.save_mapping(id, &name, &draft.mapping)?;
        let event = actor.event(Action::ImportChange, format!("mapping/{id}")).with_detail(name.clone());
        db.append_audit(&event)?;
        Ok(SavedMapping { id: id.to_owned(), name: name.clone(), mapping: draft.mapping.clone() })
    })
}

/// Deletes a saved mapping.
pub fn delete_mapping(app: &App, id: &str, actor: &Actor) -> Result<()> {
    actor.require(Right::EditCitations)?;
    app.store.write(|db| {
        if !db.delete_mapping(id)? {
            return Err(not_found());
        }
        db.append_audit(&actor.event(Action::ImportDelete, format!("mapping/{id}")))
    })
}

fn not_found() -> Error {
    Error::NotFound("The mapping was not found.".into())
}

/// The layout of the saved mapping whose headers are those of a file, in its order; the newest of several.
pub fn fitting(
    saved: &[SavedMapping],
    file: &TableFile,
    headers: &Headers<'_>,
    today: Day,
) -> Option<Layout> {
    saved.iter().rev().find_map(|saved| {
        let mapping = &saved.mapping;
        // The sheet of another file may have another name, its headers another row.
        let here = Mapping { sheet: None, header_row: None, ..mapping.clone() };
        let plain = guess(file, headers, today).ok()?;
        let has_header = |column: &crate::model::table_import::MappedColumn| {
            let found = plain.columns.iter().find(|found| found.letter() == column.column.to_uppercase());
            found.is_some_and(|found| fold_words(&found.header) == fold_words(&column.header))
        };
        let fits = !mapping.columns.is_empty()
            && mapping.columns.len() == plain.columns.len()
            && mapping.columns.iter().all(has_header);
        let mut layout = with_mapping(file, &here, headers, today).ok().filter(|_| fits)?;
        for column in &mut layout.columns {
            column.reason = format!("From the mapping '{}'.", saved.name);
        }
        Some(layout)
    })
}
