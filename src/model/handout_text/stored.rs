//! The text of a handout file as it is stored, and when the same file is read again.

use crate::model::handout_text::file::ExtractedText;
use crate::model::handout_text::measures::TextMeasures;
use crate::model::link_check::link::FileMarks;
use crate::model::variant_names::variant_names;

/// How often a file is read whose text cannot be read, unless somebody asks for another attempt.
pub const MAX_ATTEMPTS: u32 = 3;

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

/// An attempt to read a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its number among those of the same extractor at the same file, counted from 1.
    pub number: u32,
    /// What reads PDF files.
    pub extractor: String,
}

impl Attempt {
    /// The attempt of this extractor that follows the `last` one at the same file.
    pub fn after(last: Option<&Attempt>, extractor: &str) -> Attempt {
        let before = last.filter(|last| last.extractor == extractor).map_or(0, |last| last.number);
        Attempt { number: before.saturating_add(1), extractor: extractor.to_owned() }
    }
}

/// A file that was read, as it is stored.
#[derive(Debug, Clone)]
pub struct ReadFile {
    /// Its marks, with its digest.
    pub marks: FileMarks,
    /// Whether it has a text.
    pub state: TextState,
    /// The last attempt, if it gave no text; `None` if it was made before attempts were counted.
    pub last_attempt: Option<Attempt>,
}

impl ReadFile {
    /// Whether the same file is read again by this extractor. `is_requested`: somebody asked for it.
    ///
    /// A busy machine may be the reason for a failure, and another extractor may find a text.
    pub fn is_read_again(&self, extractor: &str, is_requested: bool) -> bool {
        let last = self.last_attempt.as_ref().filter(|last| last.extractor == extractor);
        match (self.state, last) {
            (TextState::Text, _) | (TextState::NoText, Some(_)) => false,
            (TextState::Failed, Some(last)) => is_requested || last.number < MAX_ATTEMPTS,
            (_, None) => true,
        }
    }
}

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
    /// How it was read.
    pub attempt: Attempt,
}

impl StoredText {
    /// What is stored of this file.
    pub fn new(extracted: ExtractedText, marks: FileMarks, attempt: Attempt) -> StoredText {
        let (state, reason, text) = match extracted {
            ExtractedText::Text(text) => (TextState::Text, None, Some(text)),
            ExtractedText::NoText => (TextState::NoText, None, None),
            ExtractedText::Failed(reason) => (TextState::Failed, Some(reason), None),
        };
        let measures = text.as_deref().map(TextMeasures::new).unwrap_or_default();
        StoredText { state, reason, text, measures, marks, attempt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_text_is_read_again_while_that_may_help() {
        use TextState::{Failed, NoText, Text};
        let check = |state, last: Option<(u32, &str)>, in_the_night, on_request| {
            let last_attempt =
                last.map(|(number, extractor)| Attempt { number, extractor: extractor.to_owned() });
            let file = ReadFile { marks: FileMarks::default(), state, last_attempt };
            let found = [false, true].map(|is_requested| file.is_read_again("pdftotext", is_requested));
            assert_eq!(found, [in_the_night, on_request], "{file:?}");
        };
        check(Failed, Some((1, "pdftotext")), true, true);
        check(Failed, Some((2, "pdftotext")), true, true);
        check(Failed, Some((3, "pdftotext")), false, true);
        check(Failed, Some((3, "built-in")), true, true);
        check(Failed, None, true, true);
        check(NoText, Some((1, "pdftotext")), false, false);
        check(NoText, Some((1, "built-in")), true, true);
        check(NoText, None, true, true);
        check(Text, None, false, false);
    }

    #[test]
    fn attempts_of_one_extractor_are_counted() {
        let first = Attempt::after(None, "built-in");
        let second = Attempt::after(Some(&first), "built-in");
        let other = Attempt::after(Some(&second), "pdftotext");
        assert_eq!([first.number, second.number, other.number], [1, 2, 1]);
    }
}
