//! Interprets a query, with the words that nobody knows read as others: joined, split or spelled otherwise.

use crate::search::edits::edits;
use crate::search::function_words::Meaning;
use crate::search::interpretation::{Interpretation, Respelled, overlaps};
use crate::search::lookups::standing;
use crate::search::query::{Part, Query, QueryWord};
use crate::search::recognition::initials::words_of_initials;
use crate::search::snapshot::Snapshot;
use crate::search::speller::{Reading, Speller};
use std::ops::Range;

/// Initials count in queries of at most so many words.
const MAX_WITH_INITIALS: usize = 3;

/// Interprets a query. `unfinished`: the last word is being typed, so that a word that begins almost so is a reading.
pub(super) fn interpret(
    snapshot: &Snapshot,
    query: Query,
    lang: Option<&str>,
    unfinished: bool,
) -> std::io::Result<Interpretation> {
    let made = Interpretation::of(snapshot, query, Vec::new(), lang)?;
    let unknown = unknown(snapshot, &made);
    if unknown.is_empty() {
        return Ok(made);
    }
    let Some((text, respelled)) = respell(snapshot, &made, &unknown, unfinished) else { return Ok(made) };
    let mut query = Query::read(&text, snapshot.stem_languages);
    (query.item, query.whole_title) = (made.query.item.clone(), made.query.whole_title.clone());
    Interpretation::of(snapshot, query, respelled, lang)
}

/// A word to guess at.
#[derive(Clone, Copy)]
struct Unknown {
    /// Its place among the parts of the query.
    number: usize,
    /// The catalogue has words with its stem, in texts alone.
    is_weak: bool,
}

/// The words that neither catalogue nor terms know.
fn unknown(snapshot: &Snapshot, made: &Interpretation) -> Vec<Unknown> {
    let unknown = |(number, part): (usize, &Part)| {
        let Part::Word(word) = part else { return None };
        let bit = 1 << number;
        let found = made.words.iter().find(|sought| sought.bit == bit && sought.rarity > 0.0);
        let is_weak = found.is_some_and(|found| found.is_weak);
        let is_unknown = word.meaning != Meaning::Function
            && (found.is_none() || is_weak)
            && made.terms.iter().all(|term| term.bits & bit == 0)
            && word.forms.iter().all(|form| snapshot.vocabulary.word(form).is_none());
        is_unknown.then_some(Unknown { number, is_weak })
    };
    made.query.parts.iter().enumerate().filter_map(unknown).collect()
}

/// The text with its unknown words read as others; `None` when none can be.
fn respell(
    snapshot: &Snapshot,
    made: &Interpretation,
    unknown: &[Unknown],
    unfinished: bool,
) -> Option<(String, Vec<Respelled>)> {
    let (segments, understanding) = (&snapshot.segments, snapshot.understanding);
    let speller = Speller {
        lexicons: segments.iter().map(|segment| &segment.data.columns.lexicon).collect(),
        vocabulary: &snapshot.vocabulary,
        standing: &|word: &str| standing(segments, word),
    };
    let mut changes: Vec<Respelled> = Vec::new();
    for Unknown { number, is_weak } in unknown.iter().copied() {
        let Some(Part::Word(word)) = made.query.parts.get(number) else { continue };
        if changes.last().is_some_and(|change| overlaps(&change.place, &word.place)) {
            continue;
        }
        let typed = &word.forms[0];
        if !is_weak && let Some((place, reading)) = joined(snapshot, &made.query, number) {
            changes.push(Respelled { place, readings: vec![reading], typed: None });
            continue;
        }
        let is_last = number + 1 == made.query.parts.len() && made.query.is_open;
        let mut readings = speller.readings(typed, &neighbours(&made.query, number));
        let may_be_initials =
            understanding.initials && made.query.parts.len() <= MAX_WITH_INITIALS && !is_weak;
        if may_be_initials
            && (readings.is_empty() || is_abbreviation(&made.query.text[word.place.clone()]))
            && let Some(words) = words_of_initials(snapshot, typed)
        {
            readings = vec![Reading { words, cost: 0.0 }];
        }
        if readings.is_empty() && unfinished && is_last {
            readings = speller.unfinished_readings(typed);
        }
        if is_weak {
            readings.retain(|reading| is_sure(snapshot, typed, reading));
        }
        if !readings.is_empty() {
            let typed = is_weak.then(|| word.clone());
            changes.push(Respelled { place: word.place.clone(), readings, typed });
        }
    }
    if changes.is_empty() {
        return None;
    }
    let mut text = String::new();
    let mut at = 0;
    for change in &mut changes {
        text.push_str(made.query.text.get(at..change.place.start)?);
        at = change.place.end;
        let start = text.len();
        text.push_str(&change.readings.first()?.words.join(" "));
        change.place = start..text.len();
    }
    text.push_str(made.query.text.get(at..)?);
    Some((text, changes))
}

/// Returns whether a word looks like initials: capitals, or no vowels.
fn is_abbreviation(typed: &str) -> bool {
    let is_vowel = |c: char| "aeiouy".contains(c.to_ascii_lowercase());
    typed.chars().all(|c| c.is_ascii_uppercase())
        || typed.chars().all(|c| c.is_ascii_alphabetic() && !is_vowel(c))
}

/// Returns whether a reading is so near and so well known that it is worth a look beside words with the same stem.
fn is_sure(snapshot: &Snapshot, typed: &str, reading: &Reading) -> bool {
    let [word] = reading.words.as_slice() else { return false };
    let letters: Vec<char> = typed.chars().collect();
    let standing = standing(&snapshot.segments, word);
    edits(&letters, word, 1).is_some()
        && (standing.in_title
            || standing.in_keyword
            || snapshot.vocabulary.word(word).is_some_and(|known| known.is_term))
}

/// The words before and behind a word; empty where there is none.
fn neighbours(query: &Query, number: usize) -> [&str; 2] {
    let word = |number: Option<usize>| match number.and_then(|number| query.parts.get(number)) {
        Some(Part::Word(word)) => word.forms[0].as_str(),
        _ => "",
    };
    [word(number.checked_sub(1)), word(Some(number + 1))]
}

/// An unknown word and one beside it that are known when written as one: where they stand, and the word.
fn joined(snapshot: &Snapshot, query: &Query, number: usize) -> Option<(Range<usize>, Reading)> {
    let word = |number: usize| match query.parts.get(number) {
        Some(Part::Word(word)) => Some(word),
        _ => None,
    };
    let before = number.checked_sub(1).and_then(|before| joined_pair(snapshot, word(before)?, word(number)?));
    before.or_else(|| joined_pair(snapshot, word(number)?, word(number + 1)?))
}

fn joined_pair(snapshot: &Snapshot, a: &QueryWord, b: &QueryWord) -> Option<(Range<usize>, Reading)> {
    const MIN_LETTERS: usize = 5;
    let joined = format!("{}{}", a.forms[0], b.forms[0]);
    let is_word = joined.chars().all(char::is_alphabetic) && joined.chars().count() >= MIN_LETTERS;
    let is_known = is_word
        && (standing(&snapshot.segments, &joined).citations > 0
            || snapshot.vocabulary.word(&joined).is_some_and(|known| known.is_term));
    is_known.then(|| (a.place.start..b.place.end, Reading { words: vec![joined], cost: 0.0 }))
}
