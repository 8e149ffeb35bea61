//! The values of all facets, numbered once for the whole index, so that counting is adding into arrays.

use crate::search::analysis::fold;
use crate::search::document::VALUE_LISTS;
use std::collections::HashMap;
use std::sync::Arc;

/// Number of a value in its list.
pub(super) type Ordinal = u32;

/// The values of every list; grows, never shrinks while the program runs.
#[derive(Clone, Default)]
pub(super) struct Values {
    pub lists: Vec<ValueList>,
}

/// The values of one list.
#[derive(Clone, Default)]
pub(super) struct ValueList {
    numbers: HashMap<Arc<str>, Ordinal>,
    values: Vec<Arc<str>>,
    /// Each value as the beginning of its bucket in JSON.
    json: Vec<Arc<str>>,
    /// Place of each value in the case-insensitive order.
    pub rank: Vec<u32>,
    /// Folded values with their numbers, sorted: for suggestions.
    pub folded: Vec<(Arc<str>, Ordinal)>,
}

impl Values {
    pub fn new() -> Self {
        Values { lists: vec![ValueList::default(); VALUE_LISTS] }
    }
}

impl ValueList {
    /// The number of a value; `None` when no citation ever had it.
    pub fn number(&self, value: &str) -> Option<Ordinal> {
        self.numbers.get(value).copied()
    }

    /// The value of a number.
    pub fn value(&self, number: Ordinal) -> &str {
        self.values.get(number as usize).map_or("", |v| v)
    }

    /// `{"value":"…","count":` of a number.
    pub fn json(&self, number: Ordinal) -> &str {
        self.json.get(number as usize).map_or("", |v| v)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The number of a value, given to it now when it is new.
    pub fn number_of(&mut self, value: &str) -> Ordinal {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = Ordinal::try_from(self.values.len()).unwrap_or(Ordinal::MAX);
        let shared: Arc<str> = value.into();
        self.numbers.insert(shared.clone(), number);
        self.values.push(shared);
        self.json.push(format!("{{\"value\":{},\"count\":", serde_json::Value::from(value)).into());
        number
    }

    /// Brings the orders up to date after values were added.
    pub fn sort(&mut self) {
        if self.rank.len() == self.values.len() {
            return;
        }
        let mut order: Vec<(String, &Arc<str>, Ordinal)> =
            (0..).zip(&self.values).map(|(number, value)| (value.to_lowercase(), value, number)).collect();
        order.sort_unstable();
        self.rank = vec![0; self.values.len()];
        for (place, (_, _, number)) in (0..).zip(&order) {
            self.rank[*number as usize] = place;
        }
        self.folded =
            (0..).zip(&self.values).map(|(number, value)| (Arc::from(fold(value)), number)).collect();
        self.folded.sort_unstable();
    }
}
