//! Abbreviations that are also a word of the language of the search: with `lang=es`, 'tos' means a cough rather than 'TOS'.

use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::snapshot::Snapshot;
use crate::search::text::language_set::is_language;
use crate::search::thesaurus::combined::ENGLISH;

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
