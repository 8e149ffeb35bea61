//! Reads a PDF file: its pages and title, its text, and what it lacks for assistive technology. One parse serves all of them.
//! Runs in the confined child process.

mod content;
mod document;
mod fonts;
mod lines;
mod roles;
mod structure;
#[cfg(test)]
mod tests;
mod text_state;

use crate::model::error::{Error, Result};
use crate::model::handout_text::file::PdfFacts;
use crate::model::pdf_check::{Finding, FindingKind, PdfCheck, stated_language};
use content::{PageContent, Reader};
use document::{Document, whole};
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use serde::{Deserialize, Serialize};
use structure::Structure;

/// Pages with fewer letters and digits have no text of their own.
const FEW_LETTERS: u32 = 20;
/// Longer files need headings.
const MAX_PAGES_WITHOUT_HEADINGS: u32 = 3;
/// Longer files need bookmarks.
const MAX_PAGES_WITHOUT_BOOKMARKS: u32 = 20;

/// What a PDF says, and what it lacks.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct PdfContent {
    pub(super) check: PdfCheck,
    /// `None` for a file that does not open.
    pub(super) text: Option<String>,
}

/// Opens a file that begins with a PDF, perhaps behind other bytes.
pub(super) fn open(file: &[u8]) -> std::result::Result<Pdf, LoadPdfError> {
    let whole = whole(file);
    match Pdf::new(whole.to_vec()) {
        Err(LoadPdfError::Invalid) if whole.len() < file.len() => Pdf::new(file.to_vec()),
        opened => opened,
    }
}

/// What is asked about a file when it is uploaded: its pages, its title, and whether it opens at all.
pub(super) fn facts(opened: &std::result::Result<Pdf, LoadPdfError>) -> PdfFacts {
    match opened {
        Ok(pdf) => PdfFacts {
            pages: u32::try_from(pdf.pages().len()).ok().filter(|pages| *pages > 0),
            title: Document::new(pdf).title(),
            is_locked: false,
        },
        Err(error) => {
            PdfFacts { is_locked: matches!(error, LoadPdfError::Decryption(_)), ..PdfFacts::default() }
        }
    }
}

/// Reads and checks the file, by the rules of contract section 11.2. An error if it cannot be read.
pub(super) fn read(opened: &std::result::Result<Pdf, LoadPdfError>) -> Result<PdfContent> {
    let pdf = match opened {
        Ok(pdf) => pdf,
        // Nothing else can be found without its password.
        Err(LoadPdfError::Decryption(_)) => {
            let findings = vec![Finding::new(FindingKind::Encrypted)];
            return Ok(PdfContent { check: PdfCheck { findings, ..PdfCheck::default() }, text: None });
        }
        Err(LoadPdfError::Invalid) => {
            return Err(Error::Unreadable("the file is damaged".into()));
        }
    };
    let document = Document::new(pdf);
    let count = u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(Error::Unreadable("it has no pages".into()));
    }
    let structure = Structure::read(pdf.xref(), document.catalog());
    let is_tagged = structure.reaches_content() && document.is_marked();
    let mut reader = Reader::new(&structure, is_tagged);
    let contents: Vec<PageContent> = pdf.pages().iter().map(|page| reader.page(page)).collect();
    let stated = stated_languages(&document, &structure);
    let mut findings = findings(&document, &structure, &contents, is_tagged);
    let found = [
        (FindingKind::NoLanguage, !stated.is_stated),
        (FindingKind::FontsWithoutUnicode, reader.has_fonts_without_unicode()),
    ];
    findings.extend(found.into_iter().filter(|(_, is_found)| *is_found).map(|(kind, _)| Finding::new(kind)));
    findings.sort_by_key(|finding| finding.finding);
    let check = PdfCheck { pages: Some(count), language: stated.language, findings };
    Ok(PdfContent { check, text: Some(reader.into_text()) })
}

fn findings(
    document: &Document<'_>,
    structure: &Structure,
    contents: &[PageContent],
    is_tagged: bool,
) -> Vec<Finding> {
    let count = u32::try_from(contents.len()).unwrap_or(u32::MAX);
    let mut findings = Vec::new();
    findings.extend(no_text(contents, count));
    if is_tagged {
        let untagged = numbers(contents, |page| page.untagged * 2 > page.glyphs);
        findings.extend(Finding::on_pages(FindingKind::UntaggedText, &untagged, count));
        findings
            .extend(Finding::count_finding(FindingKind::FiguresWithoutText, structure.figures_without_text));
        findings.extend(Finding::count_finding(
            FindingKind::TablesWithoutHeaders,
            structure.tables_without_headers,
        ));
    }
    findings.extend(Finding::count_finding(
        FindingKind::FieldsWithoutName,
        document::without_name(document.catalog()),
    ));
    let found = [
        (FindingKind::NotTagged, !is_tagged),
        (FindingKind::NoTitle, !document.shows_title()),
        (FindingKind::Encrypted, document.forbids_assistive_technology()),
        (FindingKind::NoHeadings, is_tagged && count > MAX_PAGES_WITHOUT_HEADINGS && !structure.has_headings),
        (FindingKind::NoBookmarks, count > MAX_PAGES_WITHOUT_BOOKMARKS && !document.has_bookmarks()),
    ];
    findings.extend(found.into_iter().filter(|(_, is_found)| *is_found).map(|(kind, _)| Finding::new(kind)));
    findings
}

fn no_text(contents: &[PageContent], count: u32) -> Option<Finding> {
    let has_text = contents.iter().any(|page| page.glyphs > 0);
    let pages =
        numbers(contents, |page| !has_text || (page.letters < FEW_LETTERS && page.is_mostly_pictures));
    Finding::on_pages(FindingKind::NoText, &pages, count)
}

/// The numbers of the pages of which something is true, counted from 1.
fn numbers(contents: &[PageContent], is_so: impl Fn(&PageContent) -> bool) -> Vec<u32> {
    (1..).zip(contents).filter(|(_, page)| is_so(page)).map(|(number, _)| number).collect()
}

struct Stated {
    is_stated: bool,
    language: Option<String>,
}

/// The language of the file: its top elements' where all state the same one, else the catalogue's.
fn stated_languages(document: &Document<'_>, structure: &Structure) -> Stated {
    let of_catalog = document.language().filter(|language| stated_language(language).is_some());
    let tops: Vec<Option<&str>> = structure
        .top_languages
        .iter()
        .map(|language| language.as_deref().filter(|language| stated_language(language).is_some()))
        .collect();
    let all_state = !tops.is_empty() && tops.iter().all(Option::is_some);
    let same = tops.first().copied().flatten().filter(|first| {
        let first = stated_language(first);
        tops.iter().all(|other| other.and_then(stated_language) == first)
    });
    Stated { is_stated: of_catalog.is_some() || all_state, language: same.map(str::to_owned).or(of_catalog) }
}
