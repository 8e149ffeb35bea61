//! The findings that a check of a PDF file may have.

use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};

/// What may be wrong with a file, in the order of the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FindingKind {
    /// Pages are pictures without text.
    NoText,
    /// The file is not tagged.
    NotTagged,
    /// Text is neither tagged nor an artifact.
    UntaggedText,
    /// The file does not state its language.
    NoLanguage,
    /// It states another language than its language version has.
    OtherLanguage,
    /// It has no title, or does not show it.
    NoTitle,
    /// Figures have no alternative text.
    FiguresWithoutText,
    /// Tables have no header cells.
    TablesWithoutHeaders,
    /// Form fields have no name.
    FieldsWithoutName,
    /// Characters cannot be recognized.
    FontsWithoutUnicode,
    /// The file forbids assistive technology.
    Encrypted,
    /// A long file has no headings.
    NoHeadings,
    /// A very long file has no bookmarks.
    NoBookmarks,
}

variant_names!(FindingKind {
    NoText = "noText",
    NotTagged = "notTagged",
    UntaggedText = "untaggedText",
    NoLanguage = "noLanguage",
    OtherLanguage = "otherLanguage",
    NoTitle = "noTitle",
    FiguresWithoutText = "figuresWithoutText",
    TablesWithoutHeaders = "tablesWithoutHeaders",
    FieldsWithoutName = "fieldsWithoutName",
    FontsWithoutUnicode = "fontsWithoutUnicode",
    Encrypted = "encrypted",
    NoHeadings = "noHeadings",
    NoBookmarks = "noBookmarks",
});

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
    pub fn counted(finding: FindingKind, count: u32) -> Option<Finding> {
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

/// Page numbers in order, as ranges.
fn page_ranges(pages: &[u32]) -> String {
    let ranges = pages.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    ranges.collect::<Vec<_>>().join(",")
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
        let figures = Finding::counted(FindingKind::FiguresWithoutText, 4);
        assert_eq!(figures.map(|f| f.words()).as_deref(), Some("Pictures without alternative text: 4"));
        let pages = Finding::on_pages(FindingKind::NoText, &[2, 3], 9);
        assert_eq!(pages.map(|f| f.words()).as_deref(), Some("Pages are pictures without text: pages 2-3"));
        assert_eq!(Finding::new(FindingKind::NotTagged).words(), "Not tagged");
    }
}
