//! Letters that count as the same: without case, accents, width and invisible marks.

use crate::model::characters::{ascii_digit, is_invisible};
use unicode_normalization::UnicodeNormalization;

/// Returns whether the character is an apostrophe or is typed instead of one.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}' | '`' | '\u{00B4}')
}

/// Folds a word: compatibility forms, case, accents, apostrophes, invisible characters, digits of any script.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text
            .bytes()
            .filter(|b| *b != b'\'' && *b != b'`')
            .map(|b| char::from(b.to_ascii_lowercase()))
            .collect();
    }
    let mut folded = String::with_capacity(text.len());
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
    folded
}
