//! The English labels by their sound, without spaces and punctuation: 'hart atack' sounds like 'heart attack'.

use crate::search::text::phonetic_keys::phonetic_key;
use crate::search::thesaurus::english_labels::EnglishLabels;

/// Minimum length of a label, in letters: short ones sound like too many others.
const MIN_LETTERS: usize = 6;

/// The places of English labels, by phonetic key.
pub(super) struct LabelSounds {
    by_key: Vec<(u32, u32)>,
}

impl LabelSounds {
    pub fn new(labels: &EnglishLabels) -> LabelSounds {
        let keyed = (0..labels.len()).filter_map(|place| {
            let letters = letters(labels.text(place));
            (letters.len() >= MIN_LETTERS).then(|| (phonetic_key(&letters), place as u32))
        });
        let mut by_key: Vec<(u32, u32)> = keyed.filter(|(key, _)| *key != 0).collect();
        by_key.sort_unstable();
        LabelSounds { by_key }
    }

    /// The places of the labels that sound like these letters.
    pub fn alike(&self, letters: &str) -> impl Iterator<Item = usize> + '_ {
        let key = phonetic_key(letters);
        let start = self.by_key.partition_point(|(other, _)| *other < key);
        let same = self.by_key[start..].iter().take_while(move |(other, _)| *other == key && key != 0);
        same.map(|(_, place)| *place as usize)
    }
}

/// The letters of a folded text, joined.
pub(in crate::search) fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}
