//! Text: plain text is stored, web pages and drawings written as text are not.

use crate::files::content::bytes::read_at;
use crate::files::content::refusal::{self, ContentError};
use memchr::memmem;
use std::fs::File;

const PIECE_BYTES: usize = 64 << 10;

/// What a text begins with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    WebPage,
    Svg,
    /// XML of another kind.
    Xml,
    Other,
}

/// Elements at the beginning of a page (WHATWG MIME Sniffing, section 7.1, and parts of pages without a head).
const PAGE_ELEMENTS: [&str; 27] = [
    "html", "head", "body", "script", "iframe", "h1", "h2", "div", "font", "table", "a", "style", "title",
    "b", "br", "p", "meta", "link", "form", "frameset", "center", "span", "main", "section", "article",
    "base", "noscript",
];

impl Beginning {
    /// Looks at the first bytes of a file, in UTF-8, UTF-16 or an encoding that contains ASCII.
    pub(super) fn detect(bytes: &[u8]) -> Beginning {
        let is_utf_16 = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
            || matches!(bytes, [b'<', 0, ..] | [0, b'<', ..]);
        // ASCII in UTF-16 has a zero beside each byte.
        let ascii: Vec<u8> =
            bytes.iter().filter(|byte| !is_utf_16 || **byte != 0).map(u8::to_ascii_lowercase).collect();
        let mut rest = ascii.as_slice();
        for mark in [b"\xEF\xBB\xBF".as_slice(), b"\xFF\xFE", b"\xFE\xFF"] {
            rest = rest.strip_prefix(mark).unwrap_or(rest);
        }
        let (first, is_xml) = first_tag(rest);
        let name = first.map(|tag| tag.strip_prefix(b"!doctype").map_or(tag, <[u8]>::trim_ascii_start));
        let is_named = |element: &str| {
            name.and_then(|name| name.strip_prefix(element.as_bytes()))
                .is_some_and(|after| after.first().is_none_or(|c| !c.is_ascii_alphanumeric() && *c != b'-'))
        };
        if is_named("svg") {
            return Beginning::Svg;
        }
        let holds_page =
            [b"<html".as_slice(), b"<!doctype html"].iter().any(|tag| memmem::find(rest, tag).is_some());
        if holds_page || PAGE_ELEMENTS.iter().any(|element| is_named(element)) {
            return Beginning::WebPage;
        }
        // A drawing may declare entities before it begins.
        if is_xml && memmem::find(rest, b"<svg").is_some() {
            return Beginning::Svg;
        }
        if is_xml { Beginning::Xml } else { Beginning::Other }
    }
}

/// What follows the `<` of the first tag or DOCTYPE, after white space, comments and processing instructions, if that is
/// what the text begins with; and whether the text is XML.
fn first_tag(text: &[u8]) -> (Option<&[u8]>, bool) {
    let (mut rest, mut is_xml) = (text.trim_ascii_start(), false);
    loop {
        let (opening, end): (&[u8], &[u8]) = match rest {
            [b'<', b'!', b'-', b'-', ..] => (b"<!--", b"-->"),
            [b'<', b'?', ..] => (b"<?", b">"),
            [b'<', tag @ ..] => return (Some(tag), is_xml),
            _ => return (None, is_xml),
        };
        is_xml |= rest.starts_with(b"<?xml");
        let Some(found) = memmem::find(&rest[opening.len()..], end) else { return (None, is_xml) };
        rest = rest[opening.len() + found + end.len()..].trim_ascii_start();
    }
}

/// Checks that a file is plain text in UTF-8.
pub(super) fn check(file: &File, beginning: &[u8]) -> Result<(), ContentError> {
    if matches!(beginning, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return Err(refusal::UTF_16.into());
    }
    if is_page_archive(beginning) {
        return Err(refusal::WEB_PAGE.into());
    }
    let (mut position, mut cut): (u64, Vec<u8>) = (0, Vec::new());
    let (mut holds_pdf, mut is_utf_8) = (false, true);
    loop {
        let piece = read_at(file, position, PIECE_BYTES)?;
        position += piece.len() as u64;
        let is_last = piece.is_empty();
        let mut bytes = std::mem::take(&mut cut);
        bytes.extend_from_slice(&piece);
        if bytes.iter().any(|byte| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1F | 0x7F)) {
            let refused = if holds_pdf || memmem::find(&bytes, b"%PDF-").is_some() {
                refusal::LATE_PDF
            } else {
                refusal::UNKNOWN
            };
            return Err(refused.into());
        }
        holds_pdf |= memmem::find(&bytes, b"%PDF-").is_some();
        match std::str::from_utf8(&bytes) {
            Ok(_) => {}
            // A character may be cut at the end of a piece.
            Err(e) if e.error_len().is_none() && !is_last => cut = bytes.split_off(e.valid_up_to()),
            Err(_) => is_utf_8 = false,
        }
        if is_last {
            break;
        }
    }
    match (holds_pdf, is_utf_8) {
        (true, _) => Err(refusal::LATE_PDF.into()),
        (false, false) => Err(refusal::OTHER_ENCODING.into()),
        (false, true) => Ok(()),
    }
}

/// Whether a text is a page that was saved with its images as a mail.
fn is_page_archive(beginning: &[u8]) -> bool {
    let head = &beginning[..beginning.len().min(2_048)];
    let is_header = ["from:", "mime-version:", "content-type:"]
        .iter()
        .any(|name| head.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())));
    is_header && memmem::find(head, b"multipart/related").is_some()
}
