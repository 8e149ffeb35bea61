//! Folding: removes differences of case, accents, width and invisible characters.

use crate::model::text::{ascii_digit, is_invisible};
use crate::search::text::string_pool::StringPool;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns whether the character is an apostrophe or commonly typed in place of one.
pub(in crate::search) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}' | '`' | '\u{00B4}')
}

/// A text in the form in which phrases are compared: lower case, composed, without apostrophes and invisible marks, one space
/// between words.
pub(in crate::search) fn comparable(text: &str) -> String {
    let mut compared = String::with_capacity(text.len());
    let mut is_gap = false;
    let kept = text.chars().filter(|c| *c == '\u{200B}' || !(is_invisible(*c) || is_apostrophe(*c)));
    // Case first: composed forms of the capital letters alone would stay apart.
    for c in kept.flat_map(char::to_lowercase).nfkc() {
        if c.is_alphanumeric() || is_combining_mark(c) {
            if is_gap && !compared.is_empty() {
                compared.push(' ');
            }
            is_gap = false;
            if c == 'ß' {
                compared.push_str("ss");
            } else {
                compared.push(c);
            }
        } else {
            is_gap = true;
        }
    }
    compared
}

/// Folds a word: compatibility forms, case, accents, apostrophes, invisible characters, digits of any script.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Replaces `folded` by the folded form of a word.
pub(in crate::search) fn fold_into(text: &str, folded: &mut String) {
    folded.clear();
    if text.is_ascii() {
        folded.push_str(text);
        folded.make_ascii_lowercase();
        if folded.bytes().any(|b| is_apostrophe(char::from(b))) {
            folded.retain(|c| !is_apostrophe(c));
        }
        return;
    }
    if !fold_by_table(text, folded) {
        folded.clear();
        fold_by_rules(text, folded);
    }
}

/// Letters whose folded form is looked up: Latin to Arabic, and Latin with several accents. Folding never reorders them,
/// so a word can be folded letter by letter.
const TABLE_RANGES: [RangeInclusive<u32>; 2] = [0..=0x6FF, 0x1E00..=0x1EFF];

/// The folded forms of [`TABLE_RANGES`], in order.
static FOLDED: LazyLock<StringPool> = LazyLock::new(|| {
    let (mut folded, mut letter) = (StringPool::default(), String::new());
    for c in TABLE_RANGES.into_iter().flatten().filter_map(char::from_u32) {
        letter.clear();
        fold_by_rules(c.encode_utf8(&mut [0; 4]), &mut letter);
        folded.push(&letter);
    }
    folded.shrink();
    folded
});

/// Folds a word of letters in [`TABLE_RANGES`], ideographs and Korean syllables; returns false if it has other characters.
fn fold_by_table(text: &str, folded: &mut String) -> bool {
    for c in text.chars() {
        let [first, second] = &TABLE_RANGES;
        let number = match u32::from(c) {
            code if first.contains(&code) => code,
            code if second.contains(&code) => code - second.start() + first.end() + 1,
            _ if is_ideograph(c) => {
                folded.push(c);
                continue;
            }
            code if SYLLABLES.contains(&code) => {
                push_syllable(code - SYLLABLES.start(), folded);
                continue;
            }
            _ => return false,
        };
        folded.push_str(FOLDED.get(number as usize));
    }
    true
}

/// Returns whether a character is a unified ideograph: folding does not change it, and each is a word.
pub(in crate::search) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

/// Code points of the Korean syllables.
const SYLLABLES: RangeInclusive<u32> = 0xAC00..=0xD7A3;

/// Adds the letters of a Korean syllable, given by its number (The Unicode Standard, 3.12 'Conjoining Jamo Behavior').
fn push_syllable(number: u32, folded: &mut String) {
    const LEADING: u32 = 0x1100;
    const VOWEL: u32 = 0x1161;
    /// One before the first trailing consonant: a syllable may have none.
    const TRAILING: u32 = 0x11A7;
    const VOWELS: u32 = 21;
    const TRAILINGS: u32 = 28;
    let leading = LEADING + number / (VOWELS * TRAILINGS);
    let vowel = VOWEL + number % (VOWELS * TRAILINGS) / TRAILINGS;
    let trailing = match number % TRAILINGS {
        0 => None,
        number => Some(TRAILING + number),
    };
    folded.extend([Some(leading), Some(vowel), trailing].into_iter().flatten().filter_map(char::from_u32));
}

fn fold_by_rules(text: &str, folded: &mut String) {
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\u{0300}'..='\u{036F}'
            | '\u{0591}'..='\u{05C7}'
            | '\u{0610}'..='\u{061A}'
            | '\u{0640}'
            | '\u{064B}'..='\u{065F}'
            | '\u{0670}'
            | '\u{06D6}'..='\u{06ED}' => {}
            c if is_apostrophe(c) || is_invisible(c) => {}
            '\u{0671}' => folded.push('\u{0627}'),
            '\u{0649}' | '\u{06CC}' => folded.push('\u{064A}'),
            '\u{0629}' => folded.push('\u{0647}'),
            '\u{06A9}' => folded.push('\u{0643}'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'þ' => folded.push_str("th"),
            'ς' => folded.push('σ'),
            c => folded.push(ascii_digit(c).unwrap_or(c)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_rules(text: &str) -> String {
        let mut folded = String::new();
        fold_by_rules(text, &mut folded);
        folded
    }

    /// Letters and other characters of a word.
    fn letter() -> impl Strategy<Value = char> {
        prop_oneof![
            4 => proptest::char::range('\0', '\u{6FF}'),
            1 => proptest::char::range('\u{1E00}', '\u{1EFF}'),
            1 => proptest::char::range('\u{300}', '\u{36F}'),
            1 => proptest::char::range('\u{4E00}', '\u{9FFF}'),
            1 => proptest::char::range('\u{AC00}', '\u{D7A3}'),
            1 => any::<char>(),
        ]
    }

    #[test]
    fn the_table_folds_every_letter_like_the_full_rules() {
        let ideographs = u32::from('\u{4E00}')..=u32::from('\u{9FFF}');
        let ranges = TABLE_RANGES.into_iter().chain([ideographs, SYLLABLES]);
        for c in ranges.flatten().filter_map(char::from_u32) {
            assert_eq!(fold(&c.to_string()), by_rules(&c.to_string()), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn folding_letter_by_letter_equals_folding_the_whole_text(text in proptest::collection::vec(letter(), 0..12)) {
            let text: String = text.into_iter().collect();
            prop_assert_eq!(fold(&text), by_rules(&text));
        }
    }
}
