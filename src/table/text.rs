//! The text of a cell.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A text in NFC, without blanks at its ends; non-breaking blanks are blanks, lines end with LF, and byte order marks
/// within it are left out.
pub fn clean_text(text: &str) -> String {
    let is_odd = |c: char| matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}' | '\u{FEFF}' | '\r');
    let plain: Cow<str> = if text.contains(is_odd) {
        let lines = text.replace("\r\n", "\n");
        let characters = lines.chars().filter_map(|c| match c {
            '\u{A0}' | '\u{2007}' | '\u{202F}' => Some(' '),
            '\u{FEFF}' => None,
            '\r' => Some('\n'),
            other => Some(other),
        });
        Cow::Owned(characters.collect())
    } else {
        Cow::Borrowed(text)
    };
    let trimmed = plain.trim();
    if is_nfc(trimmed) { trimmed.to_owned() } else { trimmed.nfc().collect() }
}

/// Whether a text is what a spreadsheet program leaves of a long number when it saves CSV: `1.23457E+12`. The digits
/// behind it are lost.
pub fn is_shortened_number(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let Some((digits, exponent)) = text.split_once(['E', 'e']) else { return false };
    let Some(exponent) = exponent.strip_prefix(['+', '-']) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut parts = digits.splitn(2, ['.', ',']);
    is_number(exponent) && parts.next().is_some_and(is_number) && parts.next().is_none_or(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_decomposed_letters_become_ordinary() {
        for (text, expected) in [
            ("\u{A0} Fever\u{202F}and\u{A0}you \n", "Fever and you"),
            ("Nin\u{303}os", "Niños"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("\u{FEFF}id", "id"),
            (" \u{A0}\t", ""),
            ("‘smart’", "‘smart’"),
        ] {
            assert_eq!(clean_text(text), expected, "{text:?}");
        }
    }

    #[test]
    fn an_exponent_is_a_shortened_number() {
        for text in ["1.23457E+12", "1,2E+12", "1E+15", "-2.5e-7"] {
            assert!(is_shortened_number(text), "{text}");
        }
        for text in ["1E5", "E+12", "1.2.3E+12", "KSBG1E+5", "1042", "1.E+", ""] {
            assert!(!is_shortened_number(text), "{text}");
        }
    }
}
