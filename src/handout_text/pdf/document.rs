//! What a PDF file states about itself as a whole: title, language, protection, bookmarks, form fields.

use crate::model::pdf_check::{is_title, trim};
use crate::model::text::is_blank;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{
    Array, Dict, FromBytes, MaybeRef, Name, ObjRef, Object, Rect, Stream, String as PdfString,
};
use hayro::hayro_syntax::xref::XRef;
use std::collections::HashSet;

/// The bits of the permissions that concern assistive technology: copying, and reading for accessibility.
const COPY: i32 = 1 << 4;
const ACCESSIBILITY: i32 = 1 << 9;
/// Titles are kept up to this many characters.
const MAX_TITLE: usize = 300;

/// A file that has been opened.
pub(super) struct Document<'a> {
    pdf: &'a Pdf,
    catalog: Dict<'a>,
    permissions: Option<Permissions>,
}

struct Permissions {
    revision: i32,
    bits: i32,
}

impl<'a> Document<'a> {
    pub(super) fn new(pdf: &'a Pdf) -> Document<'a> {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
        Document { pdf, catalog, permissions: permissions(pdf.xref(), pdf.data().as_ref()) }
    }

    pub(super) fn catalog(&self) -> &Dict<'a> {
        &self.catalog
    }

    pub(super) fn is_marked(&self) -> bool {
        let mark_info = self.catalog.get::<Dict<'_>>("MarkInfo");
        mark_info.and_then(|info| info.get::<bool>("Marked")).unwrap_or(false)
    }

    pub(super) fn language(&self) -> Option<String> {
        text(&self.catalog, "Lang")
    }

    /// Its title, on one line.
    pub(super) fn title(&self) -> Option<String> {
        let title = self.titles().next()?;
        let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(line.chars().take(MAX_TITLE).collect::<String>()).filter(|title| !is_blank(title))
    }

    /// Whether it has a title that viewers show in place of the file's name.
    pub(super) fn shows_title(&self) -> bool {
        let preferences = self.catalog.get::<Dict<'_>>("ViewerPreferences").unwrap_or_default();
        preferences.get::<bool>("DisplayDocTitle").unwrap_or(false)
            && self.titles().any(|title| is_title(&title))
    }

    /// The titles in its metadata and in its information dictionary; blanks are none.
    fn titles(&self) -> impl Iterator<Item = String> {
        let metadata =
            self.catalog.get::<Stream<'_>>("Metadata").and_then(|stream| stream.decoded_data().ok());
        let of_metadata = metadata.and_then(|metadata| xmp_title(&UTF_8.decode(&metadata).0));
        let of_information = self.pdf.metadata().title.as_deref().map(decode);
        of_metadata.into_iter().chain(of_information).filter(|title| !is_blank(title))
    }

    pub(super) fn has_bookmarks(&self) -> bool {
        self.catalog
            .get::<Dict<'_>>("Outlines")
            .is_some_and(|outlines| outlines.get::<Dict<'_>>("First").is_some())
    }

    pub(super) fn forbids_assistive_technology(&self) -> bool {
        self.permissions.as_ref().is_some_and(Permissions::forbid_assistive_technology)
    }
}

impl Permissions {
    fn forbid_assistive_technology(&self) -> bool {
        let forbidden = if self.revision <= 2 { COPY } else { COPY | ACCESSIBILITY };
        self.bits & forbidden == 0
    }
}

/// The permissions of an encrypted file. Its dictionary is never encrypted or compressed, and the parser does not give it out:
/// the last one that the file mentions counts.
fn permissions(xref: &XRef, file: &[u8]) -> Option<Permissions> {
    const KEY: &[u8] = b"/Encrypt";
    memchr::memmem::rfind_iter(file, KEY).find_map(|at| {
        let rest = file.get(at + KEY.len()..)?;
        let rest = rest.trim_ascii_start();
        let dictionary = match ObjRef::from_bytes(rest) {
            Some(reference) => xref.get::<Dict<'_>>(reference.into())?,
            None => Dict::from_bytes(rest)?,
        };
        Some(Permissions {
            revision: dictionary.get::<i32>("R")?,
            // Some programs write the 32 bits as a positive number.
            bits: i32::from_ne_bytes(
                u32::try_from(number(&dictionary, "P")? & 0xffff_ffff).ok()?.to_ne_bytes(),
            ),
        })
    })
}

fn number(dictionary: &Dict<'_>, key: &str) -> Option<i64> {
    match dictionary.get::<Object<'_>>(key)? {
        Object::Number(number) => Some(number.as_i64()),
        _ => None,
    }
}

/// The text string with this key.
pub(super) fn text(dictionary: &Dict<'_>, key: &str) -> Option<String> {
    dictionary.get::<PdfString<'_>>(key).map(|text| decode(text.as_bytes()))
}

/// The name with this key.
pub(super) fn name(dictionary: &Dict<'_>, key: &str) -> Option<Vec<u8>> {
    dictionary.get::<Name<'_>>(key).map(|name| name.as_ref().to_vec())
}

/// The value with this key, with the references that it contains.
pub(super) fn raw<'a>(dictionary: &Dict<'a>, key: &str) -> Option<MaybeRef<Object<'a>>> {
    dictionary.get_raw::<Object<'a>>(key)
}

/// A text string: UTF-16 or UTF-8 by its mark, else PDFDocEncoding, which differs from Windows-1252 only in punctuation.
pub(super) fn decode(bytes: &[u8]) -> String {
    let (encoding, bytes) = match bytes {
        [0xfe, 0xff, rest @ ..] => (UTF_16BE, rest),
        [0xff, 0xfe, rest @ ..] => (UTF_16LE, rest),
        [0xef, 0xbb, 0xbf, rest @ ..] => (UTF_8, rest),
        bytes => (WINDOWS_1252, bytes),
    };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The file from the mark of its PDF on: its offsets are counted from there.
pub(super) fn whole(file: &[u8]) -> &[u8] {
    const MARK: &[u8] = b"%PDF-";
    let beginning = &file[..file.len().min(1_024 + MARK.len())];
    match beginning.windows(MARK.len()).position(|bytes| bytes == MARK) {
        Some(start) => &file[start..],
        None => file,
    }
}

/// The first `dc:title` of an XMP packet.
fn xmp_title(xmp: &str) -> Option<String> {
    let (_, rest) = xmp.split_once("<dc:title")?;
    let (titles, _) = rest.split_once("</dc:title>")?;
    let (_, item) = titles.split_once("<rdf:li")?;
    let (_, item) = item.split_once('>')?;
    let (text, _) = item.split_once("</rdf:li>")?;
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
    Some(text)
}

/// The flags of widgets that nobody sees on a screen: hidden, and only printed.
const HIDDEN: u32 = 1 << 1 | 1 << 5;

/// How many fields that are shown have no name for people who do not see them.
pub(super) fn without_name(catalog: &Dict<'_>) -> u32 {
    let form = catalog.get::<Dict<'_>>("AcroForm").unwrap_or_default();
    let mut seen = HashSet::new();
    let mut open =
        form.get::<Array<'_>>("Fields").map(|fields| unseen(&fields, &mut seen)).unwrap_or_default();
    let mut count = 0;
    while let Some(field) = open.pop() {
        let kids = field.get::<Array<'_>>("Kids").map(|kids| unseen(&kids, &mut seen));
        let (fields, widgets): (Vec<_>, Vec<_>) =
            kids.unwrap_or_default().into_iter().partition(|kid| kid.contains_key("T"));
        let is_shown = match (fields.is_empty(), widgets.is_empty()) {
            (true, true) => is_shown_widget(&field),
            _ => widgets.iter().any(is_shown_widget),
        };
        let has_name = text(&field, "TU").is_some_and(|name| !trim(&name).is_empty());
        if is_shown && !has_name {
            count += 1;
        }
        open.extend(fields);
    }
    count
}

/// The dictionaries of the list that were not seen before.
fn unseen<'a>(list: &Array<'a>, seen: &mut HashSet<ObjRef>) -> Vec<Dict<'a>> {
    let references = list.raw_iter().map(|item| item.as_obj_ref());
    let new: Vec<bool> = references.map(|reference| reference.is_none_or(|one| seen.insert(one))).collect();
    // An item that is not a dictionary would shift the ones behind it; such a list is read as far as it goes.
    list.iter::<Dict<'a>>().zip(new).filter(|(_, is_new)| *is_new).map(|(dictionary, _)| dictionary).collect()
}

fn is_shown_widget(widget: &Dict<'_>) -> bool {
    let has_size = widget.get::<Rect>("Rect").is_some_and(|rect| rect.x0 != rect.x1 && rect.y0 != rect.y1);
    has_size && widget.get::<u32>("F").unwrap_or(0) & HIDDEN == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_the_metadata_is_read() {
        let xmp = "<x><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Fever &amp; cold</rdf:li></rdf:Alt></dc:title></x>";
        assert_eq!(xmp_title(xmp).as_deref(), Some("Fever & cold"));
        assert_eq!(xmp_title("<dc:title>"), None);
    }

    #[test]
    fn what_is_before_the_mark_is_left_out() {
        assert_eq!(whole(b"\xEF\xBB\xBF%PDF-1.4 x"), b"%PDF-1.4 x");
        assert_eq!(whole(b"text"), b"text");
    }

    #[test]
    fn protection_may_forbid_printing_but_not_assistive_technology() {
        let check = |revision, bits, expected| {
            let permissions = Permissions { revision, bits };
            assert_eq!(permissions.forbid_assistive_technology(), expected, "{revision} {bits}");
        };
        check(4, !(1 << 2), false);
        // Screen readers may still read it.
        check(4, !COPY, false);
        check(4, !ACCESSIBILITY, false);
        check(4, !(COPY | ACCESSIBILITY), true);
        check(2, -1, false);
        check(2, !COPY, true);
    }
}
