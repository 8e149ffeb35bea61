//! Many strings in one allocation, by number, and the strings of a column: in memory, or in a file that is mapped, so that
//! those of a large catalogue use no memory beyond the page cache.

use std::ops::Range;
use tantivy::directory::OwnedBytes;

/// The minimum number of bytes that stay in their file.
const MIN_BYTES_IN_FILE: usize = 1 << 20;

/// Immutable strings, stored one after the other.
pub(in crate::search) struct StringColumn {
    text: Text,
    /// The end of each string, in bytes.
    pub ends: Vec<u32>,
}

enum Text {
    Memory(String),
    /// Valid UTF-8 when it was opened.
    File(OwnedBytes),
}

impl Default for StringColumn {
    fn default() -> Self {
        StringPool::default().into()
    }
}

impl From<StringPool> for StringColumn {
    fn from(mut pool: StringPool) -> StringColumn {
        pool.finish();
        StringColumn { text: Text::Memory(pool.bytes), ends: pool.ends }
    }
}

impl StringColumn {
    /// The strings in `bytes`, which are mapped to a file; `None` when they are not UTF-8. Few bytes are copied to memory.
    pub fn from_file(bytes: OwnedBytes, ends: Vec<u32>) -> Option<StringColumn> {
        let text = std::str::from_utf8(&bytes).ok()?;
        let text =
            if bytes.len() < MIN_BYTES_IN_FILE { Text::Memory(text.to_owned()) } else { Text::File(bytes) };
        Some(StringColumn { text, ends })
    }

    fn range(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        start as usize..end as usize
    }

    /// A string; empty when there is none with this number.
    pub fn get(&self, number: usize) -> &str {
        let range = self.range(number);
        let string = match &self.text {
            Text::Memory(text) => text.get(range),
            Text::File(bytes) => bytes.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()),
        };
        string.unwrap_or_default()
    }

    /// The bytes of a string from `offset` on.
    #[inline]
    pub fn bytes_from(&self, number: usize, offset: usize) -> &[u8] {
        let Range { start, end } = self.range(number);
        self.bytes().get(start + offset..end).unwrap_or_default()
    }

    /// All strings, one after the other.
    pub fn bytes(&self) -> &[u8] {
        match &self.text {
            Text::Memory(text) => text.as_bytes(),
            Text::File(bytes) => bytes,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_in_a_file_equal_those_in_memory() {
        let mut pool = StringPool::default();
        let words = ["", "Ärzte", "asthma", "", "喘息"];
        let strings: Vec<&str> = words.iter().copied().cycle().take(300_000).collect();
        strings.iter().for_each(|string| pool.push(string));
        let memory = StringColumn::from(pool);
        assert!(memory.bytes().len() > MIN_BYTES_IN_FILE);
        let bytes = OwnedBytes::new(memory.bytes().to_vec());
        let Some(file) = StringColumn::from_file(bytes, memory.ends.clone()) else {
            unreachable!("the bytes are UTF-8")
        };
        assert!(matches!(file.text, Text::File(_)));
        for (number, string) in strings.iter().enumerate() {
            assert_eq!((memory.get(number), file.get(number)), (*string, *string));
            let rest = string.as_bytes().get(2..).unwrap_or_default();
            assert_eq!((memory.bytes_from(number, 2), file.bytes_from(number, 2)), (rest, rest));
        }
        assert_eq!((memory.get(strings.len()), file.get(strings.len())), ("", ""));
        let invalid = OwnedBytes::new(vec![0xff; MIN_BYTES_IN_FILE]);
        assert!(StringColumn::from_file(invalid, Vec::new()).is_none());
    }
}
