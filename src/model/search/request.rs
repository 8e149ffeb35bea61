//! Search requests and results. Contract section 5, "Search".

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::languages::language::Language;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::filter::Filter;
use crate::model::text::is_unspaced;
use serde::Serialize;
use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;
use utoipa::ToSchema;

/// Longest search text, in characters.
pub const MAX_CHARACTERS: usize = 500;
/// Maximum number of words of a search text that count.
pub const MAX_WORDS: usize = 64;
/// How many characters of a script without blanks between its words count as one word.
const CHARACTERS_PER_WORD: usize = 4;
/// Highest first hit.
pub const MAX_START: usize = 100_000;
/// Highest first entry of a list, as large as the interface has numbers: unlike the hits of a search, all are reached.
const MAX_LIST_START: usize = i32::MAX as usize;
/// How many hits an answer holds.
pub const PAGE: usize = 10;

/// The number of hits that everyone sees without scrolling.
pub const TOP: usize = 3;

/// A search, read and checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchRequest {
    /// What was typed; empty for everything, by title.
    pub q: String,
    /// First hit to answer, from 0.
    pub start: usize,
    /// Obsolete citations as well.
    pub obsolete: bool,
    /// All fields weigh the same.
    pub no_boost: bool,
    /// Only what this lets through.
    pub filter: Option<Filter>,
    /// The language of the person who asks: decides what a word means that is one in several languages, puts citations in
    /// that language first among equals, and brings their version in it.
    pub lang: Option<LanguageTag>,
    /// Facets of which any value will do: they are counted without the filter's members that are about them alone.
    pub any: Vec<Category>,
    /// The tag of the language of the screens, in which concepts are named; empty for English.
    pub screen_language: &'static str,
}

/// Reads the parameter `start` of a list: the first entry to answer, 0 when it is not given.
pub fn read_start(text: &str) -> Result<usize> {
    read_position(text, MAX_LIST_START)
}

fn read_position(text: &str, max: usize) -> Result<usize> {
    if text.is_empty() {
        return Ok(0);
    }
    Some(text)
        .filter(|s| s.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|s| s.parse().ok())
        .filter(|n| *n <= max)
        .ok_or_else(|| Error::Unreadable(format!("start: expected a whole number from 0 to {max}.")))
}

/// Reads the parameter `start` of a search.
pub fn read_first_hit(text: &str) -> Result<usize> {
    read_position(text, MAX_START)
}

/// Reads the parameter `fq`, empty for no filter.
pub fn read_filter(fq: &str) -> Result<Option<Filter>> {
    if fq.trim().is_empty() {
        return Ok(None);
    }
    Filter::parse(fq).map(Some).map_err(|error| Error::Unreadable(format!("fq: {error}.")))
}

/// Reads the parameter `any`: facets of which any value will do, with commas between, empty for none.
pub fn read_disjunctive_facets(names: &str) -> Result<Vec<Category>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let unknown = |name: &str| Error::Unreadable(format!("any: there is no facet '{name}'."));
    let mut facets = names
        .split(',')
        .map(|name| Category::from_name(name.trim()).ok_or_else(|| unknown(name)))
        .collect::<Result<Vec<Category>>>()?;
    facets.sort_unstable();
    facets.dedup();
    Ok(facets)
}

impl SearchRequest {
    /// A search for a text with the filter `fq`, each empty for none; the error names the invalid parameter.
    pub fn new(q: &str, fq: &str) -> Result<SearchRequest> {
        check_text(q)?;
        Ok(SearchRequest { q: q.to_owned(), filter: read_filter(fq)?, ..SearchRequest::default() })
    }

    /// The search by somebody who reads a language: a tag, code or name, empty for none.
    pub fn in_language(self, lang: &str) -> Result<SearchRequest> {
        Ok(SearchRequest { lang: read_lang(lang)?, ..self })
    }
}

impl SearchRequest {
    /// How many lookups it needs in every segment: words, and terms of the filter. At least 1.
    pub fn parts(&self) -> usize {
        let mut terms = 0;
        if let Some(filter) = &self.filter {
            filter.each_term(&mut |_, _| terms += 1);
        }
        (text_parts(&self.q) + terms).max(1)
    }
}

/// How many words are looked up for a search text; each character is one where no blanks stand between words.
pub fn text_parts(q: &str) -> usize {
    q.unicode_words().count()
}

/// Reads a parameter that is `true` or `false`; false when it is not given.
pub fn read_flag(name: &str, text: &str) -> Result<bool> {
    match text {
        "" | "false" => Ok(false),
        "true" => Ok(true),
        _ => Err(Error::Unreadable(format!("{name}: expected true or false."))),
    }
}

/// Refuses a search text of more than [`MAX_CHARACTERS`] characters. Of longer ones than [`MAX_WORDS`] words the first count,
/// see [`first_words`].
pub fn check_text(q: &str) -> Result<()> {
    if q.len() > MAX_CHARACTERS && q.chars().count() > MAX_CHARACTERS {
        return Err(Error::Unreadable(format!("q: at most {MAX_CHARACTERS} characters are allowed.")));
    }
    Ok(())
}

/// The beginning of a search text up to its last word that counts.
///
/// Words are those of Unicode's rules (UAX 29). Where a script puts no blanks between words, each of its characters would be
/// one by those rules: there [`CHARACTERS_PER_WORD`] characters together count as a word.
pub fn first_words(q: &str) -> &str {
    // A word has at least one letter, and something that is none stands between two of them.
    if q.len() < 2 * MAX_WORDS {
        return q;
    }
    let mut counted = 0;
    for (at, word) in q.unicode_word_indices() {
        counted += match word.chars().next() {
            Some(first) if is_unspaced(first) => word.chars().count(),
            _ => CHARACTERS_PER_WORD,
        };
        if counted > MAX_WORDS * CHARACTERS_PER_WORD {
            return &q[..at];
        }
    }
    q
}

/// Facets by name: `{audience: {buckets: [{value, count}]}}`.
pub type Facets = BTreeMap<String, Facet>;

/// The values of one facet, sorted case-insensitively.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Facet {
    /// Values with their counts.
    pub buckets: Vec<FacetValue>,
}

/// One value of a facet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct FacetValue {
    /// The value.
    pub value: String,
    /// How many citations have it.
    pub count: u32,
}

/// The answer to a search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct SearchAnswer {
    /// The hits.
    pub hits: Hits,
    /// Published packets whose title holds every word, at most three; of a search from its first hit on without `fq`.
    pub packets: Vec<PacketHit>,
    /// What the hospital promotes for the text as a whole, whatever `fq`; only of a search from its first hit on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted: Option<Vec<PromotedResult>>,
    /// Counts over all matches: of each facet the 100 most frequent values and those filtered by.
    pub facets: Facets,
}

impl SearchAnswer {
    /// Reads what the index has written.
    pub fn from_json(json: &[u8]) -> Result<SearchAnswer> {
        serde_json::from_slice(json).map_err(|e| Error::internal("reading the response to a search", e))
    }
}

/// A promotion above the results of a search: exactly one of `citation`, `packet` and `url`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotedResult {
    /// What to show.
    pub title: String,
    /// ID of the citation; of an obsolete one the first in use that replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// ID of the packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet: Option<String>,
    /// The link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Readable ID of the citation or packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readable_id: Option<String>,
    /// Of a citation the version that suits the requested language, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<HitVersion>,
}

/// A packet that a search finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketHit {
    /// ID.
    pub id: String,
    /// The current readable ID.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// How many citations it has.
    pub count: u32,
}

/// A page of hits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Hits {
    /// How many citations match.
    pub found: u64,
    /// Number of the first hit in this page, from 0.
    pub start: u64,
    /// How the text was understood, when no citation holds all its words as they were typed, or when the hits are a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<Understood>,
    /// `hospital` when the text asks about the hospital itself: parking, visiting hours, bills, records, appointments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^hospital$")]
    pub intent: Option<String>,
    /// Whom to call, when the text may come from somebody in danger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice: Option<CrisisNotice>,
    /// At most ten.
    pub hit: Vec<Hit>,
}

impl Hits {
    /// Whether they are a guess.
    pub fn are_doubtful(&self) -> bool {
        self.understood.as_ref().is_some_and(|understood| !understood.is_sure)
    }
}

/// How a text was understood of which no citation holds all words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Understood {
    /// The text as it was searched: corrected words, each term by the first English name of its concept. With `concept`: at
    /// most two concepts that the text may be about, separated by commas.
    #[serde(rename = "as")]
    pub searched: String,
    /// The weakest means that were used: `term`, `spelling`, `part` when the best citations hold some words only, or `concept`
    /// when most were found by what the text may be about.
    pub kind: String,
    /// False when the hits are a guess.
    #[serde(rename = "sure")]
    pub is_sure: bool,
}

/// One hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Hit {
    /// `citation:` and the citation's id.
    pub id: String,
    /// What a result shows.
    pub fields: HitFields,
    /// `text`: it contains words of the text only in a handout. Left out for all others.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^text$")]
    pub match_type: Option<String>,
    /// With `match`: the language value of the handout that the snippet is from.
    #[serde(rename = "textLang", default, skip_serializing_if = "Option::is_none")]
    pub text_lang: Option<String>,
    /// Found words between asterisks.
    pub highlights: Highlights,
    /// The version that suits the requested language, when there is one. Without a language, the version of which only the title
    /// has words of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<HitVersion>,
    /// The address of a preview, without its width: of `version`, else of the English, else of the first version that has
    /// one. Left out where none has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

/// The language version of a hit that suits the person who asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct HitVersion {
    /// The language value.
    pub lang: String,
    /// Its tag.
    pub tag: String,
    /// Which way its title is written: `ltr`, `rtl`, or `auto` when that is not known. Left out without a title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: Option<String>,
    /// Its title in its language. Left out when it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Address of the handout.
    pub url: Option<String>,
    /// Item number.
    #[serde(rename = "ksbgNumber")]
    pub item_number: Option<String>,
}

/// Facts about a search beside its result, for counting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchSummary {
    /// How many citations match.
    pub found: u64,
    /// How the text was understood, when that is worth saying.
    pub understood: Option<Understood>,
    /// Ids of the citations among the first [`TOP`] that have no version in the requested language.
    pub untranslated: Vec<String>,
}

/// What a result shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct HitFields {
    /// The title, alone in a list.
    pub title: Vec<String>,
    /// Languages, English first, the rest alphabetical.
    pub languages: Vec<String>,
    /// `"true"` or `"false"`.
    pub obsolete: String,
    /// Item numbers.
    pub ksbg_numbers: Vec<String>,
    /// Readable id, or the id when there is none.
    pub readable_id: String,
}

/// Snippets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Highlights {
    /// Part of the abstract, found words between asterisks; a literal asterisk or backslash has a backslash before it. With
    /// `match`, part of a handout after the words 'In the handout: '.
    #[serde(rename = "abstract")]
    pub abstract_text: String,
}

/// `{suggest: {suggestions: [{suggestion}]}}`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suggestions {
    /// The list, wrapped.
    pub suggest: SuggestionList,
}

/// The suggestions, best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuggestionList {
    /// At most ten.
    pub suggestions: Vec<Suggestion>,
}

/// One suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suggestion {
    /// What to search for; of a packet its title.
    pub suggestion: String,
    /// `packet`: it is the title of a packet. Left out for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^packet$")]
    pub kind: Option<&'static str>,
    /// The readable ID of the packet. Left out for all others.
    #[serde(rename = "readableId", skip_serializing_if = "Option::is_none")]
    pub readable_id: Option<String>,
    /// The tag of the language that the title of a language version is in. Left out for all others, and without a known tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Which way that title is written: `ltr`, `rtl`, or `auto` when that is not known. Left out for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: Option<&'static str>,
}

/// A text to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestedText {
    pub text: String,
    /// The language that the title of a language version is in; `None` for all other texts.
    pub language: Option<Language>,
}

impl Suggestions {
    /// These packets and then these texts, in the shape of the interface.
    pub fn new<'p>(packets: impl Iterator<Item = &'p PacketHit>, texts: Vec<SuggestedText>) -> Self {
        let packets = packets.map(|packet| Suggestion {
            suggestion: packet.title.clone(),
            kind: Some("packet"),
            readable_id: Some(packet.readable_id.clone()),
            lang: None,
            dir: None,
        });
        let texts = texts.into_iter().map(|SuggestedText { text, language }| Suggestion {
            suggestion: text,
            kind: None,
            readable_id: None,
            dir: language.as_ref().map(|language| language.dir),
            lang: language.and_then(|language| language.tag).map(|tag| tag.to_string()),
        });
        let suggestions = packets.chain(texts).collect();
        Suggestions { suggest: SuggestionList { suggestions } }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn facets_of_which_any_value_will_do_are_named_with_commas() {
        let read = read_disjunctive_facets;
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("languages").unwrap(), [Category::Languages]);
        assert_eq!(read("tags, audience,tags").unwrap(), [Category::Audience, Category::Tags]);
        for wrong in ["language", "languages,", ",", "Languages", "incomplete", "languages audience"] {
            assert!(matches!(read(wrong), Err(Error::Unreadable(_))), "{wrong}");
        }
    }

    #[test]
    fn the_first_64_words_of_a_text_of_500_characters_count() {
        let check = |text: String, expected: usize| {
            check_text(&text).unwrap();
            assert_eq!(first_words(&text).len(), expected, "{text}");
        };
        check("of ".repeat(64), 192);
        check("of ".repeat(65), 192);
        check(format!("\"{}\"", "of ".repeat(65)), 193);
        check("a,".repeat(65), 128);
        check("-x ".repeat(64), 192);
        check("a\u{4e2d}".repeat(65), 51 * 4);
        check("\u{4e2d}".repeat(256), 256 * 3);
        check("\u{4e2d}".repeat(257), 256 * 3);
        check("x".repeat(500), 500);
        check("... ".repeat(125), 500);
        assert!(check_text(&"x".repeat(501)).is_err());
    }
}
