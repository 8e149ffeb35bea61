//! The header Content-Disposition (RFC 6266), with a file name in any script.

use crate::model::files::{FileType, is_removed};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name before its extension, in bytes of UTF-8.
const MAX_BYTES: usize = 150;
/// What RFC 8187 leaves as it is.
const ATTRIBUTE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');
/// Names that Windows gives to devices.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "COM", "LPT"];

/// The header Content-Disposition of a file with this title, language value and item number.
pub(super) fn content_disposition(
    title: &str,
    lang: &str,
    item_number: Option<&str>,
    file_type: FileType,
) -> String {
    let kind = if file_type.is_shown_in_browsers() { "inline" } else { "attachment" };
    let extension = file_type.extension();
    let name = format!("{}.{extension}", file_name(title, lang));
    let fallback = format!("{}.{extension}", ascii_name(title, lang, item_number));
    let encoded = utf8_percent_encode(&name, ATTRIBUTE);
    format!("{kind}; filename=\"{fallback}\"; filename*=UTF-8''{encoded}")
}

/// Title and language, as file systems take them. The title is cut, the language stays.
fn file_name(title: &str, lang: &str) -> String {
    let lang = replace_disallowed(lang);
    let suffix = if lang.is_empty() { String::new() } else { format!(" - {lang}") };
    let title = replace_disallowed(title);
    let title = cut(&title, MAX_BYTES.saturating_sub(suffix.len()));
    let name = match (title.is_empty(), suffix.is_empty()) {
        (true, true) => "handout".to_owned(),
        (true, false) => lang,
        (false, _) => format!("{title}{suffix}"),
    };
    without_device_name(&cut(&name, MAX_BYTES))
}

/// Without what file systems refuse, control and directional characters; blanks are single.
fn replace_disallowed(text: &str) -> String {
    let text: String = text
        .nfc()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_removed(*c) && !matches!(c, '\\' | '/' | ':' | '*' | '?' | '"' | '<' | '>' | '|'))
        .collect();
    trim(&text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")).to_owned()
}

/// Without blanks at its ends and stops at its end.
fn trim(text: &str) -> &str {
    text.trim_start().trim_end_matches([' ', '.'])
}

fn cut(text: &str, max_bytes: usize) -> String {
    let mut end = text.len().min(max_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    trim(&text[..end]).to_owned()
}

fn without_device_name(name: &str) -> String {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_device = DEVICES.iter().any(|device| letters.eq_ignore_ascii_case(device));
    if is_device { format!("_{name}") } else { name.to_owned() }
}

/// The name in ASCII: letters without marks; where little is left of it the item number, else `handout`.
fn ascii_name(title: &str, lang: &str, item_number: Option<&str>) -> String {
    let ascii = |text: &str| -> String {
        let letters = text.nfkd().filter(|c| !is_combining_mark(*c)).map(|c| match c {
            'đ' => 'd',
            'Đ' => 'D',
            'ø' => 'o',
            'Ø' => 'O',
            'ł' => 'l',
            'Ł' => 'L',
            '\u{2018}' | '\u{2019}' => '\'',
            '\u{2010}'..='\u{2015}' => '-',
            other => other,
        });
        // A backslash or quote would need an escape, a percent sign is decoded by some browsers.
        letters.filter(|c| c.is_ascii() && *c != '%').collect()
    };
    let name = ascii(&replace_disallowed(title));
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    // A title in another script leaves digits and stops.
    let is_readable =
        letters(&name) * 2 > letters(&replace_disallowed(title)) && name.chars().any(char::is_alphabetic);
    let stem = match item_number.map(|number| trim(&ascii(&replace_disallowed(number))).to_owned()) {
        _ if is_readable => name,
        Some(number) if !number.is_empty() => number,
        _ => "handout".to_owned(),
    };
    file_name(&stem, &ascii(&replace_disallowed(lang)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two names of a PDF, the second decoded.
    fn names(title: &str, lang: &str, item_number: Option<&str>) -> (String, String) {
        let header = content_disposition(title, lang, item_number, FileType::Pdf);
        assert!(header.is_ascii() && header.starts_with("inline; filename=\""), "{header}");
        let (fallback, rest) =
            header["inline; filename=\"".len()..].split_once("\"; filename*=UTF-8''").unwrap_or_default();
        let name = percent_encoding::percent_decode_str(rest).decode_utf8_lossy().into_owned();
        assert!(!name.contains(['\\', '/', ':', '*', '?', '"', '<', '>', '|']), "{name}");
        (fallback.to_owned(), name)
    }

    #[test]
    fn names_are_saved_on_every_system() {
        let check = |title: &str, lang: &str, number: Option<&str>, fallback: &str, name: &str| {
            assert_eq!(names(title, lang, number), (fallback.to_owned(), name.to_owned()));
        };
        check(
            "Fever: when to call? \"Rule of 3/4\" 50 %",
            "English",
            None,
            "Fever when to call Rule of 34 50 - English.pdf",
            "Fever when to call Rule of 34 50 % - English.pdf",
        );
        check(
            "Khó thở ở trẻ em",
            "Vietnamese",
            None,
            "Kho tho o tre em - Vietnamese.pdf",
            "Khó thở ở trẻ em - Vietnamese.pdf",
        );
        check("حمى الأطفال", "Arabic", Some("KSBG7"), "KSBG7 - Arabic.pdf", "حمى الأطفال - Arabic.pdf");
        check("حمى الأطفال", "Arabic", None, "handout - Arabic.pdf", "حمى الأطفال - Arabic.pdf");
        check("CON", "English", None, "CON - English.pdf", "CON - English.pdf");
        check(
            "Ends with a stop.",
            "English",
            None,
            "Ends with a stop - English.pdf",
            "Ends with a stop - English.pdf",
        );
        check("a\u{202E}txt.exe", "English", None, "atxt.exe - English.pdf", "atxt.exe - English.pdf");
        check("A", "Karen (S'gaw)", None, "A - Karen (S'gaw).pdf", "A - Karen (S'gaw).pdf");
    }

    #[test]
    fn long_titles_are_cut_at_a_character_and_the_language_stays() {
        let (fallback, name) = names(&"发".repeat(120), "Chinese, Simplified", Some("KSBG7"));
        assert_eq!(fallback, "KSBG7 - Chinese, Simplified.pdf");
        let stem = name.trim_end_matches(".pdf");
        assert!(stem.ends_with("发 - Chinese, Simplified") && stem.len() <= MAX_BYTES, "{}", stem.len());
        let (_, name) = names(&"x".repeat(300), "English", None);
        assert_eq!(name.len(), MAX_BYTES + ".pdf".len());
        assert!(name.ends_with(" - English.pdf"));
    }

    #[test]
    fn office_files_are_saved_and_others_shown() {
        assert!(content_disposition("A", "English", None, FileType::Docx).starts_with("attachment;"));
        assert!(content_disposition("A", "English", None, FileType::Text).starts_with("inline;"));
    }
}
