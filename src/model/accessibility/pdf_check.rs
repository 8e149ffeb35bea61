//! What the check of a PDF file came to.

use crate::model::accessibility::finding::{Finding, FindingKind};
use crate::model::accessibility::language::{is_other_language, stated_language};
use crate::model::languages::tag::LanguageTag;
use serde::{Deserialize, Serialize};

/// The version of the rules. After a change of what is found, files are checked again.
pub const RULES: u32 = 1;

/// What the check of a PDF file found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfCheck {
    /// How many pages it has.
    pub pages: Option<u32>,
    /// The language that it states, as it is written there.
    pub language: Option<String>,
    /// What was found, apart from [`FindingKind::OtherLanguage`], which depends on the language version.
    pub findings: Vec<Finding>,
}

impl PdfCheck {
    /// What was found in a file of a version in this language, in the order of the lists.
    pub fn findings_in(&self, language: Option<&LanguageTag>) -> Vec<Finding> {
        let mut findings = self.findings.clone();
        let stated = self.language.as_deref().and_then(stated_language);
        if let (Some(stated), Some(language)) = (stated, language)
            && is_other_language(&stated, language)
        {
            findings.push(Finding::new(FindingKind::OtherLanguage));
            findings.sort_by_key(|finding| finding.finding);
        }
        findings
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PdfReading {
    /// It was checked.
    Checked(PdfCheck),
    /// It could not be read, for this reason.
    Unreadable(String),
}
