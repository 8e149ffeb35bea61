//! What a PDF file states about itself as a whole: title, language, protection, bookmarks.

use crate::model::accessibility::pdf_title::is_title;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{
    Dict, FromBytes, MaybeRef, Name, ObjRef, Object, Stream, String as PdfString,
};
use hayro::hayro_syntax::xref::XRef;

/// The bits of the permissions that concern assistive technology: copying, and reading for accessibility.
const COPY: i32 = 1 << 4;
const ACCESSIBILITY: i32 = 1 << 9;

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
    pub(super) fn new(pdf: &'a Pdf, file: &[u8]) -> Document<'a> {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
        Document { pdf, catalog, permissions: permissions(pdf.xref(), file) }
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

    /// Whether it has a title that viewers show in place of the file's name.
    pub(super) fn shows_title(&self) -> bool {
        let preferences = self.catalog.get::<Dict<'_>>("ViewerPreferences").unwrap_or_default();
        let is_shown = preferences.get::<bool>("DisplayDocTitle").unwrap_or(false);
        let of_metadata = || {
            let metadata = self.catalog.get::<Stream<'_>>("Metadata")?.decoded_data().ok()?;
            crate::handout_text::pdf_facts::xmp_title(&xmp(&metadata))
        };
        let of_information = || self.pdf.metadata().title.as_deref().map(decoded);
        is_shown
            && (of_metadata().is_some_and(|title| is_title(&title))
                || of_information().is_some_and(|title| is_title(&title)))
    }

    pub(super) fn has_bookmarks(&self) -> bool {
        self.catalog
            .get::<Dict<'_>>("Outlines")
            .is_some_and(|outlines| outlines.get::<Dict<'_>>("First").is_some())
    }

    pub(super) fn forbids_assistive_technology(&self) -> bool {
        self.permissions.as_ref().is_some_and(|permissions| {
            let forbidden = if permissions.revision <= 2 { COPY } else { COPY | ACCESSIBILITY };
            permissions.bits & forbidden == 0
        })
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
    dictionary.get::<PdfString<'_>>(key).map(|text| decoded(text.as_bytes()))
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
pub(super) fn decoded(bytes: &[u8]) -> String {
    let (encoding, bytes) = match bytes {
        [0xfe, 0xff, rest @ ..] => (UTF_16BE, rest),
        [0xff, 0xfe, rest @ ..] => (UTF_16LE, rest),
        [0xef, 0xbb, 0xbf, rest @ ..] => (UTF_8, rest),
        bytes => (WINDOWS_1252, bytes),
    };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// An XMP packet, in the encoding by its mark.
fn xmp(bytes: &[u8]) -> String {
    UTF_8.decode(bytes).0.into_owned()
}
