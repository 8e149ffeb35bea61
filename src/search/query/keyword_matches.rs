//! The keywords that contain words of a query.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::keyword_index::KeywordMatch;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::language_set::is_language;
use crate::search::text::term_keys::term_key;
use crate::search::thesaurus::combined::ENGLISH;

/// The keywords that contain required words of the query, each with the bits of these words.
pub(in crate::search) fn keyword_matches(snapshot: &Snapshot, plan: &QueryPlan) -> Vec<KeywordMatch> {
    let keys: Vec<(String, u32)> = (0..)
        .zip(&plan.query.parts)
        .filter_map(|(number, part)| match part {
            Part::Word(word) if plan.required & 1 << number != 0 => {
                Some((term_key(&word.forms[0]), 1 << number))
            }
            _ => None,
        })
        .collect();
    snapshot.keyword_index.matches(keys.iter().map(|(key, bit)| (key.as_str(), *bit)))
}

/// The keywords that contain required words of a query, for lookups by citation.
pub(in crate::search) struct KeywordMatches {
    /// By ordinal.
    sorted: Vec<KeywordMatch>,
    /// The ordinals modulo 1,024 as bits: rejects most values of a citation with one test.
    filter: [u64; 16],
}

impl KeywordMatches {
    pub fn new(snapshot: &Snapshot, plan: &QueryPlan) -> KeywordMatches {
        let sorted = keyword_matches(snapshot, plan);
        let mut filter = [0; 16];
        sorted
            .iter()
            .for_each(|keyword| filter[keyword.ordinal as usize / 64 % 16] |= 1 << (keyword.ordinal % 64));
        KeywordMatches { sorted, filter }
    }

    /// The matching keywords of a citation.
    pub fn in_citation<'k>(
        &'k self,
        snapshot: &'k Snapshot,
        m: &Match,
    ) -> impl Iterator<Item = &'k KeywordMatch> {
        let values = snapshot.segments[usize::from(m.segment)].data.values.get(m.doc);
        values.iter().filter_map(|value| self.get(*value))
    }

    #[inline]
    fn get(&self, value: Ordinal) -> Option<&KeywordMatch> {
        if self.filter[value as usize / 64 % 16] >> (value % 64) & 1 == 0 {
            return None;
        }
        let position = self.sorted.binary_search_by_key(&value, |keyword| keyword.ordinal).ok()?;
        self.sorted.get(position)
    }
}

/// The share of its score that an ambiguous abbreviation keeps.
pub(in crate::search) const AMBIGUOUS_ABBREVIATION: f32 = 0.15;
/// The length of the longest abbreviation, in characters.
const MAX_LETTERS: usize = 6;

/// The bits of words that are a label in `lang` and an abbreviation in a keyword.
pub(super) fn ambiguous_abbreviations(snapshot: &Snapshot, plan: &QueryPlan, lang: &str) -> u32 {
    if is_language(lang, ENGLISH) {
        return 0;
    }
    let mut bits = 0;
    for (number, part) in plan.query.parts.iter().enumerate() {
        let Part::Word(word) = part else { continue };
        let bit = 1 << number;
        let is_label = plan.concepts.iter().any(|concept| {
            concept.bits == bit && concept.languages.iter().any(|language| is_language(language, lang))
        });
        if is_label && word.forms[0].chars().count() <= MAX_LETTERS {
            bits |= bit;
        }
    }
    if bits == 0 {
        return 0;
    }
    let mut ambiguous = 0;
    for keyword in keyword_matches(snapshot, plan).iter().filter(|keyword| keyword.bits & bits != 0) {
        let text = snapshot.values.text(keyword.ordinal);
        for (number, part) in plan.query.parts.iter().enumerate() {
            if let Part::Word(word) = part
                && keyword.bits & bits & 1 << number != 0
                && text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|piece| piece == word.forms[0].to_uppercase())
            {
                ambiguous |= 1 << number;
            }
        }
    }
    ambiguous
}
