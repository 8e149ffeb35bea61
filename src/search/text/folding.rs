//! Folding: removes differences of case, accents, width and invisible characters.

use crate::model::text::{ascii_digit, is_invisible};
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
