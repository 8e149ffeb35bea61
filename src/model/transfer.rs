//! What an import comes to.

use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The outcome of an import, or of its dry run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportReport {
    /// New citations.
    pub added: u64,
    /// Citations that were there and are different now.
    pub changed: u64,
    /// Citations that were there just so.
    pub unchanged: u64,
    /// Bad records.
    pub refused: u64,
    /// Good records that lack something the form requires.
    pub incomplete: u64,
    /// How many records lack which field, by its label.
    pub missing: BTreeMap<String, u64>,
    /// All records.
    pub total: u64,
    /// What happens to each record; refused ones first, at most 1,000.
    pub rows: Vec<ImportRow>,
    /// Whether anything was written.
    pub written: bool,
}

/// What happens to one record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportRow {
    /// Line in the file, from 1.
    pub line: u64,
    /// Id of the citation; empty for a new one without.
    pub id: String,
    /// Title, as far as it can be read.
    pub title: String,
    /// What happens.
    pub outcome: ImportOutcome,
    /// Why it is refused.
    pub errors: Vec<String>,
}

/// What happens to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportOutcome {
    /// A new citation.
    Added,
    /// An existing citation is replaced.
    Changed,
    /// Nothing to do.
    Unchanged,
    /// The record is bad.
    Refused,
}
