//! The values of all facets, numbered once for the whole index, so that counting is adding into one array.

use crate::search::segments::document::VALUE_LISTS;
use crate::search::text::folding::fold;
use crate::search::text::string_pool::StringPool;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Number of a value, whichever list it is in.
pub(in crate::search) type Ordinal = u32;

/// The values of every list; grows, never shrinks while the program runs.
#[derive(Clone, Default)]
pub(in crate::search) struct ValueDictionary {
    lists: Vec<ValueList>,
    texts: Vec<Arc<str>>,
    /// Each value as the beginning of its bucket in JSON, behind the end of another one.
    json: StringPool,
    list_of: Vec<u8>,
    /// Place of each value in the case-insensitive order of its list.
    rank: Vec<u32>,
}

/// The values of one list.
#[derive(Clone, Default)]
struct ValueList {
    numbers: HashMap<Arc<str>, Ordinal>,
    /// Folded values with their numbers, sorted: for suggestions.
    folded: Vec<(Arc<str>, Ordinal)>,
}

impl ValueDictionary {
    pub fn new() -> Self {
        ValueDictionary { lists: vec![ValueList::default(); VALUE_LISTS], ..ValueDictionary::default() }
    }

    /// The number of a value; `None` when no citation ever had it.
    pub fn number(&self, list: usize, value: &str) -> Option<Ordinal> {
        self.lists[list].numbers.get(value).copied()
    }

    /// The value of a number.
    pub fn text(&self, number: Ordinal) -> &str {
        self.texts.get(number as usize).map_or("", |v| v)
    }

    /// `},{"value":"…","count":` of a number.
    pub fn json(&self, number: Ordinal) -> &str {
        self.json.get(number as usize)
    }

    /// Which list a number belongs to.
    pub fn list_of(&self, number: Ordinal) -> usize {
        usize::from(self.list_of[number as usize])
    }

    /// Place of a value in the case-insensitive order of its list.
    pub fn rank(&self, number: Ordinal) -> u32 {
        self.rank[number as usize]
    }

    /// The values of a list, in no order.
    pub fn all(&self, list: usize) -> impl Iterator<Item = Ordinal> {
        self.lists[list].numbers.values().copied()
    }

    /// How many values there are in all lists.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Gives numbers to values that have none yet, in the order in which facets show them: the first ones of an index are
    /// numbered like this, so that a facet's values come in their order.
    pub fn number_in_order<'v>(&mut self, values: impl Iterator<Item = (usize, &'v str)>) {
        let new: HashSet<(usize, &str)> =
            values.filter(|(list, value)| self.number(*list, value).is_none()).collect();
        let mut new: Vec<(usize, String, &str)> =
            new.into_iter().map(|(list, value)| (list, value.to_lowercase(), value)).collect();
        new.sort_unstable();
        new.into_iter().for_each(|(list, _, value)| _ = self.number_of(list, value));
    }

    /// The number of a value, given to it now when it is new.
    pub fn number_of(&mut self, list: usize, value: &str) -> Ordinal {
        if let Some(number) = self.lists[list].numbers.get(value) {
            return *number;
        }
        let number = Ordinal::try_from(self.texts.len()).unwrap_or(Ordinal::MAX);
        let shared: Arc<str> = value.into();
        self.lists[list].numbers.insert(shared.clone(), number);
        self.texts.push(shared);
        self.json.push(&format!("}},{{\"value\":{},\"count\":", serde_json::Value::from(value)));
        self.list_of.push(u8::try_from(list).unwrap_or(u8::MAX));
        number
    }

    /// Were values added since [`ValueDictionary::sort`]?
    pub fn is_unsorted(&self) -> bool {
        self.rank.len() != self.texts.len()
    }

    /// Brings the orders up to date after values were added.
    pub fn sort(&mut self) {
        self.rank.resize(self.texts.len(), 0);
        for list in &mut self.lists {
            if list.folded.len() == list.numbers.len() {
                continue;
            }
            let mut order: Vec<(String, &Arc<str>, Ordinal)> =
                list.numbers.iter().map(|(value, number)| (value.to_lowercase(), value, *number)).collect();
            order.sort_unstable();
            for (place, (_, _, number)) in (0..).zip(&order) {
                self.rank[*number as usize] = place;
            }
            list.folded =
                list.numbers.iter().map(|(value, number)| (Arc::from(fold(value)), *number)).collect();
            list.folded.sort_unstable();
        }
    }

    /// The ordinals of the values of a list that begin with a folded prefix, in the order of the folded values.
    pub fn with_prefix<'v>(&'v self, list: usize, prefix: &'v str) -> impl Iterator<Item = Ordinal> + 'v {
        let folded = &self.lists[list].folded;
        let from = folded.partition_point(|(word, _)| &**word < prefix);
        folded[from..].iter().take_while(move |(word, _)| word.starts_with(prefix)).map(|(_, number)| *number)
    }
}
