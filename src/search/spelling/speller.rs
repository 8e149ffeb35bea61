//! What a word that nobody knows may have been meant to be.

use crate::search::text::edit_distance::is_near;
use crate::search::text::language_set::LanguageSet;
use crate::search::text::lexicon::{Lexicon, MIN_LETTERS, is_correctable};
use crate::search::text::medicines::{is_medicine, may_be_medicine};
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::text::phonetic_keys::phonetic_key;
use crate::search::thesaurus::combined::{ENGLISH, Thesaurus};
use std::collections::BTreeMap;

/// From so many letters on, two edits are forgiven at once.
const TWO_EDITS_FROM: usize = 7;
/// From so many letters on, words two edits away and words that sound alike are tried when nothing nearer is there.
const FAR_FROM: usize = 5;
/// How many readings of one word are followed.
const MAX_CORRECTIONS: usize = 3;
/// A reading so much worse than the best one is not followed.
const MAX_BEHIND: f32 = 0.35;

/// A word that differs by so much is not meant.
const MAX_DIFFERENCE: f32 = 2.2;
/// What it costs a reading that it stands in no title, no keyword and no label.
const IN_TEXT_ALONE: f32 = 0.6;
/// What a term around a reading takes off its cost.
const IN_TERM: f32 = 1.0;

/// How well a word is known to the catalogue.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::search) struct WordStatistics {
    /// How many citations have it, in any field.
    pub citations: u32,
    /// Some title has it.
    pub in_title: bool,
    /// Some keyword has it.
    pub in_keyword: bool,
    /// Some citation has it in an English text.
    pub in_english: bool,
}

/// What the speller knows of words.
pub(in crate::search) struct SpellingCorrector<'s> {
    pub lexicons: Vec<&'s Lexicon>,
    pub thesaurus: &'s Thesaurus,
    /// Looks a word up in the catalogue.
    pub statistics: &'s dyn Fn(&str) -> WordStatistics,
    /// The languages of the query; none when its words do not tell.
    pub languages: LanguageSet,
}

/// One way to read a misspelled word.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::search) struct Correction {
    /// One word, or two for one that was joined.
    pub words: Vec<String>,
    /// How unlikely it is; the best reading has the least.
    pub cost: f32,
    /// How many edits away it is, about.
    pub edits: f32,
    /// It makes a label with the word before or behind it.
    pub is_in_label: bool,
}

/// A word that may be meant.
struct Candidate {
    correction: Correction,
    /// A title, a keyword or a label has it.
    is_topical: bool,
}

impl Candidate {
    fn is_name_within(&self, edits: usize) -> bool {
        self.is_topical && self.correction.edits <= edits as f32
    }
}

impl SpellingCorrector<'_> {
    /// The readings of a folded word that neither catalogue nor terms know, best first. A reading that makes a term with the
    /// word before or behind it is the likelier one.
    pub fn corrections(&self, word: &str, [before, behind]: &[&str; 2]) -> Vec<Correction> {
        if !is_correctable(word) || is_medicine(word) {
            return Vec::new();
        }
        let letters = word.chars().count();
        let near = if letters >= TWO_EDITS_FROM { 2 } else { 1 };
        let mut candidates = self.near_candidates(word, near);
        // What stands in texts alone is hardly what a handout is searched by, and what only sounds alike may be far.
        if letters >= FAR_FROM && !candidates.iter().any(|candidate| candidate.is_name_within(near)) {
            if near < 2 {
                let mut found = BTreeMap::new();
                self.each_lexicon(|lexicon| {
                    lexicon.each_near(word, 2, |other, edits| note(&mut found, other, edits as f32));
                });
                found.retain(|other, _| candidates.iter().all(|known| known.correction.words[0] != *other));
                candidates.extend(self.weighed(word, found));
            }
            candidates.retain(|candidate| candidate.correction.edits <= near as f32 || candidate.is_topical);
        }
        let is_term = |words: [&str; 2]| !words.contains(&"") && self.thesaurus.is_term(&words);
        let mut corrections: Vec<Correction> =
            candidates.into_iter().map(|candidate| candidate.correction).collect();
        for correction in &mut corrections {
            let other = correction.words[0].as_str();
            if is_term([before, other]) || is_term([other, behind]) {
                correction.cost -= IN_TERM;
                correction.is_in_label = true;
            }
        }
        if let Some(split) = self.split(word) {
            corrections.push(split);
        }
        finish(corrections)
    }

    /// What is few edits away from a word or sounds like it. While the language of the query is not known, words that only
    /// labels of other languages have are looked at when no other name is one edit away.
    fn near_candidates(&self, word: &str, near: usize) -> Vec<Candidate> {
        let letters = word.chars().count();
        let british = other_spellings(word).into_iter().filter(|other| self.is_known(other));
        let mut found: BTreeMap<String, f32> = british.map(|other| (other, 0.3)).collect();
        let alike = |edits: usize| 0.6 + 0.45 * edits as f32;
        self.each_lexicon(|lexicon| {
            lexicon.each_near(word, near, |other, edits| note(&mut found, other, edits as f32));
            if letters >= FAR_FROM {
                lexicon.each_sounding_alike(word, (letters / 2).min(4), |other, edits| {
                    note(&mut found, other, alike(edits))
                });
            }
        });
        let mut candidates = self.weighed(word, found);
        if self.languages.is_empty() && !candidates.iter().any(|candidate| candidate.is_name_within(1)) {
            let mut found = BTreeMap::new();
            for lexicon in self.thesaurus.other_lexicons() {
                lexicon.each_near(word, 1, |other, edits| note(&mut found, other, edits as f32));
            }
            candidates.extend(self.weighed(word, found));
        }
        candidates
    }

    /// The corrections of a prefix term: words that begin nearly like it.
    pub fn prefix_corrections(&self, word: &str) -> Vec<Correction> {
        let letters = word.chars().count();
        if !is_correctable(word) {
            return Vec::new();
        }
        let most = if letters >= TWO_EDITS_FROM { 2 } else { 1 };
        let mut found: BTreeMap<String, f32> = BTreeMap::new();
        self.each_lexicon(|lexicon| {
            lexicon.each_with_near_prefix(word, most, |other, edits| note(&mut found, other, edits as f32));
        });
        finish(self.weighed(word, found).into_iter().map(|candidate| candidate.correction).collect())
    }

    /// The words of the catalogue and of English labels; of other languages' labels when the query is in one of them.
    fn each_lexicon(&self, mut each: impl FnMut(&Lexicon)) {
        self.lexicons.iter().for_each(|lexicon| each(lexicon));
        self.thesaurus.english_lexicons().for_each(&mut each);
        if !self.languages.is_empty() && !self.languages.has(ENGLISH) {
            self.thesaurus.other_lexicons().for_each(each);
        }
    }

    fn is_known(&self, word: &str) -> bool {
        (self.statistics)(word).citations > 0 || self.thesaurus.word(word).is_some_and(|known| known.is_label)
    }

    /// Weighs the words found by how they differ and by where the catalogue has them.
    fn weighed(&self, word: &str, found: BTreeMap<String, f32>) -> Vec<Candidate> {
        /// Looking words up costs more than comparing them: only the nearest are.
        const MAX_LOOKED_UP: usize = 24;
        let mut nearest: Vec<(f32, f32, String)> = found
            .into_iter()
            .filter(|(other, edits)| self.may_stand_for(other, word, *edits))
            .map(|(other, edits)| (edits + difference(word, &other), edits, other))
            .filter(|(difference, ..)| *difference <= MAX_DIFFERENCE)
            .collect();
        nearest.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.2.cmp(&b.2)));
        nearest.truncate(MAX_LOOKED_UP);
        nearest
            .into_iter()
            .filter_map(|(cost, edits, other)| {
                let statistics = (self.statistics)(&other);
                let known = self.thesaurus.word(&other);
                let is_label = known.is_some_and(|known| known.is_label);
                if statistics.citations == 0 && known.is_none() {
                    return None;
                }
                let place = match statistics {
                    _ if is_label => 0.35,
                    WordStatistics { in_title: true, .. } => 0.3,
                    WordStatistics { in_keyword: true, .. } => 0.25,
                    _ => -IN_TEXT_ALONE,
                };
                let often = 0.06 * (1.0 + statistics.citations as f32).ln().min(7.0);
                let cost = cost - place - often + self.language_cost(&other, statistics, edits)?;
                let is_topical = statistics.in_title || statistics.in_keyword || is_label;
                let correction = Correction { words: vec![other], cost, edits, is_in_label: false };
                Some(Candidate { correction, is_topical })
            })
            .collect()
    }

    /// What it costs that a word may be of another language than the query; `None` when it is.
    fn language_cost(&self, other: &str, statistics: WordStatistics, edits: f32) -> Option<f32> {
        /// Of words that may be of any language, English ones are the likelier.
        const FOREIGN: f32 = 1.0;
        let known = self.thesaurus.word(other).map(|known| known.languages).unwrap_or_default();
        // What the catalogue lacks is meant for the labels that hold it, whatever else it is.
        let languages = if statistics.citations > 0 { known.union(ordinary_languages(other)) } else { known };
        let is_english = statistics.in_english || languages.has(ENGLISH);
        if self.languages.is_empty() {
            return (is_english || edits <= 1.0).then_some(if is_english { 0.0 } else { FOREIGN });
        }
        let is_of_query = self.languages.has(ENGLISH) && is_english
            || !languages.intersection(self.languages).is_empty()
            || languages.is_empty() && !is_english;
        is_of_query.then_some(0.0)
    }

    /// A medicine is meant only by what is hardly another word, and by nothing that may be a medicine itself.
    fn may_stand_for(&self, other: &str, word: &str, edits: f32) -> bool {
        let is_medicine =
            is_medicine(other) || self.thesaurus.word(other).is_some_and(|known| known.is_medicine);
        if !is_medicine {
            return !may_be_medicine(word) || edits <= 1.0;
        }
        edits <= 1.0 || (edits <= 2.0 && phonetic_key(word) == phonetic_key(other))
    }

    /// Two known words written as one.
    fn split(&self, word: &str) -> Option<Correction> {
        const MIN_PART: usize = 3;
        let places = word
            .char_indices()
            .map(|(at, _)| at)
            .filter(|at| word[..*at].chars().count() >= MIN_PART && word[*at..].chars().count() >= MIN_PART);
        let rate = |part: &str| {
            let citations = (self.statistics)(part).citations;
            let is_word = citations > 0 || self.thesaurus.word(part).is_some();
            is_word.then(|| (1.0 + citations as f32).ln())
        };
        let best = places
            .filter_map(|at| {
                let (first, second) = word.split_at(at);
                let common = rate(first)?.min(rate(second)?);
                let is_term = self.thesaurus.is_term(&[first, second]);
                Some((common + if is_term { 10.0 } else { 0.0 }, first, second))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (common, first, second) = best;
        let cost = if common >= 10.0 { 0.2 } else { 1.2 - 0.06 * common };
        Some(Correction {
            words: vec![first.to_owned(), second.to_owned()],
            cost,
            edits: 1.0,
            is_in_label: false,
        })
    }
}

fn note(found: &mut BTreeMap<String, f32>, other: &str, cost: f32) {
    match found.get_mut(other) {
        Some(known) => *known = known.min(cost),
        None => {
            found.insert(other.to_owned(), cost);
        }
    }
}

fn finish(mut corrections: Vec<Correction>) -> Vec<Correction> {
    corrections.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.words.cmp(&b.words)));
    let best = corrections.first().map_or(0.0, |correction| correction.cost);
    corrections.retain(|correction| correction.cost <= best + MAX_BEHIND);
    corrections.truncate(MAX_CORRECTIONS);
    corrections
}

/// What makes one of several words with as many edits the likelier one.
fn difference(word: &str, other: &str) -> f32 {
    let mut cost = 0.0;
    if word.chars().next() != other.chars().next() {
        cost += 0.5;
    }
    if phonetic_key(word) != 0 && phonetic_key(word) == phonetic_key(other) {
        cost -= 0.5;
    }
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    if sorted(word) == sorted(other) {
        // Letters in another order.
        cost -= 0.6;
    }
    let single = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.dedup();
        letters
    };
    if single(word) == single(other) {
        // A letter doubled or not.
        cost -= 0.3;
    }
    if word.len() != other.len() && (other.starts_with(word) || word.starts_with(other)) {
        cost -= 0.1;
    }
    cost
}

/// The British spelling of an American word and the reverse, as far as rules go.
fn other_spellings(word: &str) -> Vec<String> {
    const PAIRS: [(&str, &str); 17] = [
        ("aem", "em"),
        ("oe", "e"),
        ("ae", "e"),
        ("our", "or"),
        ("ise", "ize"),
        ("isation", "ization"),
        ("isi", "izi"),
        ("yse", "yze"),
        ("tre", "ter"),
        ("sulph", "sulf"),
        ("logue", "log"),
        ("lling", "ling"),
        ("lled", "led"),
        ("fibre", "fiber"),
        ("paed", "ped"),
        ("gynaec", "gynec"),
        ("mould", "mold"),
    ];
    let mut others = Vec::new();
    for (british, american) in PAIRS {
        for (from, to) in [(british, american), (american, british)] {
            for (at, _) in word.match_indices(from) {
                others.push(format!("{}{to}{}", &word[..at], &word[at + from.len()..]));
            }
        }
    }
    // 'haemorrhoea' has two of them.
    let twice: Vec<String> = others
        .iter()
        .filter(|other| other.contains("oe") || other.contains("ae"))
        .map(|other| other.replace("oe", "e").replace("ae", "e"))
        .collect();
    others.extend(twice);
    others.retain(|other| other.chars().count() >= MIN_LETTERS && other != word && is_near(word, other, 3));
    others.sort_unstable();
    others.dedup();
    others
}
