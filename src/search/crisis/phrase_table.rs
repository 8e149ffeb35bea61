//! Phrases that are found in a text: as whole words, or anywhere in scripts without spaces.

use std::collections::HashMap;
use std::ops::Range;

/// Phrases with what they say, by how they begin.
#[derive(Debug)]
pub(super) struct PhraseTable<T> {
    by_beginning: HashMap<Box<str>, Vec<Phrase<T>>>,
    /// Phrases are found as whole words only.
    needs_whole_words: bool,
}

#[derive(Debug)]
struct Phrase<T> {
    text: Box<str>,
    /// Its last word may be longer.
    is_open: bool,
    value: T,
}

impl<T: Copy> PhraseTable<T> {
    /// A table of phrases that are found as whole words.
    pub fn whole_words() -> PhraseTable<T> {
        PhraseTable { by_beginning: HashMap::new(), needs_whole_words: true }
    }

    /// A table of phrases that are found anywhere in a text.
    pub fn anywhere() -> PhraseTable<T> {
        PhraseTable { by_beginning: HashMap::new(), needs_whole_words: false }
    }

    /// Adds a phrase that is not empty, its words separated by single spaces.
    pub fn add(&mut self, text: &str, is_open: bool, value: T) {
        let key = self.beginning(text);
        if !key.is_empty() {
            let phrase = Phrase { text: text.into(), is_open, value };
            self.by_beginning.entry(key.into()).or_default().push(phrase);
        }
    }

    /// Calls `found` with the place of every phrase in a text, in bytes, and with what it says.
    pub fn each_in(&self, text: &str, mut found: impl FnMut(Range<usize>, T)) {
        let mut is_start = true;
        for (at, c) in text.char_indices() {
            let may_begin = is_start || !self.needs_whole_words;
            is_start = c == ' ';
            if !may_begin {
                continue;
            }
            let rest = &text[at..];
            for Phrase { text, is_open, value } in
                self.by_beginning.get(self.beginning(rest)).into_iter().flatten()
            {
                let Some(after) = rest.strip_prefix(&**text) else { continue };
                let more = after.find(' ').unwrap_or(after.len());
                if !self.needs_whole_words {
                    found(at..at + text.len(), *value);
                } else if *is_open || more == 0 {
                    found(at..at + text.len() + more, *value);
                }
            }
        }
    }

    /// The first letters of a text, by which phrases are indexed: two of a word, else one.
    fn beginning<'t>(&self, text: &'t str) -> &'t str {
        let mut letters = text.char_indices().skip(if self.needs_whole_words { 2 } else { 1 });
        let start = letters.next().map_or(text, |(end, _)| &text[..end]);
        start.split(' ').next().unwrap_or_default()
    }
}
