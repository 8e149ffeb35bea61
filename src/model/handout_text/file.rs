//! A handout file: what it is, what was read from it, and what of that is stored and searched.

use crate::model::citations::citation::Citation;
use crate::model::handout_text::measures::TextMeasures;
use crate::model::link_check::link::FileMarks;
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};

/// Texts are stored up to this length, in bytes of UTF-8.
pub const MAX_TEXT: usize = 200 * 1024;
/// A file with fewer letters has no text: a scan often has a page number or a date.
const MIN_LETTERS: usize = 15;
/// How far into a file its mark may stand.
pub const MAX_MARK: usize = 1024;
/// How often a file is read whose text cannot be read, unless somebody asks for another attempt.
pub const MAX_ATTEMPTS: u32 = 3;
/// The words before the snippet of a hit that needs its text: `highlights.abstract` begins with them.
pub const IN_THE_HANDOUT: &str = "In the handout: ";

variant_names! {
    /// The kinds of files whose text is read.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum FileKind {
        /// PDF.
        Pdf = "pdf",
        /// A web page.
        Html = "html",
        /// Plain text.
        Text = "text",
    }
}

impl FileKind {
    /// By the beginning of the file, else by its content type; `None` for a file whose text is not read.
    pub fn detect(content_type: &str, beginning: &[u8]) -> Option<FileKind> {
        let marked = beginning.get(..MAX_MARK).unwrap_or(beginning);
        if marked.windows(5).any(|bytes| bytes == b"%PDF-") {
            return Some(FileKind::Pdf);
        }
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match kind.as_str() {
            "application/pdf" => Some(FileKind::Pdf),
            "text/html" | "application/xhtml+xml" => Some(FileKind::Html),
            "text/plain" => Some(FileKind::Text),
            _ => None,
        }
    }
}

/// What is asked about a PDF when it is uploaded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfFacts {
    /// How many pages it has; `None` if they could not be counted.
    pub pages: Option<u32>,
    /// Its own title.
    pub title: Option<String>,
    /// It needs a password or a certificate to open.
    pub is_locked: bool,
}

/// What a file's text came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtractedText {
    /// Its text, normalized.
    Text(String),
    /// It has none: a scan, or an empty file.
    NoText,
    /// It could not be read, for this reason.
    Failed(String),
}

impl ExtractedText {
    /// A text that is long enough to be one.
    pub fn from_text(text: String) -> ExtractedText {
        let letters = text.chars().filter(|c| c.is_alphabetic()).take(MIN_LETTERS).count();
        if letters < MIN_LETTERS { ExtractedText::NoText } else { ExtractedText::Text(text) }
    }
}

variant_names! {
    /// What is stored of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TextState {
        /// Its text.
        Text = "text",
        /// That it has none: it is a scan, or empty.
        NoText = "no_text",
        /// That it could not be read.
        Failed = "failed",
    }
}

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
    /// Whether the same file is read again by this extractor. `is_requested`: somebody requested it.
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

/// The text of a language version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionText {
    /// The language value of the version.
    pub lang: String,
    /// The text, up to 200 KB.
    pub text: String,
}

/// A citation with the texts of its language versions.
#[derive(Debug, Clone)]
pub struct SearchableCitation {
    /// The citation.
    pub citation: Citation,
    /// One for each file that has a text, in the order of the versions.
    pub texts: Vec<VersionText>,
}

impl From<Citation> for SearchableCitation {
    /// A citation without texts.
    fn from(citation: Citation) -> SearchableCitation {
        SearchableCitation { citation, texts: Vec::new() }
    }
}

/// The parameter `charset` of a content type.
pub fn charset(content_type: &str) -> Option<&str> {
    let parameters = content_type.split(';').skip(1);
    parameters.filter_map(|parameter| parameter.split_once('=')).find_map(|(name, value)| {
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_detected_by_mark_and_type() {
        let check = |content_type: &str, beginning: &[u8], expected| {
            assert_eq!(FileKind::detect(content_type, beginning), expected, "{content_type}");
        };
        check("application/octet-stream", b"\n\n%PDF-1.4", Some(FileKind::Pdf));
        check("text/html; charset=utf-8", b"%PDF-1.7", Some(FileKind::Pdf));
        check("TEXT/HTML; charset=utf-8", b"<!doctype html>", Some(FileKind::Html));
        check("text/plain", b"", Some(FileKind::Text));
        check("application/msword", b"\xd0\xcf", None);
        check("", b"", None);
    }

    #[test]
    fn charsets_are_read() {
        assert_eq!(charset("text/html; charset=ISO-8859-1"), Some("ISO-8859-1"));
        assert_eq!(charset("text/plain;format=flowed; Charset=\"utf-8\""), Some("utf-8"));
        assert_eq!(charset("text/html"), None);
    }

    #[test]
    fn a_few_letters_are_no_text() {
        assert_eq!(ExtractedText::from_text("11/24/26, 2:15 AM page 1".into()), ExtractedText::NoText);
        for text in ["Call the clinic when the fever lasts.", "Call us for any fever."] {
            assert_eq!(ExtractedText::from_text(text.into()), ExtractedText::Text(text.into()));
        }
    }
}

#[cfg(test)]
mod stored_tests {
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
