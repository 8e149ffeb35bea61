//! Snippets: the part of an abstract with the most matched words, which are highlighted between asterisks.

use crate::model::handout_text::file::IN_THE_HANDOUT;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::text::analysis::{self, is_unspaced};
use crate::search::text::folding::{fold_into, is_ideograph};
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::with_english_stem;
use memchr::memmem::Finder;
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
    /// Prefixes of the ASCII words that may match; none begins with another.
    prefixes: Vec<Finder<'static>>,
    /// The words and prefixes to highlight that are not ASCII.
    others: Vec<Finder<'static>>,
    /// The ideographs that a text in `others` starts with.
    ideographs: Vec<char>,
    /// A cache of ASCII words and whether they match.
    seen: Vec<(String, bool)>,
    /// A buffer: the text in lower case.
    lowercase: String,
    /// A buffer: a piece of the text, folded.
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

    /// Highlights the words of a query, words that begin with `prefix`, and `more_words`.
    fn new(query: &ParsedQuery, prefix: &Option<String>, more_words: Vec<String>) -> Self {
        let mut words = more_words;
        let mut stems: Vec<String> =
            words.iter().map(|word| with_english_stem(word, str::to_owned)).collect();
        for word in query.words().filter(|word| word.meaning != Meaning::Function) {
            words.extend(word.forms.iter().cloned());
            stems.extend(word.stems.iter().cloned());
        }
        let mut prefixes: Vec<&str> =
            stems.iter().map(|stem| stem_prefix(stem)).chain(prefix.as_deref()).collect();
        prefixes.retain(|text| text.is_ascii() && !text.is_empty());
        prefixes.sort_unstable();
        // A text that begins with another one is sorted after it.
        prefixes.dedup_by(|longer, shorter| longer.starts_with(*shorter));
        let mut others: Vec<&str> = words.iter().chain(&stems).chain(prefix).map(String::as_str).collect();
        others.retain(|text| !text.is_ascii());
        others.sort_unstable();
        others.dedup();
        let ideographs = others.iter().filter_map(|text| text.chars().next().filter(|c| is_ideograph(*c)));
        let finder = |text: &str| Finder::new(text).into_owned();
        Highlighter {
            ideographs: ideographs.collect(),
            prefixes: prefixes.into_iter().map(finder).collect(),
            others: others.into_iter().map(finder).collect(),
            words,
            stems,
            prefix: prefix.clone(),
            ..Highlighter::default()
        }
    }

    /// Appends the snippet of a text as the content of a JSON string, without its quotation marks; in it a literal asterisk or
    /// backslash has a backslash before it.
    pub fn write(&mut self, text: &str, output: &mut Vec<u8>) {
        self.find(text);
        let window = window(text, &self.spans);
        self.write_window(text, window, output);
    }

    fn write_window(&self, text: &str, (start, end): (usize, usize), output: &mut Vec<u8>) {
        if start > 0 {
            output.extend_from_slice("… ".as_bytes());
        }
        let mut at = start;
        for (from, to) in self.spans.iter().copied().filter(|(from, to)| *from >= start && *to <= end) {
            push_escaped(output, &text[at..from]);
            output.push(b'*');
            push_escaped(output, &text[from..to]);
            output.push(b'*');
            at = to;
        }
        push_escaped(output, &text[at..end]);
        if end < text.len() {
            output.extend_from_slice(" …".as_bytes());
        }
    }

    /// Finds the spans of matched words.
    fn find(&mut self, text: &str) {
        self.spans.clear();
        if self.words.is_empty() {
            return;
        }
        let bytes = text.as_bytes();
        self.find_ascii(text);
        let mut at = 0;
        while let Some(other) = next_non_ascii(bytes, at) {
            let (start, end) = word_around(bytes, other);
            self.find_others(text, start, end);
            at = end;
        }
        self.spans.sort_unstable();
        self.spans.dedup_by(|next, before| {
            let meets = next.0 <= before.1;
            before.1 = if meets { before.1.max(next.1) } else { before.1 };
            meets
        });
    }

    /// Finds matched ASCII words.
    fn find_ascii(&mut self, text: &str) {
        self.lowercase.clear();
        self.lowercase.push_str(text);
        self.lowercase.make_ascii_lowercase();
        let bytes = text.as_bytes();
        for finder in &self.prefixes {
            for at in finder.find_iter(self.lowercase.as_bytes()) {
                // Most are inside of a word.
                if at > 0 && IN_WORD[usize::from(bytes[at - 1])] && bytes[at - 1] != b'\'' {
                    continue;
                }
                let (start, end) = word_around(bytes, at);
                let piece = self.lowercase[start..end].trim_matches('\'');
                let begins = bytes[start..at].iter().all(|byte| *byte == b'\'');
                if !begins || !piece.is_ascii() {
                    continue;
                }
                let is_match = match self.seen.iter().find(|(word, _)| *word == piece) {
                    Some((_, is_match)) => *is_match,
                    None => {
                        let mut folded = std::mem::take(&mut self.folded);
                        fold_into(piece, &mut folded);
                        let is_match = self.is_match(&folded);
                        self.folded = folded;
                        self.seen.push((piece.to_owned(), is_match));
                        is_match
                    }
                };
                if is_match {
                    self.spans.push((at, at + piece.len()));
                }
            }
        }
    }

    /// Finds matched words in a piece of the text with other characters than ASCII.
    fn find_others(&mut self, text: &str, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            let piece = &text[at..end];
            let Some(first) = piece.chars().next() else { break };
            if is_ideograph(first) {
                // An ideograph is a word by itself and forms another one with the next character.
                if self.ideographs.contains(&first) {
                    let few = piece.char_indices().nth(4).map_or(piece.len(), |(length, _)| length);
                    self.find_words(at, &piece[..few], 1);
                }
                at += first.len_utf8();
            } else {
                // Up to and including the next ideograph: a character of another script may form a pair with it.
                let next = piece.char_indices().find(|(_, c)| is_ideograph(*c));
                let (stop, beyond) =
                    next.map_or((piece.len(), piece.len()), |(place, c)| (place, place + c.len_utf8()));
                if self.may_match(at, &piece[..beyond]) {
                    self.find_words(at, &piece[..beyond], usize::MAX);
                }
                at += stop;
            }
        }
    }

    /// Finds matched words among the first `most` words of a piece, which starts at `start`.
    fn find_words(&mut self, start: usize, piece: &str, most: usize) {
        let words = analysis::words(piece);
        for (n, word) in words.iter().enumerate().take(most) {
            let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
            let Some(form) = word.forms.iter().position(|form| self.is_match(form)) else { continue };
            let end = if unspaced && form > 0 {
                words.get(n + 1).map_or(word.end, |next| next.end)
            } else {
                word.end
            };
            self.spans.push((start + word.start, start + end));
        }
    }

    /// A fast test: returns false only if no word of the piece, which starts at `at`, matches.
    fn may_match(&mut self, at: usize, piece: &str) -> bool {
        let begins = |text: &str| self.prefixes.iter().any(|found| found.find(text.as_bytes()).is_some());
        // Quotation marks and dashes are not words of another script.
        if piece.chars().all(|c| c.is_ascii() || is_punctuation(c)) {
            return begins(&self.lowercase[at..at + piece.len()]);
        }
        if self.others.is_empty() && piece.chars().all(never_folds_to_ascii) {
            return false;
        }
        fold_into(piece, &mut self.folded);
        begins(&self.folded) || self.others.iter().any(|found| found.find(self.folded.as_bytes()).is_some())
    }

    fn is_match(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
            || self.prefix.as_deref().is_some_and(|prefix| word.starts_with(prefix))
            || with_english_stem(word, |stem| self.stems.iter().any(|known| known == stem))
    }
}

/// The prefix of every word with this stem: endings change the last letters of a stem ("possibl" of "possibility").
fn stem_prefix(stem: &str) -> &str {
    if matches!(stem, "die" | "lie" | "tie") {
        // Of "dying", "lying", "tying".
        return &stem[..1];
    }
    let letters = stem.len();
    let kept = match letters {
        0..3 => letters,
        3..5 => letters - 1,
        _ => letters - 2,
    };
    stem.get(..kept).unwrap_or(stem)
}

/// Returns whether a character is neither a letter nor a digit. Common letters are checked without a table lookup.
fn is_punctuation(c: char) -> bool {
    match c {
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | '\u{1E00}'..='\u{1EFF}' => false,
        '\u{2010}'..='\u{2027}' => true,
        _ => !is_common_letter(c) && !c.is_alphanumeric(),
    }
}

/// Returns whether folding never turns a character into an ASCII letter or digit: true for most letters of other scripts.
fn never_folds_to_ascii(c: char) -> bool {
    // Greek to Georgian without digits, and the scripts of East Asia without their compatibility forms.
    let is_in_range = matches!(c, '\u{370}'..='\u{1CFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    is_common_letter(c) || is_in_range && c.is_alphabetic()
}

/// Returns whether a character is a letter of a script that is common in catalogues and never folds to an ASCII letter, without
/// a table lookup: Cyrillic, Arabic, Devanagari, Burmese, Korean, Chinese and Japanese letters.
fn is_common_letter(c: char) -> bool {
    matches!(
        c,
        '\u{400}'..='\u{481}'
            | '\u{620}'..='\u{64A}'
            | '\u{903}'..='\u{93B}'
            | '\u{93D}'..='\u{94C}'
            | '\u{1000}'..='\u{1036}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7A3}'
    )
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

/// The byte range of the word around an offset.
fn word_around(bytes: &[u8], at: usize) -> (usize, usize) {
    let in_word = |byte: &u8| IN_WORD[usize::from(*byte)];
    let start = bytes[..at].iter().rposition(|byte| !in_word(byte)).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(|byte| !in_word(byte)).map_or(bytes.len(), |length| at + length);
    (start, end)
}

/// The offset of the next byte that is not ASCII.
fn next_non_ascii(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    for chunk_bytes in [512, 32] {
        let chunks = bytes.get(at..)?.chunks(chunk_bytes);
        at += chunks.take_while(|chunk| chunk.is_ascii()).map(<[u8]>::len).sum::<usize>();
    }
    bytes.get(at..)?.iter().position(|byte| *byte >= 0x80).map(|place| at + place)
}

/// The byte range to show: the one with the most matched words, cut at word boundaries.
fn window(text: &str, spans: &[(usize, usize)]) -> (usize, usize) {
    if text.len() <= LENGTH + CONTEXT {
        return (0, text.len());
    }
    let mut best = (0, 0);
    for (n, (from, _)) in spans.iter().enumerate() {
        let matched = spans[n..].iter().take_while(|(_, to)| *to <= from + LENGTH - CONTEXT).count();
        if matched > best.0 {
            best = (matched, *from);
        }
    }
    window_from(text, best.1)
}

/// The byte range to show when the first matched word in it starts at `found`.
fn window_from(text: &str, found: usize) -> (usize, usize) {
    let target = found.saturating_sub(CONTEXT);
    let start = if target == 0 { 0 } else { start_of_word(text, target, found) };
    let end = if start + LENGTH >= text.len() { text.len() } else { end_of_word(text, start + LENGTH) };
    (start, end)
}

/// The first start of a word after a space from `from` on, at most `found`, where the first matched word starts.
fn start_of_word(text: &str, from: usize, found: usize) -> usize {
    let from = ceil(text, from);
    let after_space = text[from..found].find(char::is_whitespace).map(|at| from + at);
    if let Some(space) = after_space {
        return space + text[space..].chars().next().map_or(0, char::len_utf8);
    }
    // One long word, or a script without spaces.
    let before = &text[ceil(text, from.saturating_sub(MAX_WORD))..found];
    match before.rfind(char::is_whitespace) {
        Some(at) => found - before.len() + at + before[at..].chars().next().map_or(0, char::len_utf8),
        None => boundaries(text, from).find(|at| *at >= from).unwrap_or(found).min(found),
    }
}

/// The last end of a word up to `to`.
fn end_of_word(text: &str, to: usize) -> usize {
    let to = ceil(text, to);
    let floor = ceil(text, to.saturating_sub(MAX_WORD));
    let is_end = text[to..].starts_with(char::is_whitespace);
    match text[floor..to].rfind(char::is_whitespace) {
        _ if is_end => to,
        Some(at) => floor + at,
        None => boundaries(text, to).take_while(|at| *at <= to).last().unwrap_or(to),
    }
}

/// The word boundaries around an offset (UAX 29).
fn boundaries(text: &str, around: usize) -> impl Iterator<Item = usize> {
    let from = ceil(text, around.saturating_sub(2 * MAX_WORD));
    let to = ceil(text, around + MAX_WORD);
    text[from..to].split_word_bound_indices().skip(1).map(move |(at, _)| from + at)
}

/// The first character boundary from an offset on.
fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Appends a part of a text to a snippet, escaped.
fn push_escaped(output: &mut Vec<u8>, text: &str) {
    /// Bytes are tested in chunks, because most texts have nothing to escape.
    const CHUNK_BYTES: usize = 32;
    let bytes = text.as_bytes();
    let mut from = 0;
    for (first, chunk) in (0..).step_by(CHUNK_BYTES).zip(bytes.chunks(CHUNK_BYTES)) {
        if !chunk.iter().fold(false, |any, byte| any | is_escaped(*byte)) {
            continue;
        }
        for (at, byte) in (first..).zip(chunk).filter(|(_, byte)| is_escaped(**byte)) {
            output.extend_from_slice(&bytes[from..at]);
            match byte {
                b'*' => output.extend_from_slice(br"\\*"),
                b'\\' => output.extend_from_slice(br"\\\\"),
                b'\t'..=b'\r' => output.push(b' '),
                b'"' => output.extend_from_slice(br#"\""#),
                _ => {
                    let digits = [byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]);
                    output.extend_from_slice(b"\\u00");
                    output.extend_from_slice(&digits);
                }
            }
            from = at + 1;
        }
    }
    output.extend_from_slice(&bytes[from..]);
}

/// Returns whether a byte is escaped or replaced in a snippet.
fn is_escaped(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'*' | b'\\' | b'"')
}

/// A passage of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Passage {
    /// How many different words of the query it contains.
    words: usize,
    /// How many occurrences of them.
    matches: usize,
    /// Where the first one starts, in bytes.
    start: usize,
}

impl Highlighter {
    /// Appends the snippet of the best of several texts, after [`IN_THE_HANDOUT`]. Returns the index of the text; `None`, and
    /// appends nothing, when there are none.
    pub fn write_handout<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
        output: &mut Vec<u8>,
    ) -> Option<usize> {
        let mut best: Option<(Passage, usize, &str)> = None;
        let mut last = 0;
        for (number, text) in texts.enumerate() {
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
        let range =
            if text.len() <= LENGTH + CONTEXT { window(text, &[]) } else { window_from(text, passage.start) };
        output.extend_from_slice(IN_THE_HANDOUT.as_bytes());
        self.write_window(text, range, output);
        Some(number)
    }
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

#[cfg(test)]
mod handout_snippet_tests {
    use super::*;
    use crate::search::query::parsed_query::ParsedQuery;

    fn snippet(q: &str, texts: &[&str]) -> (Option<usize>, String) {
        let mut snippet = Vec::new();
        let mut highlighter = Highlighter::new(&ParsedQuery::parse(q, 1), &None, Vec::new());
        let number = highlighter.write_handout(texts.iter().copied(), &mut snippet);
        (number, String::from_utf8_lossy(&snippet).into_owned())
    }

    #[test]
    fn the_passage_with_the_most_different_words_is_shown() {
        let filler = "Nothing of interest stands here at all. ".repeat(20);
        let text = format!("School school school. {filler}Back to school after ten days. {filler}");
        let (number, json) = snippet("back school days", &["Other text.", &text]);
        assert_eq!(number, Some(1));
        assert!(json.starts_with("In the handout: … "), "{json}");
        assert!(json.contains("*Back* to *school* after ten *days*."), "{json}");
        assert!(json.ends_with(" …") && json.len() < 400, "{json}");
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        assert_eq!(snippet("rest", &["Rest \"a lot\"."]).1, r#"In the handout: *Rest* \"a lot\"."#);
        assert_eq!(snippet("rest", &[]), (None, String::new()));
    }
}
