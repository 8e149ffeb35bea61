//! JSON Lines, planned as the rows of a table are: a record replaces its citation.

use crate::domain::import_export::import::{file_errors, id_error, parse_record};
use crate::domain::import_export::tables::planner::Planned;
use crate::domain::import_export::tables::written;
use crate::import_export::json_lines::RawRecord;
use crate::import_export::records;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::table_import::{CellMessage, PreviewRow, RowAction, RowOutcome};
use crate::store::{ReadTx, Store, WouldSave};
use std::collections::HashMap;

/// Largest text, unpacked.
const MAX_TEXT: u64 = 512 << 20;
/// Most records of a file.
const MAX_RECORDS: usize = 200_000;
/// Records that are planned in one read transaction.
const BATCH: usize = 200;

fn all_records(bytes: &[u8]) -> Result<impl Iterator<Item = Result<RawRecord>> + '_> {
    let records = records(bytes, MAX_TEXT).map_err(Error::Unreadable)?;
    Ok(records.map(|record| record.map_err(Error::Unreadable)))
}

/// Calls `each` with what becomes of every record.
pub fn each_planned(
    store: &Store,
    bytes: &[u8],
    today: Day,
    each: &mut dyn FnMut(&ReadTx<'_>, Planned) -> Result<()>,
) -> Result<()> {
    let mut last: HashMap<String, u64> = HashMap::new();
    for (n, record) in all_records(bytes)?.enumerate() {
        if n >= MAX_RECORDS {
            return Err(Error::invalid("file", format!("The file holds more than {MAX_RECORDS} records.")));
        }
        let record = record?;
        let id = record.json.as_ref().ok().and_then(|json| json.get("id")?.as_str()).unwrap_or_default();
        if !id.is_empty() {
            last.insert(id.to_owned(), record.line);
        }
    }
    let mut records = all_records(bytes)?;
    loop {
        let batch: Vec<RawRecord> = records.by_ref().take(BATCH).collect::<Result<_>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        store.read(|db| {
            for record in &batch {
                let planned = plan(db, record, &last, today)?;
                each(db, planned)?;
            }
            Ok(())
        })?;
    }
}

fn plan(db: &ReadTx<'_>, record: &RawRecord, last: &HashMap<String, u64>, today: Day) -> Result<Planned> {
    let text = |member: &str| {
        let json = record.json.as_ref().ok();
        json.and_then(|json| json.get(member)?.as_str()).unwrap_or_default().to_owned()
    };
    let (id, title) = (text("id"), text("title"));
    if last.get(&id).is_some_and(|last| *last != record.line) {
        let message = "A later record has the same ID and counts instead.".to_owned();
        return Ok(outcome(record, &id, &title, RowOutcome::Skipped, vec![message]));
    }
    let (citation, notices) = match parse_record(db, record, today)? {
        Ok(parsed) => parsed,
        Err(errors) => return Ok(outcome(record, &id, &title, RowOutcome::Bad, errors)),
    };
    let mut errors: Vec<String> = id_error(db, &citation.id)?.into_iter().collect();
    errors.extend(file_errors(db, &citation)?);
    if !errors.is_empty() {
        return Ok(outcome(record, &id, &title, RowOutcome::Bad, errors));
    }
    let key = db.citation_key(&citation.id)?;
    let present = key.map(|key| db.citation(key)).transpose()?;
    let found = match db.would_save(&citation)? {
        WouldSave::Added => RowOutcome::New,
        WouldSave::Changed => RowOutcome::Changed,
        WouldSave::Unchanged => RowOutcome::Unchanged,
    };
    let mut planned = outcome(record, &id, &citation.title, found, notices);
    planned.key = key;
    planned.missing = citation.missing_required().into_iter().map(|(_, label)| label).collect();
    if found != RowOutcome::Unchanged {
        planned.row.changes = written::differences(present.as_ref(), &citation);
        planned.citation = Some(citation);
    }
    Ok(planned)
}

fn outcome(record: &RawRecord, id: &str, title: &str, outcome: RowOutcome, messages: Vec<String>) -> Planned {
    let bad = outcome == RowOutcome::Bad;
    let cell = |message: String| {
        let (field, rest) = match message.split_once(": ") {
            Some((field, rest)) if !field.contains(' ') => (field.to_owned(), rest.to_owned()),
            _ => (String::new(), message.clone()),
        };
        CellMessage { cell: String::new(), field, value: String::new(), message: rest, bad }
    };
    let row = PreviewRow {
        row: record.line,
        outcome,
        id: Some(id.to_owned()).filter(|id| !id.is_empty()),
        title: title.chars().take(300).collect(),
        changes: Vec::new(),
        cells: messages.into_iter().take(20).map(cell).collect(),
        likely: Vec::new(),
        proposal: match outcome {
            RowOutcome::New => Some(RowAction::Add),
            RowOutcome::Changed | RowOutcome::Unchanged => Some(RowAction::Update),
            RowOutcome::Skipped => Some(RowAction::Skip),
            RowOutcome::Bad => None,
        },
    };
    Planned { row, citation: None, key: None, missing: Vec::new() }
}
