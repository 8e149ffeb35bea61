//! Interprets a query, with the words that nobody knows read as others: joined, split or spelled otherwise.

use crate::search::query::abbreviations::yielding_bits;
use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::query_plan::{CorrectedWord, QueryPlan, overlaps};
use crate::search::query::recognition::initials::words_of_initials;
use crate::search::query::term_lookup::{has_word, is_title_or_keyword_prefix, word_statistics};
use crate::search::query::word_languages::query_languages;
use crate::search::snapshot::Snapshot;
use crate::search::spelling::speller::{Correction, SpellingCorrector};
use crate::search::text::edit_distance::is_near;
use crate::search::text::function_words::Meaning;
use crate::search::text::language_set::LanguageSet;
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::thesaurus::combined::ENGLISH;
use std::cell::LazyCell;
use std::ops::{Deref, Range};

/// Initials count in queries of at most so many words.
const MAX_WITH_INITIALS: usize = 3;

/// Interprets a query.
pub(in crate::search) fn plan_query(
    snapshot: &Snapshot,
    query: ParsedQuery,
    lang: Option<&str>,
) -> std::io::Result<QueryPlan> {
    let mut made = plan_corrected(snapshot, query, lang)?;
    made.yielding = lang.map_or(0, |lang| yielding_bits(snapshot, &made, lang));
    Ok(made)
}

fn plan_corrected(snapshot: &Snapshot, query: ParsedQuery, lang: Option<&str>) -> std::io::Result<QueryPlan> {
    let made = QueryPlan::new(snapshot, query, Vec::new(), lang)?;
    // Most queries have no unknown word, and need no languages.
    let languages = LazyCell::new(|| languages_of(snapshot, &made, lang));
    let unknown = unknown(snapshot, &made, &languages);
    if unknown.is_empty() {
        return Ok(made);
    }
    let Some((text, corrected)) = correct_words(snapshot, &made, &unknown, *languages) else {
        return Ok(made);
    };
    let mut query = ParsedQuery::parse(&text, snapshot.stem_languages);
    (query.item, query.whole_title) = (made.query.item.clone(), made.query.whole_title.clone());
    query.is_being_typed = made.query.is_being_typed;
    QueryPlan::new(snapshot, query, corrected, lang)
}

/// A word to guess at.
#[derive(Clone, Copy)]
struct OutOfVocabulary {
    /// Its place among the parts of the query.
    number: usize,
    /// Only a near and well known word is meant instead: texts have words with its stem, or labels hold it.
    is_weak: bool,
    /// It is an ordinary word of the query's language: another one is meant only where both make a label with the words
    /// around them.
    is_ordinary: bool,
    /// The catalogue has such words.
    is_found: bool,
}

/// The words that neither catalogue nor thesaurus know, and that are no ordinary words of the query's language.
fn unknown(
    snapshot: &Snapshot,
    made: &QueryPlan,
    languages: &impl Deref<Target = LanguageSet>,
) -> Vec<OutOfVocabulary> {
    let is_alone = made.query.parts.len() == 1;
    let unknown = |(number, part): (usize, &Part)| {
        let Part::Word(word) = part else { return None };
        let bit = 1 << number;
        let found = made.words.iter().find(|word| word.bit == bit && word.idf > 0.0);
        let is_weak = found.is_some_and(|found| found.is_weak);
        if word.meaning == Meaning::Function
            || (found.is_some() && !is_weak)
            || made.terms.iter().any(|term| term.bits & bit != 0)
            || (made.query.has_prefix_term
                && number + 1 == made.query.parts.len()
                && !is_alone
                && is_title_or_keyword_prefix(&snapshot.segments, &word.forms[0]))
        {
            return None;
        }
        let languages = **languages;
        // A label counts in its own language, or as the whole query; a word inside of labels may still be misspelled.
        let (mut is_label, mut is_in_label) = (false, false);
        for known in word.forms.iter().filter_map(|form| snapshot.thesaurus.word(form)) {
            let of_query = |set: LanguageSet| match languages.is_empty() {
                true => set.has(ENGLISH),
                false => !set.intersection(languages).is_empty(),
            };
            let is_foreign = languages.is_empty() && !known.languages.has(ENGLISH);
            // A label that is switched off is none any more, but no misspelled word either.
            let is_one = !known.label_languages.is_empty();
            is_label |= is_foreign || is_one && (is_alone || of_query(known.label_languages));
            is_in_label |= of_query(known.languages);
        }
        let is_weak = is_weak || is_in_label;
        let is_ordinary = is_ordinary(&word.forms[0], languages);
        (!is_label).then_some(OutOfVocabulary { number, is_weak, is_ordinary, is_found: found.is_some() })
    };
    made.query.parts.iter().enumerate().filter_map(unknown).collect()
}

/// Returns whether a word is an ordinary one of the query's language; of any language while that is not known.
fn is_ordinary(word: &str, languages: LanguageSet) -> bool {
    let ordinary = ordinary_languages(word);
    if languages.is_empty() { !ordinary.is_empty() } else { !ordinary.intersection(languages).is_empty() }
}

/// The languages that a query may be in: the reader's, or those of most of its words.
fn languages_of(snapshot: &Snapshot, made: &QueryPlan, lang: Option<&str>) -> LanguageSet {
    if let Some(lang) = lang {
        let mut languages = LanguageSet::default();
        languages.insert(lang);
        return languages;
    }
    let of_word = |part: &Part| match part {
        Part::Word(word) => {
            let known = snapshot.thesaurus.word(&word.forms[0]).map(|known| known.languages);
            let mut languages = known.unwrap_or_default().union(ordinary_languages(&word.forms[0]));
            if word_statistics(&snapshot.segments, &word.forms[0]).in_english {
                languages.insert(ENGLISH);
            }
            languages
        }
        Part::Phrase(_) => LanguageSet::default(),
    };
    if made.query.parts.len() == 1 {
        LanguageSet::default()
    } else {
        query_languages(made.query.parts.iter().map(of_word))
    }
}

/// The text with its out-of-vocabulary words corrected; `None` when none can be.
fn correct_words(
    snapshot: &Snapshot,
    made: &QueryPlan,
    unknown: &[OutOfVocabulary],
    languages: LanguageSet,
) -> Option<(String, Vec<CorrectedWord>)> {
    let segments = &snapshot.segments;
    let speller = SpellingCorrector {
        lexicons: segments.iter().map(|segment| &segment.data.columns.lexicon).collect(),
        thesaurus: &snapshot.thesaurus,
        statistics: &|word: &str| word_statistics(segments, word),
        languages,
    };
    let mut changes: Vec<CorrectedWord> = Vec::new();
    for unknown in unknown {
        let Some(Part::Word(word)) = made.query.parts.get(unknown.number) else { continue };
        if changes.last().is_some_and(|change| overlaps(&change.place, &word.place)) {
            continue;
        }
        if snapshot.features.spelling
            && !unknown.is_weak
            && !unknown.is_ordinary
            && let Some((place, correction)) = joined(snapshot, &made.query, unknown.number)
        {
            changes.push(CorrectedWord { place, corrections: vec![correction], typed: None });
            continue;
        }
        let corrections = corrections(snapshot, &speller, &made.query, word, unknown);
        if !corrections.is_empty() {
            let typed = unknown.is_found.then(|| word.clone());
            changes.push(CorrectedWord { place: word.place.clone(), corrections, typed });
        }
    }
    if changes.is_empty() {
        return None;
    }
    let text = replace(&made.query.text, &mut changes)?;
    Some((text, changes))
}

/// The corrections of one word, best first.
fn corrections(
    snapshot: &Snapshot,
    speller: &SpellingCorrector,
    query: &ParsedQuery,
    word: &QueryWord,
    unknown: &OutOfVocabulary,
) -> Vec<Correction> {
    let (features, typed) = (snapshot.features, &word.forms[0]);
    let OutOfVocabulary { number, is_weak, is_ordinary, .. } = *unknown;
    let is_last = number + 1 == query.parts.len() && query.has_prefix_term;
    let mut corrections = match features.spelling {
        true => speller.corrections(typed, &neighbours(query, number)),
        false => Vec::new(),
    };
    let may_be_initials = features.initials && query.parts.len() <= MAX_WITH_INITIALS && !is_weak;
    if may_be_initials
        && (corrections.is_empty() || is_abbreviation(&query.text[word.place.clone()]))
        && let Some(words) = words_of_initials(snapshot, typed)
    {
        corrections = vec![Correction { words, cost: 0.0, edits: 0.0, is_in_label: true }];
    }
    if corrections.is_empty() && query.is_being_typed && is_last && features.spelling {
        corrections = speller.prefix_corrections(typed);
    }
    if is_ordinary {
        corrections.retain(|correction| correction.is_in_label);
    }
    if is_weak {
        corrections.retain(|correction| is_sure(snapshot, typed, correction));
    }
    corrections
}

/// Replaces each place of a text by its best correction. Afterwards the places are those of the corrections in the result.
fn replace(typed: &str, changes: &mut [CorrectedWord]) -> Option<String> {
    let mut text = String::new();
    let mut at = 0;
    for change in changes {
        text.push_str(typed.get(at..change.place.start)?);
        at = change.place.end;
        let start = text.len();
        text.push_str(&change.corrections.first()?.words.join(" "));
        change.place = start..text.len();
    }
    text.push_str(typed.get(at..)?);
    Some(text)
}

/// Returns whether a word looks like initials: capitals, or no vowels.
fn is_abbreviation(typed: &str) -> bool {
    let is_vowel = |c: char| "aeiouy".contains(c.to_ascii_lowercase());
    typed.chars().all(|c| c.is_ascii_uppercase())
        || typed.chars().all(|c| c.is_ascii_alphabetic() && !is_vowel(c))
}

/// Returns whether a reading is so near and so well known that it is worth a look beside words with the same stem.
fn is_sure(snapshot: &Snapshot, typed: &str, correction: &Correction) -> bool {
    let [word] = correction.words.as_slice() else { return false };
    let statistics = word_statistics(&snapshot.segments, word);
    is_near(typed, word, 1)
        && (statistics.in_title
            || statistics.in_keyword
            || snapshot.thesaurus.word(word).is_some_and(|known| known.is_label))
}

/// The words before and behind a word; empty where there is none.
fn neighbours(query: &ParsedQuery, number: usize) -> [&str; 2] {
    let word = |number: Option<usize>| match number.and_then(|number| query.parts.get(number)) {
        Some(Part::Word(word)) => word.forms[0].as_str(),
        _ => "",
    };
    [word(number.checked_sub(1)), word(Some(number + 1))]
}

/// An unknown word and one beside it that are known when written as one: where they stand, and the word.
fn joined(snapshot: &Snapshot, query: &ParsedQuery, number: usize) -> Option<(Range<usize>, Correction)> {
    let word = |number: usize| match query.parts.get(number) {
        Some(Part::Word(word)) => Some(word),
        _ => None,
    };
    let before = number.checked_sub(1).and_then(|before| joined_pair(snapshot, word(before)?, word(number)?));
    before.or_else(|| joined_pair(snapshot, word(number)?, word(number + 1)?))
}

fn joined_pair(snapshot: &Snapshot, a: &QueryWord, b: &QueryWord) -> Option<(Range<usize>, Correction)> {
    const MIN_LETTERS: usize = 5;
    let joined = format!("{}{}", a.forms[0], b.forms[0]);
    let is_word = joined.chars().all(char::is_alphabetic) && joined.chars().count() >= MIN_LETTERS;
    let is_known = is_word
        && (has_word(&snapshot.segments, &joined)
            || snapshot.thesaurus.word(&joined).is_some_and(|known| known.is_label));
    is_known.then(|| {
        (
            a.place.start..b.place.end,
            Correction { words: vec![joined], cost: 0.0, edits: 0.0, is_in_label: false },
        )
    })
}
