//! Imports by steps, as the screen makes them: the file is stored, its columns are mapped, its preview is seen, then a
//! job writes it.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::saving::entity_tag;
use crate::domain::import_export::import_file::{ZIP, is_json_lines, read_table_text};
use crate::domain::import_export::tables::json_lines;
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::mapping::fitting;
use crate::domain::import_export::tables::mapping::{guess, with_mapping};
use crate::domain::import_export::tables::planner::{Planned, Planner, TableCatalogue};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, FieldError, Result};
use crate::model::job::Job;
use crate::model::keys::ChangeNumber;
use crate::model::table_import::Mapping;
use crate::model::table_import::{
    ImportDetails, ImportList, ImportPreview, ImportSheet, MAX_DECISIONS, PREVIEW_PAGE, RowAction,
    RowDecision, RowOutcome, RunRequest,
};
use crate::store::{NewImportRow, NewJobRow, ReadTx, StoredImport};
use crate::table::cells::TableFile;
use crate::table::read_table;
use std::time::Duration;

/// How long an import is stored after its last use.
const IMPORT_TTL: Duration = Duration::from_secs(7 * 24 * 3600);
/// Longest name of a file, in characters.
const MAX_NAME: usize = 200;
/// Citations that are planned in one read transaction.
const BATCH: usize = 200;
/// The format of JSON Lines.
const JSON_LINES: &str = "jsonl";

/// A file that is read again for each step.
pub(super) enum Content {
    JsonLines(Vec<u8>),
    Table(TableFile),
}

/// Reads a file by its content.
fn read_content(bytes: Vec<u8>) -> Result<Content> {
    let as_invalid = |error| match error {
        Error::Unreadable(why) => Error::invalid("file", why),
        other => other,
    };
    let unreadable = |why: String| Error::invalid("file", why);
    let unpacked = if bytes.starts_with(ZIP) {
        bytes
    } else if is_json_lines(&bytes[..]).map_err(unreadable)? == Some(true) {
        return Ok(Content::JsonLines(bytes));
    } else {
        read_table_text(&bytes[..]).map_err(unreadable)?
    };
    read_table(&unpacked).map(Content::Table).map_err(as_invalid)
}

fn details(id: &str, name: &str, file: &TableFile, layout: &Layout) -> ImportDetails {
    let sheet = |sheet: &crate::table::cells::Sheet| ImportSheet {
        name: sheet.name.clone(),
        rows: sheet.rows.len() as u64,
        hidden: sheet.is_hidden,
    };
    ImportDetails {
        id: id.to_owned(),
        name: name.to_owned(),
        format: file.format.name().to_owned(),
        encoding: file.encoding.map(str::to_owned),
        delimiter: file.delimiter.map(String::from),
        sheets: file.sheets.iter().map(sheet).collect(),
        mapping: Some(layout.mapping(file)),
        columns: layout.import_columns(&file.sheets[layout.sheet]),
        notices: file.notices.iter().chain(&layout.notices).cloned().collect(),
    }
}

fn json_lines_details(id: &str, name: &str) -> ImportDetails {
    ImportDetails {
        id: id.to_owned(),
        name: name.to_owned(),
        format: JSON_LINES.to_owned(),
        encoding: None,
        delimiter: None,
        sheets: Vec::new(),
        mapping: None,
        columns: Vec::new(),
        notices: Vec::new(),
    }
}

fn to_json(details: &ImportDetails) -> Result<String> {
    serde_json::to_string(details).map_err(|e| Error::internal("storing an import", e))
}

fn not_found() -> Error {
    Error::NotFound("The import was not found. It may have been deleted after 7 days.".into())
}

fn find(db: &ReadTx<'_>, id: &str, actor: &Actor) -> Result<StoredImport> {
    db.import(id, actor.user()?)?.ok_or_else(not_found)
}

/// Stores a file; its columns are guessed, or those of a saved mapping that fits.
pub fn add_import(app: &App, name: &str, bytes: Vec<u8>, actor: &Actor) -> Result<(ImportDetails, String)> {
    actor.require(Right::EditCitations)?;
    let owner = actor.user()?;
    let id = uuid::Uuid::now_v7().to_string();
    let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    let name = if name.trim().is_empty() { "file".to_owned() } else { name.trim().to_owned() };
    let content = read_content(bytes.clone())?;
    let details = match &content {
        Content::JsonLines(_) => json_lines_details(&id, &name),
        Content::Table(file) => {
            let (catalogue, saved) = app.store.read(|db| Ok((TableCatalogue::read(db)?, db.mappings()?)))?;
            let headers = catalogue.headers(&app.settings.hospital.item_number_label);
            let today = Day::from(clock::today());
            let layout = match fitting(&saved, file, &headers, today) {
                Some(layout) => layout,
                None => guess(file, &headers, today)?,
            };
            details(&id, &name, file, &layout)
        }
    };
    let json = to_json(&details)?;
    app.store.write(|db| {
        db.add_import(&id, owner, &name, &bytes, &json)?;
        db.append_audit(&actor.event(Action::ImportAdd, format!("import/{id}")).with_detail(name.clone()))
    })?;
    Ok((details, "1".to_owned()))
}

/// The imports of the caller.
pub fn imports(app: &App, actor: &Actor) -> Result<ImportList> {
    actor.require(Right::EditCitations)?;
    let owner = actor.user()?;
    let imports = app.store.read(|db| db.imports(owner))?;
    Ok(ImportList { found: imports.len(), imports })
}

/// An import of the caller, with its tag.
pub fn import(app: &App, id: &str, actor: &Actor) -> Result<(ImportDetails, String)> {
    actor.require(Right::EditCitations)?;
    let stored = app.store.read(|db| find(db, id, actor))?;
    app.store.write(|db| db.touch_import(stored.key))?;
    shown(&stored)
}

fn shown(stored: &StoredImport) -> Result<(ImportDetails, String)> {
    let details =
        serde_json::from_str(&stored.details).map_err(|e| Error::internal("reading an import", e))?;
    Ok((details, stored.version.to_string()))
}

/// Deletes an import of the caller.
pub fn delete_import(app: &App, id: &str, actor: &Actor) -> Result<()> {
    actor.require(Right::EditCitations)?;
    app.store.write(|db| {
        let stored = find(db, id, actor)?;
        db.delete_import(stored.key)?;
        db.append_audit(&actor.event(Action::ImportDelete, format!("import/{id}")))
    })
}

/// Changes the mapping of an import, when it is as the caller expects.
pub fn map_import(
    app: &App,
    id: &str,
    mapping: &Mapping,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<(ImportDetails, String)> {
    actor.require(Right::EditCitations)?;
    let (stored, content) = read(app, id, actor)?;
    if !precondition.is_met_by(&stored.version.to_string()) {
        return Err(Error::Stale("The mapping of this import was changed since you read it.".into()));
    }
    if stored.job.is_some() {
        return Err(Error::Conflict("This import was started already.".into()));
    }
    let Content::Table(file) = content else {
        return Err(Error::invalid("mapping", "JSON Lines have no columns to map."));
    };
    let catalogue = app.store.read(TableCatalogue::read)?;
    let headers = catalogue.headers(&app.settings.hospital.item_number_label);
    let layout = with_mapping(&file, mapping, &headers, Day::from(clock::today()))?;
    let changed = to_json(&details(id, &stored.name, &file, &layout))?;
    let after = app.store.write(|db| {
        let now = find(db, id, actor)?;
        if now.version != stored.version {
            return Err(Error::Stale("The mapping of this import was changed meanwhile.".into()));
        }
        db.change_import(now.key, &changed)?;
        db.append_audit(&actor.event(Action::ImportChange, format!("import/{id}")))?;
        find(db, id, actor)
    })?;
    shown(&after)
}

fn read(app: &App, id: &str, actor: &Actor) -> Result<(StoredImport, Content)> {
    let (stored, bytes) = app.store.read(|db| {
        let stored = find(db, id, actor)?;
        let bytes = db.import_content(stored.key)?;
        Ok((stored, bytes))
    })?;
    Ok((stored, read_content(bytes)?))
}

fn preview_tag(stored: &StoredImport, change: ChangeNumber) -> String {
    format!("{}.{change}", stored.version)
}

/// A page of what an import will do. It is planned again for the first page if the catalogue or the mapping has changed.
pub fn preview(app: &App, id: &str, start: usize, actor: &Actor) -> Result<(ImportPreview, String)> {
    actor.require(Right::EditCitations)?;
    let (stored, change) = app.store.read(|db| Ok((find(db, id, actor)?, db.latest_change()?)))?;
    let is_fresh = match stored.preview {
        Some((version, seen)) => {
            version == stored.version && (start > 0 || stored.job.is_some() || seen == change)
        }
        None => false,
    };
    let change = match stored.preview {
        Some((_, seen)) if is_fresh => seen,
        _ => {
            plan(app, id, &stored, change, actor)?;
            change
        }
    };
    app.store.read(|db| {
        let (counts, found) = db.preview_counts(stored.key)?;
        let rows = db.preview_rows(stored.key, start, PREVIEW_PAGE)?;
        Ok((ImportPreview { counts, found, rows }, preview_tag(&stored, change)))
    })
}

/// Plans an import and stores the rows of its preview.
fn plan(app: &App, id: &str, stored: &StoredImport, change: ChangeNumber, actor: &Actor) -> Result<()> {
    let (_, content) = read(app, id, actor)?;
    let mut bad = Vec::new();
    let mut others = Vec::new();
    each_planned(app, &content, stored, &[], None, &mut |row| {
        if row.row.outcome == RowOutcome::Bad { bad.push(row) } else { others.push(row) }
    })?;
    bad.append(&mut others);
    app.store.write(|db| {
        db.clear_preview(stored.key)?;
        db.add_preview_rows(stored.key, 0, &bad)?;
        db.finish_preview(stored.key, stored.version, change)
    })
}

fn new_row(db: &ReadTx<'_>, planned: Planned) -> Result<NewImportRow> {
    let citation = planned.citation.map(|citation| serde_json::to_string(&citation.as_stored()));
    let citation = citation.transpose().map_err(|e| Error::internal("planning an import", e))?;
    let present = match planned.key {
        Some(key) => Some((key, entity_tag(db, key)?)),
        None => None,
    };
    Ok(NewImportRow { row: planned.row, citation, present })
}

/// Plans the rows of an import; with `only`, those of the citations whose first rows it names.
fn each_planned(
    app: &App,
    content: &Content,
    stored: &StoredImport,
    decisions: &[RowDecision],
    only: Option<&[u64]>,
    each: &mut dyn FnMut(NewImportRow),
) -> Result<()> {
    let today = Day::from(clock::today());
    let file = match content {
        Content::JsonLines(bytes) => {
            return json_lines::each_planned(&app.store, bytes, today, &mut |db, planned| {
                each(new_row(db, planned)?);
                Ok(())
            });
        }
        Content::Table(file) => file,
    };
    let catalogue = app.store.read(TableCatalogue::read)?;
    let (details, _) = shown(stored)?;
    let headers = catalogue.headers(&app.settings.hospital.item_number_label);
    let layout = with_mapping(file, &details.mapping.unwrap_or_default(), &headers, today)?;
    let planner = app
        .store
        .read(|db| Planner::new(db, file, &layout, &catalogue, RowAction::Update, decisions, today))?;
    let groups: Vec<usize> = match only {
        Some(rows) => rows.iter().filter_map(|row| planner.group_of(*row)).collect(),
        None => (0..planner.group_count()).collect(),
    };
    for batch in groups.chunks(BATCH) {
        app.store.read(|db| {
            for group in batch {
                for planned in planner.plan(db, *group)? {
                    each(new_row(db, planned)?);
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Starts an import: a job writes what its preview has shown.
pub fn run_import(
    app: &App,
    id: &str,
    request: &RunRequest,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<Job> {
    actor.require(Right::EditCitations)?;
    let (stored, content) = read(app, id, actor)?;
    if stored.job.is_some() {
        return Err(Error::Conflict("This import was started already.".into()));
    }
    let seen = match stored.preview {
        Some((version, seen)) if version == stored.version => seen,
        _ => return Err(Error::Stale("The preview has to be seen first: the mapping was changed.".into())),
    };
    if !precondition.is_met_by(&preview_tag(&stored, seen)) {
        return Err(Error::Stale("The preview was made again since you saw it.".into()));
    }
    let mut rows = rows_to_write(app, &content, &stored, request, seen)?;
    let job_id = uuid::Uuid::now_v7().to_string();
    let added = request.decisions.iter().filter(|decision| decision.action == RowAction::Add);
    let added: Vec<u64> = added.map(|decision| decision.row).collect();
    let job = app.store.write(|db| {
        let now = find(db, id, actor)?;
        if now.job.is_some() {
            return Err(Error::Conflict("This import was started already.".into()));
        }
        if now.version != stored.version {
            return Err(Error::Stale("The mapping of this import was changed meanwhile.".into()));
        }
        let catalogue = TableCatalogue::read(db)?;
        let is_table = matches!(content, Content::Table(_));
        for row in
            rows.iter_mut().filter(|row| is_table && row.present.is_none() && !added.contains(&row.row))
        {
            row.reason = catalogue.added_since(db, &row.citation, seen)?;
        }
        db.add_import_job(&job_id, (now.key, &now.name), &rows, actor.editor())?;
        db.touch_import(now.key)?;
        actor.record_job(db, &job_id, format!("import/{id}"))?;
        db.job(&job_id)?.ok_or_else(|| Error::internal("adding a job", "it was not found"))
    })?;
    app.background.job_added.notify_one();
    Ok(job)
}

/// What an import writes: what its preview has shown, and what was decided instead.
///
/// # Errors
/// [`Error::Invalid`] if rows are bad that are not to be skipped, or a decision makes no sense.
fn rows_to_write(
    app: &App,
    content: &Content,
    stored: &StoredImport,
    request: &RunRequest,
    seen: ChangeNumber,
) -> Result<Vec<NewJobRow>> {
    let (decided, covered) = decide(app, content, stored, request, seen)?;
    let (planned, bad) =
        app.store.read(|db| Ok((db.rows_to_write(stored.key)?, db.bad_rows(stored.key)?)))?;
    let still_bad = bad.iter().filter(|row| !covered.contains(row)).count()
        + decided.iter().filter(|row| row.row.outcome == RowOutcome::Bad).count();
    if still_bad > 0 && !request.skip_bad {
        let noun = if still_bad == 1 { "row is" } else { "rows are" };
        return Err(Error::invalid(
            "skipBad",
            format!("{still_bad} {noun} bad. Correct them, or skip them."),
        ));
    }
    let mut rows: Vec<NewJobRow> = planned
        .into_iter()
        .filter(|(row, ..)| !covered.contains(row))
        .map(|(row, citation, present)| NewJobRow { row, citation, present, reason: None })
        .collect();
    for row in decided {
        if let Some(citation) = row.citation {
            rows.push(NewJobRow { row: row.row.row, citation, present: row.present, reason: None });
        }
    }
    rows.sort_by_key(|row| row.row);
    Ok(rows)
}

/// The rows of the decisions, planned as decided, and the numbers of all rows that this replaces.
fn decide(
    app: &App,
    content: &Content,
    stored: &StoredImport,
    request: &RunRequest,
    seen: ChangeNumber,
) -> Result<(Vec<NewImportRow>, Vec<u64>)> {
    if request.decisions.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    if request.decisions.len() > MAX_DECISIONS {
        return Err(Error::invalid("decisions", format!("At most {MAX_DECISIONS} decisions are allowed.")));
    }
    let Content::Table(file) = content else {
        return Err(Error::invalid("decisions", "JSON Lines take no decisions."));
    };
    let today = Day::from(clock::today());
    let catalogue = app.store.read(TableCatalogue::read)?;
    let (details, _) = shown(stored)?;
    let headers = catalogue.headers(&app.settings.hospital.item_number_label);
    let layout = with_mapping(file, &details.mapping.unwrap_or_default(), &headers, today)?;
    let mut errors = Vec::new();
    let covered = app.store.read(|db| {
        let planner =
            Planner::new(db, file, &layout, &catalogue, RowAction::Update, &request.decisions, today)?;
        let mut covered = Vec::new();
        for (n, decision) in request.decisions.iter().enumerate() {
            let Some(ids) = planner.ids_allowed(db, decision)? else {
                errors.push(FieldError::new(format!("decisions[{n}].row"), "The preview has no such row."));
                continue;
            };
            let is_allowed = match (&decision.id, decision.action) {
                (Some(id), RowAction::Update) => ids.contains(id),
                _ => true,
            };
            if !is_allowed {
                let message = "The row fits no citation of this ID.";
                errors.push(FieldError::new(format!("decisions[{n}].id"), message));
            }
            covered.extend(planner.rows_with(decision.row));
        }
        Ok(covered)
    })?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let rows: Vec<u64> = request.decisions.iter().map(|decision| decision.row).collect();
    let mut decided = Vec::new();
    each_planned(app, content, stored, &request.decisions, Some(&rows), &mut |row| decided.push(row))?;
    forget_changed(app, &mut decided, seen)?;
    Ok((decided, covered))
}

/// Takes the ETags of citations that were changed since the preview: the job skips them.
fn forget_changed(app: &App, decided: &mut [NewImportRow], seen: ChangeNumber) -> Result<()> {
    app.store.read(|db| {
        for row in decided {
            if let Some((key, etag)) = &mut row.present
                && db.citation_change(*key)? > seen
            {
                etag.clear();
            }
        }
        Ok(())
    })
}

/// Deletes imports that nobody has used for so long.
pub fn delete_old_imports(app: &App) -> Result<()> {
    let before = format!("{:.3}", clock::now() - IMPORT_TTL);
    app.store.write(|db| db.delete_old_imports(&before))
}
