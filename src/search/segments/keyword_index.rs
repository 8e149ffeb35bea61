//! The keyword index: keywords by their words, to find those that a query contains wholly or in part.

use crate::model::category::Category;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::term_keys::term_key;
use std::collections::HashMap;

/// A keyword that contains words of a query.
pub(in crate::search) struct KeywordMatch {
    pub ordinal: Ordinal,
    /// The bits of the query words that it contains.
    pub bits: u32,
    /// The share of its words that are in the query.
    pub share: f32,
}

/// Keywords by the keys of their words.
#[derive(Clone, Default)]
pub(in crate::search) struct KeywordIndex {
    by_word: HashMap<Box<str>, Vec<Ordinal>>,
    /// The number of content words of each value; 0 for values of other lists.
    lengths: Vec<u8>,
}

impl KeywordIndex {
    /// Adds the values that were added to the dictionary after the last call.
    pub fn extend(&mut self, values: &ValueDictionary) {
        for number in (0..).take(values.len()).skip(self.lengths.len()) {
            let mut length = 0;
            if values.list(number) == Category::Keywords as usize {
                let mut keys: Vec<String> = words(values.text(number))
                    .iter()
                    .filter(|word| meaning(&word.forms[0]) != Meaning::Function)
                    .map(|word| term_key(&word.forms[0]))
                    .collect();
                keys.sort_unstable();
                keys.dedup();
                length = u8::try_from(keys.len()).unwrap_or(u8::MAX);
                for key in keys {
                    self.by_word.entry(key.into()).or_default().push(number);
                }
            }
            self.lengths.push(length);
        }
    }

    /// Returns whether values were added after the last [`KeywordIndex::extend`].
    pub fn is_outdated(&self, values: &ValueDictionary) -> bool {
        self.lengths.len() < values.len()
    }

    /// The keywords that contain at least one of the keys, by ordinal.
    pub fn matches<'k>(&self, keys: impl Iterator<Item = (&'k str, u32)>) -> Vec<KeywordMatch> {
        let mut matches: Vec<(Ordinal, u32)> = Vec::new();
        for (key, bit) in keys {
            matches.extend(self.by_word.get(key).into_iter().flatten().map(|number| (*number, bit)));
        }
        matches.sort_unstable();
        matches.dedup_by(|next, previous| {
            let is_same_keyword = next.0 == previous.0;
            previous.1 |= if is_same_keyword { next.1 } else { 0 };
            is_same_keyword
        });
        let share = |ordinal: Ordinal, bits: u32| {
            (bits.count_ones() as f32 / f32::from(self.lengths[ordinal as usize].max(1))).min(1.0)
        };
        matches
            .into_iter()
            .map(|(ordinal, bits)| KeywordMatch { ordinal, bits, share: share(ordinal, bits) })
            .collect()
    }
}
