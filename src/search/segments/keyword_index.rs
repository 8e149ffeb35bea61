//! Which keywords a query names wholly: the values by their words.

use crate::model::category::Category;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::term_keys::term_key;
use std::collections::HashMap;

/// A keyword that holds words of a query.
pub(in crate::search) struct KeywordMatch {
    pub number: Ordinal,
    /// The bits of the words.
    pub bits: u32,
    /// How many of its words these are; 1 for all of them.
    pub share: f32,
}

/// The keywords by the keys of their words; grows with the values.
#[derive(Clone, Default)]
pub(in crate::search) struct KeywordIndex {
    by_word: HashMap<Box<str>, Vec<Ordinal>>,
    /// How many words each value has that say something; 0 for values of other lists.
    lengths: Vec<u8>,
}

impl KeywordIndex {
    /// Takes up the values that came since the last call.
    pub fn extend(&mut self, values: &ValueDictionary) {
        for number in (0..).take(values.len()).skip(self.lengths.len()) {
            let mut length = 0;
            if values.list_of(number) == Category::Keywords as usize {
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

    /// Returns whether values came since [`KeywordIndex::extend`].
    pub fn is_behind(&self, values: &ValueDictionary) -> bool {
        self.lengths.len() < values.len()
    }

    /// The keywords that hold one of the keys, each with the bits of its words and the share of its words that these are, in
    /// the order of their numbers.
    pub fn holding<'k>(&self, keys: impl Iterator<Item = (&'k str, u32)>) -> Vec<KeywordMatch> {
        let mut held: Vec<(Ordinal, u32)> = Vec::new();
        for (key, bit) in keys {
            held.extend(self.by_word.get(key).into_iter().flatten().map(|number| (*number, bit)));
        }
        held.sort_unstable();
        held.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 |= if is_same { next.1 } else { 0 };
            is_same
        });
        let share = |number: Ordinal, bits: u32| {
            (bits.count_ones() as f32 / f32::from(self.lengths[number as usize].max(1))).min(1.0)
        };
        held.into_iter()
            .map(|(number, bits)| KeywordMatch { number, bits, share: share(number, bits) })
            .collect()
    }
}
