//! Abbreviations that give way to the reader's language: with `lang=es`, 'tos' is a cough and no 'TOS'.

use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::snapshot::Snapshot;
use crate::search::thesaurus::combined::{ENGLISH, is_language};

/// What such a word still adds to a score, as a share.
pub(in crate::search) const YIELDING: f32 = 0.15;
/// The longest abbreviation, in letters.
const MAX_LETTERS: usize = 6;

/// The bits of words that are a label in the reader's language and that keywords have as an abbreviation.
pub(super) fn yielding_bits(snapshot: &Snapshot, query: &QueryPlan, lang: &str) -> u32 {
    if is_language(lang, ENGLISH) {
        return 0;
    }
    let mut bits = 0;
    for (number, part) in query.query.parts.iter().enumerate() {
        let Part::Word(word) = part else { continue };
        let bit = 1 << number;
        let is_label = query.terms.iter().any(|term| {
            term.bits == bit && term.languages.iter().any(|language| is_language(language, lang))
        });
        if is_label && word.forms[0].chars().count() <= MAX_LETTERS {
            bits |= bit;
        }
    }
    if bits == 0 {
        return 0;
    }
    let mut yielding = 0;
    for keyword in keyword_matches(snapshot, query).iter().filter(|keyword| keyword.bits & bits != 0) {
        let text = snapshot.values.text(keyword.ordinal);
        for (number, part) in query.query.parts.iter().enumerate() {
            if let Part::Word(word) = part
                && keyword.bits & bits & 1 << number != 0
                && text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|piece| piece == word.forms[0].to_uppercase())
            {
                yielding |= 1 << number;
            }
        }
    }
    yielding
}
