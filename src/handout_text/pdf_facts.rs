//! Facts about a PDF that are asked when it is uploaded: its pages, its title, and whether it opens at all.

use crate::model::characters::is_blank;
use crate::model::handout_text::file::PdfFacts;
use pdf_extract::{Dictionary, Document, Object};

/// The facts about a file that begins with a PDF, perhaps behind other bytes.
pub(super) fn facts(file: &[u8]) -> PdfFacts {
    let loaded = Document::load_mem(whole(file)).or_else(|_| Document::load_mem(file));
    let Ok(document) = loaded else { return PdfFacts::default() };
    // Documents that open with the empty password are decrypted while they are loaded.
    if document.is_encrypted() {
        return PdfFacts { is_locked: true, ..PdfFacts::default() };
    }
    let pages = u32::try_from(document.get_pages().len()).ok().filter(|pages| *pages > 0);
    PdfFacts { pages, title: title(&document), is_locked: false }
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

/// The title in the metadata, else in the information dictionary; blanks are none.
fn title(document: &Document) -> Option<String> {
    let from_metadata = || {
        let metadata = document.catalog().ok()?.get(b"Metadata").ok()?;
        let (_, metadata) = document.dereference(metadata).ok()?;
        let stream = metadata.as_stream().ok()?;
        let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        xmp_title(&String::from_utf8_lossy(&content))
    };
    let from_information = || {
        let (_, information) = document.dereference(document.trailer.get(b"Info").ok()?).ok()?;
        text(document, information.as_dict().ok()?, b"Title")
    };
    let title = from_metadata().or_else(from_information)?;
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(line.chars().take(300).collect::<String>()).filter(|title| !is_blank(title))
}

fn text(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Option<String> {
    let (_, value) = document.dereference(dictionary.get(key).ok()?).ok()?;
    match value {
        Object::String(..) => pdf_extract::decode_text_string(value).ok(),
        _ => None,
    }
    .filter(|text| !is_blank(text))
}

/// The first `dc:title` of an XMP packet.
pub(super) fn xmp_title(xmp: &str) -> Option<String> {
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
    Some(text).filter(|text| !is_blank(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_the_metadata_is_read() {
        let xmp = "<x><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Fever &amp; cold</rdf:li></rdf:Alt></dc:title></x>";
        assert_eq!(xmp_title(xmp).as_deref(), Some("Fever & cold"));
        assert_eq!(xmp_title("<x><dc:title><rdf:Alt><rdf:li> </rdf:li></rdf:Alt></dc:title></x>"), None);
        assert_eq!(xmp_title("<dc:title>"), None);
    }

    #[test]
    fn what_is_before_the_mark_is_left_out() {
        assert_eq!(whole(b"\xEF\xBB\xBF%PDF-1.4 x"), b"%PDF-1.4 x");
        assert_eq!(whole(b"text"), b"text");
        assert_eq!(facts(b"%PDF-1.4 cut"), PdfFacts::default());
    }
}
