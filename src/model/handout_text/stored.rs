//! The text of a handout file as it is stored.

use crate::model::handout_text::file::ExtractedText;
use crate::model::handout_text::measures::TextMeasures;
use crate::model::link_check::link::FileMarks;
use crate::model::variant_names::variant_names;

/// What is stored of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextState {
    /// Its text.
    Text,
    /// That it has none: it is a scan, or empty.
    NoText,
    /// That it could not be read.
    Failed,
}

variant_names!(TextState { Text = "text", NoText = "no_text", Failed = "failed" });

/// The text of a file, with what it was read from.
#[derive(Debug, Clone)]
pub struct StoredText {
    /// Whether there is a text.
    pub state: TextState,
    /// Why it could not be read.
    pub reason: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// What the formulas count in it.
    pub measures: TextMeasures,
    /// The file it was read from, with its digest.
    pub marks: FileMarks,
}

impl StoredText {
    /// What is stored of this file.
    pub fn new(extracted: ExtractedText, marks: FileMarks) -> StoredText {
        let (state, reason, text) = match extracted {
            ExtractedText::Text(text) => (TextState::Text, None, Some(text)),
            ExtractedText::NoText => (TextState::NoText, None, None),
            ExtractedText::Failed(reason) => (TextState::Failed, Some(reason), None),
        };
        let measures = text.as_deref().map(TextMeasures::new).unwrap_or_default();
        StoredText { state, reason, text, measures, marks }
    }
}
