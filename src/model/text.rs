//! Texts: characters that look the same to a reader, digits of every script, letter case, counts in English, bytes in hexadecimal.

use std::fmt::Write;

/// The zeros of the scripts that have decimal digits of their own (Unicode category Nd); the nine others follow each.
const ZEROS: [u32; 74] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50,
    0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x10D40, 0x11066,
    0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950,
    0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC,
    0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0, 0x11DE0, 0x116D0, 0x116DA, 0x11BF0,
    0x16D70,
];

/// Returns true for characters that show nothing: direction marks, joiners, variation selectors, soft hyphens and the
/// like, which come along with copied text. All of Unicode's Default_Ignorable_Code_Point, and interlinear annotations.
///
/// The zero width space (U+200B) is one of them although it separates words in some scripts.
pub fn is_invisible(c: char) -> bool {
    if c < '\u{AD}' {
        return false;
    }
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a reader sees nothing of a text: it holds only white space and invisible characters. Such a text counts as
/// absent (contract, section 7).
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Returns the ASCII digit of the same value when `c` is a decimal digit of any script or width.
pub fn ascii_digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    // No zero stands there; most letters beyond the Latin ones do.
    let has_none = c < '\u{660}' || matches!(c, '\u{2000}'..='\u{A61F}' | '\u{AC00}'..='\u{FF0F}');
    if has_none || !c.is_numeric() {
        return None;
    }
    let code = u32::from(c);
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

/// Returns true for letters of scripts that put no blanks between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese and
/// Karen. Their digits stand apart like those of other scripts.
pub fn is_unspaced(c: char) -> bool {
    let is_in_script = matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{A9E0}'..='\u{A9FF}'
        | '\u{AA60}'..='\u{AA7F}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}');
    is_in_script && ascii_digit(c).is_none()
}

/// A text in lower case, each character by itself. Texts that differ only in case become equal, and so do their parts.
pub fn lower_case(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// A count with its noun: `1 order`, `2 orders`.
pub fn count_with_noun(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Two lower-case digits for each byte.
pub fn lower_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        // Writing into a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_have_their_value() {
        for (digit, expected) in
            [('7', '7'), ('٧', '7'), ('۷', '7'), ('७', '7'), ('๗', '7'), ('၇', '7'), ('７', '7')]
        {
            assert_eq!(ascii_digit(digit), Some(expected), "{digit}");
        }
        for zero in ZEROS {
            for (value, code) in ('0'..='9').zip(zero..) {
                assert_eq!(char::from_u32(code).and_then(ascii_digit), Some(value), "{code:x}");
            }
        }
        for other in ['a', '½', '七', 'Ⅶ', 'é'] {
            assert_eq!(ascii_digit(other), None, "{other}");
        }
    }

    #[test]
    fn a_text_without_anything_to_see_is_blank() {
        for blank in ["", " \n\u{a0}", "\u{200b}", "\u{2060}", "\u{202e}", " \u{200b} \u{feff}\t"] {
            assert!(is_blank(blank), "{}", blank.escape_unicode());
        }
        for text in ["-", "\u{200b}a", "\u{301}", "\u{7}"] {
            assert!(!is_blank(text), "{}", text.escape_unicode());
        }
    }

    #[test]
    fn marks_without_a_shape_are_invisible() {
        for mark in ['\u{202A}', '\u{202E}', '\u{2066}', '\u{2069}', '\u{200D}', '\u{FE0F}', '\u{E0100}'] {
            assert!(is_invisible(mark), "{}", mark.escape_unicode());
        }
        assert!(!"a 1-é哮".contains(is_invisible));
    }
}

#[cfg(test)]
mod case_tests {
    use super::*;

    #[test]
    fn case_does_not_matter_in_any_script() {
        let check = |a: &str, b: &str| assert_eq!(lower_case(a), lower_case(b));
        check("Émile ÖZIL", "émile Özil");
        check("Отделение", "ОТДЕЛЕНИЕ");
        check("ΟΔΟΣ", "οδοσ");
    }
}

#[cfg(test)]
mod count_tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let check = |count: u64, expected: &str| {
            assert_eq!(count_with_noun(count, "person", "people"), expected);
        };
        check(0, "0 people");
        check(1, "1 person");
        check(2, "2 people");
    }
}

#[cfg(test)]
mod hex_tests {
    use super::*;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(lower_hex(&[0, 0x0a, 0xff]), "000aff");
        assert_eq!(lower_hex(&[]), "");
    }
}
