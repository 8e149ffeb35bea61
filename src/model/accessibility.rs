//! The accessibility of files as administrators and staff see it. Contract section 11.2.

use crate::model::error::{Error, Result};
use crate::model::files::FileType;
use crate::model::languages::tag::LanguageTag;
use crate::model::pdf_check::{Finding, FindingKind, PdfCheck};
use crate::model::variant_names::variant_names;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// Longest note on a finding that is set aside, in characters.
pub const MAX_NOTE: usize = 500;

variant_names! {
    /// What is known of the accessibility of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum CheckState {
        /// It was checked.
        Checked = "checked",
        /// It will be checked soon.
        Pending = "pending",
        /// It could not be read.
        Unreadable = "unreadable",
        /// It is not checked; the reason says why.
        Unchecked = "unchecked",
    }
}

/// The result of the check of a content, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheck {
    /// Never [`CheckState::Pending`].
    pub state: CheckState,
    /// Why it was not checked.
    pub reason: Option<String>,
    /// What was found.
    pub check: PdfCheck,
    /// When, ISO 8601, UTC.
    pub checked: String,
    /// The notes on its findings that were set aside.
    pub notes: HashMap<FindingKind, String>,
}

/// A finding, with the note of the person who has set it aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct VersionFinding {
    /// What was found.
    #[schema(value_type = String)]
    pub finding: FindingKind,
    /// How many, where that is counted.
    pub count: Option<u32>,
    /// On which pages, where that is known: `2-10` or `1,3-5`.
    pub pages: Option<String>,
    /// Whether it shuts people out of the whole file.
    pub blocking: bool,
    /// Why it was set aside; null if it was not.
    pub note: Option<String>,
}

impl VersionFinding {
    /// Whether it counts: it was not set aside.
    pub fn is_active(&self) -> bool {
        self.note.is_none()
    }

    /// In words, with its numbers.
    pub fn words(&self) -> String {
        let VersionFinding { finding, count, pages, blocking, .. } = self.clone();
        Finding { finding, count, pages, blocking }.words()
    }
}

/// What is known of the accessibility of a language version's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionCheck {
    pub state: CheckState,
    pub reason: Option<String>,
    pub findings: Vec<VersionFinding>,
    /// When it was checked.
    pub checked: Option<String>,
}

impl VersionCheck {
    /// From the stored check of the content, if there is one.
    pub fn new(
        place: &CheckedPlace<'_>,
        stored: Option<&StoredCheck>,
        language: Option<&LanguageTag>,
        is_nightly: bool,
    ) -> VersionCheck {
        let without = |state: CheckState, reason: Option<&str>| VersionCheck {
            state,
            reason: reason.map(str::to_owned),
            findings: Vec::new(),
            checked: None,
        };
        if let CheckedPlace::Stored(other) = place
            && *other != FileType::Pdf
        {
            return without(CheckState::Unchecked, Some("only PDF files are checked"));
        }
        if let Some(stored) = stored {
            let with_note = |Finding { finding, count, pages, blocking }| {
                let note = stored.notes.get(&finding).cloned();
                VersionFinding { finding, count, pages, blocking, note }
            };
            return VersionCheck {
                state: stored.state,
                reason: stored.reason.clone(),
                findings: stored.check.findings_in(language).into_iter().map(with_note).collect(),
                checked: Some(stored.checked.clone()),
            };
        }
        match place {
            CheckedPlace::Stored(_) => without(CheckState::Pending, None),
            _ if !is_nightly => {
                without(CheckState::Unchecked, Some("links are not fetched (links.check is off)"))
            }
            CheckedPlace::NeverAsked | CheckedPlace::Asked { has_file: true, .. } => {
                without(CheckState::Pending, None)
            }
            CheckedPlace::Asked { reason: Some(reason), .. } => {
                without(CheckState::Unchecked, Some(&format!("the file was never fetched: {reason}")))
            }
            CheckedPlace::Asked { reason: None, .. } => {
                without(CheckState::Unchecked, Some("a web page, not a file"))
            }
        }
    }

    fn active(&self) -> impl Iterator<Item = &VersionFinding> {
        self.findings.iter().filter(|finding| finding.is_active())
    }

    /// Whether families are offered another format: they may not be able to use it as it is.
    pub fn is_inaccessible(&self) -> bool {
        self.state == CheckState::Unreadable || self.active().any(|finding| finding.blocking)
    }
}

/// Where the file of a version is, as far as its check depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckedPlace<'p> {
    /// A stored file of this type.
    Stored(FileType),
    /// A link that was never asked.
    NeverAsked,
    /// A link that was asked.
    Asked {
        /// Whether a file was ever read there.
        has_file: bool,
        /// Why the last check has read none.
        reason: Option<&'p str>,
    },
}

/// Which versions are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingFilter {
    /// With a finding, or unreadable.
    Any,
    /// With this finding.
    Finding(FindingKind),
    /// With a finding that is not advice.
    Failures,
    /// With a finding that shuts people out.
    Blocking,
    /// In this state.
    State(CheckState),
    /// With a finding that was set aside.
    Aside,
}

impl FindingFilter {
    /// Every value of the parameter `finding`.
    pub fn named() -> impl Iterator<Item = (&'static str, FindingFilter)> {
        let findings = FindingKind::ALL.into_iter().map(|kind| (kind.name(), FindingFilter::Finding(kind)));
        let others = [
            ("failures", FindingFilter::Failures),
            ("blocking", FindingFilter::Blocking),
            ("unreadable", FindingFilter::State(CheckState::Unreadable)),
            ("unchecked", FindingFilter::State(CheckState::Unchecked)),
            ("pending", FindingFilter::State(CheckState::Pending)),
            ("aside", FindingFilter::Aside),
        ];
        findings.chain(others)
    }

    /// Reads the parameter `finding`.
    pub fn read(text: &str) -> Result<FindingFilter> {
        if text.is_empty() {
            return Ok(FindingFilter::Any);
        }
        FindingFilter::named().find(|(name, _)| *name == text).map(|(_, filter)| filter).ok_or_else(|| {
            let names: Vec<&str> = FindingFilter::named().map(|(name, _)| name).collect();
            Error::Unreadable(format!("finding: expected one of {}.", names.join(", ")))
        })
    }

    /// Whether a version with this check is listed.
    pub fn takes(self, check: &VersionCheck) -> bool {
        match self {
            FindingFilter::Any => check.state == CheckState::Unreadable || check.active().next().is_some(),
            FindingFilter::Finding(kind) => check.active().any(|finding| finding.finding == kind),
            FindingFilter::Failures => check.active().any(|finding| !finding.finding.is_advice()),
            FindingFilter::Blocking => check.active().any(|finding| finding.blocking),
            FindingFilter::State(state) => check.state == state,
            FindingFilter::Aside => check.findings.iter().any(|finding| !finding.is_active()),
        }
    }
}

/// A language version in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessibilityEntry {
    /// ID of the citation.
    pub citation: String,
    /// Its readable ID, or the ID when it has none.
    pub readable_id: String,
    /// Its title.
    pub title: String,
    /// Its department.
    pub department: Option<String>,
    /// Name of the language, in English.
    pub lang: String,
    /// Item number.
    #[serde(rename = "ksbgNumber")]
    pub item_number: Option<String>,
    /// The address of the file.
    pub url: String,
    /// SHA-256 of the content; null where none is known.
    pub digest: Option<String>,
    /// What is known.
    pub state: CheckState,
    /// Why it could not be read, or is not checked.
    pub reason: Option<String>,
    /// What was found, also what was set aside.
    pub findings: Vec<VersionFinding>,
    /// When it was checked, ISO 8601, UTC.
    #[schema(format = DateTime)]
    pub checked: Option<String>,
    /// How often it was opened in the last 12 months.
    pub opens: u64,
}

/// A page of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccessibilityPage {
    /// How many versions have what, whatever finding is requested: by the values of `finding`, and `checked`.
    #[schema(value_type = HashMap<String, u64>)]
    pub counts: BTreeMap<&'static str, u64>,
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, the most opened first.
    pub files: Vec<AccessibilityEntry>,
}

/// How many versions every filter takes, and how many were checked.
pub fn counts<'c>(checks: impl Iterator<Item = &'c VersionCheck> + Clone) -> BTreeMap<&'static str, u64> {
    let checked = ("checked", FindingFilter::State(CheckState::Checked));
    FindingFilter::named()
        .chain([checked])
        .map(|(name, filter)| (name, checks.clone().filter(|check| filter.takes(check)).count() as u64))
        .collect()
}
