//! Many strings in one allocation, by number.

/// A list of strings, stored one after the other.
#[derive(Clone, Default)]
pub(in crate::search) struct StringPool {
    pub bytes: String,
    /// The end of each string, in bytes.
    pub ends: Vec<u32>,
}

impl StringPool {
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    pub fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.bytes.get(start as usize..end as usize).unwrap_or("")
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|number| self.get(number))
    }

    pub fn finish(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
