//! Synonyms and labels as administrators see and change them. Contract section 9.1. The thesaurus itself: `terms.rs`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Entries of one page.
pub const PAGE: usize = 50;
/// Most synonyms of a catalogue.
pub const MAX_SYNONYMS: usize = 5_000;
/// Fewest and most terms of a synonym.
pub const MIN_TERMS: usize = 2;
/// See [`MIN_TERMS`].
pub const MAX_TERMS: usize = 20;
/// Longest term, in characters.
pub const MAX_TERM_CHARACTERS: usize = 100;

/// A synonym as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymDraft {
    /// 2 to 20 terms of 1 to 100 characters.
    #[schema(min_items = 2, max_items = 20)]
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    #[serde(default)]
    pub one_way: bool,
}

/// A stored synonym.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymEntry {
    /// Its id.
    pub id: String,
    /// The terms, in the order they were entered.
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    pub one_way: bool,
    /// 1 at first, one more with every change; the ETag is made of it.
    pub version: u64,
    /// When it was last changed, ISO 8601, UTC.
    pub changed: String,
    /// Who did.
    pub by: String,
}

/// A page of synonyms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SynonymPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, sorted by their first term.
    pub synonyms: Vec<SynonymEntry>,
}

/// A term of the program or of the hospital.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermRow {
    /// English name of its concept.
    pub concept: String,
    /// What the concept is: disease, symptom, procedure, body part, medicine, care topic.
    pub kind: String,
    /// Language tag.
    pub lang: String,
    /// The term.
    pub term: String,
    /// It counts only when it is all that was typed.
    pub whole_query: bool,
    /// It comes from the hospital's own table.
    pub own: bool,
    /// It is switched off.
    pub off: bool,
}

/// A page of terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TermPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, sorted by concept.
    pub terms: Vec<TermRow>,
}

/// Switches a term off or on again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct TermSwitch {
    /// Name of its concept, compared folded.
    pub concept: String,
    /// The term, compared folded; in every language that has it.
    pub term: String,
    /// `true`: searches no longer know it.
    pub off: bool,
}

/// The result of importing a file of synonyms or concepts, or of its dry run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WordImportReport {
    /// Entries of the file: synonyms, or concepts.
    pub total: usize,
    /// Entries that are new; all concepts of a table of terms.
    pub added: usize,
    /// Entries that are there already.
    pub unchanged: usize,
    /// Terms of the file.
    pub terms: usize,
    /// Every invalid line; then nothing is written.
    #[serde(rename = "faults")]
    pub errors: Vec<LineMessage>,
    /// Whether it was written.
    pub written: bool,
}

/// What is wrong with a line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineMessage {
    /// Number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

/// Synonyms to try on a text before they are saved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymTrial {
    /// What would be searched for.
    #[schema(max_length = 500)]
    pub q: String,
    /// The terms.
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    #[serde(default)]
    pub one_way: bool,
    /// The synonym that they would replace.
    #[serde(default)]
    pub id: Option<String>,
}

/// The first results of a text without and with a synonym.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialOutcome {
    /// Its present state.
    pub before: TrialResults,
    /// As it would be.
    pub after: TrialResults,
}

/// The first results of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialResults {
    /// How many citations are found in all.
    pub found: u64,
    /// The titles of the first five.
    pub titles: Vec<String>,
}
