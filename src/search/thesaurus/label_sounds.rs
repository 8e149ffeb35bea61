//! The English labels by their sound, without spaces and punctuation: 'hart atack' sounds like 'heart attack'.

use crate::search::text::phonetic_keys::phonetic_keys;
use crate::search::thesaurus::english_labels::EnglishLabels;

/// Minimum length of a label, in letters: short ones sound like too many others.
const MIN_LETTERS: usize = 6;

/// The places of English labels, by phonetic key.
pub(super) struct LabelSounds {
    by_key: Vec<(u32, u32)>,
}

impl LabelSounds {
    pub fn new(labels: &EnglishLabels) -> LabelSounds {
        let long = (0..labels.len()).map(|place| (letters(labels.text(place)), place as u32));
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
