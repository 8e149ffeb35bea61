//! The outcome of an import of JSON Lines, and its progress.

use crate::model::text::count_with_noun;
use std::collections::BTreeMap;

/// Most errors of a row.
const MAX_ERRORS: usize = 20;
/// Longest title or id of a row, in characters: a bad record may hold anything.
const MAX_TEXT: usize = 200;

/// The outcome of an import, or of its dry run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// New citations.
    pub added: u64,
    /// Citations that were there and are different now.
    pub changed: u64,
    /// Citations that were there and are the same.
    pub unchanged: u64,
    /// Good records that do not count, because a later one has the same id.
    pub superseded: u64,
    /// Bad records.
    pub refused: u64,
    /// Good records that lack something the form requires.
    pub incomplete: u64,
    /// How many records lack which field, by its label.
    pub missing: BTreeMap<String, u64>,
    /// All records.
    pub total: u64,
    /// Whether anything was written.
    pub written: bool,
}

impl ImportReport {
    /// How many records there were, and how many had each outcome.
    pub fn counts(&self) -> String {
        format!(
            "{}: {} added, {} changed, {} unchanged, {} refused",
            count_with_noun(self.total, "record", "records"),
            self.added,
            self.changed,
            self.unchanged,
            self.refused
        )
    }
}

/// What happens to one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    /// Line in the file, from 1.
    pub line: u64,
    /// Id of the citation; empty for a new one without.
    pub id: String,
    /// Title, if it can be read; at most 200 characters.
    pub title: String,
    /// What happens.
    pub outcome: ImportOutcome,
    /// Why it is refused.
    pub errors: Vec<String>,
    /// What was taken although the form would refuse it: dates of a record that an export has written.
    pub notices: Vec<String>,
}

impl ImportRow {
    /// The row of a record; what does not fit of its texts and errors is cut off.
    pub fn new(line: u64, id: &str, title: &str, outcome: ImportOutcome, mut errors: Vec<String>) -> Self {
        if errors.len() > MAX_ERRORS {
            let more = errors.len() - MAX_ERRORS;
            errors.truncate(MAX_ERRORS);
            errors.push(format!("and {more} more"));
        }
        let cut = |text: &str| text.chars().take(MAX_TEXT).collect();
        ImportRow { line, id: cut(id), title: cut(title), outcome, errors, notices: Vec::new() }
    }

    /// This row with what was taken although the form would refuse it.
    pub fn with_notices(self, notices: &[String]) -> Self {
        ImportRow { notices: notices.iter().take(MAX_ERRORS).cloned().collect(), ..self }
    }
}

/// What happens to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOutcome {
    /// A new citation.
    Added,
    /// An existing citation is replaced.
    Changed,
    /// Nothing to do.
    Unchanged,
    /// A later record of the file has the same id.
    Superseded,
    /// The record is bad.
    Refused,
}

/// What is being done with an import, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportState {
    /// Every record is read and checked.
    Checking,
    /// Good records are compared with the catalogue, because nothing will be written.
    Comparing,
    /// Good records are written, 1,000 in a transaction.
    Writing,
}
