//! Where the words of a text start, with a code of their first two letters. Words with given beginnings are found by the codes,
//! without reading the text.

/// A word of a text, or a part of a long one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct WordStart {
    code: u8,
    /// The number of bytes up to the next entry.
    length: u8,
}

/// The code of what begins with no letter or digit: the text before the first word, and what is far behind the start of a word.
const NO_WORD: u8 = 0;
/// The code of a word with other characters than ASCII.
const NOT_ASCII: u8 = 1;
/// The lowest code of an ASCII word.
const FIRST_ASCII: u8 = 2;
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

/// Appends the starts of the words of a text. A word is a sequence of bytes that are [`IN_WORD`]; an ASCII word starts after its
/// apostrophes.
pub(in crate::search) fn push_word_starts(text: &str, starts: &mut Vec<WordStart>) {
    let bytes = text.as_bytes();
    let (mut entry, mut code) = (0, NO_WORD);
    let mut at = 0;
    while let Some(before) = bytes[at..].iter().position(|byte| IN_WORD[usize::from(*byte)]) {
        let start = at + before;
        let length = bytes[start..].iter().position(|byte| !IN_WORD[usize::from(*byte)]);
        at = length.map_or(bytes.len(), |length| start + length);
        let word = &bytes[start..at];
        let next = if word.is_ascii() {
            let Some(letter) = word.iter().position(|byte| *byte != b'\'') else { continue };
            (start + letter, ascii_code(word[letter], word.get(letter + 1).copied()))
        } else {
            (start, NOT_ASCII)
        };
        push_entry(starts, code, next.0 - entry);
        (entry, code) = next;
    }
    push_entry(starts, code, bytes.len() - entry);
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
    /// Words that begin with one of `prefixes`, which are in lower case, and all words with other characters than ASCII.
    pub fn new<'p>(prefixes: impl Iterator<Item = &'p [u8]>) -> Beginnings {
        let mut is_possible = [false; 256];
        is_possible[usize::from(NOT_ASCII)] = true;
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

    /// The offsets of the words of a text that may begin like this, and whether they are ASCII.
    pub fn possible_words(&self, starts: &[WordStart]) -> impl Iterator<Item = (usize, bool)> {
        let mut next = 0;
        starts.iter().filter_map(move |start| {
            let at = next;
            next += usize::from(start.length);
            self.is_possible[usize::from(start.code)].then_some((at, start.code != NOT_ASCII))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn possible(prefixes: &[&str], text: &str) -> Vec<(usize, bool)> {
        let mut starts = Vec::new();
        push_word_starts(text, &mut starts);
        assert_eq!(starts.iter().map(|start| usize::from(start.length)).sum::<usize>(), text.len());
        Beginnings::new(prefixes.iter().map(|prefix| prefix.as_bytes())).possible_words(&starts).collect()
    }

    #[test]
    fn words_are_found_by_their_first_letters() {
        let text = "An asthma plan, 'ask' your doctor's ASTHMA nurse";
        assert_eq!(possible(&["asthm"], text), [(3, true), (17, true), (36, true)]);
        assert_eq!(possible(&["a"], text), [(0, true), (3, true), (17, true), (36, true)]);
        assert_eq!(possible(&["d"], text), [(27, true)]);
        assert_eq!(possible(&["x", ""], text), []);
        assert_eq!(possible(&[], "-- ''"), []);
        assert_eq!(possible(&["4"], "4 or 40, a4"), [(0, true), (5, true)]);
    }

    #[test]
    fn words_with_other_characters_are_always_found() {
        assert_eq!(possible(&[], "El niño, la 'niña'"), [(3, false), (13, false)]);
    }

    #[test]
    fn long_words_and_gaps_have_several_entries() {
        let text = format!("{} {} fever", "x".repeat(700), "-".repeat(600));
        assert_eq!(possible(&["fever"], &text), [(1302, true)]);
        assert_eq!(possible(&["x"], &text), [(0, true)]);
    }
}
