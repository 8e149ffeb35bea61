//! Where the words of a text start, with a code of their first two letters. Words with given beginnings are found by the codes,
//! without reading the text.

use crate::search::text::folding::never_folds_to_ascii;

/// A word of a text, or a part of a long one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct WordStart {
    code: u8,
    /// The number of bytes up to the next entry.
    length: u8,
}

/// The code of what begins with no letter or digit: the text before the first word, and what is far behind the start of a word.
const NO_WORD: u8 = 0;
/// The code of a word of another script, which folding never turns into an ASCII word.
const NEVER_ASCII: u8 = 1;
/// The code of another word with other characters than ASCII.
const NOT_ASCII: u8 = 2;
/// The lowest code of an ASCII word.
const FIRST_ASCII: u8 = 3;
/// The number of codes for a first letter. The second letters share them.
const CODES_OF_LETTER: u8 = 7;

/// For each byte whether it is part of a word: ASCII letters, digits, apostrophes and all bytes that are not ASCII.
pub(in crate::search) const IN_WORD: [bool; 256] = {
    let mut in_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        in_word[byte] = byte >= 0x80 || byte == b'\'' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    in_word
};

/// A word of a text: a sequence of bytes that are [`IN_WORD`]; an ASCII word starts after its apostrophes.
#[derive(Clone, Copy)]
struct CodedWord {
    start: usize,
    /// The offset after it, and after apostrophes that follow.
    end: usize,
    code: u8,
}

/// Reads the words of a text.
fn coded_words(text: &str) -> impl Iterator<Item = CodedWord> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes[at..].iter().position(|byte| IN_WORD[usize::from(*byte)])?;
            let length = bytes[start..].iter().position(|byte| !IN_WORD[usize::from(*byte)]);
            at = length.map_or(bytes.len(), |length| start + length);
            let word = &bytes[start..at];
            if !word.is_ascii() {
                let is_never_ascii = text[start..at].chars().all(never_folds_to_ascii);
                let code = if is_never_ascii { NEVER_ASCII } else { NOT_ASCII };
                return Some(CodedWord { start, end: at, code });
            }
            // Most words do not begin with an apostrophe.
            if let Some(letter) = word.iter().position(|byte| *byte != b'\'') {
                let code = ascii_code(word[letter], word.get(letter + 1).copied());
                return Some(CodedWord { start: start + letter, end: at, code });
            }
        }
    })
}

/// Appends the starts of the words of a text.
pub(in crate::search) fn push_word_starts(text: &str, starts: &mut Vec<WordStart>) {
    let (mut entry, mut code) = (0, NO_WORD);
    for word in coded_words(text) {
        push_entry(starts, code, word.start - entry);
        (entry, code) = (word.start, word.code);
    }
    push_entry(starts, code, text.len() - entry);
}

fn push_entry(starts: &mut Vec<WordStart>, mut code: u8, mut length: usize) {
    while length > usize::from(u8::MAX) {
        starts.push(WordStart { code, length: u8::MAX });
        (code, length) = (NO_WORD, length - usize::from(u8::MAX));
    }
    // At most 255, after the loop.
    starts.push(WordStart { code, length: length as u8 });
}

/// The code of an ASCII word that starts with a letter or digit.
fn ascii_code(first: u8, second: Option<u8>) -> u8 {
    let second = second.map_or(0, |second| second.to_ascii_lowercase() % CODES_OF_LETTER);
    FIRST_ASCII + CODES_OF_LETTER * letter_number(first) + second
}

/// A number below 36 for a letter or digit.
fn letter_number(letter: u8) -> u8 {
    match letter.to_ascii_lowercase() {
        digit @ b'0'..=b'9' => digit - b'0',
        letter => letter.wrapping_sub(b'a') % 26 + 10,
    }
}

/// Words to find by their beginnings.
pub(in crate::search) struct Beginnings {
    /// For each code whether a word with it may begin like that.
    is_possible: [bool; 256],
}

impl Default for Beginnings {
    fn default() -> Self {
        Beginnings { is_possible: [false; 256] }
    }
}

impl Beginnings {
    /// Words that begin with one of `prefixes`, which are in lower case, and words with other characters than ASCII; of other
    /// scripts only `with_other_scripts`.
    pub fn new<'p>(prefixes: impl Iterator<Item = &'p [u8]>, with_other_scripts: bool) -> Beginnings {
        let mut is_possible = [false; 256];
        is_possible[usize::from(NOT_ASCII)] = true;
        is_possible[usize::from(NEVER_ASCII)] = with_other_scripts;
        for prefix in prefixes {
            match prefix {
                [] => {}
                [letter] => {
                    let first = usize::from(ascii_code(*letter, None));
                    is_possible[first..first + usize::from(CODES_OF_LETTER)].fill(true);
                }
                [first, second, ..] => is_possible[usize::from(ascii_code(*first, Some(*second)))] = true,
            }
        }
        Beginnings { is_possible }
    }

    /// The words of a text that may begin like this, read from the text.
    pub fn possible_words_of(&self, text: &str) -> impl Iterator<Item = PossibleWord> {
        let may_begin = |word: &CodedWord| self.is_possible[usize::from(word.code)];
        coded_words(text).filter(may_begin).map(|CodedWord { start, end, code }| PossibleWord {
            start,
            next: end,
            is_ascii: code >= FIRST_ASCII,
        })
    }

    /// The words of a text that may begin like this, by the starts of its words.
    pub fn possible_words(&self, starts: &[WordStart]) -> impl Iterator<Item = PossibleWord> {
        let mut next = 0;
        starts.iter().filter_map(move |word| {
            let start = next;
            next += usize::from(word.length);
            let is_ascii = word.code >= FIRST_ASCII;
            self.is_possible[usize::from(word.code)].then_some(PossibleWord { start, next, is_ascii })
        })
    }
}

/// A word of a text that may begin as wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct PossibleWord {
    /// Its offset.
    pub start: usize,
    /// An offset after the word and before the next one, or within a long word.
    next: usize,
    pub is_ascii: bool,
}

impl PossibleWord {
    /// The offset after the word; after the last letter or digit of an ASCII word.
    pub fn end(self, text: &str) -> usize {
        let bytes = text.as_bytes();
        if self.is_ascii && self.next - self.start < usize::from(u8::MAX) {
            // Few bytes separate words.
            let last = bytes[self.start..self.next].iter().rposition(u8::is_ascii_alphanumeric);
            return last.map_or(self.start, |last| self.start + last + 1);
        }
        let length = bytes[self.start..].iter().position(|byte| !IN_WORD[usize::from(*byte)]);
        let end = length.map_or(bytes.len(), |length| self.start + length);
        if self.is_ascii { self.start + text[self.start..end].trim_end_matches('\'').len() } else { end }
    }
}

/// The mask of eight bytes that is set where they are of the first `length`.
fn mask_of_first(length: usize) -> u64 {
    u64::MAX.checked_shr(64 - 8 * u32::try_from(length.min(FirstLetters::MAX)).unwrap_or(8)).unwrap_or(0)
}

/// Up to eight first letters or digits of an ASCII word in lower case. Two beginnings are compared in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct FirstLetters {
    /// The least significant byte is the first; 0 after the last.
    bytes: u64,
    mask: u64,
}

impl FirstLetters {
    /// The maximum number of letters.
    pub const MAX: usize = 8;

    /// The first letters of a word.
    pub fn of(word: &[u8]) -> FirstLetters {
        let mask = mask_of_first(word.len());
        FirstLetters { bytes: lower_case(word) & mask, mask }
    }

    /// Returns whether a text, of letters and digits and anything behind them, begins with these letters.
    #[inline]
    pub fn begin(self, text: &[u8]) -> bool {
        lower_case(text) & self.mask == self.bytes
    }
}

/// The first eight bytes, with upper-case letters in lower case. Other bytes may change too, but not to a letter.
#[inline]
fn lower_case(text: &[u8]) -> u64 {
    const LOWER_CASE: u64 = u64::from_le_bytes([b' '; 8]);
    let first = text.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; 8];
        padded[..text.len()].copy_from_slice(text);
        padded
    });
    u64::from_le_bytes(first) | LOWER_CASE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn possible<'t>(prefixes: &[&str], text: &'t str) -> Vec<&'t str> {
        let mut starts = Vec::new();
        push_word_starts(text, &mut starts);
        assert_eq!(starts.iter().map(|start| usize::from(start.length)).sum::<usize>(), text.len());
        let beginnings = Beginnings::new(prefixes.iter().map(|prefix| prefix.as_bytes()), false);
        let words = |possible: Vec<PossibleWord>| -> Vec<&'t str> {
            possible.into_iter().map(|word| &text[word.start..word.end(text)]).collect()
        };
        let found = words(beginnings.possible_words(&starts).collect());
        assert_eq!(words(beginnings.possible_words_of(text).collect()), found);
        found
    }

    #[test]
    fn words_are_found_by_their_first_letters() {
        let text = "An asthma plan, 'ask' 'a ''doctor's'' ASTHMA nurse";
        assert_eq!(possible(&["asthm"], text), ["asthma", "ask", "ASTHMA"]);
        assert_eq!(possible(&["a"], text), ["An", "asthma", "ask", "a", "ASTHMA"]);
        assert_eq!(possible(&["d"], text), ["doctor's"]);
        assert!(possible(&["x", ""], text).is_empty());
        assert!(possible(&[], "-- ''").is_empty());
        assert_eq!(possible(&["4"], "4 or 40, a4"), ["4", "40"]);
    }

    #[test]
    fn words_with_other_characters_are_always_found() {
        assert_eq!(possible(&[], "El niño, la 'niña'"), ["niño", "'niña'"]);
        assert_eq!(possible(&[], "Астма, 喘息。asthma、喘息"), ["喘息。asthma、喘息"]);
    }

    #[test]
    fn long_words_and_gaps_have_several_entries() {
        let long = "x".repeat(700);
        let text = format!("{long}' {} fever{}", "-".repeat(600), "-".repeat(300));
        assert_eq!(possible(&["fever"], &text), ["fever"]);
        assert_eq!(possible(&["x"], &text), [&*long]);
    }

    #[test]
    fn beginnings_are_compared_in_lower_case() {
        let begins = |prefix: &str, text: &str| FirstLetters::of(prefix.as_bytes()).begin(text.as_bytes());
        assert!(begins("asthma", "ASTHMA plan") && begins("a", "a") && begins("4", "4\n"));
        assert!(begins("dermatological", "Dermatology"), "the first eight letters");
        assert!(!begins("asthma", "asth") && !begins("asthma", "asth\u{4d}\u{0}") && !begins("ask", "as, k"));
        assert!(FirstLetters::of(b"asth") != FirstLetters::of(b"asthm"));
        assert_eq!(FirstLetters::of(b"ASTHMA"), FirstLetters::of(b"asthma"));
    }
}
