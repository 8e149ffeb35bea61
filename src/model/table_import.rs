//! Imports of tables: which column holds what, what an import will do row by row, and what a person decides about rows.
//! Contract section 11.3.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Most columns of a mapping.
pub const MAX_COLUMNS: usize = 1_000;
/// Longest name of a saved mapping, in characters.
pub const MAX_MAPPING_NAME: usize = 100;
/// Rows of a page of a preview.
pub const PREVIEW_PAGE: usize = 50;
/// Most decisions of a run.
pub const MAX_DECISIONS: usize = 20_000;

/// The order of day and month in dates such as 03/04/2021.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    /// Month, day, year.
    Us,
    /// Day, month, year.
    DayFirst,
}

impl DateOrder {
    /// The order of this name: `us` or `day-first`.
    pub fn from_name(name: &str) -> Option<DateOrder> {
        match name {
            "us" => Some(DateOrder::Us),
            "day-first" => Some(DateOrder::DayFirst),
            _ => None,
        }
    }
}

/// How a sheet becomes citations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Mapping {
    /// The sheet; `null` is the first visible one.
    pub sheet: Option<String>,
    /// The row with the headers, as the spreadsheet program numbers it; `null` lets the server find it.
    pub header_row: Option<u32>,
    /// The letter of the column that joins the rows of a citation.
    pub key: Option<String>,
    /// Every column of the sheet that is known or ignored.
    pub columns: Vec<MappedColumn>,
    /// Values of fields where the cell is empty or the column is missing, by field, with `@` and a language for a version.
    pub constants: BTreeMap<String, String>,
}

/// What a column holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MappedColumn {
    /// Its letter.
    pub column: String,
    /// Its header.
    pub header: String,
    /// The field, as in the JSON of a citation or of a language version; `version`, `lang`; `null` is not imported.
    pub field: Option<String>,
    /// The language of the version that it belongs to.
    pub lang: Option<String>,
    /// The order of day and month, for a column of dates that needs it.
    pub dates: Option<DateOrder>,
    /// What separates the values of a list, beside `;`, `|` and line breaks.
    pub split: Option<String>,
}

/// A column as the server sees it: what it holds, and why it is thought to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// Its letter.
    pub column: String,
    /// Its header, with a language that is merged above it.
    pub header: String,
    /// Its first cells that hold something, five at most.
    pub samples: Vec<String>,
    /// The field, or `null`.
    pub field: Option<String>,
    /// The language of the version that it belongs to.
    pub lang: Option<String>,
    /// The order of day and month that was decided on; `null` where it is not a column of dates or has to be chosen.
    pub dates: Option<DateOrder>,
    /// Why it is mapped so, or not mapped.
    pub reason: String,
}

/// A saved mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SavedMapping {
    /// Its ID.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The mapping.
    pub mapping: Mapping,
}

/// A mapping to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MappingDraft {
    /// Its name, 1 to 100 characters.
    pub name: String,
    /// The mapping.
    pub mapping: Mapping,
}

/// The saved mappings, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MappingList {
    /// How many there are.
    pub found: usize,
    /// The mappings.
    pub mappings: Vec<SavedMapping>,
}

/// How many citations and rows have each outcome. Rows that are left out are in none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportCounts {
    /// Citations that will be added.
    pub new: u64,
    /// Citations that will change.
    pub changed: u64,
    /// Citations that stay as they are.
    pub unchanged: u64,
    /// Bad rows.
    pub bad: u64,
}

impl ImportCounts {
    /// Counts one more.
    pub fn add(&mut self, outcome: RowOutcome) {
        match outcome {
            RowOutcome::New => self.new += 1,
            RowOutcome::Changed => self.changed += 1,
            RowOutcome::Unchanged => self.unchanged += 1,
            RowOutcome::Bad => self.bad += 1,
            RowOutcome::Skipped => {}
        }
    }
}

/// `3 new, 2 changed, 1 unchanged, 0 bad`.
impl std::fmt::Display for ImportCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ImportCounts { new, changed, unchanged, bad } = self;
        write!(f, "{new} new, {changed} changed, {unchanged} unchanged, {bad} bad")
    }
}

/// What happens to the citation of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RowOutcome {
    /// It is added.
    New,
    /// It changes.
    Changed,
    /// It stays as it is.
    Unchanged,
    /// The row is bad.
    Bad,
    /// The row is left out.
    Skipped,
}

/// What to do with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RowAction {
    /// Update the citation with the ID.
    Update,
    /// Add a citation.
    Add,
    /// Leave the row out.
    Skip,
}

impl RowAction {
    /// The action of this name.
    pub fn from_name(name: &str) -> Option<RowAction> {
        match name {
            "update" => Some(RowAction::Update),
            "add" => Some(RowAction::Add),
            "skip" => Some(RowAction::Skip),
            _ => None,
        }
    }
}

/// What becomes of the rows of one citation, or of a bad row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PreviewRow {
    /// The first of its rows, as the program numbers it; of CSV the line.
    pub row: u64,
    /// What happens.
    pub outcome: RowOutcome,
    /// ID of the citation; `null` for a new one that gets its ID when it is added.
    pub id: Option<String>,
    /// Title, if it can be read.
    pub title: String,
    /// What changes, field by field. Of a new citation: what it has.
    pub changes: Vec<FieldChange>,
    /// Bad cells, and notices about cells.
    pub cells: Vec<CellMessage>,
    /// Citations that fit a row without an ID.
    pub likely: Vec<LikelyCitation>,
    /// What is done with a row unless a decision says otherwise; `null` for a bad row.
    pub proposal: Option<RowAction>,
}

/// A field before and after. Texts are as an export writes them, `null` for none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldChange {
    /// The field, with `@` and a language for a part of a language version.
    pub field: String,
    /// As it is.
    pub before: Option<String>,
    /// As it will be.
    pub after: Option<String>,
}

/// A cell that is bad or that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellMessage {
    /// Column letter and row; empty for the row as a whole.
    pub cell: String,
    /// The field.
    pub field: String,
    /// What the cell shows.
    pub value: String,
    /// What is wrong, or what was taken.
    pub message: String,
    /// Whether it makes the row bad.
    pub bad: bool,
}

/// A citation that fits a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LikelyCitation {
    /// Its ID.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is the same: `number` or `title`.
    pub same: String,
}

/// A page of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportPreview {
    /// How many citations and rows have each outcome.
    pub counts: ImportCounts,
    /// How many rows the preview has.
    pub found: u64,
    /// Bad ones first, then in the order of the file.
    pub rows: Vec<PreviewRow>,
}

/// What a person decides about a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RowDecision {
    /// The row, as in the preview.
    pub row: u64,
    /// What to do with it.
    pub action: RowAction,
    /// The citation to update: the one of the row, or one of `likely`.
    #[serde(default)]
    pub id: Option<String>,
}

/// How to run an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunRequest {
    /// Import the good rows of a table with bad ones.
    pub skip_bad: bool,
    /// What to do with rows instead of what the preview proposes.
    pub decisions: Vec<RowDecision>,
}

/// A sheet of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportSheet {
    /// Its name; empty for CSV.
    pub name: String,
    /// Rows with content.
    pub rows: u64,
    /// Whether the program hides it.
    pub hidden: bool,
}

/// A file that was sent to be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportDetails {
    /// Its ID.
    pub id: String,
    /// Name of the file.
    pub name: String,
    /// `csv`, `xlsx`, `ods` or `jsonl`.
    pub format: String,
    /// Encoding of a text.
    pub encoding: Option<String>,
    /// What separates the cells of a text.
    pub delimiter: Option<String>,
    /// Its sheets.
    pub sheets: Vec<ImportSheet>,
    /// How it is read; `null` for JSON Lines.
    pub mapping: Option<Mapping>,
    /// Its columns.
    pub columns: Vec<ImportColumn>,
    /// What a person should know about the file.
    pub notices: Vec<String>,
}

/// An import of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportEntry {
    /// Its ID.
    pub id: String,
    /// Name of the file.
    pub name: String,
    /// `csv`, `xlsx`, `ods` or `jsonl`.
    pub format: String,
    /// When it was sent, ISO 8601, UTC.
    pub created: String,
    /// `ready`; once it was started `running`, then `complete`.
    pub state: String,
    /// How many rows are done.
    pub records: u64,
    /// How many rows there are; `null` before it is started.
    pub total: Option<u64>,
    /// ID of its job; `null` before it is started.
    pub job: Option<String>,
}

/// The imports of the caller, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportList {
    /// How many there are.
    pub found: usize,
    /// The imports.
    pub imports: Vec<ImportEntry>,
}
