//! What a handout file is, and what was read from it.

use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};

/// Texts are stored up to this length, in bytes of UTF-8.
pub const MAX_TEXT: usize = 200 * 1024;
/// A file with fewer letters has no text: a scan often has a page number or a date.
const MIN_LETTERS: usize = 15;
/// How far into a file its mark may stand.
pub const MAX_MARK: usize = 1024;

/// The kinds of files whose text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// PDF.
    Pdf,
    /// A web page.
    Html,
    /// Plain text.
    Text,
}

variant_names!(FileKind { Pdf = "pdf", Html = "html", Text = "text" });

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

/// The parameter `charset` of a content type.
pub fn charset(content_type: &str) -> Option<&str> {
    let parameters = content_type.split(';').skip(1);
    parameters.filter_map(|parameter| parameter.split_once('=')).find_map(|(name, value)| {
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
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
        match text.chars().filter(|c| c.is_alphabetic()).take(MIN_LETTERS).count() < MIN_LETTERS {
            true => ExtractedText::NoText,
            false => ExtractedText::Text(text),
        }
    }
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
