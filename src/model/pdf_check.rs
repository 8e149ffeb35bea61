//! The check of a PDF file for people who use assistive technology: its findings, and the language, title and descriptions in the file. Contract section 11.2.

use crate::model::languages::language::NO_LANGUAGES;
use crate::model::languages::tag::LanguageTag;
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};

/// The version of the rules. After a change of what is found, files are checked again.
pub const RULES: u32 = 1;
/// What the regions say about the script of Chinese.
const CHINESE_SCRIPTS: [(&str, &str); 5] =
    [("CN", "Hans"), ("SG", "Hans"), ("TW", "Hant"), ("HK", "Hant"), ("MO", "Hant")];
/// What programs write where nobody has given a title.
const NO_TITLES: [&str; 3] = ["untitled", "powerpoint presentation", "slide 1"];
const WORD: &str = "microsoft word - ";
/// The extensions of documents and pictures, as they end the names of files.
const EXTENSIONS: [&str; 48] = [
    "ai", "bmp", "doc", "docm", "docx", "dot", "dotx", "emf", "eps", "gif", "heic", "htm", "html", "idml",
    "indd", "jpeg", "jpg", "key", "md", "odp", "ods", "odt", "p65", "pages", "pdf", "pmd", "png", "pot",
    "pps", "ppsx", "ppt", "pptx", "psd", "pub", "qxp", "rtf", "svg", "tex", "tif", "tiff", "txt", "webp",
    "wmf", "wpd", "xls", "xlsm", "xlsx", "xps",
];

variant_names! {
    /// What may be wrong with a file, in the order of the lists.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub enum FindingKind {
        /// Pages are pictures without text.
        NoText = "noText",
        /// The file is not tagged.
        NotTagged = "notTagged",
        /// Text is neither tagged nor an artifact.
        UntaggedText = "untaggedText",
        /// The file does not state its language.
        NoLanguage = "noLanguage",
        /// It states another language than its language version has.
        OtherLanguage = "otherLanguage",
        /// It has no title, or does not show it.
        NoTitle = "noTitle",
        /// Figures have no alternative text.
        FiguresWithoutText = "figuresWithoutText",
        /// Tables have no header cells.
        TablesWithoutHeaders = "tablesWithoutHeaders",
        /// Form fields have no name.
        FieldsWithoutName = "fieldsWithoutName",
        /// Characters cannot be recognized.
        FontsWithoutUnicode = "fontsWithoutUnicode",
        /// The file forbids assistive technology.
        Encrypted = "encrypted",
        /// A long file has no headings.
        NoHeadings = "noHeadings",
        /// A very long file has no bookmarks.
        NoBookmarks = "noBookmarks",
    }
}

impl FindingKind {
    /// The success criterion of WCAG 2.1 that it fails.
    pub const fn criterion(self) -> &'static str {
        use FindingKind as F;
        match self {
            F::NoText | F::FiguresWithoutText | F::FontsWithoutUnicode | F::Encrypted => "1.1.1",
            F::NotTagged | F::UntaggedText | F::TablesWithoutHeaders | F::NoHeadings => "1.3.1",
            F::NoLanguage | F::OtherLanguage => "3.1.1",
            F::NoTitle => "2.4.2",
            F::FieldsWithoutName => "4.1.2",
            F::NoBookmarks => "2.4.5",
        }
    }

    /// Whether it is advice, and no failure.
    pub const fn is_advice(self) -> bool {
        matches!(self, FindingKind::NoHeadings | FindingKind::NoBookmarks)
    }

    /// In words, without numbers.
    pub const fn words(self) -> &'static str {
        match self {
            FindingKind::NoText => "Pages are pictures without text",
            FindingKind::NotTagged => "Not tagged",
            FindingKind::UntaggedText => "Text is not tagged",
            FindingKind::NoLanguage => "No language is stated",
            FindingKind::OtherLanguage => "Another language is stated",
            FindingKind::NoTitle => "No title is shown",
            FindingKind::FiguresWithoutText => "Pictures without alternative text",
            FindingKind::TablesWithoutHeaders => "Tables without header cells",
            FindingKind::FieldsWithoutName => "Form fields without a name",
            FindingKind::FontsWithoutUnicode => "Characters that cannot be recognized",
            FindingKind::Encrypted => "Protection forbids assistive technology",
            FindingKind::NoHeadings => "No headings",
            FindingKind::NoBookmarks => "No bookmarks",
        }
    }
}

/// A finding of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What was found.
    pub finding: FindingKind,
    /// How many, where that is counted.
    pub count: Option<u32>,
    /// On which pages, where that is known: `2-10` or `1,3-5`.
    pub pages: Option<String>,
    /// Whether it shuts people out of the whole file.
    pub blocking: bool,
}

impl Finding {
    /// A finding without numbers.
    pub fn new(finding: FindingKind) -> Finding {
        let blocking = matches!(finding, FindingKind::NotTagged | FindingKind::Encrypted);
        Finding { finding, count: None, pages: None, blocking }
    }

    /// A finding that is counted; `None` where there is none.
    pub fn count_finding(finding: FindingKind, count: u32) -> Option<Finding> {
        (count > 0).then(|| Finding { count: Some(count), ..Finding::new(finding) })
    }

    /// A finding on these pages, counted from 1 and in order, of so many; `None` where there is none.
    pub fn on_pages(finding: FindingKind, pages: &[u32], of: u32) -> Option<Finding> {
        let is_half = u32::try_from(pages.len()).is_ok_and(|concerned| concerned.saturating_mul(2) >= of);
        (!pages.is_empty()).then(|| Finding {
            pages: Some(page_ranges(pages)),
            blocking: finding == FindingKind::NoText && is_half,
            ..Finding::new(finding)
        })
    }

    /// In words, with its numbers.
    pub fn words(&self) -> String {
        let words = self.finding.words();
        match (self.count, self.pages.as_deref()) {
            (Some(count), _) => format!("{words}: {count}"),
            (None, Some(pages)) if pages.contains(['-', ',']) => format!("{words}: pages {pages}"),
            (None, Some(page)) => format!("{words}: page {page}"),
            (None, None) => words.to_owned(),
        }
    }
}

/// What the check of a PDF file found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfCheck {
    /// How many pages it has.
    pub pages: Option<u32>,
    /// The language that it states, as it is written there.
    pub language: Option<String>,
    /// What was found, apart from [`FindingKind::OtherLanguage`], which depends on the language version.
    pub findings: Vec<Finding>,
}

impl PdfCheck {
    /// What was found in a file of a version in this language, in the order of the lists.
    pub fn findings_in(&self, language: Option<&LanguageTag>) -> Vec<Finding> {
        let mut findings = self.findings.clone();
        let stated = self.language.as_deref().and_then(stated_language);
        if let (Some(stated), Some(language)) = (stated, language)
            && is_other_language(&stated, language)
        {
            findings.push(Finding::new(FindingKind::OtherLanguage));
            findings.sort_by_key(|finding| finding.finding);
        }
        findings
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PdfReading {
    /// It was checked.
    Checked(PdfCheck),
    /// It could not be read, for this reason.
    Unreadable(String),
}

/// Page numbers in order, as ranges.
fn page_ranges(pages: &[u32]) -> String {
    let ranges = pages.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    ranges.collect::<Vec<_>>().join(",")
}

/// The tag that a file states; `None` for blanks, names and whatever else is not a language.
pub fn stated_language(text: &str) -> Option<LanguageTag> {
    let tag = LanguageTag::parse(&text.trim().replace('_', "-")).ok()?.preferred();
    // Longer ones are the names of languages. No language has five letters or more, and none of four is registered.
    let is_code = (2..=3).contains(&tag.language().len());
    (is_code && !NO_LANGUAGES.contains(&tag.language())).then_some(tag)
}

/// Whether a file that states this language has another one than its language version. Nothing is known of languages that
/// are not registered.
pub fn is_other_language(file: &LanguageTag, version: &LanguageTag) -> bool {
    if !file.is_known_language() || !version.is_known_language() {
        return false;
    }
    let scripts = (stated_script(file), stated_script(version));
    let is_other_script = matches!(scripts, (Some(file), Some(version)) if file != version);
    is_other_script || !file.is_same_language(version)
}

/// The script that a tag states; in Chinese its region does, too.
fn stated_script(tag: &LanguageTag) -> Option<String> {
    let tag = tag.comparable();
    if let Some(script) = tag.script() {
        return Some(script);
    }
    let chinese = LanguageTag::parse("zh").ok()?;
    let region = tag.region().filter(|_| tag.is_same_language(&chinese))?;
    CHINESE_SCRIPTS.iter().find(|(of, _)| *of == region).map(|(_, script)| (*script).to_owned())
}

/// Whether it is a title that somebody gave.
pub fn is_title(title: &str) -> bool {
    let title = trim(title).to_lowercase();
    !title.is_empty()
        && !NO_TITLES.contains(&title.as_str())
        && !title.starts_with(WORD)
        && title != WORD.trim_end()
        && !ends_in_extension(&title)
}

/// Whether it describes a picture: neither blank nor the name of a file.
pub fn is_description(text: &str) -> bool {
    let text = trim(text).to_lowercase();
    !text.is_empty() && !ends_in_extension(&text)
}

/// The text without white space and marks without a width around it.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}')
    })
}

fn ends_in_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(name, extension)| !name.is_empty() && EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_ranges() {
        let check = |pages: &[u32], expected: &str| assert_eq!(page_ranges(pages), expected);
        check(&[2, 3, 4, 5, 6, 7, 8, 9, 10], "2-10");
        check(&[1, 3, 4, 5], "1,3-5");
        check(&[1, 2], "1-2");
        check(&[7], "7");
    }

    #[test]
    fn pictures_without_text_block_from_half_of_the_pages_on() {
        let blocks = |pages: &[u32], of| {
            Finding::on_pages(FindingKind::NoText, pages, of).is_some_and(|finding| finding.blocking)
        };
        assert!(blocks(&[1, 2], 4));
        assert!(!blocks(&[1, 2], 5));
        assert_eq!(Finding::on_pages(FindingKind::NoText, &[], 4), None);
        let untagged = Finding::on_pages(FindingKind::UntaggedText, &[1], 1);
        assert!(untagged.is_some_and(|finding| !finding.blocking));
    }

    #[test]
    fn words_have_counts_and_pages() {
        let figures = Finding::count_finding(FindingKind::FiguresWithoutText, 4);
        assert_eq!(figures.map(|f| f.words()).as_deref(), Some("Pictures without alternative text: 4"));
        let pages = Finding::on_pages(FindingKind::NoText, &[2, 3], 9);
        assert_eq!(pages.map(|f| f.words()).as_deref(), Some("Pages are pictures without text: pages 2-3"));
        assert_eq!(Finding::new(FindingKind::NotTagged).words(), "Not tagged");
    }
}

#[cfg(test)]
mod language_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn languages_and_scripts_are_compared() {
        let check = |file: &str, version: &str, expected: bool| {
            let (file, version) = (stated_language(file).unwrap(), LanguageTag::parse(version).unwrap());
            assert_eq!(is_other_language(&file, &version), expected, "{file} in {version}");
        };
        for (file, version) in [
            ("en-US", "en"),
            ("EN-us", "en"),
            ("en_US", "en"),
            ("es-MX", "es"),
            ("zh-CN", "zh-Hans"),
            ("zh-TW", "zh-Hant"),
            ("zh-HK", "zh-Hant"),
            ("zh", "zh-Hans"),
            ("en-UK", "en"),
            ("eng", "en"),
            ("spa", "es-US"),
            ("iw", "he"),
            ("fil", "tl"),
            ("tl", "fil"),
            ("cmn", "zh"),
            ("cmn-CN", "zh-Hans"),
            ("prs", "fa"),
            ("sr-Latn", "sr"),
            // Not known to us.
            ("xx", "en"),
            ("en", "qaa"),
        ] {
            check(file, version, false);
        }
        for (file, version) in [
            ("en-US", "es"),
            ("zh-TW", "zh-Hans"),
            ("zh-CN", "zh-Hant"),
            ("sr-Latn", "sr-Cyrl"),
            ("zh-MO", "zh-Hans"),
            ("so", "en"),
        ] {
            check(file, version, true);
        }
    }

    #[test]
    fn what_names_no_language_states_none() {
        for text in ["", " ", "English", "x-unknown", "und", "und-US", "español", "en US", "zxx"] {
            assert_eq!(stated_language(text), None, "{text:?}");
        }
    }
}

#[cfg(test)]
mod pdf_title_tests {
    use super::*;

    #[test]
    fn what_programs_write_is_no_title() {
        for title in [
            "",
            " \u{a0}",
            "Untitled",
            "UNTITLED ",
            "PowerPoint Presentation",
            "Slide 1",
            "Microsoft Word - fever final",
            "Microsoft Word - Fever.docx",
            "KSBG104.indd",
            "fever v2.PDF",
        ] {
            assert!(!is_title(title), "{title:?}");
        }
        for title in ["Fever", "Microsoft Word for nurses", "Slide 12", "Type 1. Diabetes", "Dr. Key"] {
            assert!(is_title(title), "{title:?}");
        }
    }

    #[test]
    fn file_names_describe_nothing() {
        for text in ["", "   ", "image1.png", "IMG_0012.JPG", "\u{200b}"] {
            assert!(!is_description(text), "{text:?}");
        }
        assert!(is_description("Inhaler with spacer"));
        assert!(is_description("3"));
    }
}
