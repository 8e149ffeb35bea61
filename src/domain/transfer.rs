//! Import and export of whole catalogues; the browser and the command line use the same.

use crate::domain::citations::new_id;
use crate::exchange::{RawRecord, csv_in, json_lines, plain};
use crate::model::citation::Citation;
use crate::model::citation_draft::{Completeness, citation_from_json};
use crate::model::error::{Error, Result};
use crate::model::readable_id;
use crate::model::transfer::{ImportOutcome, ImportReport, ImportRow};
use crate::store::{Editor, Saved, Store, Writer};
use std::collections::HashSet;
use std::io::{Read, Write};

/// Records written in one transaction.
const BATCH: usize = 1_000;
/// Rows of a report.
const MAX_ROWS: usize = 1_000;

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON Lines.
    JsonLines,
    /// CSV.
    Csv,
}

/// What to do with the records of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Check everything, write nothing.
    DryRun,
    /// Write when every record is good.
    AllOrNothing,
    /// Write the good ones.
    SkipBad,
}

/// A file, read and checked: good citations with their lines, and the bad rest.
#[derive(Debug, Default)]
pub struct Checked {
    good: Vec<(u64, Citation)>,
    bad: Vec<ImportRow>,
}

/// How much a file may hold; more is an error of the whole file.
#[derive(Debug, Clone, Copy)]
pub struct ImportLimits {
    /// Bytes of text, unpacked.
    pub text_bytes: u64,
    /// Records.
    pub records: usize,
}

impl ImportLimits {
    /// Whatever the machine bears.
    pub const UNBOUNDED: ImportLimits = ImportLimits { text_bytes: u64::MAX, records: usize::MAX };
}

/// Reads and checks every record of a file; gzip is read as it is.
pub fn check(file: impl Read, format: Format, most: ImportLimits) -> Result<Checked> {
    let unreadable = |e: std::io::Error| Error::Unreadable(format!("the file cannot be read: {e}"));
    let mut text = plain(file, most.text_bytes).map_err(unreadable)?;
    let mut checked = Checked::default();
    let mut records = 0;
    let mut each = |record: RawRecord| {
        records += 1;
        // Beyond the bound they are only counted: a file of very many tiny records must not fill the memory.
        if records <= most.records {
            checked.add(record);
        }
    };
    match format {
        Format::JsonLines => json_lines::read(&mut text, &mut each).map_err(unreadable)?,
        Format::Csv => csv_in::read(&mut text, &mut each).map_err(Error::Unreadable)?,
    }
    if records > most.records {
        return Err(Error::Unreadable(format!(
            "the file holds {records} records; at most {} can be taken here. Please use the command line: handout import FILE",
            most.records
        )));
    }
    Ok(checked)
}

impl Checked {
    fn add(&mut self, record: RawRecord) {
        let line = record.line;
        let refused = |id: &str, title: &str, errors: Vec<String>| ImportRow {
            line,
            id: id.to_owned(),
            title: title.to_owned(),
            outcome: ImportOutcome::Refused,
            errors,
        };
        match record.json {
            Err(why) => self.bad.push(refused("", "", vec![why])),
            Ok(json) => match citation_from_json(&json, Completeness::Import) {
                Ok(citation) => self.good.push((line, citation)),
                Err(faults) => {
                    let text =
                        |field: &str| json.get(field).and_then(|v| v.as_str()).unwrap_or("").to_owned();
                    let errors = faults.into_iter().map(|f| {
                        if f.field.is_empty() { f.message } else { format!("{}: {}", f.field, f.message) }
                    });
                    self.bad.push(refused(&text("id"), &text("title"), errors.collect()));
                }
            },
        }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.good.len() + self.bad.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Writes what was checked, as `mode` says; `progress` hears how many records are done.
///
/// Transactions hold 1,000 records each, so that a crash leaves whole ones, and a second run completes the rest.
pub fn import(
    store: &Store,
    checked: Checked,
    mode: Mode,
    editor: &Editor,
    mut progress: impl FnMut(usize),
) -> Result<ImportReport> {
    let Checked { good, mut bad } = checked;
    // A made readable id must not be the id of a citation that the file brings.
    let reserved: HashSet<String> =
        good.iter().map(|(_, c)| c.id.clone()).filter(|id| !id.is_empty()).collect();
    let mut fine = Vec::with_capacity(good.len());
    store.read(|db| {
        for (line, citation) in good {
            let id = &citation.id;
            let taken =
                !id.is_empty() && db.citation_key(id)?.is_none() && db.readable_id_owner(id)?.is_some();
            if taken {
                bad.push(ImportRow {
                    line,
                    id: id.clone(),
                    title: citation.title.clone(),
                    outcome: ImportOutcome::Refused,
                    errors: vec![format!("id: '{id}' is the readable id of another citation")],
                });
            } else {
                fine.push((line, citation));
            }
        }
        Ok(())
    })?;
    let mut report = ImportReport {
        refused: bad.len() as u64,
        total: (fine.len() + bad.len()) as u64,
        ..ImportReport::default()
    };
    bad.sort_by_key(|row| row.line);
    report.rows = bad;
    let writes = match mode {
        Mode::DryRun => false,
        Mode::AllOrNothing => report.refused == 0,
        Mode::SkipBad => true,
    };
    let mut rows = Vec::new();
    if writes {
        let mut done = 0;
        for batch in fine.chunks(BATCH) {
            let of_batch = store.write(|db| save_all(db, batch, &reserved, editor))?;
            rows.extend(of_batch);
            done += batch.len();
            progress(done);
        }
        report.written = true;
    } else {
        // Done and undone in one transaction: the outcome is exactly what a real run comes to.
        let mut found = Vec::new();
        let undone = store.write(|db| -> Result<()> {
            found = save_all(db, &fine, &reserved, editor)?;
            Err(Error::Unavailable(String::new()))
        });
        match undone {
            Err(Error::Unavailable(_)) | Ok(()) => rows = found,
            Err(other) => return Err(other),
        }
    }
    for (row, (_, citation)) in rows.iter().zip(&fine) {
        match row.outcome {
            ImportOutcome::Added => report.added += 1,
            ImportOutcome::Changed => report.changed += 1,
            ImportOutcome::Unchanged => report.unchanged += 1,
            ImportOutcome::Refused => {}
        }
        let missing = citation.missing_required();
        report.incomplete += u64::from(!missing.is_empty());
        for (_, label) in missing {
            *report.missing.entry(label.to_owned()).or_default() += 1;
        }
    }
    report.rows.extend(rows);
    report.rows.truncate(MAX_ROWS);
    Ok(report)
}

fn save_all(
    db: &Writer<'_>,
    records: &[(u64, Citation)],
    reserved: &HashSet<String>,
    editor: &Editor,
) -> Result<Vec<ImportRow>> {
    let mut rows = Vec::with_capacity(records.len());
    for (line, citation) in records {
        let mut citation = citation.clone();
        if citation.id.is_empty() {
            citation.id = new_id();
        }
        let base = readable_id::base(&citation.title);
        let saved = db.save_citation(
            &citation,
            |id| readable_id::fits(&base, id),
            readable_id::candidates(&base),
            reserved,
            editor,
        )?;
        rows.push(ImportRow {
            line: *line,
            outcome: match saved {
                Saved::Added(_) => ImportOutcome::Added,
                Saved::Changed(_) => ImportOutcome::Changed,
                Saved::Unchanged(_) => ImportOutcome::Unchanged,
            },
            id: citation.id,
            title: citation.title,
            errors: Vec::new(),
        });
    }
    Ok(rows)
}

/// Writes every citation as JSON Lines; answers how many.
pub fn export(store: &Store, to: &mut impl Write) -> Result<u64> {
    let mut count = 0;
    store.read(|db| {
        db.each_citation(|citation| {
            count += 1;
            json_lines::write(to, &citation).map_err(|e| Error::io("writing the export", e))
        })
    })?;
    to.flush().map_err(|e| Error::io("writing the export", e))?;
    Ok(count)
}
