//! Writes planned imports of tables in transactions: in one go for the command, a few citations at a time in jobs,
//! which can also undo one.

use crate::domain::actor::Actor;
use crate::domain::citations::editing::{EarlierNames, earlier_citation};
use crate::domain::citations::saving::{self, new_citation_id};
use crate::domain::import_export::import::{Mode, id_error};
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::planner::{Planned, Planner, TableCatalogue};
use crate::model::accounts::Right;
use crate::model::audit::event::{Action, Outcome};
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::import::ImportState;
use crate::model::keys::{CitationKey, JobKey};
use crate::model::table_import::{ImportCounts, PreviewRow, RowAction, RowOutcome};
use crate::store::{ImportIds, ImportItem, ImportOutcomeMark, ReadTx, Saved, Store, WriteTx};
use crate::table::cells::TableFile;
use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Citations that are planned in one read transaction.
const BATCH: usize = 200;
/// Most citations of a write transaction.
const MAX_WRITTEN: usize = 1_000;
/// A transaction ends after the citation during which this time has passed: everybody else who writes waits for it.
const MAX_TRANSACTION: Duration = Duration::from_millis(500);
/// The pause after a transaction. Others try every 5 ms whether they can write.
const PAUSE: Duration = Duration::from_millis(20);
/// Why a citation is skipped.
const CHANGED_SINCE: &str = "It was changed since the preview.";
const CHANGED_SINCE_IMPORT: &str = "It was changed since the import.";

/// What happens while a table is imported.
pub enum TableEvent<'e> {
    /// What becomes of a citation, or a bad row. In the order of the file.
    Planned(&'e PreviewRow),
    /// How many citations have passed this state, and how many there are.
    Progress(ImportState, u64, u64),
}

/// The outcome of an import of a table.
#[derive(Debug, Default)]
pub struct TableReport {
    pub counts: ImportCounts,
    /// How many good citations lack something that the form requires.
    pub incomplete: u64,
    /// How many lack which field, by its label.
    pub missing: BTreeMap<String, u64>,
    /// Rows of the table, those that are left out aside.
    pub rows: u64,
    /// Whether anything was written.
    pub written: bool,
}

/// Imports a table in this mode, reporting to `observer` meanwhile.
pub fn import_table(
    store: &Store,
    file: &TableFile,
    layout: &Layout,
    catalogue: &TableCatalogue,
    (mode, duplicates): (Mode, RowAction),
    actor: &Actor,
    observer: &mut dyn FnMut(TableEvent<'_>),
) -> Result<TableReport> {
    actor.require(Right::EditCitations)?;
    let today = Day::from(clock::today());
    let planner = store.read(|db| Planner::new(db, file, layout, catalogue, duplicates, &[], today))?;
    let mut report = TableReport { rows: layout.rows.len() as u64, ..TableReport::default() };
    let ids = store.import_ids()?;
    check(store, &planner, &mut report, &ids, observer)?;
    report.written = match mode {
        Mode::DryRun => false,
        Mode::AllOrNothing => report.counts.bad == 0,
        Mode::SkipBad => true,
    };
    if !report.written {
        return Ok(report);
    }
    let mut written = 0;
    let result = write(store, &planner, &mut report, &ids, actor, &mut written, observer);
    let outcome = if result.is_ok() { Outcome::Ok } else { Outcome::Failed };
    let event = actor.event(Action::Import, "citations").with_detail(report.counts.to_string());
    let recorded = store.write(|db| db.append_audit(&event.with_outcome(outcome)));
    result.map_err(|error| after_writing(error, written))?;
    recorded?;
    Ok(report)
}

fn check(
    store: &Store,
    planner: &Planner<'_>,
    report: &mut TableReport,
    ids: &ImportIds,
    observer: &mut dyn FnMut(TableEvent<'_>),
) -> Result<()> {
    let total = planner.group_count();
    for first in (0..total).step_by(BATCH) {
        let last = (first + BATCH).min(total);
        let planned = store.read(|db| {
            let mut planned = Vec::new();
            for group in first..last {
                planned.extend(planner.plan(db, group)?);
            }
            Ok(planned)
        })?;
        for one in &planned {
            report.counts.add(one.row.outcome);
            count_missing(report, one);
            if let (RowOutcome::New, Some(id)) = (one.row.outcome, &one.row.id) {
                ids.record_id(id, one.row.row)?;
            }
            observer(TableEvent::Planned(&one.row));
        }
        observer(TableEvent::Progress(ImportState::Checking, last as u64, total as u64));
    }
    Ok(())
}

fn count_missing(report: &mut TableReport, planned: &Planned) {
    report.incomplete += u64::from(!planned.missing.is_empty());
    for label in &planned.missing {
        *report.missing.entry((*label).to_owned()).or_default() += 1;
    }
}

/// Writes what is good, planned again in its transaction: the catalogue may have changed.
fn write(
    store: &Store,
    planner: &Planner<'_>,
    report: &mut TableReport,
    ids: &ImportIds,
    actor: &Actor,
    written: &mut u64,
    observer: &mut dyn FnMut(TableEvent<'_>),
) -> Result<()> {
    let total = planner.group_count();
    let mut counts = ImportCounts::default();
    let mut next = 0;
    while next < total {
        let (last, of_batch) = store.write(|db| {
            let begun = Instant::now();
            let mut of_batch = ImportCounts::default();
            let mut last = next;
            while last < total
                && last - next < MAX_WRITTEN
                && (last == next || begun.elapsed() < MAX_TRANSACTION)
            {
                for planned in planner.plan(db, last)? {
                    of_batch.add(save(db, planned, ids, actor)?);
                }
                last += 1;
            }
            Ok((last, of_batch))
        })?;
        counts.new += of_batch.new;
        counts.changed += of_batch.changed;
        counts.unchanged += of_batch.unchanged;
        counts.bad += of_batch.bad;
        *written += of_batch.new + of_batch.changed;
        next = last;
        observer(TableEvent::Progress(ImportState::Writing, next as u64, total as u64));
        if next < total {
            sleep(PAUSE);
        }
    }
    report.counts = counts;
    Ok(())
}

/// Saves what was planned; returns what became of it.
fn save(db: &WriteTx<'_>, planned: Planned, ids: &ImportIds, actor: &Actor) -> Result<RowOutcome> {
    let Some(mut citation) = planned.citation else { return Ok(planned.row.outcome) };
    if citation.id.is_empty() {
        citation.id = new_citation_id();
    }
    Ok(match saving::save(db, &citation, Some(ids), actor)? {
        Saved::Added(_) => RowOutcome::New,
        Saved::Changed(_) => RowOutcome::Changed,
        Saved::Unchanged(_) => RowOutcome::Unchanged,
    })
}

/// An error that came after some transactions were committed.
fn after_writing(error: Error, written: u64) -> Error {
    match written {
        0 => error,
        _ => error
            .with_context(&format!("after {written} citations were written (the import can be repeated)")),
    }
}

/// Writes the next citations of a job, each as a version of its own, in one transaction with their marks.
pub(in crate::domain) fn run_batch(
    store: &Store,
    job: JobKey,
    batch: &[ImportItem],
    actor: &Actor,
) -> Result<()> {
    let ids = store.import_ids()?;
    store.write_unannounced(|db| {
        for item in batch {
            let mark = write_or_undo(db, item, &ids, actor)?;
            db.mark_import_row(job, item.position, &mark)?;
        }
        Ok(())
    })
}

fn write_or_undo(
    db: &WriteTx<'_>,
    item: &ImportItem,
    ids: &ImportIds,
    actor: &Actor,
) -> Result<ImportOutcomeMark> {
    let skip = |reason: &str| Ok(ImportOutcomeMark::Skipped(reason.to_owned()));
    let citation = match (&item.citation, &item.present, item.made) {
        (_, Some((key, _)), Some((version, added))) => {
            if db.present_version(*key)? != version {
                return skip(CHANGED_SINCE_IMPORT);
            }
            undone(db, *key, version, added)?
        }
        (Some(json), present, _) => {
            match present {
                Some((key, etag)) if saving::entity_tag(db, *key)? != *etag => return skip(CHANGED_SINCE),
                _ => {}
            }
            parse(&serde_json::from_str(json).map_err(|e| Error::internal("reading an import", e))?)
        }
        _ => Err("There is nothing to write.".into()),
    };
    let mut citation = match citation {
        Ok(citation) => citation,
        Err(reason) => return skip(&reason),
    };
    if item.present.is_none() {
        if citation.id.is_empty() {
            citation.id = new_citation_id();
        } else if db.citation_key(&citation.id)?.is_some() {
            return skip("A citation of this ID was added since the preview.");
        } else if let Some(reason) = id_error(db, &citation.id)? {
            return skip(&reason);
        }
    }
    let saved = match saving::save(db, &citation, Some(ids), actor) {
        Err(Error::Invalid(errors)) => {
            let texts: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            return skip(&texts.join(" "));
        }
        saved => saved?,
    };
    Ok(match saved {
        Saved::Unchanged(_) => ImportOutcomeMark::Unchanged,
        Saved::Added(key) => {
            ImportOutcomeMark::Written { key, added: true, version: db.present_version(key)? }
        }
        Saved::Changed(key) => {
            ImportOutcomeMark::Written { key, added: false, version: db.present_version(key)? }
        }
    })
}

fn parse(json: &serde_json::Value) -> std::result::Result<Citation, String> {
    citation_from_json(json, Completeness::Import, Dates::Stored)
        .map_err(|errors| Error::Invalid(errors).to_string())
}

/// The citation before an import changed it; one that the import added becomes obsolete.
fn undone(
    db: &ReadTx<'_>,
    key: CitationKey,
    version: u32,
    added: bool,
) -> Result<std::result::Result<Citation, String>> {
    if added {
        return Ok(Ok(Citation { obsolete: true, ..db.citation(key)? }));
    }
    Ok(match earlier_citation(db, key, version.saturating_sub(1), EarlierNames::Today) {
        Ok(Some(citation)) => Ok(Citation { id: db.citation_id(key)?, ..citation }),
        Ok(None) => Err("Its earlier version was not found.".into()),
        Err(error @ Error::Invalid(_)) => Err(error.to_string()),
        Err(error) => return Err(error),
    })
}
