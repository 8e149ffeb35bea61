//! Spelling correction: generates candidates for out-of-vocabulary words by edit distance and phonetic keys, and ranks them by
//! cost.

use crate::search::text::edit_distance::is_near;
use crate::search::text::language_set::LanguageSet;
use crate::search::text::lexicon::{Lexicon, MIN_LETTERS, is_correctable};
use crate::search::text::medicines::{MedicineTable, is_medicine, may_be_medicine, medicine_lexicon};
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::text::phonetic_keys::phonetic_key;
use crate::search::thesaurus::combined::{ENGLISH, Thesaurus};
use std::collections::BTreeMap;

/// The minimum length, in characters, of a word that may have two edits.
const MIN_TWO_EDITS: usize = 7;
/// The minimum length, in characters, of a word for which phonetic candidates are generated, and candidates two edits away if
/// there is no nearer topical one.
const MIN_DISTANT: usize = 5;
/// The maximum number of corrections of one word.
const MAX_CORRECTIONS: usize = 3;
/// The maximum cost of a correction above that of the best one.
const MAX_COST_ABOVE_BEST: f32 = 0.35;

/// The maximum difference between a word and a candidate.
const MAX_DIFFERENCE: f32 = 2.6;
/// The cost of a candidate that is in no title, no keyword and no label.
const ONLY_IN_TEXT_COST: f32 = 0.6;
/// The cost reduction of a candidate that forms a label with an adjacent word.
const LABEL_DISCOUNT: f32 = 1.0;

/// Where the index has a word.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::search) struct WordStatistics {
    /// The highest document frequency of any field and segment.
    pub document_frequency: u32,
    pub in_title: bool,
    pub in_keyword: bool,
    /// It is in an English text.
    pub in_english: bool,
}

/// Finds corrections in the words of the index and of the thesaurus.
pub(in crate::search) struct SpellingCorrector<'s> {
    pub lexicons: Vec<&'s Lexicon>,
    pub thesaurus: &'s Thesaurus,
    /// Looks up a word in the index.
    pub statistics: &'s dyn Fn(&str) -> WordStatistics,
    /// The languages of the query; empty when they are not known.
    pub languages: LanguageSet,
}

/// A correction of a misspelled word.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::search) struct Correction {
    /// One word, or two when the typed word is split.
    pub words: Vec<String>,
    /// The lowest is best.
    pub cost: f32,
    /// The edit distance, or an estimate of it.
    pub edits: f32,
    /// It forms a label with the word before or after it.
    pub is_in_label: bool,
}

struct Candidate {
    correction: Correction,
    /// It is in a title, a keyword or a label.
    is_topical: bool,
}

impl Candidate {
    fn is_topical_within(&self, edits: usize) -> bool {
        self.is_topical && self.correction.edits <= edits as f32
    }
}

impl SpellingCorrector<'_> {
    /// The corrections of a folded out-of-vocabulary word, best first. A correction that forms a label with the word before or
    /// after it costs less.
    pub fn corrections(&self, word: &str, [before, after]: &[&str; 2]) -> Vec<Correction> {
        if !is_correctable(word) || is_medicine(word) {
            return Vec::new();
        }
        let letters = word.chars().count();
        let max_edits = if letters >= MIN_TWO_EDITS { 2 } else { 1 };
        let mut candidates = self.near_candidates(word, max_edits);
        // Handouts are rarely searched by words that are only in texts, and phonetic candidates may have many edits.
        if letters >= MIN_DISTANT
            && !candidates.iter().any(|candidate| candidate.is_topical_within(max_edits))
        {
            if max_edits < 2 {
                for lexicons in self.lexicon_groups() {
                    let mut distances = BTreeMap::new();
                    for lexicon in lexicons {
                        lexicon
                            .each_near(word, 2, |other, edits| record(&mut distances, other, edits as f32));
                    }
                    self.add_candidates(word, distances, &mut candidates);
                }
            }
            candidates
                .retain(|candidate| candidate.correction.edits <= max_edits as f32 || candidate.is_topical);
        }
        let is_label = |words: [&str; 2]| !words.contains(&"") && self.thesaurus.is_term(&words);
        let mut corrections: Vec<Correction> =
            candidates.into_iter().map(|candidate| candidate.correction).collect();
        for correction in &mut corrections {
            let other = correction.words[0].as_str();
            if is_label([before, other]) || is_label([other, after]) {
                correction.cost -= LABEL_DISCOUNT;
                correction.is_in_label = true;
            }
        }
        if let Some(split) = self.split(word) {
            corrections.push(split);
        }
        best_corrections(corrections)
    }

    /// Candidates with at most `max_edits` edits, with another English spelling or with the same phonetic key.
    fn near_candidates(&self, word: &str, max_edits: usize) -> Vec<Candidate> {
        /// The assumed edit distance of a British or American spelling of the word.
        const SPELLING_VARIANT: f32 = 0.3;
        let letters = word.chars().count();
        let is_known = |other: &String| {
            (self.statistics)(other).document_frequency > 0
                || self.thesaurus.word(other).is_some_and(|known| known.is_label)
        };
        let variants = spelling_variants(word).into_iter().filter(is_known);
        let mut distances: BTreeMap<String, f32> = variants.map(|other| (other, SPELLING_VARIANT)).collect();
        let phonetic_distance = |edits: usize| 0.6 + 0.45 * edits as f32;
        let mut candidates = Vec::new();
        for lexicons in self.lexicon_groups() {
            for lexicon in lexicons {
                lexicon
                    .each_near(word, max_edits, |other, edits| record(&mut distances, other, edits as f32));
                if letters >= MIN_DISTANT {
                    lexicon.each_sounding_alike(word, (letters / 2).min(4), |other, edits| {
                        record(&mut distances, other, phonetic_distance(edits));
                    });
                }
            }
            self.add_candidates(word, std::mem::take(&mut distances), &mut candidates);
        }
        candidates
    }

    /// The corrections of a prefix term: words that begin with nearly the same letters.
    pub fn prefix_corrections(&self, word: &str) -> Vec<Correction> {
        let letters = word.chars().count();
        if !is_correctable(word) {
            return Vec::new();
        }
        let max_edits = if letters >= MIN_TWO_EDITS { 2 } else { 1 };
        let mut distances: BTreeMap<String, f32> = BTreeMap::new();
        for lexicon in self.lexicon_groups().into_iter().flatten() {
            lexicon.each_with_near_prefix(word, max_edits, |other, edits| {
                record(&mut distances, other, edits as f32)
            });
        }
        let candidates = self.rank_candidates(word, distances).into_iter();
        best_corrections(candidates.map(|candidate| candidate.correction).collect())
    }

    /// The lexicons of the index; those of English labels, and of other labels when the query is in another language. Words of
    /// the index are looked up even if many labels are as near.
    fn lexicon_groups(&self) -> [Vec<&Lexicon>; 2] {
        let mut labels: Vec<&Lexicon> = self.thesaurus.english_lexicons().collect();
        labels.extend(self.thesaurus.model().map(|_| medicine_lexicon()));
        if !self.languages.is_empty() && !self.languages.has(ENGLISH) {
            labels.extend(self.thesaurus.other_lexicons());
        }
        [self.lexicons.clone(), labels]
    }

    /// Adds the candidates among words that are not candidates yet.
    fn add_candidates(
        &self,
        word: &str,
        mut distances: BTreeMap<String, f32>,
        candidates: &mut Vec<Candidate>,
    ) {
        distances.retain(|other, _| candidates.iter().all(|known| known.correction.words[0] != *other));
        candidates.extend(self.rank_candidates(word, distances));
    }

    /// The candidates for a word, given their edit distances, with costs by difference and by document frequency.
    fn rank_candidates(&self, word: &str, distances: BTreeMap<String, f32>) -> Vec<Candidate> {
        /// Only the nearest words are looked up, because a lookup costs more than a comparison.
        const MAX_LOOKUPS: usize = 24;
        let mut nearest: Vec<(f32, f32, String)> = distances
            .into_iter()
            .filter(|(other, edits)| self.may_replace(other, word, *edits))
            .map(|(other, edits)| (edits + difference(word, &other), edits, other))
            .filter(|(difference, ..)| *difference <= MAX_DIFFERENCE)
            .collect();
        nearest.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.2.cmp(&b.2)));
        nearest.truncate(MAX_LOOKUPS);
        nearest
            .into_iter()
            .filter_map(|(cost, edits, other)| {
                let statistics = (self.statistics)(&other);
                let known = self.thesaurus.word(&other);
                let is_medicine = MedicineTable::built_in().number(&other).is_some();
                let is_label = known.is_some_and(|known| known.is_label) || is_medicine;
                if statistics.document_frequency == 0 && known.is_none() && !is_medicine {
                    return None;
                }
                let field_discount = match statistics {
                    WordStatistics { in_title: true, .. } => 0.4,
                    WordStatistics { in_keyword: true, .. } => 0.38,
                    _ if is_label => 0.35,
                    _ => -ONLY_IN_TEXT_COST,
                };
                let frequency_discount = 0.06 * (1.0 + statistics.document_frequency as f32).ln().min(7.0);
                let cost = cost - field_discount - frequency_discount
                    + self.language_cost(&other, statistics, edits)?;
                let is_topical = statistics.in_title || statistics.in_keyword || is_label;
                let correction = Correction { words: vec![other], cost, edits, is_in_label: false };
                Some(Candidate { correction, is_topical })
            })
            .collect()
    }

    /// The cost of a candidate for its languages; `None` when it is not in a language of the query.
    fn language_cost(&self, other: &str, statistics: WordStatistics, edits: f32) -> Option<f32> {
        /// When the language of the query is not known, English words are more likely.
        const FOREIGN: f32 = 1.0;
        let known = self.thesaurus.word(other).map(|known| known.languages).unwrap_or_default();
        // A word that only labels have is in the languages of these labels.
        let languages =
            if statistics.document_frequency > 0 { known.union(ordinary_languages(other)) } else { known };
        let is_english = statistics.in_english || languages.has(ENGLISH);
        if self.languages.is_empty() {
            // A word that no language has, such as a name, is as likely in a title as an English one.
            let is_name = languages.is_empty() && (statistics.in_title || statistics.in_keyword);
            let is_likely = is_english || is_name;
            return (is_likely || edits <= 1.0).then_some(if is_likely { 0.0 } else { FOREIGN });
        }
        let is_in_query_language = self.languages.has(ENGLISH) && is_english
            || languages.intersects(self.languages)
            || languages.is_empty() && !is_english;
        is_in_query_language.then_some(0.0)
    }

    /// Returns whether a candidate may replace a word. A medicine replaces words one edit away, or two edits away with the same
    /// phonetic key; any other candidate replaces a word that may be a medicine only when it is one edit away.
    fn may_replace(&self, other: &str, word: &str, edits: f32) -> bool {
        let is_medicine = is_medicine(other)
            || MedicineTable::built_in().number(other).is_some()
            || self.thesaurus.word(other).is_some_and(|known| known.is_medicine);
        if !is_medicine {
            return !may_be_medicine(word) || edits <= 1.0;
        }
        edits <= 1.0 || (edits <= 2.0 && phonetic_key(word) == phonetic_key(other))
    }

    /// Splits a word into two known words: a label if possible, otherwise those with the highest document frequencies.
    fn split(&self, word: &str) -> Option<Correction> {
        const MIN_PART: usize = 3;
        /// Added to the score of two words that are a label.
        const LABEL_SCORE: f32 = 10.0;
        let offsets = word
            .char_indices()
            .map(|(at, _)| at)
            .filter(|at| word[..*at].chars().count() >= MIN_PART && word[*at..].chars().count() >= MIN_PART);
        let score = |part: &str| {
            let document_frequency = (self.statistics)(part).document_frequency;
            let is_known = document_frequency > 0 || self.thesaurus.word(part).is_some();
            is_known.then(|| (1.0 + document_frequency as f32).ln())
        };
        let best = offsets
            .filter_map(|at| {
                let (first, second) = word.split_at(at);
                let score = score(first)?.min(score(second)?);
                let is_label = self.thesaurus.is_term(&[first, second]);
                Some((score + if is_label { LABEL_SCORE } else { 0.0 }, first, second))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (score, first, second) = best;
        let cost = if score >= LABEL_SCORE { 0.2 } else { 1.2 - 0.06 * score };
        Some(Correction {
            words: vec![first.to_owned(), second.to_owned()],
            cost,
            edits: 1.0,
            is_in_label: false,
        })
    }
}

/// Records the distance of a word, or lowers the one already recorded.
fn record(distances: &mut BTreeMap<String, f32>, other: &str, distance: f32) {
    match distances.get_mut(other) {
        Some(known) => *known = known.min(distance),
        None => {
            distances.insert(other.to_owned(), distance);
        }
    }
}

/// The best corrections, sorted by cost.
fn best_corrections(mut corrections: Vec<Correction>) -> Vec<Correction> {
    corrections.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.words.cmp(&b.words)));
    let best = corrections.first().map_or(0.0, |correction| correction.cost);
    corrections.retain(|correction| correction.cost <= best + MAX_COST_ABOVE_BEST);
    corrections.truncate(MAX_CORRECTIONS);
    corrections
}

/// The cost by which words with the same number of edits differ: less for typical misspellings.
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
        // The same letters in another order.
        cost -= 0.6;
    }
    let without_doubled = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.dedup();
        letters
    };
    if without_doubled(word) == without_doubled(other) {
        // Differs only in doubled letters.
        cost -= 0.3;
    }
    if word.len() != other.len() && (other.starts_with(word) || word.starts_with(other)) {
        cost -= 0.1;
    }
    cost
}

/// The British spellings of an American word and the reverse, by rule.
pub(in crate::search) fn spelling_variants(word: &str) -> Vec<String> {
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
    let mut variants = Vec::new();
    for (british, american) in PAIRS {
        for (from, to) in [(british, american), (american, british)] {
            for (at, _) in word.match_indices(from) {
                variants.push(format!("{}{to}{}", &word[..at], &word[at + from.len()..]));
            }
        }
    }
    // 'haemorrhoea' has two such spellings.
    let with_two_changes: Vec<String> = variants
        .iter()
        .filter(|other| other.contains("oe") || other.contains("ae"))
        .map(|other| other.replace("oe", "e").replace("ae", "e"))
        .collect();
    variants.extend(with_two_changes);
    variants.retain(|other| other.chars().count() >= MIN_LETTERS && other != word && is_near(word, other, 3));
    variants.sort_unstable();
    variants.dedup();
    variants
}
