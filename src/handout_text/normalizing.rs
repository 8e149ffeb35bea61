//! The text of a file as it is stored: without what only its layout required.

use crate::model::handout_text::file::MAX_TEXT;
use unicode_normalization::UnicodeNormalization;

/// A text in compatibility form (ligatures are letters), without control characters, hyphens at line ends and needless
/// white space; up to [`MAX_TEXT`] bytes. An empty line separates paragraphs.
pub(super) fn normalize(output: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(output)
        .replace("\r\n", "\n")
        .replace("\u{ad}\n", "-\n")
        .replace(['\r', '\u{c}'], "\n\n")
        .chars()
        .filter(|c| *c == '\n' || *c == '\t' || !(c.is_control() || is_invisible(*c)))
        .nfkc()
        .collect();
    let mut normal = String::with_capacity(text.len());
    let mut empty_lines = 0;
    for line in text.lines() {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            empty_lines += 1;
            continue;
        }
        if !normal.is_empty() {
            let is_divided = empty_lines == 0
                && normal.ends_with('-')
                && normal.chars().nth_back(1).is_some_and(char::is_alphabetic)
                && words.starts_with(char::is_lowercase);
            if is_divided {
                normal.pop();
            } else {
                normal.push_str(if empty_lines > 0 { "\n\n" } else { "\n" });
            }
        }
        empty_lines = 0;
        normal.push_str(&words);
        if normal.len() > MAX_TEXT {
            break;
        }
    }
    let mut end = MAX_TEXT.min(normal.len());
    while !normal.is_char_boundary(end) {
        end -= 1;
    }
    normal.truncate(end);
    normal
}

/// Marks of direction, joiners, soft hyphens, byte order marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_stays() {
        let check = |text: &str, expected: &str| assert_eq!(normalize(text.as_bytes()), expected, "{text}");
        check("\u{feff}Going  home\r\n\r\n\r\nCall\tus\u{c}Page 2\n", "Going home\n\nCall us\n\nPage 2");
        check("medi\u{ad}\ncine, some\u{ad}thing", "medicine, something");
        check("medi-\ncine for a follow-\nUp", "medicine for a follow-\nUp");
        check("di\u{fb03}cult o\u{fb03}ce \u{2f09}", "difficult office 儿");
        check("\u{202b}\u{fef7}\u{202c}", "\u{644}\u{623}");
        check("  \n\n ", "");
    }

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        let text = normalize("é".repeat(MAX_TEXT).as_bytes());
        assert!(text.len() <= MAX_TEXT && text.len() > MAX_TEXT - 2);
        assert_eq!(normalize("word\n".repeat(100_000).as_bytes()).len(), MAX_TEXT);
    }
}
