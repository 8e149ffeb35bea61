//! The English labels that also match inside a longer query, by folded text and by their sound without spaces and
//! punctuation: 'hart atack' sounds like 'heart attack'.

use crate::search::text::phonetic_keys::phonetic_keys;
use crate::search::text::string_pool::StringPool;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The English labels of a table, in the order of their folded texts.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct EnglishLabels {
    texts: StringPool,
    /// The number of each label in the table.
    numbers: Vec<u32>,
}

impl EnglishLabels {
    /// The labels with these folded texts and numbers.
    pub fn new(mut labels: Vec<(String, u32)>) -> EnglishLabels {
        labels.sort_unstable();
        let mut english = EnglishLabels::default();
        for (text, number) in labels {
            english.texts.push(&text);
            english.numbers.push(number);
        }
        english
    }

    /// The places of all labels.
    pub fn places(&self) -> Range<usize> {
        0..self.numbers.len()
    }

    /// The folded text of a label by its place.
    pub fn text(&self, place: usize) -> &str {
        self.texts.get(place)
    }

    /// The number of a label in the table.
    pub fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or_default()
    }

    /// The places of the labels whose folded text begins with `prefix`.
    pub fn with_prefix(&self, prefix: &str) -> impl Iterator<Item = usize> {
        let (mut from, mut to) = (0, self.numbers.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if self.text(middle) < prefix { from = middle + 1 } else { to = middle }
        }
        (from..self.numbers.len()).take_while(move |place| self.text(*place).starts_with(prefix))
    }
}

/// Minimum length of a label, in letters: short ones sound like too many others.
const MIN_LETTERS: usize = 6;

/// The places of English labels, by phonetic key.
pub(super) struct LabelSounds {
    by_key: Vec<(u32, u32)>,
}

impl LabelSounds {
    pub fn new(labels: &EnglishLabels) -> LabelSounds {
        let long = labels.places().map(|place| (letters(labels.text(place)), place as u32));
        let long = long.filter(|(letters, _)| letters.len() >= MIN_LETTERS);
        let keyed = long.flat_map(|(letters, place)| phonetic_keys(&letters).map(|key| (key, place)));
        let mut by_key: Vec<(u32, u32)> = keyed.filter(|(key, _)| *key != 0).collect();
        by_key.sort_unstable();
        by_key.dedup();
        LabelSounds { by_key }
    }

    /// The places of the labels that sound like these letters.
    pub fn alike(&self, letters: &str) -> Vec<usize> {
        let with_key = |key: u32| {
            let start = self.by_key.partition_point(|(other, _)| *other < key);
            self.by_key[start..].iter().take_while(move |(other, _)| *other == key && key != 0)
        };
        let mut places: Vec<usize> =
            phonetic_keys(letters).into_iter().flat_map(with_key).map(|(_, place)| *place as usize).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The letters of a folded text, joined.
pub(in crate::search) fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}
