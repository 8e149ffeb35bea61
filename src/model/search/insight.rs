//! What people search for, counted without knowing who, and codes that no citation answered. Contract sections 9.1 and 10.2.

use crate::model::citations::codes::CodeSystem;
use crate::model::error::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

/// Minimum number of searches for a text to be shown: fewer could be one person.
pub const MIN_SHOWN_COUNT: u32 = 3;
/// Days that are summed up unless the caller says otherwise.
pub const DAYS: u32 = 90;
/// So many of the most frequent texts are distinguished by language: determining it costs as much as a search.
pub const MAX_BY_LANGUAGE: usize = 1_000;
/// The most days that can be asked for.
const MAX_DAYS: u32 = 3_650;
/// Longest text that is counted, in characters and in words.
const MAX_CHARACTERS: usize = 60;
const MAX_WORDS: usize = 8;
/// A text with this many digits could be a record or phone number.
const MIN_NUMBER_DIGITS: usize = 6;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchOutcome {
    /// Citations hold all of it.
    Found,
    /// Citations hold some of the words.
    OnlyPart,
    /// Nothing was found.
    Nothing,
}

/// The searched texts of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchInsight {
    /// Searches counted in the period, those included whose text is not shown.
    pub total: u64,
    /// Of these, searches that found nothing.
    pub without_result: u64,
    /// How many texts `top` has on all pages.
    pub found: u64,
    /// How many texts `missed` has on all pages.
    pub found_missed: u64,
    /// How many more texts were searched for, each less than three times.
    pub rarer: u64,
    /// How many more texts found nothing, or only citations with some of the words, each less than three times.
    pub rarer_missed: u64,
    /// The languages of the thousand most frequent texts of `missed`, the most frequent first.
    pub languages: Vec<LanguageTexts>,
    /// The most frequent texts; only those searched for three times or more.
    pub top: Vec<SearchedText>,
    /// Texts that found nothing, or only citations with some of the words; only those that did so three times or more.
    pub missed: Vec<SearchedText>,
}

/// How many texts are in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LanguageTexts {
    /// A BCP 47 tag as in `language` of a text; `und` when it is not known.
    pub tag: String,
    /// How many texts.
    pub texts: u64,
}

/// A text and how often it was searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchedText {
    /// The text, folded: lower case without accents.
    pub q: String,
    /// How often, one client counting once a day.
    pub count: u64,
    /// The latest day, YYYY-MM-DD.
    pub last_day: String,
    /// The language it is in, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<QueryLanguage>,
}

/// The language of a text that was searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct QueryLanguage {
    /// A BCP 47 tag; `und-Cyrl`, `und-Arab` and the like when only the script is known.
    pub tag: String,
    /// What shows it: `thesaurus`, labels in the text are of this language; or `script`, its letters.
    pub by: String,
}

/// The unanswered codes of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnansweredCodes {
    /// How many codes there are on all pages.
    pub found: u64,
    /// How often they were requested.
    pub total: u64,
    /// The most frequent codes first. A code that a citation in use has by now is left out.
    pub codes: Vec<UnansweredCode>,
}

/// A code and how often it was requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnansweredCode {
    /// The terminology.
    pub system: CodeSystem,
    /// The code, as citations have it.
    pub code: String,
    /// How often.
    pub count: u64,
    /// The latest day, YYYY-MM-DD.
    pub last_day: String,
}

/// Whether a text may be counted: it cannot hold an address or a number of somebody, and is short. Has to hold for the
/// text as typed and as folded.
pub fn may_be_counted(text: &str) -> bool {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    !text.trim().is_empty()
        && !text.contains(['@', '＠', '﹫'])
        && digits < MIN_NUMBER_DIGITS
        && text.split_whitespace().count() <= MAX_WORDS
        && text.chars().count() <= MAX_CHARACTERS
}

/// Reads the parameter `days`.
pub fn read_days(text: &str) -> Result<u32> {
    if text.is_empty() {
        return Ok(DAYS);
    }
    text.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days)).ok_or_else(|| {
        Error::Unreadable(format!("days: expected a whole number from 1 to {MAX_DAYS}, found '{text}'."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_name_somebody_is_not_counted() {
        for text in
            ["asthma", "type 1 diabetes", "KSBG 12345", "one two three four five six seven eight", "哮喘"]
        {
            assert!(may_be_counted(text), "{text}");
        }
        let long = "x".repeat(MAX_CHARACTERS + 1);
        for text in [
            "",
            "  ",
            "nora@example.org",
            "nora＠example.org",
            "mrn 123456",
            "12 34 ٥٦",
            "１２３４５６",
            "one two three four five six seven eight nine",
            &long,
        ] {
            assert!(!may_be_counted(text), "{text}");
        }
        assert!(may_be_counted(&long[1..]));
    }

    #[test]
    fn days_are_a_whole_number() {
        assert_eq!(read_days("").ok(), Some(90));
        assert_eq!(read_days("7").ok(), Some(7));
        for wrong in ["0", "-1", "x", "3651", "1.5"] {
            assert!(read_days(wrong).is_err(), "{wrong}");
        }
    }
}
