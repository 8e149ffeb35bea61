//! Snippets: the part of an abstract or of the text of a handout with the most different words of a query, which are highlighted
//! between asterisks.

use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::text::analysis::{self, is_unspaced};
use crate::search::text::folding::fold_into;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::with_english_stem;
use unicode_segmentation::UnicodeSegmentation;

/// The approximate length of a snippet, in bytes of the abstract.
const LENGTH: usize = 260;
/// The approximate number of bytes before the first highlight.
const CONTEXT: usize = 60;
/// A snippet starts and ends at word boundaries where words have at most this many bytes.
const MAX_WORD: usize = 120;

/// Writes snippets in which the words of a query are highlighted. Reuses its buffers between texts.
#[derive(Default)]
pub(super) struct Highlighter {
    words: Vec<String>,
    stems: Vec<String>,
    prefix: Option<String>,
    /// The ASCII letters and digits with which a word that matches begins.
    is_first: Vec<bool>,
    /// A buffer: a word of the text, folded.
    folded: String,
    /// A buffer: the byte ranges of matched words, sorted and without overlap.
    spans: Vec<(usize, usize)>,
}

impl Highlighter {
    /// Highlights the words of a query as they were corrected and as they were typed, and those of `searched`, the text that was
    /// searched for instead.
    pub fn for_plan(plan: &QueryPlan, searched: Option<&str>) -> Self {
        let typed = plan.typed_words.iter().flat_map(|(_, word)| word.forms.iter().cloned());
        let searched = analysis::words(searched.unwrap_or_default()).into_iter();
        let searched = searched.flat_map(|word| word.forms).filter(|form| meaning(form) != Meaning::Function);
        let words: Vec<String> = plan.corrected_words.iter().cloned().chain(typed).chain(searched).collect();
        Highlighter::new(&plan.query, &plan.expanded_prefix, words)
    }

    /// Highlights the words of a query, words that begin with `prefix`, and `words`.
    fn new(query: &ParsedQuery, prefix: &Option<String>, mut words: Vec<String>) -> Self {
        let mut stems: Vec<String> =
            words.iter().map(|word| with_english_stem(word, str::to_owned)).collect();
        for word in query.words().filter(|word| word.meaning != Meaning::Function) {
            words.extend(word.forms.iter().cloned());
            stems.extend(word.stems.iter().cloned());
        }
        let mut is_first = vec![false; 256];
        for text in words.iter().chain(&stems).chain(prefix) {
            text.bytes().next().iter().for_each(|first| is_first[usize::from(*first)] = true);
        }
        let (folded, spans) = (String::new(), Vec::new());
        Highlighter { words, stems, prefix: prefix.clone(), is_first, folded, spans }
    }

    /// The snippet of the best of several texts, in which a literal asterisk or backslash has a backslash before it, and the index
    /// of that text; `None` when there are no texts.
    pub fn snippet<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) -> Option<(String, usize)> {
        let mut best: Option<(Passage, usize, &str)> = None;
        let mut last = 0;
        for (number, text) in texts.into_iter().enumerate() {
            last = number;
            self.find(text);
            let passage = densest(text, &self.spans);
            if best.is_none_or(|(known, ..)| (passage.words, passage.matches) > (known.words, known.matches))
            {
                best = Some((passage, number, text));
            }
        }
        let (passage, number, text) = best?;
        if number != last {
            self.find(text);
        }
        Some((self.cut(text, window(text, passage.start)), number))
    }

    /// The part of a text from `start` to `end`, with highlights.
    fn cut(&self, text: &str, (start, end): (usize, usize)) -> String {
        let mut snippet = String::with_capacity(2 * LENGTH);
        snippet.push_str(if start > 0 { "… " } else { "" });
        let mut at = start;
        for (from, to) in self.spans.iter().copied().filter(|(from, to)| *from >= start && *to <= end) {
            push_escaped(&mut snippet, &text[at..from]);
            snippet.push('*');
            push_escaped(&mut snippet, &text[from..to]);
            snippet.push('*');
            at = to;
        }
        push_escaped(&mut snippet, &text[at..end]);
        snippet.push_str(if end < text.len() { " …" } else { "" });
        snippet
    }

    /// Finds the spans of matched words.
    fn find(&mut self, text: &str) {
        self.spans.clear();
        if self.words.is_empty() {
            return;
        }
        let mut at = 0;
        while let Some((start, end)) = next_word(text.as_bytes(), at) {
            at = end;
            let word = &text[start..end];
            if !word.is_ascii() {
                self.find_in_piece(start, word);
                continue;
            }
            let word = word.trim_end_matches('\'');
            let bare = word.trim_start_matches('\'');
            let first = bare.bytes().next().map_or(0, |first| first.to_ascii_lowercase());
            if self.is_first[usize::from(first)] {
                let mut folded = std::mem::take(&mut self.folded);
                fold_into(bare, &mut folded);
                if self.is_match(&folded) {
                    self.spans.push((start + word.len() - bare.len(), start + word.len()));
                }
                self.folded = folded;
            }
        }
        self.spans.dedup_by(|next, before| {
            let meets = next.0 <= before.1;
            before.1 = if meets { before.1.max(next.1) } else { before.1 };
            meets
        });
    }

    /// Finds matched words in a piece with other characters than ASCII, which starts at `start`.
    fn find_in_piece(&mut self, start: usize, piece: &str) {
        let words = analysis::words(piece);
        for (n, word) in words.iter().enumerate() {
            let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
            let Some(form) = word.forms.iter().position(|form| self.is_match(form)) else { continue };
            // A pair of characters ends with the next one.
            let pair = words.get(n + 1).filter(|_| unspaced && form > 0);
            self.spans.push((start + word.start, start + pair.map_or(word.end, |next| next.end)));
        }
    }

    fn is_match(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
            || self.prefix.as_deref().is_some_and(|prefix| word.starts_with(prefix))
            || with_english_stem(word, |stem| self.stems.iter().any(|known| known == stem))
    }
}

/// For each byte whether it is part of a word: ASCII letters, digits, apostrophes and all bytes that are not ASCII.
const IN_WORD: [bool; 256] = {
    let mut in_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        in_word[byte] = byte >= 0x80 || byte == b'\'' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    in_word
};

/// The byte range of the next word from an offset on.
fn next_word(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let in_word = |byte: &u8| IN_WORD[usize::from(*byte)];
    let start = from + bytes.get(from..)?.iter().position(in_word)?;
    let length = bytes[start..].iter().position(|byte| !in_word(byte));
    Some((start, length.map_or(bytes.len(), |length| start + length)))
}

/// The byte range to show when the first matched word in it starts at `found`, cut at word boundaries.
fn window(text: &str, found: usize) -> (usize, usize) {
    if text.len() <= LENGTH + CONTEXT {
        return (0, text.len());
    }
    let target = found.saturating_sub(CONTEXT);
    let start = if target == 0 { 0 } else { start_of_word(text, target, found) };
    let end = if start + LENGTH >= text.len() { text.len() } else { end_of_word(text, start + LENGTH) };
    (start, end)
}

/// The first start of a word after a space from `from` on, else the last one before it, at most `found`, where the first matched
/// word starts; in a script without spaces, a word boundary.
fn start_of_word(text: &str, from: usize, found: usize) -> usize {
    let floor = text.ceil_char_boundary(from.saturating_sub(MAX_WORD));
    let spaces = text[floor..found].char_indices().filter(|(_, c)| c.is_whitespace());
    let starts: Vec<usize> = spaces.map(|(at, space)| floor + at + space.len_utf8()).collect();
    let start = starts.iter().find(|at| **at >= from).or(starts.last()).copied();
    start.unwrap_or_else(|| boundaries(text, from).find(|at| *at >= from).unwrap_or(found).min(found))
}

/// The last end of a word up to `to`.
fn end_of_word(text: &str, to: usize) -> usize {
    let to = text.ceil_char_boundary(to);
    let floor = text.ceil_char_boundary(to.saturating_sub(MAX_WORD));
    let is_end = text[to..].starts_with(char::is_whitespace);
    match text[floor..to].rfind(char::is_whitespace) {
        _ if is_end => to,
        Some(at) => floor + at,
        None => boundaries(text, to).take_while(|at| *at <= to).last().unwrap_or(to),
    }
}

/// The word boundaries around an offset (UAX 29).
fn boundaries(text: &str, around: usize) -> impl Iterator<Item = usize> {
    let from = text.ceil_char_boundary(around.saturating_sub(2 * MAX_WORD));
    let to = text.ceil_char_boundary(around + MAX_WORD);
    text[from..to].split_word_bound_indices().skip(1).map(move |(at, _)| from + at)
}

/// Appends a part of a text to a snippet, with a backslash before each asterisk and backslash, and in one line.
fn push_escaped(snippet: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '*' | '\\') {
            snippet.push('\\');
        }
        snippet.push(if matches!(c, '\t'..='\r') { ' ' } else { c });
    }
}

/// A passage of a text.
#[derive(Clone, Copy, Default)]
struct Passage {
    /// How many different words of the query it contains.
    words: usize,
    /// How many occurrences of them.
    matches: usize,
    /// Where the first one starts, in bytes.
    start: usize,
}

/// The passage with the most different words; of several with as many, the one with the most occurrences, then the first.
fn densest(text: &str, spans: &[(usize, usize)]) -> Passage {
    let mut known: Vec<&str> = Vec::new();
    // The bit of each word; a query has hardly more than 64.
    let bits: Vec<u64> = spans
        .iter()
        .map(|(from, to)| {
            let word = text.get(*from..*to).unwrap_or_default();
            let number =
                known.iter().position(|other| other.eq_ignore_ascii_case(word)).unwrap_or_else(|| {
                    known.push(word);
                    known.len() - 1
                });
            1 << number.min(63)
        })
        .collect();
    let mut best = Passage::default();
    for (n, (start, _)) in spans.iter().enumerate() {
        let in_passage = spans[n..].iter().take_while(|(_, to)| *to <= start + LENGTH - CONTEXT).count();
        let words = bits[n..n + in_passage].iter().fold(0, |words, bit| words | bit).count_ones() as usize;
        if (words, in_passage) > (best.words, best.matches) {
            best = Passage { words, matches: in_passage, start: *start };
        }
    }
    best
}

#[cfg(test)]
mod tests;
