//! Translations: which a citation lacks, and who requested them. Contract section 9.2.

use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::languages::tag::LanguageTag;
use crate::model::text::is_blank;
use crate::model::text_bounds::{OutOfBounds, TextBounds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longest note, in characters.
const MAX_NOTE: usize = 1_000;

/// What is wrong with the translation of a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TranslationState {
    /// There is no version in the language.
    Missing,
    /// There is one, and the English one was revised later.
    Outdated,
}

impl TranslationState {
    /// Reads the parameter `state`; `None` for both, when it is not given.
    pub fn read(text: &str) -> Result<Option<TranslationState>> {
        match text {
            "" => Ok(None),
            "missing" => Ok(Some(TranslationState::Missing)),
            "outdated" => Ok(Some(TranslationState::Outdated)),
            _ => Err(Error::Unreadable("state: expected missing or outdated.".into())),
        }
    }
}

/// A language version that matches a preferred language.
#[derive(Debug, Clone, Copy)]
pub struct PreferredVersion {
    /// How well it matches ([`LanguageTag::closeness`]).
    pub closeness: u8,
    /// Its latest revision.
    pub revised: Option<Day>,
}

/// What is missing for a preferred language, and when the best matching version was revised. `english` is the latest
/// revision of the English version.
///
/// A version is outdated when both days are known and the English one is later; as long as one of those that suit best is
/// not, nothing is lacking.
pub fn translation_state(
    versions: &[PreferredVersion],
    english: Option<Day>,
) -> (Option<TranslationState>, Option<Day>) {
    let Some(best) = versions.iter().map(|version| version.closeness).max() else {
        return (Some(TranslationState::Missing), None);
    };
    let best: Vec<Option<Day>> =
        versions.iter().filter(|version| version.closeness == best).map(|version| version.revised).collect();
    let is_outdated =
        |revised: &Option<Day>| matches!((revised, english), (Some(day), Some(english)) if *day < english);
    let state = best.iter().all(is_outdated).then_some(TranslationState::Outdated);
    (state, best.into_iter().flatten().max())
}

/// A citation that lacks a translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranslationGap {
    /// Id of the citation.
    pub id: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// The title of the version in the language; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_title: Option<String>,
    /// Department that submitted it.
    pub department: Option<String>,
    /// What is wrong.
    pub state: TranslationState,
    /// Open requests of different people.
    pub requests: u64,
    /// Searches in the language in which it stood among the first three.
    pub searches: u64,
    /// When the version in the language was revised.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub revision_date: Option<Day>,
    /// When the English version was revised.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub english_revision_date: Option<Day>,
}

/// How many citations lack what, in the requested language and department.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TranslationCounts {
    /// Without a version.
    pub missing: u64,
    /// With an outdated version.
    pub outdated: u64,
}

/// A page of citations that lack a translation, most wanted first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TranslationPage {
    /// Whatever the requested state.
    pub counts: TranslationCounts,
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50.
    pub citations: Vec<TranslationGap>,
}

/// A translation request as it is sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewTranslationRequest {
    /// Id or readable id of the citation.
    pub citation: String,
    /// Tag of the language, in use here or not.
    pub lang: String,
    /// A note, up to 1,000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

impl NewTranslationRequest {
    /// The language and the note, checked; every error with its field.
    pub fn check(&self) -> Result<(LanguageTag, Option<String>)> {
        let mut errors = Vec::new();
        let tag = LanguageTag::parse(self.lang.trim()).ok().filter(|tag| tag.unknown_part().is_none());
        if tag.is_none() {
            errors
                .push(FieldError::new("lang", "Expected a registered language tag, such as so or zh-Hans."));
        }
        let note = self.note.as_deref().map(str::trim).filter(|note| !is_blank(note));
        match note.and_then(|note| TextBounds::lines(MAX_NOTE).check(note)) {
            Some(OutOfBounds::TooLong) => {
                errors.push(FieldError::new("note", "At most 1,000 characters are allowed."));
            }
            Some(OutOfBounds::ControlCharacter) => {
                errors.push(FieldError::new("note", "Control characters are not allowed."));
            }
            None => {}
        }
        match tag {
            Some(tag) if errors.is_empty() => Ok((tag, note.map(str::to_owned))),
            _ => Err(Error::Invalid(errors)),
        }
    }
}

/// A translation that somebody requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranslationRequest {
    /// Id of the request.
    pub id: String,
    /// Id of the citation.
    pub citation: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Its title.
    pub title: String,
    /// Tag of the language.
    pub lang: String,
    /// The note.
    pub note: Option<String>,
    /// Who asked.
    pub by: String,
    /// When, ISO 8601, UTC.
    pub at: String,
    /// When it was closed; null while it is open.
    pub closed_at: Option<String>,
    /// Who closed it.
    pub closed_by: Option<String>,
}

/// A page of requests, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RequestPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50.
    pub requests: Vec<TranslationRequest>,
}

/// Reads the parameter `state` of the list of requests: open ones, closed ones, or all when it is not given.
pub fn read_is_open(text: &str) -> Result<Option<bool>> {
    match text {
        "" => Ok(None),
        "open" => Ok(Some(true)),
        "closed" => Ok(Some(false)),
        _ => Err(Error::Unreadable("state: expected open or closed.".into())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_version_is_outdated_when_the_english_one_is_known_to_be_later() {
        let check =
            |versions: &[(u8, Option<&str>)], english: Option<&str>, expected, revised: Option<&str>| {
                let day = |text: Option<&str>| text.map(|text| Day::parse(text).unwrap());
                let versions: Vec<PreferredVersion> = versions
                    .iter()
                    .map(|(closeness, revised)| PreferredVersion {
                        closeness: *closeness,
                        revised: day(*revised),
                    })
                    .collect();
                assert_eq!(
                    translation_state(&versions, day(english)),
                    (expected, day(revised)),
                    "{versions:?} {english:?}"
                );
            };
        let (early, late) = (Some("2026-01-01"), Some("2026-02-01"));
        check(&[], late, Some(TranslationState::Missing), None);
        check(&[], None, Some(TranslationState::Missing), None);
        check(&[(2, early)], late, Some(TranslationState::Outdated), early);
        check(&[(2, late)], early, None, late);
        check(&[(2, late)], late, None, late);
        check(&[(2, None)], late, None, None);
        check(&[(2, early)], None, None, early);
        check(&[(1, early), (1, late)], late, None, late);
        check(&[(2, early), (1, late)], late, Some(TranslationState::Outdated), early);
        check(&[(1, early), (2, late)], late, None, late);
    }
}
