//! The part of an abstract that shows why it was found: found words between asterisks.

use crate::search::query::parsed_query::ParsedQuery;
use crate::search::text::analysis::{self, is_unspaced};
use crate::search::text::folding::{fold, is_ideograph};
use crate::search::text::function_words::Meaning;
use crate::search::text::stemming::{StemLanguage, stem};
use memchr::memmem::Finder;
use unicode_segmentation::UnicodeSegmentation;

/// Length of a snippet, in bytes of the abstract, about.
const LENGTH: usize = 260;
/// How much stands before the first found word.
const BEFORE: usize = 60;
/// A snippet begins and ends where words do, in texts with words of up to so many bytes.
const MAX_WORD: usize = 120;

/// Knows which words count as found.
#[derive(Default)]
pub(super) struct Highlighter {
    words: Vec<String>,
    stems: Vec<String>,
    prefix: Option<String>,
    /// Prefixes of the ASCII words that may match; none begins with another.
    prefixes: Vec<Finder<'static>>,
    /// The words and prefixes to highlight that are not ASCII.
    others: Vec<Finder<'static>>,
    /// The ideographs with which they begin.
    ideographs: Vec<char>,
    /// Kept between texts: words of plain letters seen, and whether they are found.
    seen: Vec<(String, bool)>,
    /// Kept between texts: the text in small letters.
    small: String,
    /// Kept between texts: where found words stand, in order, without overlap.
    spans: Vec<(usize, usize)>,
}

impl Highlighter {
    pub fn new(query: &ParsedQuery, prefix: &Option<String>, corrected_words: &[String]) -> Self {
        let mut words = corrected_words.to_vec();
        let mut stems: Vec<String> = corrected_words.iter().map(|guess| english_stem(guess)).collect();
        for word in query.words().filter(|word| word.meaning != Meaning::Function) {
            words.extend(word.forms.iter().cloned());
            stems.extend(word.stems.iter().cloned());
        }
        let mut prefixes: Vec<&str> =
            stems.iter().map(|stem| stem_prefix(stem)).chain(prefix.as_deref()).collect();
        prefixes.retain(|text| text.is_ascii() && !text.is_empty());
        prefixes.sort_unstable();
        // Sorted, whatever begins with another stands right behind it.
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

    /// Adds the snippet of a text as a JSON string; a literal asterisk or backslash has a backslash before it.
    pub fn write(&mut self, text: &str, json: &mut Vec<u8>) {
        self.find(text);
        let (start, end) = window(text, &self.spans);
        json.push(b'"');
        if start > 0 {
            json.extend_from_slice("… ".as_bytes());
        }
        let mut at = start;
        for (from, to) in self.spans.iter().copied().filter(|(from, to)| *from >= start && *to <= end) {
            put(json, &text[at..from]);
            json.push(b'*');
            put(json, &text[from..to]);
            json.push(b'*');
            at = to;
        }
        put(json, &text[at..end]);
        if end < text.len() {
            json.extend_from_slice(" …".as_bytes());
        }
        json.push(b'"');
    }

    /// Finds where found words stand.
    fn find(&mut self, text: &str) {
        self.spans.clear();
        if self.words.is_empty() {
            return;
        }
        let bytes = text.as_bytes();
        self.find_plain(text);
        let mut at = 0;
        while let Some(other) = next_other(bytes, at) {
            let (start, end) = around(bytes, other);
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

    /// Finds words of plain letters.
    fn find_plain(&mut self, text: &str) {
        self.small.clear();
        self.small.push_str(text);
        self.small.make_ascii_lowercase();
        let bytes = text.as_bytes();
        for finder in &self.prefixes {
            for at in finder.find_iter(self.small.as_bytes()) {
                let (start, end) = around(bytes, at);
                let piece = self.small[start..end].trim_matches('\'');
                let begins = bytes[start..at].iter().all(|byte| *byte == b'\'');
                if !begins || !piece.is_ascii() {
                    continue;
                }
                let is_found = match self.seen.iter().find(|(word, _)| *word == piece) {
                    Some((_, is_found)) => *is_found,
                    None => {
                        let is_found = self.is_found(&fold(piece));
                        self.seen.push((piece.to_owned(), is_found));
                        is_found
                    }
                };
                if is_found {
                    self.spans.push((at, at + piece.len()));
                }
            }
        }
    }

    /// Finds words in a piece of a text that has other letters too.
    fn find_others(&mut self, text: &str, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            let piece = &text[at..end];
            let Some(first) = piece.chars().next() else { break };
            if is_ideograph(first) {
                // Each is a word for itself, which together with the one behind it may be found.
                if self.ideographs.contains(&first) {
                    let few = piece.char_indices().nth(4).map_or(piece.len(), |(length, _)| length);
                    self.find_words(at, &piece[..few], 1);
                }
                at += first.len_utf8();
            } else {
                // Up to the next of them, with it: a character of another script may make a pair with it.
                let next = piece.char_indices().find(|(_, c)| is_ideograph(*c));
                let (stop, beyond) =
                    next.map_or((piece.len(), piece.len()), |(place, c)| (place, place + c.len_utf8()));
                if self.may_be_found(&piece[..beyond]) {
                    self.find_words(at, &piece[..beyond], usize::MAX);
                }
                at += stop;
            }
        }
    }

    /// Finds some of the first words of a piece, which stands at `start`.
    fn find_words(&mut self, start: usize, piece: &str, most: usize) {
        let words = analysis::words(piece);
        for (n, word) in words.iter().enumerate().take(most) {
            let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
            let Some(form) = word.forms.iter().position(|form| self.is_found(form)) else { continue };
            let end = if unspaced && form > 0 {
                words.get(n + 1).map_or(word.end, |next| next.end)
            } else {
                word.end
            };
            self.spans.push((start + word.start, start + end));
        }
    }

    /// Returns false only for a piece without a found word, by less work than taking it apart.
    fn may_be_found(&self, piece: &str) -> bool {
        let begins = |text: &str| self.prefixes.iter().any(|found| found.find(text.as_bytes()).is_some());
        // Quotation marks and dashes alone make no word of another script.
        if piece.chars().all(|c| c.is_ascii() || is_sign(c)) {
            return begins(&piece.to_ascii_lowercase());
        }
        if self.others.is_empty() && piece.chars().all(is_never_plain) {
            return false;
        }
        let folded = fold(piece);
        begins(&folded) || self.others.iter().any(|found| found.find(folded.as_bytes()).is_some())
    }

    fn is_found(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
            || self.prefix.as_deref().is_some_and(|prefix| word.starts_with(prefix))
            || (!self.stems.is_empty() && {
                let stem = english_stem(word);
                self.stems.contains(&stem)
            })
    }
}

fn english_stem(word: &str) -> String {
    stem(word, word, StemLanguage::ENGLISH).unwrap_or_else(|| word.to_owned())
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

/// Returns whether a character is neither a letter nor a digit; common letters without a lookup.
fn is_sign(c: char) -> bool {
    match c {
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | '\u{1E00}'..='\u{1EFF}' => false,
        '\u{2010}'..='\u{2027}' => true,
        _ => !is_common_letter(c) && !c.is_alphanumeric(),
    }
}

/// Returns whether folding never turns a character into one of the plain letters and digits: most letters of other scripts.
fn is_never_plain(c: char) -> bool {
    // Greek to Georgian without digits, and the scripts of East Asia without their compatibility forms.
    let is_in_range = matches!(c, '\u{370}'..='\u{1CFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    is_common_letter(c) || is_in_range && c.is_alphabetic()
}

/// Returns whether a character is a letter of a script that is common in catalogues and is never folded to a plain letter:
/// Cyrillic, Arabic, Devanagari, Korean, Chinese and Japanese letters, without a lookup.
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

/// The bytes of words, by their value: plain letters, digits, apostrophes, and everything of other scripts.
const IN_WORD: [bool; 256] = {
    let mut in_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        in_word[byte] = byte >= 0x80 || byte == b'\'' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    in_word
};

/// The word around a place, as far as plain letters, apostrophes and other scripts go.
fn around(bytes: &[u8], at: usize) -> (usize, usize) {
    let in_word = |byte: &u8| IN_WORD[usize::from(*byte)];
    let start = bytes[..at].iter().rposition(|byte| !in_word(byte)).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(|byte| !in_word(byte)).map_or(bytes.len(), |length| at + length);
    (start, end)
}

/// Where the next letter stands that is not ASCII.
fn next_other(bytes: &[u8], from: usize) -> Option<usize> {
    const AT_ONCE: usize = 64;
    let mut at = from;
    for chunk in bytes.get(from..)?.chunks(AT_ONCE) {
        if !chunk.is_ascii() {
            return chunk.iter().position(|byte| *byte >= 0x80).map(|place| at + place);
        }
        at += chunk.len();
    }
    None
}

/// Which part to show: the one with most found words, whole words only.
fn window(text: &str, spans: &[(usize, usize)]) -> (usize, usize) {
    if text.len() <= LENGTH + BEFORE {
        return (0, text.len());
    }
    let mut best = (0, 0);
    for (n, (from, _)) in spans.iter().enumerate() {
        let held = spans[n..].iter().take_while(|(_, to)| *to <= from + LENGTH - BEFORE).count();
        if held > best.0 {
            best = (held, *from);
        }
    }
    let wanted = best.1.saturating_sub(BEFORE);
    let start = if wanted == 0 { 0 } else { start_of_word(text, wanted, best.1) };
    let end = if start + LENGTH >= text.len() { text.len() } else { end_of_word(text, start + LENGTH) };
    (start, end)
}

/// The first place from `from` on where a word begins behind a blank, at most the beginning of the word at `found`.
fn start_of_word(text: &str, from: usize, found: usize) -> usize {
    let from = ceil(text, from);
    let behind_blank = text[from..found].find(char::is_whitespace).map(|at| from + at);
    if let Some(blank) = behind_blank {
        return blank + text[blank..].chars().next().map_or(0, char::len_utf8);
    }
    // One long word, or a script without blanks.
    let before = &text[ceil(text, from.saturating_sub(MAX_WORD))..found];
    match before.rfind(char::is_whitespace) {
        Some(at) => found - before.len() + at + before[at..].chars().next().map_or(0, char::len_utf8),
        None => boundaries(text, from).find(|at| *at >= from).unwrap_or(found).min(found),
    }
}

/// The last place up to `to` where a word ends.
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

/// Where words end or begin around a place, by Unicode's rules (UAX 29).
fn boundaries(text: &str, around: usize) -> impl Iterator<Item = usize> {
    let from = ceil(text, around.saturating_sub(2 * MAX_WORD));
    let to = ceil(text, around + MAX_WORD);
    text[from..to].split_word_bound_indices().skip(1).map(move |(at, _)| from + at)
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Adds a part of a text to a JSON string.
fn put(json: &mut Vec<u8>, text: &str) {
    /// How many bytes are tested together; most texts have nothing to escape.
    const AT_ONCE: usize = 32;
    let bytes = text.as_bytes();
    let mut from = 0;
    for (first, chunk) in (0..).step_by(AT_ONCE).zip(bytes.chunks(AT_ONCE)) {
        if !chunk.iter().fold(false, |any, byte| any | is_escaped(*byte)) {
            continue;
        }
        for (at, byte) in (first..).zip(chunk).filter(|(_, byte)| is_escaped(**byte)) {
            json.extend_from_slice(&bytes[from..at]);
            match byte {
                b'*' => json.extend_from_slice(br"\\*"),
                b'\\' => json.extend_from_slice(br"\\\\"),
                b'"' => json.extend_from_slice(br#"\""#),
                b'\t'..=b'\r' => json.push(b' '),
                _ => {
                    let digits = [byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]);
                    json.extend_from_slice(b"\\u00");
                    json.extend_from_slice(&digits);
                }
            }
            from = at + 1;
        }
    }
    json.extend_from_slice(&bytes[from..]);
}

/// Returns whether a byte does not stand in the JSON string of a snippet as it is.
fn is_escaped(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'*' | b'\\' | b'"')
}

#[cfg(test)]
mod tests;
