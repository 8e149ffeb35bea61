//! Snippets: the part of an abstract with the most matched words, which are highlighted between asterisks.

use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::hit_columns::AbstractText;
use crate::search::snippets::text_form::{TextForm, push_escaped};
use crate::search::text::analysis::{self, is_unspaced};
use crate::search::text::folding::{fold, is_common_letter, is_ideograph, never_folds_to_ascii};
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::text::word_starts::{Beginnings, FirstLetters, PossibleWord, WordStart};
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
    /// How words begin that may match.
    beginnings: Beginnings,
    /// The first letters of each of `prefixes`.
    first_letters: Vec<FirstLetters>,
    /// The words and prefixes to highlight that are not ASCII.
    others: Vec<Finder<'static>>,
    /// The ideographs that a text in `others` starts with.
    ideographs: Vec<char>,
    /// A cache of ASCII words and whether they match.
    seen: Vec<SeenWord>,
    /// A buffer: the byte ranges of matched words, sorted and without overlap.
    spans: Vec<(usize, usize)>,
}

/// An ASCII word that was compared with the words to highlight.
struct SeenWord {
    first_letters: FirstLetters,
    word: Box<[u8]>,
    is_match: bool,
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
        let mut stems: Vec<String> = words.iter().map(|word| english_stem(word)).collect();
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
        let beginnings = Beginnings::new(prefixes.iter().map(|prefix| prefix.as_bytes()), !others.is_empty());
        let finder = |text: &str| Finder::new(text).into_owned();
        Highlighter {
            beginnings,
            first_letters: prefixes.iter().map(|prefix| FirstLetters::of(prefix.as_bytes())).collect(),
            ideographs: ideographs.collect(),
            prefixes: prefixes.into_iter().map(finder).collect(),
            others: others.into_iter().map(finder).collect(),
            words,
            stems,
            prefix: prefix.clone(),
            ..Highlighter::default()
        }
    }

    /// Appends the snippet of an abstract; a literal asterisk or backslash has a backslash before it.
    pub fn write(&mut self, found: AbstractText<'_>, form: TextForm, output: &mut Vec<u8>) {
        self.find(found.text, found.word_starts);
        let window = window(found.text, &self.spans);
        self.write_window(found.text, window, form, output);
    }

    fn write_window(&self, text: &str, (start, end): (usize, usize), form: TextForm, output: &mut Vec<u8>) {
        if start > 0 {
            output.extend_from_slice("… ".as_bytes());
        }
        let mut at = start;
        for (from, to) in self.spans.iter().copied().filter(|(from, to)| *from >= start && *to <= end) {
            push_escaped(output, form, &text[at..from]);
            output.push(b'*');
            push_escaped(output, form, &text[from..to]);
            output.push(b'*');
            at = to;
        }
        push_escaped(output, form, &text[at..end]);
        if end < text.len() {
            output.extend_from_slice(" …".as_bytes());
        }
    }

    /// Finds the spans of matched words; `word_starts` are those of the text, if they are known.
    fn find(&mut self, text: &str, word_starts: Option<&[WordStart]>) {
        self.spans.clear();
        if self.words.is_empty() {
            return;
        }
        let beginnings = std::mem::take(&mut self.beginnings);
        match word_starts {
            Some(word_starts) => self.add_spans(text, beginnings.possible_words(word_starts)),
            None => self.add_spans(text, beginnings.possible_words_of(text)),
        }
        self.beginnings = beginnings;
        self.spans.sort_unstable();
        self.spans.dedup_by(|next, before| {
            let meets = next.0 <= before.1;
            before.1 = if meets { before.1.max(next.1) } else { before.1 };
            meets
        });
    }

    fn add_spans(&mut self, text: &str, possible_words: impl Iterator<Item = PossibleWord>) {
        for word in possible_words {
            if !word.is_ascii {
                self.find_others(text, word.start, word.end(text));
            } else if self.first_letters.iter().any(|letters| letters.begin(&text.as_bytes()[word.start..])) {
                let end = word.end(text);
                if self.is_ascii_match(&text[word.start..end]) {
                    self.spans.push((word.start, end));
                }
            }
        }
    }

    fn is_ascii_match(&mut self, word: &str) -> bool {
        let (first_letters, bytes) = (FirstLetters::of(word.as_bytes()), word.as_bytes());
        let is_seen = |seen: &&SeenWord| {
            seen.first_letters == first_letters
                && seen.word.len() == bytes.len()
                && (bytes.len() <= FirstLetters::MAX || seen.word.eq_ignore_ascii_case(bytes))
        };
        if let Some(seen) = self.seen.iter().find(is_seen) {
            return seen.is_match;
        }
        let is_match = self.is_match(&fold(word));
        self.seen.push(SeenWord { first_letters, word: bytes.into(), is_match });
        is_match
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
                if self.may_match(&piece[..beyond]) {
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

    /// A fast test: returns false only if no word of the piece matches.
    fn may_match(&self, piece: &str) -> bool {
        let begins = |text: &str| self.prefixes.iter().any(|found| found.find(text.as_bytes()).is_some());
        // Quotation marks and dashes are not words of another script.
        if piece.chars().all(|c| c.is_ascii() || is_punctuation(c)) {
            return begins(&piece.to_ascii_lowercase());
        }
        if self.others.is_empty() && piece.chars().all(never_folds_to_ascii) {
            return false;
        }
        let folded = fold(piece);
        begins(&folded) || self.others.iter().any(|found| found.find(folded.as_bytes()).is_some())
    }

    fn is_match(&self, word: &str) -> bool {
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

/// Returns whether a character is neither a letter nor a digit. Common letters are checked without a table lookup.
fn is_punctuation(c: char) -> bool {
    match c {
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | '\u{1E00}'..='\u{1EFF}' => false,
        '\u{2010}'..='\u{2027}' => true,
        _ => !is_common_letter(c) && !c.is_alphanumeric(),
    }
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

mod handout_snippet;
#[cfg(test)]
mod tests;
pub(super) mod text_form;
