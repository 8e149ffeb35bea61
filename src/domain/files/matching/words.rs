//! The parts of a file's path, the words of titles and of names of files in the form in which they are compared, and
//! which files are none of anybody's handouts.

use crate::model::files::FileType;
use crate::search::fold;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Ends of names that say nothing about what is in the file.
const NOISE: [&str; 8] = ["final", "draft", "copy", "scan", "scanned", "print", "web", "rev"];
const IGNORED: [&str; 5] = ["thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "@eadir"];
const UNFINISHED: [&str; 6] = ["crdownload", "part", "filepart", "partial", "download", "opdownload"];
/// Extensions of documents that are not stored, beside those that are.
const DOCUMENTS: [&str; 22] = [
    "avif", "bmp", "csv", "doc", "docm", "gif", "heic", "htm", "html", "mov", "odp", "ods", "odt", "ppt",
    "pptm", "pub", "rtf", "tif", "tiff", "webp", "xls", "xlsx",
];

/// A word or number of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Without differences of case and accents.
    pub text: String,
    pub raw: String,
    /// The brackets that it stands in, by their number.
    pub bracket: Option<usize>,
    /// Whether `_` or a hyphen stands directly before it.
    pub after_hyphen: bool,
}

impl Word {
    /// Whether it is a sign that tells titles apart, and no word.
    pub fn is_sign(&self) -> bool {
        self.raw.chars().all(|c| !c.is_alphanumeric())
    }

    pub fn is_number(&self) -> bool {
        self.text.chars().all(char::is_numeric)
    }
}

/// The words of a text. `&`, a plus sign after a word and a decimal point are words of their own: 'Type A+' is not 'Type A-'.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut raw, mut before) = (String::new(), ' ');
    let (mut depth, mut brackets) = (0_usize, 0_usize);
    let mut after_hyphen = false;
    let characters: Vec<char> = text.nfc().collect();
    let mut push = |raw: &str, text: String, bracket: Option<usize>, after_hyphen: bool| {
        if !text.is_empty() {
            words.push(Word { text, raw: raw.to_owned(), bracket, after_hyphen });
        }
    };
    for (at, &c) in characters.iter().enumerate() {
        let bracket = (depth > 0).then_some(brackets);
        let is_apostrophe = matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`' | '´') && !raw.is_empty();
        if c.is_alphanumeric() || is_combining_mark(c) || is_apostrophe || is_joiner(c) {
            if raw.is_empty() {
                after_hyphen = is_hyphen(before);
            }
            raw.push(c);
            before = c;
            continue;
        }
        let is_after_word = !raw.is_empty();
        push(&raw, fold(&raw), bracket, after_hyphen);
        raw.clear();
        let next = characters.get(at + 1);
        match c {
            '(' | '[' | '{' | '（' => (depth, brackets) = (depth + 1, brackets + 1),
            ')' | ']' | '}' | '）' => depth = depth.saturating_sub(1),
            '&' | '＆' => push("&", "and".into(), bracket, false),
            '+' | '＋' if is_after_word && !next.is_some_and(|c| c.is_alphanumeric()) => {
                push("+", "plus".into(), bracket, false);
            }
            '.' | ',' if before.is_numeric() && next.is_some_and(|c| c.is_numeric()) => {
                push(".", ".".into(), bracket, false);
            }
            _ => {}
        }
        before = c;
    }
    push(&raw, fold(&raw), (depth > 0).then_some(brackets), after_hyphen);
    words
}

/// Characters without a width, which some scripts need within words.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{00AD}')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '_' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The key of a title.
pub(super) fn title_key(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
    texts.join(" ")
}

/// How many words at the end say nothing: 0 or 1.
fn noise_at_end(words: &[Word]) -> usize {
    usize::from(words.last().is_some_and(|word| is_noise(word, words)))
}

/// How many words at the beginning say nothing.
fn noise_at_start(words: &[Word]) -> usize {
    match words {
        [copy, of, ..] if copy.text == "copy" && of.text == "of" => 2,
        [first, ..] if is_noise(first, words) => 1,
        _ => 0,
    }
}

fn is_noise(word: &Word, words: &[Word]) -> bool {
    let is_version = word
        .text
        .strip_prefix('v')
        .is_some_and(|number| (1..=2).contains(&number.len()) && is_digits(number));
    // What browsers and file managers add: ' (1)'.
    let is_count = word.text.len() <= 2
        && is_digits(&word.text)
        && word.bracket.is_some()
        && words.iter().filter(|other| other.bracket == word.bracket).count() == 1;
    NOISE.contains(&&*word.text) || is_version || is_count
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words, then the words without noise at their ends, that with the least removed first.
pub(super) fn without_noise(words: &[Word]) -> Vec<&[Word]> {
    let mut all = vec![words];
    let mut rest = words;
    loop {
        let (start, end) = (noise_at_start(rest), noise_at_end(rest));
        rest = match (start, end) {
            _ if rest.is_empty() => return all,
            (_, 1..) => &rest[..rest.len() - end],
            (1.., 0) => &rest[start..],
            (0, 0) => return all,
        };
        all.push(rest);
    }
}

/// An item number in the form in which it is compared, and after how many of its characters a separator may stand.
pub(super) fn number_key(number: &str) -> Option<(String, Vec<usize>)> {
    let (mut key, mut boundaries) = (String::new(), Vec::new());
    let mut length = 0;
    for part in words(number).iter().filter(|word| !word.is_sign()) {
        boundaries.push(length);
        let mut previous: Option<char> = None;
        for c in part.text.chars() {
            if previous.is_some_and(|previous| previous.is_numeric() != c.is_numeric()) {
                boundaries.push(length);
            }
            key.push(c);
            length += 1;
            previous = Some(c);
        }
    }
    key.chars().any(char::is_numeric).then_some((key, boundaries))
}

/// Whether systems and programs leave such a file or folder behind.
pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("~$") || IGNORED.contains(&&*name.to_lowercase())
}

/// Whether a program is still writing the file.
pub fn is_unfinished(name: &str) -> bool {
    extension(name).is_some_and(|extension| UNFINISHED.contains(&&*extension))
}

/// Whether the name is that of a PDF.
pub(super) fn is_pdf(name: &str) -> bool {
    extension(name).is_some_and(|extension| extension == "pdf")
}

/// The folders and the name of a path, composed.
pub(super) fn parts(path: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> =
        path.split(['/', '\\']).filter(|part| !part.is_empty()).map(|part| part.nfc().collect()).collect();
    let name = parts.pop().unwrap_or_default();
    (parts, name)
}

/// The name without the extensions of its type.
pub(super) fn stem(name: &str) -> &str {
    let mut stem = name.trim();
    while let Some(rest) = extension(stem).filter(|extension| is_of_a_type(extension)).and_then(|extension| {
        stem.len().checked_sub(extension.len() + 1).and_then(|end| stem.get(..end)).map(str::trim_end)
    }) {
        if rest.is_empty() {
            break;
        }
        stem = rest;
    }
    stem
}

fn is_of_a_type(extension: &str) -> bool {
    DOCUMENTS.contains(&extension)
        || FileType::ALL.iter().any(|known| known.extensions().contains(&extension))
}

/// In lower case; of the same length as in the name.
fn extension(name: &str) -> Option<String> {
    name.trim().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_accents() {
        let check = |text: &str, expected: &str| assert_eq!(title_key(&words(text)), expected, "{text}");
        check("Fever: When to Call?", "fever when to call");
        check("Fever_ When-to call", "fever when to call");
        check("Nin\u{303}os con fiebre", "ninos con fiebre");
        check("Child’s Pain", "childs pain");
        check("Nausea & Vomiting", "nausea and vomiting");
        check("Type A+ blood", "type a plus blood");
        check("Type A- blood", "type a blood");
        check("2.5 mg", "2 . 5 mg");
        check("2-5 mg", "2 5 mg");
        check("发烧", "发烧");
        check("", "");
    }

    #[test]
    fn what_says_nothing_is_removed_at_the_ends_alone() {
        let check = |text: &str, expected: &str| {
            let words = words(text);
            assert_eq!(without_noise(&words).last().map(|rest| title_key(rest)).as_deref(), Some(expected));
        };
        check("Copy of Asthma final", "asthma");
        check("Asthma - Copy (2)", "asthma");
        check("asthma_v2_DRAFT", "asthma");
        check("Final exam", "exam");
        check("The final word", "the final word");
        check("Asthma 2", "asthma 2");
        check("Asthma (12 months)", "asthma 12 months");
        check("Asthma (2019)", "asthma 2019");
        check("final", "");
    }

    #[test]
    fn item_numbers_may_be_separated_where_they_are_or_where_digits_begin() {
        assert_eq!(number_key("KSBG-1042"), Some(("ksbg1042".to_owned(), vec![0, 4])));
        assert_eq!(number_key("KSBG1042"), Some(("ksbg1042".to_owned(), vec![0, 4])));
        assert_eq!(number_key("12/3-4"), Some(("1234".to_owned(), vec![0, 2, 3])));
        assert_eq!(number_key("asthma"), None);
    }
}

#[cfg(test)]
mod names_tests {
    use super::*;

    #[test]
    fn extensions_of_types_are_no_part_of_the_name() {
        let check = |name: &str, expected: &str| assert_eq!(stem(name), expected, "{name}");
        check("Asthma.pdf", "Asthma");
        check("Asthma.PDF", "Asthma");
        check("Asthma.pdf.pdf", "Asthma");
        check("Asthma.docx.pdf", "Asthma");
        check("KSBG104.1", "KSBG104.1");
        check("Dr. Smith", "Dr. Smith");
        check(".pdf", ".pdf");
        check("Asthma .pdf ", "Asthma");
    }

    #[test]
    fn what_systems_leave_behind_is_ignored() {
        for name in [
            ".DS_Store",
            "._Asthma.pdf",
            "~$Asthma.docx",
            "Thumbs.db",
            "Desktop.ini",
            "__MACOSX",
            "$Recycle.Bin",
        ] {
            assert!(is_ignored(name), "{name}");
        }
        assert!(!is_ignored("Asthma~$.pdf") && !is_ignored("Thumbs.db.pdf"));
        assert!(is_unfinished("a.pdf.crdownload") && is_unfinished("a.PART") && !is_unfinished("part.pdf"));
    }
}
