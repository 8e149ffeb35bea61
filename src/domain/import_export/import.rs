//! Imports whole catalogues by the command.
//!
//! A file is read twice: once to check every record, once to write the good ones or, in a dry run, to compare them with
//! the catalogue. Only the second pass takes write transactions, of at most 1,000 records and half a second each, and memory
//! holds the records of one of them.

use crate::domain::actor::Actor;
use crate::domain::citations::file_references::{self, Withdrawn};
use crate::domain::citations::saving;
use crate::domain::citations::saving::new_citation_id;
use crate::domain::import_export::import_file::{ImportFile, ImportFiles};
use crate::import_export::json_lines::RawRecord;
use crate::model::accounts::Right;
use crate::model::audit::event::{Action, AuditEvent, Outcome};
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::import::{ImportOutcome, ImportReport, ImportRow, ImportState};
use crate::model::text::count_with_noun;
use crate::store::{ImportIds, ReadTx, Saved, Store, WouldSave, WriteTx};
use serde_json::Value;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The citation of a record with notices, or its errors.
type ParsedRecord = Result<(Citation, Vec<String>), Vec<String>>;

/// Maximum number of records per transaction.
const BATCH: usize = 1_000;
/// Maximum number of bytes read per transaction.
const BATCH_BYTES: usize = 8 << 20;
/// A transaction ends after the record during which this time has passed: everybody else who writes waits for it.
const MAX_TRANSACTION: Duration = Duration::from_millis(500);
/// The pause after a transaction that has ended early. Others try every 5 ms whether they can write.
const PAUSE: Duration = Duration::from_millis(20);

/// What to do with the records of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Check everything, write nothing.
    DryRun,
    /// Write only if every record is valid.
    AllOrNothing,
    /// Write the valid ones.
    SkipBad,
}

/// What happens while a file is imported.
#[derive(Debug)]
pub enum Event<'e> {
    /// A record is invalid.
    Refused(&'e ImportRow),
    /// A record is valid, and was taken with what its notices name.
    Noticed(&'e ImportRow),
    /// The number of records that have passed this state, and the total, if known.
    Progress(ImportState, u64, Option<u64>),
}

/// Imports a file in this mode, reporting to `observer` meanwhile. Stored files of the records come from `files`, if given.
///
/// If an ID occurs twice, the last valid record counts. A crash leaves whole transactions, and a second run completes
/// the rest; an error after the first transaction says how many records are written.
pub fn import(
    store: &Store,
    file: &ImportFile,
    mode: Mode,
    files: Option<&mut ImportFiles>,
    actor: &Actor,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<ImportReport> {
    import_in_transactions(store, file, mode, files, actor, MAX_TRANSACTION, observer)
}

/// [`import`]; `max_transaction` is the time after which a transaction ends.
fn import_in_transactions(
    store: &Store,
    file: &ImportFile,
    mode: Mode,
    files: Option<&mut ImportFiles>,
    actor: &Actor,
    max_transaction: Duration,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<ImportReport> {
    actor.require(Right::EditCitations)?;
    let mut import = Import {
        store,
        file,
        files,
        actor,
        ids: store.import_ids()?,
        today: Day::from(clock::today()),
        max_transaction,
        observer,
        report: ImportReport::default(),
    };
    import.check()?;
    import.report.written = match mode {
        Mode::DryRun => false,
        Mode::AllOrNothing => import.report.refused == 0,
        Mode::SkipBad => true,
    };
    let applied = import.apply();
    let recorded = if import.report.written {
        store.write(|db| db.append_audit(&import_event(actor, &import.report, applied.is_ok())))
    } else {
        Ok(())
    };
    applied.and(recorded)?;
    Ok(import.report)
}

/// The audit event of an import; its citations are recorded with their transactions.
fn import_event(actor: &Actor, report: &ImportReport, is_complete: bool) -> AuditEvent {
    let outcome = if is_complete { Outcome::Ok } else { Outcome::Failed };
    actor.event(Action::Import, "citations").with_detail(report.counts()).with_outcome(outcome)
}

struct Import<'i> {
    store: &'i Store,
    file: &'i ImportFile,
    /// Where the stored files of the records are, if they are not here.
    files: Option<&'i mut ImportFiles>,
    actor: &'i Actor,
    /// IDs of the valid records, each with the number of its last record.
    ids: ImportIds,
    /// The day on which the import began.
    today: Day,
    max_transaction: Duration,
    observer: &'i mut dyn FnMut(Event<'_>),
    report: ImportReport,
}

/// A record that is valid by itself.
struct Valid {
    line: u64,
    citation: Citation,
    /// What was taken because an export wrote it.
    notices: Vec<String>,
}

impl Import<'_> {
    /// Reads and checks every record, in read transactions that last as long as a thousand of them.
    fn check(&mut self) -> Result<()> {
        let mut records = self.file.records()?;
        let mut rows: Vec<(ImportRow, Option<Citation>)> = Vec::with_capacity(BATCH);
        loop {
            for record in records.by_ref().take(BATCH) {
                let mut record = record?;
                let errors = self.take_files(&mut record)?;
                let (mut row, citation) = self.check_record(&record)?;
                row.errors.extend(errors);
                rows.push((row, citation));
            }
            if rows.is_empty() {
                return Ok(());
            }
            self.store.read(|db| {
                for (row, citation) in rows.iter_mut() {
                    let Some(citation) = citation else { continue };
                    row.errors.extend(id_error(db, &row.id)?);
                    row.errors.extend(file_errors(db, citation)?);
                }
                Ok(())
            })?;
            for (mut row, _) in rows.drain(..) {
                self.report.total += 1;
                if !row.errors.is_empty() {
                    row.outcome = ImportOutcome::Refused;
                    self.count(row);
                } else if !row.id.is_empty() {
                    self.ids.record_id(&row.id, self.report.total)?;
                }
            }
            (self.observer)(Event::Progress(ImportState::Checking, self.report.total, None));
        }
    }

    fn citation(&self, record: &RawRecord) -> Result<ParsedRecord> {
        self.store.read(|db| parse_record(db, record, self.today))
    }

    /// The row of a record: with the citation and without errors if it is valid by itself.
    fn check_record(&self, record: &RawRecord) -> Result<(ImportRow, Option<Citation>)> {
        Ok(match self.citation(record)? {
            Ok((citation, _)) => {
                let outcome = ImportOutcome::Added;
                let row = ImportRow::new(record.line, &citation.id, &citation.title, outcome, Vec::new());
                (row, Some(citation))
            }
            Err(errors) => (refused_row(record, errors), None),
        })
    }

    /// Stores the files of a record, if they come with the import; returns what is wrong with them.
    fn take_files(&mut self, record: &mut RawRecord) -> Result<Vec<String>> {
        match (&mut self.files, &mut record.json) {
            (Some(files), Ok(json)) => files.take(json, self.actor),
            _ => Ok(Vec::new()),
        }
    }

    /// Reads the file again and writes the valid records, or compares them on a dry run.
    fn apply(&mut self) -> Result<()> {
        let mut written = 0;
        let applied = self.apply_counting(&mut written);
        applied.map_err(|error| after_writing(error, written, self.report.total))
    }

    fn apply_counting(&mut self, written: &mut u64) -> Result<()> {
        let state = if self.report.written { ImportState::Writing } else { ImportState::Comparing };
        (self.observer)(Event::Progress(state, 0, Some(self.report.total)));
        let mut batch: Vec<Valid> = Vec::with_capacity(BATCH);
        let mut bytes = 0;
        let mut number = 0;
        for record in self.file.records()? {
            let mut record = record?;
            number += 1;
            // What is wrong with its files was counted when it was checked.
            if !self.take_files(&mut record)?.is_empty() {
                continue;
            }
            let (citation, notices) = match self.citation(&record)? {
                Ok(valid) => valid,
                // The citation lost this date after the record was checked.
                Err(errors) => {
                    let row = refused_row(&record, errors);
                    if !row.id.is_empty() && self.ids.last_record(&row.id)? == Some(number) {
                        self.count(row);
                    }
                    continue;
                }
            };
            if !citation.id.is_empty() {
                match self.ids.last_record(&citation.id)? {
                    Some(last) if last == number => {}
                    Some(_) => {
                        let outcome = ImportOutcome::Superseded;
                        self.count(ImportRow::new(
                            record.line,
                            &citation.id,
                            &citation.title,
                            outcome,
                            Vec::new(),
                        ));
                        continue;
                    }
                    // It was rejected.
                    None => continue,
                }
            }
            bytes += record.bytes;
            batch.push(Valid { line: record.line, citation, notices });
            if batch.len() == BATCH || bytes >= BATCH_BYTES {
                self.apply_batch(&batch, written)?;
                (self.observer)(Event::Progress(state, number, Some(self.report.total)));
                batch.clear();
                bytes = 0;
            }
        }
        self.apply_batch(&batch, written)?;
        (self.observer)(Event::Progress(state, number, Some(self.report.total)));
        Ok(())
    }

    /// Writes or compares records, in one transaction if the time suffices; adds to `written` after each.
    fn apply_batch(&mut self, batch: &[Valid], written: &mut u64) -> Result<()> {
        let mut rest = batch;
        while !rest.is_empty() {
            self.file.check_unchanged()?;
            let rows = if self.report.written { self.save_first(rest)? } else { self.compare_all(rest)? };
            let (done, left) = rest.split_at(rows.len());
            *written += if self.report.written { done.len() as u64 } else { 0 };
            for (row, valid) in rows.into_iter().zip(done) {
                if row.outcome == ImportOutcome::Refused {
                    self.count(row);
                    continue;
                }
                self.count_missing(&valid.citation);
                self.count(row.with_notices(&valid.notices));
            }
            rest = left;
            if !rest.is_empty() {
                sleep(PAUSE);
            }
        }
        Ok(())
    }

    /// Writes the first of these records, as many as one transaction has time for.
    fn save_first(&self, records: &[Valid]) -> Result<Vec<ImportRow>> {
        self.store.write(|db| {
            let begun = Instant::now();
            let mut rows = Vec::with_capacity(records.len());
            for Valid { line, citation, .. } in records {
                rows.push(save(db, *line, citation, &self.ids, self.actor)?);
                if begun.elapsed() >= self.max_transaction {
                    break;
                }
            }
            Ok(rows)
        })
    }

    fn compare_all(&self, records: &[Valid]) -> Result<Vec<ImportRow>> {
        self.store.read(|db| records.iter().map(|valid| compare(db, valid.line, &valid.citation)).collect())
    }

    fn count_missing(&mut self, citation: &Citation) {
        let missing = citation.missing_required();
        self.report.incomplete += u64::from(!missing.is_empty());
        for (_, label) in missing {
            *self.report.missing.entry(label.to_owned()).or_default() += 1;
        }
    }

    fn count(&mut self, row: ImportRow) {
        let report = &mut self.report;
        *match row.outcome {
            ImportOutcome::Added => &mut report.added,
            ImportOutcome::Changed => &mut report.changed,
            ImportOutcome::Unchanged => &mut report.unchanged,
            ImportOutcome::Superseded => &mut report.superseded,
            ImportOutcome::Refused => &mut report.refused,
        } += 1;
        if row.outcome == ImportOutcome::Refused {
            (self.observer)(Event::Refused(&row));
        } else if !row.notices.is_empty() {
            (self.observer)(Event::Noticed(&row));
        }
    }
}

/// Every member that an export writes.
static EXPORTED_MEMBERS: LazyLock<Vec<String>> =
    LazyLock::new(|| match serde_json::to_value(Citation::default()) {
        Ok(Value::Object(members)) => members.into_iter().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    });

/// The citation of a record with what was taken because an export wrote it, or its errors.
///
/// A date that the citation has already is valid, and so is every date in a complete record of a citation that is not
/// here: it was valid where it was exported.
pub(super) fn parse_record(db: &ReadTx<'_>, record: &RawRecord, today: Day) -> Result<ParsedRecord> {
    let json = match &record.json {
        Ok(json) => json,
        Err(why) => return Ok(Err(vec![why.clone()])),
    };
    let parse = |dates| citation_from_json(json, Completeness::Import, dates);
    let limited = |present| parse(Dates::Limited { today, present });
    let errors = match limited(None) {
        Ok(citation) => return Ok(Ok((citation, Vec::new()))),
        Err(errors) => errors,
    };
    let id = json.get("id").and_then(Value::as_str).unwrap_or_default();
    let present = db.citation_key(id)?.map(|key| db.citation(key)).transpose()?;
    let is_exported = || !id.is_empty() && EXPORTED_MEMBERS.iter().all(|member| json.get(member).is_some());
    Ok(match present {
        Some(present) => limited(Some(&present)).map(|citation| (citation, Vec::new())).map_err(texts),
        None if is_exported() => match parse(Dates::Stored) {
            Ok(citation) => Ok((citation, texts(errors))),
            Err(_) => Err(texts(errors)),
        },
        None => Err(texts(errors)),
    })
}

fn texts(errors: Vec<FieldError>) -> Vec<String> {
    let text =
        |f: FieldError| if f.field.is_empty() { f.message } else { format!("{}: {}", f.field, f.message) };
    errors.into_iter().map(text).collect()
}

fn refused_row(record: &RawRecord, errors: Vec<String>) -> ImportRow {
    let text = |field: &str| {
        record.json.as_ref().ok().and_then(|json| json.get(field)?.as_str()).unwrap_or_default()
    };
    ImportRow::new(record.line, text("id"), text("title"), ImportOutcome::Refused, errors)
}

/// Why the files of a record cannot be those of its citation.
pub(in crate::domain) fn file_errors(db: &ReadTx<'_>, citation: &Citation) -> Result<Vec<String>> {
    match file_references::complete(db, citation, Withdrawn::Imported) {
        Ok(_) => Ok(Vec::new()),
        Err(Error::Invalid(errors)) => Ok(texts(errors)),
        Err(other) => Err(other),
    }
}

/// Why a record cannot have this ID: it is the readable ID of a citation.
pub(in crate::domain) fn id_error(db: &ReadTx<'_>, id: &str) -> Result<Option<String>> {
    let taken = !id.is_empty() && db.citation_key(id)?.is_none() && db.readable_id_owner(id)?.is_some();
    Ok(taken.then(|| format!("id: '{id}' is the readable id of another citation")))
}

fn save(
    db: &WriteTx<'_>,
    line: u64,
    citation: &Citation,
    ids: &ImportIds,
    actor: &Actor,
) -> Result<ImportRow> {
    // It may have become one since it was checked.
    if let Some(error) = id_error(db, &citation.id)? {
        let outcome = ImportOutcome::Refused;
        return Ok(ImportRow::new(line, &citation.id, &citation.title, outcome, vec![error]));
    }
    let mut citation = citation.clone();
    if citation.id.is_empty() {
        citation.id = new_citation_id();
    }
    let saved = match saving::save(db, &citation, Some(ids), actor) {
        // A file may have been deleted or withdrawn since the record was checked.
        Err(Error::Invalid(errors)) => {
            let outcome = ImportOutcome::Refused;
            return Ok(ImportRow::new(line, &citation.id, &citation.title, outcome, texts(errors)));
        }
        saved => saved?,
    };
    let outcome = match saved {
        Saved::Added(_) => ImportOutcome::Added,
        Saved::Changed(_) => ImportOutcome::Changed,
        Saved::Unchanged(_) => ImportOutcome::Unchanged,
    };
    Ok(ImportRow::new(line, &citation.id, &citation.title, outcome, Vec::new()))
}

fn compare(db: &ReadTx<'_>, line: u64, citation: &Citation) -> Result<ImportRow> {
    let completed = file_references::complete(db, citation, Withdrawn::Imported);
    let completed = match completed {
        Err(Error::Invalid(errors)) => {
            let outcome = ImportOutcome::Refused;
            return Ok(ImportRow::new(line, &citation.id, &citation.title, outcome, texts(errors)));
        }
        completed => completed?,
    };
    let outcome = match db.would_save(&completed.citation)? {
        WouldSave::Added => ImportOutcome::Added,
        WouldSave::Changed => ImportOutcome::Changed,
        WouldSave::Unchanged => ImportOutcome::Unchanged,
    };
    Ok(ImportRow::new(line, &citation.id, &citation.title, outcome, Vec::new()))
}

/// An error that came after some transactions were committed.
fn after_writing(error: Error, written: u64, total: u64) -> Error {
    if written == 0 {
        return error;
    }
    let with_note = |text: String| {
        let records = count_with_noun(total, "record", "records");
        format!("{text} Before that, {written} of {records} were written; the import can be repeated.")
    };
    match error {
        Error::NoRoom(text) => Error::NoRoom(with_note(text)),
        Error::Unavailable(text) => Error::Unavailable(with_note(text)),
        Error::Unreadable(text) => Error::Unreadable(with_note(format!("{text}."))),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::domain::import_export::import_file::spool;
    use std::io::Write;

    #[test]
    fn a_transaction_ends_when_its_time_has_passed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let lines: String = (0..3).map(|n| format!("{{\"title\": \"Fever {n}\"}}\n")).collect();
        let check = |max_transaction: Duration, transactions: u64| {
            let mut spooled = spool(folder.path()).unwrap();
            spooled.write_all(lines.as_bytes()).unwrap();
            let file = ImportFile::new(spooled, None).unwrap();
            let (mode, actor) = (Mode::AllOrNothing, Actor::command("import"));
            // Each transaction that changes citations takes a change number.
            let latest = || store.read(|db| db.latest_change()).unwrap().row();
            let before = latest();
            let report =
                import_in_transactions(&store, &file, mode, None, &actor, max_transaction, &mut |_| {})
                    .unwrap();
            assert_eq!((report.added, report.total), (3, 3));
            assert_eq!(latest() - before, transactions);
        };
        check(Duration::MAX, 1);
        check(Duration::ZERO, 3);
    }
}
