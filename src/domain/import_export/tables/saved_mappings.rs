//! Mappings that administrators save under a name and use for the next file.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::import_export::tables::headers::Headers;
use crate::domain::import_export::tables::languages::fold_words;
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::mapping::{guessed, with_mapping};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::normalize_value;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::table_import::{MAX_MAPPING_NAME, Mapping, MappingDraft, MappingList, SavedMapping};
use crate::table::cells::TableFile;

/// Most saved mappings.
const MAX_MAPPINGS: usize = 500;

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
        let plain = guessed(file, headers, today).ok()?;
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
