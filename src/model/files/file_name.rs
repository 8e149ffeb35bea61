//! The names of stored files: data from other people's machines, shown on screens and proposed to browsers.
//! Contract 11.1, "Upload".

use crate::model::files::file_type::FileType;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// The name of a stored file, with an extension of its type: composed, without path, control and directional characters,
/// at most 255 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileName(String);

const MAX_BYTES: usize = 255;

/// Extensions of types that are not stored; what else follows a stop is a part of the name, such as '.1' or '.tmp'.
const OTHER_EXTENSIONS: [&str; 75] = [
    "7z", "aac", "ai", "aif", "aiff", "avi", "avif", "bmp", "csv", "doc", "docm", "dot", "dotm", "dotx",
    "eml", "eps", "epub", "flac", "gif", "gz", "heic", "heics", "heif", "hif", "htm", "html", "indd", "jfif",
    "jpe", "jxl", "key", "m4b", "md", "mht", "mhtml", "mkv", "mov", "mpeg", "mpg", "msg", "numbers", "odp",
    "ods", "odt", "oga", "ogg", "opus", "pages", "pot", "potm", "potx", "pps", "ppsm", "ppsx", "ppt", "pptm",
    "pub", "rar", "rtf", "svg", "tif", "tiff", "wav", "webm", "webp", "wma", "wmv", "wps", "xhtml", "xls",
    "xlsb", "xlsm", "xlsx", "xps", "zip",
];

impl FileName {
    /// The name for a file of this type that was called `given`, and what had to be changed about its extension.
    /// `None` if nothing is left of it.
    pub fn parse(given: &str, file_type: FileType) -> Option<(FileName, Option<String>)> {
        let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
        let composed: String = last.chars().filter(|c| !is_removed(*c)).nfc().collect();
        let name = composed.trim();
        if name.is_empty() {
            return None;
        }
        let (stem, extension) = match name.rsplit_once('.') {
            // '.pdf' has no name before its extension.
            Some((stem, extension)) if !stem.trim().is_empty() => (stem, Some(extension)),
            _ => (name, None),
        };
        let is_one_of = |list: &[&str]| {
            extension.is_some_and(|extension| list.iter().any(|known| known.eq_ignore_ascii_case(extension)))
        };
        if is_one_of(file_type.extensions()) {
            return Some((FileName::join(stem, extension.unwrap_or_default()), None));
        }
        let is_replaced =
            is_one_of(&OTHER_EXTENSIONS) || FileType::ALL.iter().any(|other| is_one_of(other.extensions()));
        let named = FileName::join(if is_replaced { stem } else { name }, file_type.extension());
        let notice = format!("It is {}, so it is stored as '{}'.", file_type.words(), named.0);
        Some((named, Some(notice)))
    }

    /// A name that this program has stored before.
    pub fn from_stored(name: String) -> FileName {
        FileName(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The two with a stop between them; the stem is cut where the whole would be too long.
    fn join(stem: &str, extension: &str) -> FileName {
        FileName(format!("{}.{extension}", cut(stem.trim_end(), MAX_BYTES - 1 - extension.len())))
    }
}

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// As many of the text's characters, as people see them, as fit in so many bytes.
fn cut(text: &str, max_bytes: usize) -> &str {
    let end = text
        .grapheme_indices(true)
        .map(|(start, character)| start + character.len())
        .take_while(|end| *end <= max_bytes)
        .last();
    text[..end.unwrap_or(0)].trim_end()
}

/// Control and directional characters, and the separators of lines and paragraphs.
pub fn is_removed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parsed(given: &str, file_type: FileType) -> String {
        FileName::parse(given, file_type).unwrap().0.0
    }

    #[test]
    fn the_extension_is_that_of_the_type() {
        let check = |given: &str, file_type: FileType, expected: &str| {
            let (name, notice) = FileName::parse(given, file_type).unwrap();
            assert_eq!(name.as_str(), expected, "{given}");
            assert_eq!(notice.is_some(), given != expected, "{given}");
        };
        check("IMG_0012.HEIC", FileType::Jpeg, "IMG_0012.jpg");
        check("SCAN.JPG", FileType::Jpeg, "SCAN.JPG");
        check("scan.jpeg", FileType::Jpeg, "scan.jpeg");
        check("picture.png", FileType::Jpeg, "picture.jpg");
        check("lesson.m4v", FileType::Mp4, "lesson.m4v");
        check("voice.mp4", FileType::M4a, "voice.m4a");
        check("handout", FileType::Pdf, "handout.pdf");
        check("handout.pdf.pdf", FileType::Pdf, "handout.pdf.pdf");
        check("handout.tmp", FileType::Pdf, "handout.tmp.pdf");
        check("KSBG104.1", FileType::Pdf, "KSBG104.1.pdf");
        check("Dr. Smith", FileType::Pdf, "Dr. Smith.pdf");
        check("letter.pptx", FileType::Docx, "letter.docx");
        check("notes.csv", FileType::Text, "notes.txt");
        check(".pdf", FileType::Pdf, ".pdf.pdf");
        check("ends.", FileType::Pdf, "ends..pdf");
    }

    #[test]
    fn the_notice_names_type_and_name() {
        let (_, notice) = FileName::parse("IMG_0012.HEIC", FileType::Jpeg).unwrap();
        assert_eq!(notice.unwrap(), "It is a JPEG photo, so it is stored as 'IMG_0012.jpg'.");
    }

    #[test]
    fn the_path_and_invisible_marks_are_removed() {
        let check =
            |given: &str, expected: &str| assert_eq!(parsed(given, FileType::Pdf), expected, "{given:?}");
        check("C:\\Users\\x\\fever.pdf", "fever.pdf");
        check("../../etc/fever.pdf", "fever.pdf");
        check("a\\b/c.pdf", "c.pdf");
        check("a\u{0}b\r\n\u{7f}\u{85}c.pdf", "abc.pdf");
        check("\u{202E}fdp.txt\u{2066}\u{200F}\u{61C}.pdf", "fdp.txt.pdf");
        check("a\u{2028}b\u{2029}.pdf", "ab.pdf");
        check("  two words .pdf ", "two words.pdf");
        check("Nin\u{303}os.pdf", "Niños.pdf");
        check("حمى الأطفال.pdf", "حمى الأطفال.pdf");
    }

    #[test]
    fn a_name_of_which_nothing_is_left_is_none() {
        for given in ["", "/", "dir/", "a\\", "\u{0}\u{202E}", " \t", "\u{2028}"] {
            assert!(FileName::parse(given, FileType::Pdf).is_none(), "{given:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_before_its_extension() {
        let name = parsed(&format!("{}.PDF", "x".repeat(300)), FileType::Pdf);
        assert_eq!(name, format!("{}.PDF", "x".repeat(251)));
        let name = parsed(&"发".repeat(120), FileType::Jpeg);
        assert_eq!(name, format!("{}.jpg", "发".repeat(83)));
        // No mark is separated from its letter.
        let name = parsed(&format!("{}q\u{303}\u{323}.pdf", "x".repeat(248)), FileType::Pdf);
        assert_eq!(name, format!("{}.pdf", "x".repeat(248)));
        let name = parsed(&format!("{} {}", "x".repeat(250), "y".repeat(9)), FileType::Pdf);
        assert_eq!(name, format!("{}.pdf", "x".repeat(250)));
    }
}
