//! Promoted results: what administrators show above the results of certain texts. Contract section 11.4.

use crate::model::error::FieldError;
use crate::model::text_bounds::{OutOfBounds, TextBounds};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// Most promotions of a catalogue.
pub const MAX_PROMOTIONS: usize = 5_000;
/// Most phrases of a promotion.
pub const MAX_PHRASES: usize = 20;
/// Longest phrase and longest title, in characters.
const MAX_PHRASE: usize = 100;
const MAX_TITLE: usize = 200;
/// Longest link, in characters.
const MAX_URL: usize = 2_000;

/// A promotion as it is sent: exactly one of `citation`, `packet` and `url`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromotionDraft {
    /// 1 to 20 phrases of 1 to 100 characters. A search for one of them, whatever its word order and function words, shows the
    /// promotion.
    #[schema(min_items = 1, max_items = 20)]
    pub phrases: Vec<String>,
    /// ID of a citation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// ID of a published packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet: Option<String>,
    /// A link, http or https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What is shown.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
}

/// A stored promotion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Promotion {
    /// Its ID.
    pub id: String,
    /// The phrases, in the order they were entered.
    pub phrases: Vec<String>,
    /// ID of a citation; left out for another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// ID of a packet; left out for another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet: Option<String>,
    /// A link; left out for another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What is shown.
    pub title: String,
    /// 1 at first, one more with every change; the ETag is this number in quotes.
    pub version: u64,
    /// When it was last changed, ISO 8601, UTC.
    pub changed: String,
    /// Who did.
    pub by: String,
}

impl Promotion {
    /// What an administrator would send for it.
    pub fn draft(&self) -> PromotionDraft {
        PromotionDraft {
            phrases: self.phrases.clone(),
            citation: self.citation.clone(),
            packet: self.packet.clone(),
            url: self.url.clone(),
            title: self.title.clone(),
        }
    }
}

/// A page of promotions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PromotionPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, sorted by their titles.
    pub promotions: Vec<Promotion>,
}

/// What happened to a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PromotionAction {
    Added,
    Changed,
    Deleted,
}

/// One state of a promotion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PromotionState {
    /// Its number, from 1.
    pub version: u64,
    /// ISO 8601, UTC.
    pub when: String,
    /// Who made it.
    pub who: String,
    pub action: PromotionAction,
    /// The promotion; null once it is deleted.
    pub promotion: Option<Promotion>,
}

impl PromotionDraft {
    /// The draft with normalized texts, or every error that needs no look at the catalogue. `key_of` is equal for phrases that
    /// the same text would match, and `None` for one without a letter or digit; of such phrases the first is kept.
    pub fn check(self, key_of: impl Fn(&str) -> Option<String>) -> Result<PromotionDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut error = |field: String, message: String| errors.push(FieldError::new(field, message));
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(1..=MAX_PHRASES).contains(&self.phrases.len()) {
            error("phrases".into(), format!("A promotion has 1 to {MAX_PHRASES} phrases."));
        }
        let (mut phrases, mut keys) = (Vec::new(), Vec::new());
        for (n, phrase) in self.phrases.iter().enumerate().take(MAX_PHRASES) {
            let (at, phrase) = (format!("phrases[{n}]"), line(phrase));
            match TextBounds::joined_line(MAX_PHRASE).check(&phrase) {
                Some(OutOfBounds::TooLong) => {
                    error(at, format!("A phrase has at most {MAX_PHRASE} characters."));
                }
                Some(OutOfBounds::ControlCharacter) => {
                    error(at, "Control characters are not allowed.".into())
                }
                None => match key_of(&phrase) {
                    None => error(at, "A phrase needs a letter or a digit.".into()),
                    Some(key) if keys.contains(&key) => {}
                    Some(key) => {
                        keys.push(key);
                        phrases.push(phrase);
                    }
                },
            }
        }
        let title = line(&self.title);
        if title.is_empty() {
            error("title".into(), "Title is required.".into());
        } else if let Some(wrong) = TextBounds::joined_line(MAX_TITLE).error("title", &title) {
            error(wrong.field, wrong.message);
        }
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (citation, packet, url) = (given(self.citation), given(self.packet), given(self.url));
        let targets = [("citation", &citation), ("packet", &packet), ("url", &url)];
        let chosen: Vec<&str> =
            targets.into_iter().filter(|(_, target)| target.is_some()).map(|(field, _)| field).collect();
        match chosen[..] {
            [] => error("citation".into(), "A citation, a packet or a link is required.".into()),
            [_, second, ..] => {
                error(
                    second.into(),
                    "A promotion leads to one citation, packet or link, not to several.".into(),
                );
            }
            [_] => {}
        }
        if url.as_deref().is_some_and(|url| !is_link(url)) {
            error("url".into(), "This is not a web address such as https://example.org/page.".into());
        }
        let url = url.map(|url| url.trim().to_owned());
        if errors.is_empty() {
            Ok(PromotionDraft { phrases, citation, packet, url, title })
        } else {
            Err(errors)
        }
    }
}

/// Whether a text is a web address without user name and password.
fn is_link(text: &str) -> bool {
    text.chars().count() <= MAX_URL
        && Url::parse(text.trim()).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none()
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn draft(phrases: &[&str]) -> PromotionDraft {
        PromotionDraft {
            phrases: phrases.iter().map(|phrase| (*phrase).to_owned()).collect(),
            url: Some("https://example.org/parking".into()),
            title: "Parking".into(),
            ..PromotionDraft::default()
        }
    }

    fn key(phrase: &str) -> Option<String> {
        Some(phrase.to_lowercase()).filter(|key| key.chars().any(char::is_alphanumeric))
    }

    fn fields(draft: PromotionDraft) -> Vec<String> {
        draft.check(key).err().unwrap_or_default().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn every_invalid_field_is_named() {
        assert_eq!(fields(draft(&[])), ["phrases"]);
        assert_eq!(fields(draft(&["x"; 21])), ["phrases"]);
        let long = "x".repeat(101);
        assert_eq!(
            fields(draft(&["parking", "?!", &long, "a\u{1}"])),
            ["phrases[1]", "phrases[2]", "phrases[3]"]
        );
        assert_eq!(fields(PromotionDraft { title: " ".into(), ..draft(&["a"]) }), ["title"]);
        assert_eq!(fields(PromotionDraft { title: "x".repeat(201), ..draft(&["a"]) }), ["title"]);
        assert_eq!(fields(PromotionDraft { url: None, ..draft(&["a"]) }), ["citation"]);
        assert_eq!(fields(PromotionDraft { url: Some(" ".into()), ..draft(&["a"]) }), ["citation"]);
        let both = PromotionDraft { citation: Some("c".into()), ..draft(&["a"]) };
        assert_eq!(fields(both), ["url"]);
        for url in [
            "ftp://example.org",
            "https://me:pw@example.org/",
            "https://me@example.org",
            "parking",
            "/parking",
        ] {
            assert_eq!(fields(PromotionDraft { url: Some(url.into()), ..draft(&["a"]) }), ["url"], "{url}");
        }
    }

    #[test]
    fn texts_are_on_one_line_and_a_phrase_is_kept_once() {
        let checked = PromotionDraft {
            title: " Where \n to park ".into(),
            ..draft(&[" Visiting  hours", "PARKING", "parking"])
        };
        let checked = checked.check(key).unwrap();
        assert_eq!(
            (checked.title.as_str(), checked.phrases),
            ("Where to park", vec!["Visiting hours".into(), "PARKING".into()])
        );
    }
}
