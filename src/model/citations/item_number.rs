//! Item numbers as people type them: `KSBG1042`, `ksbg 1042`, `ksbg-1042` or just `1042`; in any script's digits.

use crate::model::text::{ascii_digit, is_invisible};
use unicode_normalization::UnicodeNormalization;

/// Longest text that can be an item number, in characters.
const MAX_CHARACTERS: usize = 40;

/// The letters and digits of an item number in upper case; `None` when the text holds no digit or cannot be one.
pub fn normalize(text: &str) -> Option<String> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_digit()) {
        return None;
    }
    let visible = || text.chars().filter(|c| !is_invisible(*c));
    if visible().count() > MAX_CHARACTERS {
        return None;
    }
    let mut number = String::new();
    let mut digit = false;
    for c in visible().nfkc() {
        if let Some(c) = ascii_digit(c) {
            digit = true;
            number.push(c);
        } else if c.is_alphanumeric() {
            digit |= c.is_numeric();
            number.extend(c.to_uppercase());
        } else if !(c.is_whitespace() || "-_./#\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}".contains(c))
        {
            return None;
        }
    }
    digit.then_some(number)
}

/// Everything under which an item number is found: whole, and its digits alone when letters stand before them.
pub fn keys(item_number: &str) -> Vec<String> {
    let Some(whole) = normalize(item_number) else { return Vec::new() };
    let digits = whole.trim_start_matches(|c: char| !c.is_numeric());
    let mut keys = vec![whole.clone()];
    if digits.len() < whole.len() && digits.chars().any(char::is_numeric) {
        keys.push(digits.to_owned());
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_number_is_found_however_it_is_typed() {
        for typed in [
            "KSBG1042",
            "ksbg1042",
            "ksbg 1042",
            "KSBG-1042",
            "KSBG–1042",
            "1042",
            "ＫＳＢＧ１０４２",
            "١٠٤٢",
            "ksbg १०४२",
            "\u{202A}KSBG1042\u{202C}",
            "KSBG\u{2060}1042\u{FE0F}",
        ] {
            let typed = normalize(typed).unwrap_or_default();
            assert!(keys("KSBG1042").contains(&typed), "{typed}");
        }
        assert_eq!(normalize("asthma"), None);
        assert_eq!(normalize("what's 4?"), None);
    }
}
