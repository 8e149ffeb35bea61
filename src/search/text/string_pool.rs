//! Many strings in one allocation, by number.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The range of an entry, given the ends of all entries; empty when there is none with this number.
#[inline]
pub(in crate::search) fn range(ends: &[u32], number: usize) -> Range<usize> {
    let start = number.checked_sub(1).and_then(|n| ends.get(n)).copied().unwrap_or(0);
    let end = ends.get(number).copied().unwrap_or(start);
    start as usize..end as usize
}

/// A list of strings, stored one after the other.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(in crate::search) struct StringPool {
    bytes: String,
    /// The end of each string, in bytes.
    ends: Vec<u32>,
}

impl StringPool {
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A string; empty when there is none with this number.
    pub fn get(&self, number: usize) -> &str {
        self.bytes.get(range(&self.ends, number)).unwrap_or_default()
    }

    /// The bytes of a string from `offset` on.
    #[inline]
    pub fn bytes_from(&self, number: usize, offset: usize) -> &[u8] {
        let Range { start, end } = range(&self.ends, number);
        self.bytes.as_bytes().get(start + offset..end).unwrap_or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|number| self.get(number))
    }

    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
