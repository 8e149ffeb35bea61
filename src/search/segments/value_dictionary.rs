//! The value dictionary: the values of all facets with their ordinals, which are the positions of their counts.

use crate::model::category::Category;
use crate::search::segments::document::VALUE_LISTS;
use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::string_pool::StringPool;
use crate::search::text::term_keys::term_key;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The number of a value, unique across all lists.
pub(in crate::search) type Ordinal = u32;

/// The values of all lists. Values are added but never removed while the program runs.
#[derive(Clone, Default)]
pub(in crate::search) struct ValueDictionary {
    lists: Vec<ValueList>,
    texts: Vec<Arc<str>>,
    /// What [`ValueDictionary::json`] returns for each value.
    json: StringPool,
    list_numbers: Vec<u8>,
    /// The position of each value in the case-insensitive order of its list.
    rank: Vec<u32>,
}

/// The values of one list.
#[derive(Clone, Default)]
struct ValueList {
    ordinals: HashMap<Arc<str>, Ordinal>,
    /// The folded values with their ordinals, sorted, for suggestions.
    folded: Vec<(Arc<str>, Ordinal)>,
}

impl ValueDictionary {
    pub fn new() -> Self {
        ValueDictionary { lists: vec![ValueList::default(); VALUE_LISTS], ..ValueDictionary::default() }
    }

    /// The ordinal of a value; `None` when no citation has had it.
    pub fn number(&self, list: usize, value: &str) -> Option<Ordinal> {
        self.lists[list].ordinals.get(value).copied()
    }

    pub fn text(&self, number: Ordinal) -> &str {
        self.texts.get(number as usize).map_or("", |v| v)
    }

    /// The JSON of a value up to its count, after the end of another one: `},{"value":"…","count":`.
    pub fn json(&self, number: Ordinal) -> &str {
        self.json.get(number as usize)
    }

    /// The number of the list that contains a value.
    pub fn list(&self, number: Ordinal) -> usize {
        usize::from(self.list_numbers[number as usize])
    }

    /// The position of a value in the case-insensitive order of its list.
    pub fn rank(&self, number: Ordinal) -> u32 {
        self.rank[number as usize]
    }

    /// The values of a list, in no order.
    pub fn all(&self, list: usize) -> impl Iterator<Item = Ordinal> {
        self.lists[list].ordinals.values().copied()
    }

    /// The number of values in all lists.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Adds the new values among these in the order in which facets list them, so that sorting facet values is fast: most
    /// values are added when the index is opened.
    pub fn insert_sorted<'v>(&mut self, values: impl Iterator<Item = (usize, &'v str)>) {
        let new: HashSet<(usize, &str)> =
            values.filter(|(list, value)| self.number(*list, value).is_none()).collect();
        let mut new: Vec<(usize, String, &str)> =
            new.into_iter().map(|(list, value)| (list, value.to_lowercase(), value)).collect();
        new.sort_unstable();
        new.into_iter().for_each(|(list, _, value)| _ = self.get_or_insert(list, value));
    }

    /// The ordinal of a value, which is added when it is new.
    pub fn get_or_insert(&mut self, list: usize, value: &str) -> Ordinal {
        if let Some(number) = self.lists[list].ordinals.get(value) {
            return *number;
        }
        let number = Ordinal::try_from(self.texts.len()).unwrap_or(Ordinal::MAX);
        let shared: Arc<str> = value.into();
        self.lists[list].ordinals.insert(shared.clone(), number);
        self.texts.push(shared);
        self.json.push(&format!("}},{{\"value\":{},\"count\":", serde_json::Value::from(value)));
        self.list_numbers.push(u8::try_from(list).unwrap_or(u8::MAX));
        number
    }

    /// Returns whether values were added after the last [`ValueDictionary::sort`].
    pub fn is_unsorted(&self) -> bool {
        self.rank.len() != self.texts.len()
    }

    /// Updates the sort orders after values were added.
    pub fn sort(&mut self) {
        self.rank.resize(self.texts.len(), 0);
        for list in &mut self.lists {
            if list.folded.len() == list.ordinals.len() {
                continue;
            }
            let mut order: Vec<(String, &Arc<str>, Ordinal)> =
                list.ordinals.iter().map(|(value, number)| (value.to_lowercase(), value, *number)).collect();
            order.sort_unstable();
            for (rank, (_, _, number)) in (0..).zip(&order) {
                self.rank[*number as usize] = rank;
            }
            list.folded =
                list.ordinals.iter().map(|(value, number)| (Arc::from(fold(value)), *number)).collect();
            list.folded.sort_unstable();
        }
    }

    /// The values of a list whose folded text begins with `prefix`, in order.
    pub fn with_prefix<'v>(&'v self, list: usize, prefix: &'v str) -> impl Iterator<Item = Ordinal> + 'v {
        let folded = &self.lists[list].folded;
        let from = folded.partition_point(|(word, _)| &**word < prefix);
        folded[from..].iter().take_while(move |(word, _)| word.starts_with(prefix)).map(|(_, number)| *number)
    }
}

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
