//! The reading levels of handouts, as administrators and staff see them.

use crate::model::accessibility::{CheckState, VersionFinding};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType};
use crate::model::handout_text::reading_level::ReadingLevel;
use crate::model::variant_names::variant_names;
use serde::Serialize;
use utoipa::ToSchema;

variant_names! {
    /// What is known of how hard a language version is to read.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub enum ReadabilityState {
        /// It has a reading level.
        Level = "level",
        /// The file has no text: probably a scan, which screen readers cannot read aloud.
        NoText = "noText",
        /// The text could not be read from the file.
        Failed = "failed",
        /// The text has fewer than 100 words.
        Short = "short",
        /// There is no formula for its language.
        NoFormula = "noFormula",
        /// The file was not fetched yet.
        NotFetched = "notFetched",
    }
}

// The order of the list.

/// How hard a language version is to read.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readability {
    /// Name of the language, in English.
    pub lang: String,
    /// The address of the file.
    pub url: String,
    /// What is known.
    pub state: ReadabilityState,
    /// With the state `level`.
    pub reading_level: Option<ReadingLevel>,
    /// With the state `failed`: why.
    pub reason: Option<String>,
    /// Words of the text.
    pub words: Option<u32>,
    /// When the file was last fetched.
    #[schema(format = DateTime)]
    pub fetched: Option<String>,
}

/// A language version in the list.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadabilityEntry {
    /// Id of the citation.
    pub citation: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Its title.
    pub title: String,
    /// Its department.
    pub department: Option<String>,
    /// How hard it is to read.
    #[serde(flatten)]
    pub readability: Readability,
}

/// How many language versions are in which state, of the requested department.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadabilityCounts {
    /// With a reading level.
    pub level: u64,
    /// Of these above grade 6.
    pub above_aim: u64,
    /// Without a text.
    pub no_text: u64,
    /// Not readable.
    pub failed: u64,
    /// Below 100 words.
    pub short: u64,
    /// In languages without a formula.
    pub no_formula: u64,
    /// Not fetched yet.
    pub not_fetched: u64,
}

impl ReadabilityCounts {
    /// Counts one more.
    pub fn add(&mut self, state: ReadabilityState) {
        *match state {
            ReadabilityState::Level => &mut self.level,
            ReadabilityState::NoText => &mut self.no_text,
            ReadabilityState::Failed => &mut self.failed,
            ReadabilityState::Short => &mut self.short,
            ReadabilityState::NoFormula => &mut self.no_formula,
            ReadabilityState::NotFetched => &mut self.not_fetched,
        } += 1;
    }
}

/// A page of the list.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ReadabilityPage {
    /// Whatever state and grade are requested.
    pub counts: ReadabilityCounts,
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, the hardest first, then those without a reading level.
    pub handouts: Vec<ReadabilityEntry>,
    /// Whether the texts of handouts are read.
    pub nightly: bool,
}

/// What is known of a stored content.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    /// SHA-256 of the content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// The name of its last upload.
    pub name: String,
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Pages of a PDF; null for other types and where they could not be counted.
    pub pages: Option<u32>,
    /// The title in the file; null without one.
    pub title: Option<String>,
    /// Null until the text was read, and where there is none.
    pub reading_level: Option<ReadingLevel>,
    /// What is known of its accessibility.
    pub state: CheckState,
    /// Why it could not be read, or is not checked.
    pub reason: Option<String>,
    /// What was found, also what was set aside.
    pub findings: Vec<VersionFinding>,
}

/// Reads the parameter `state`; empty is all of them.
pub fn read_state(text: &str) -> Result<Option<ReadabilityState>> {
    match text {
        "" => Ok(None),
        name => ReadabilityState::from_name(name).map(Some).ok_or_else(|| {
            Error::Unreadable(format!("state: expected one of {}.", ReadabilityState::NAMES.join(", ")))
        }),
    }
}

/// Reads the parameter `above`, a school grade; empty is any.
pub fn read_grade(text: &str) -> Result<Option<u32>> {
    let wrong = || Error::Unreadable("above: expected a school grade from 0 to 18.".into());
    match text {
        "" => Ok(None),
        text => text.parse().ok().filter(|grade| *grade <= 18).map(Some).ok_or_else(wrong),
    }
}
