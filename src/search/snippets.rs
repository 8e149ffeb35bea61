//! The part of an abstract that shows why it was found: found words between asterisks.

use crate::search::analysis::{self, fold, is_unspaced, stem};
use crate::search::query::Query;

/// Length of a snippet, in bytes of the abstract, about.
const LENGTH: usize = 260;
/// How much stands before the first found word.
const BEFORE: usize = 60;

/// Knows which words count as found.
pub(super) struct Highlighter {
    words: Vec<String>,
    stems: Vec<String>,
    open: Option<String>,
    /// How all of them begin: most words of a text are passed over by their first two letters.
    beginnings: Beginnings,
}

/// First letters with the second letters that follow them, as bits.
#[derive(Default)]
struct Beginnings([u32; 32]);

impl Beginnings {
    fn add(&mut self, word: &str) {
        let mut bytes = word.bytes();
        let Some(first) = bytes.next() else { return };
        // A single letter goes with whatever follows.
        self.0[usize::from(first & 31)] |= bytes.next().map_or(u32::MAX, |second| 1 << letter(second));
    }

    fn may_hold(&self, first: u8, second: Option<u8>) -> bool {
        let seconds = self.0[usize::from(first & 31)];
        seconds != 0 && second.is_none_or(|second| seconds & (1 << letter(second)) != 0)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|seconds| *seconds == 0)
    }
}

/// A letter in either case as a number below 32; the stems of "dying" and "try" have an i for their y.
fn letter(byte: u8) -> u8 {
    match byte & 31 {
        25 => 9,
        other => other,
    }
}

/// What a byte is to a word: nothing, or one of these.
const PLAIN: u8 = 1;
const APOSTROPHE: u8 = 2;
const OTHER: u8 = 4;

static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'\'' => APOSTROPHE,
            b if b.is_ascii_alphanumeric() => PLAIN,
            b if b >= 0x80 => OTHER,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

impl Highlighter {
    pub fn new(query: &Query, open: &Option<String>, guesses: &[String]) -> Self {
        let mut highlighter = Highlighter {
            words: guesses.to_vec(),
            stems: Vec::new(),
            open: open.clone(),
            beginnings: Beginnings::default(),
        };
        for word in query.wanted() {
            if query.extras.iter().any(|extra| extra == word) {
                continue;
            }
            highlighter.words.extend(word.forms.iter().cloned());
            highlighter.stems.extend(word.stems.iter().cloned());
        }
        for word in highlighter.words.iter().chain(&highlighter.stems).chain(&highlighter.open) {
            highlighter.beginnings.add(word);
        }
        highlighter
    }

    /// The snippet; a literal asterisk or backslash has a backslash before it.
    pub fn snippet(&self, text: &str) -> String {
        let spans = if self.beginnings.is_empty() { Vec::new() } else { self.spans(text) };
        let (start, end) = window(text, &spans);
        let mut snippet = String::with_capacity(end - start + 40);
        if start > 0 {
            snippet.push_str("… ");
        }
        let mut at = start;
        for (from, to) in spans.into_iter().filter(|(from, to)| *from >= start && *to <= end) {
            put(&mut snippet, &text[at..from]);
            snippet.push('*');
            put(&mut snippet, &text[from..to]);
            snippet.push('*');
            at = to;
        }
        put(&mut snippet, &text[at..end]);
        if end < text.len() {
            snippet.push_str(" …");
        }
        snippet
    }

    /// Where found words stand, in order, without overlap.
    fn spans(&self, text: &str) -> Vec<(usize, usize)> {
        let bytes = text.as_bytes();
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            let mut kinds = 0;
            while let Some(kind) = bytes.get(at).map(|byte| KINDS[usize::from(*byte)])
                && kind != 0
            {
                kinds |= kind;
                at += 1;
            }
            match kinds {
                0 => at += 1,
                PLAIN => {
                    let second = (at > start + 1).then(|| bytes[start + 1]);
                    if self.beginnings.may_hold(bytes[start], second)
                        && self.is_found(&fold(&text[start..at]))
                    {
                        spans.push((start, at));
                    }
                }
                kinds if kinds & OTHER == 0 => {
                    if self.is_found(&fold(&text[start..at])) {
                        spans.push((start, at));
                    }
                }
                _ => self.spans_of_other(start, &text[start..at], &mut spans),
            }
        }
        spans
    }

    fn spans_of_other(&self, start: usize, piece: &str, spans: &mut Vec<(usize, usize)>) {
        let words = analysis::words(piece);
        for (n, word) in words.iter().enumerate() {
            let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
            let Some(form) = word.forms.iter().position(|form| self.is_found(form)) else { continue };
            let end = if unspaced && form > 0 {
                words.get(n + 1).map_or(word.end, |next| next.end)
            } else {
                word.end
            };
            let (from, to) = (start + word.start, start + end);
            match spans.last_mut() {
                Some(last) if last.1 >= from => last.1 = last.1.max(to),
                _ => spans.push((from, to)),
            }
        }
    }

    fn is_found(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
            || self.open.as_deref().is_some_and(|open| word.starts_with(open))
            || (!self.stems.is_empty() && {
                let stem = stem(word);
                self.stems.contains(&stem)
            })
    }
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
    let start = if wanted == 0 { 0 } else { after_blank(text, wanted).min(best.1) };
    let end = if start + LENGTH >= text.len() { text.len() } else { before_blank(text, start + LENGTH) };
    let end = if end <= start { text.len().min(ceil(text, start + LENGTH)) } else { end };
    (start, end)
}

/// The first character behind the next blank; a text without blanks is cut at a character.
fn after_blank(text: &str, from: usize) -> usize {
    let from = ceil(text, from);
    match text[from..].find(char::is_whitespace) {
        Some(at) if at < BEFORE => {
            let at = from + at;
            at + text[at..].chars().next().map_or(0, char::len_utf8)
        }
        _ => from,
    }
}

fn before_blank(text: &str, to: usize) -> usize {
    let to = ceil(text, to);
    match text[..to].rfind(char::is_whitespace) {
        Some(at) if to - at < BEFORE => at,
        _ => to,
    }
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn put(to: &mut String, text: &str) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let instead = match byte {
            b'*' => "\\*",
            b'\\' => "\\\\",
            b'\t'..=b'\r' => " ",
            _ => continue,
        };
        to.push_str(&text[from..at]);
        to.push_str(instead);
        from = at + 1;
    }
    to.push_str(&text[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippet(q: &str, text: &str) -> String {
        Highlighter::new(&Query::read(q), &None, &[]).snippet(text)
    }

    #[test]
    fn found_words_stand_between_asterisks() {
        let check = |q: &str, text: &str, expected: &str| assert_eq!(snippet(q, text), expected, "{q}");
        check("asthma", "Asthma is common. *Note* a\\b", "*Asthma* is common. \\*Note\\* a\\\\b");
        check("vaccine", "The vaccines are safe", "The *vaccines* are safe");
        check("哮喘", "关于哮喘的计划", "关于*哮喘*的计划");
        check("nino", "Para el Niño enfermo", "Para el *Niño* enfermo");
        check("", "Plain", "Plain");
    }

    #[test]
    fn a_long_text_is_cut_between_words_around_what_was_found() {
        let text = format!("{} needle {}", "lorem ipsum ".repeat(60), "dolor sit ".repeat(60));
        let cut = snippet("needle", &text);
        assert!(cut.starts_with("… ") && cut.ends_with(" …") && cut.contains("*needle*"), "{cut}");
        assert!(cut.len() < 400, "{}", cut.len());
    }
}
