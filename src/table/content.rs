//! What a file is, by its content; what is not a table is refused with what to do.

use crate::model::error::{Error, Result};
use flate2::read::MultiGzDecoder;
use memchr::memmem;
use std::borrow::Cow;
use std::io::Read;

/// Most bytes of an unpacked file.
pub(super) const MAX_UNPACKED: u64 = 512 << 20;

/// How many bytes of a text tell what it is.
const MAX_BEGINNING: usize = 4096;

pub(super) enum Content<'b> {
    /// Text of some encoding.
    Text(Cow<'b, [u8]>),
    /// A ZIP archive, as workbooks are.
    Zip(&'b [u8]),
}

pub(super) fn unreadable(text: impl Into<String>) -> Error {
    Error::Unreadable(text.into())
}

pub(super) fn detect(bytes: &[u8]) -> Result<Content<'_>> {
    match bytes {
        [0x1F, 0x8B, ..] => text(Cow::Owned(unpack(bytes)?)),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => Err(unreadable(old_office(bytes))),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Ok(Content::Zip(bytes)),
        _ => text(Cow::Borrowed(bytes)),
    }
}

/// The content of a gzip file.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(MAX_UNPACKED + 1)
        .read_to_end(&mut text)
        .map_err(|e| unreadable(format!("This gzip file is damaged ({e}). Pack it again.")))?;
    if text.len() as u64 > MAX_UNPACKED {
        return Err(unreadable(
            "This gzip file is larger than 512 MiB when it is unpacked. Split it into several files.",
        ));
    }
    Ok(text)
}

/// What is in the container of Office 97-2003, by the names of its streams.
fn old_office(bytes: &[u8]) -> &'static str {
    let holds = |name: &str| {
        let utf_16: Vec<u8> = name.bytes().flat_map(|byte| [byte, 0]).collect();
        memmem::find(bytes, &utf_16).is_some()
    };
    if holds("EncryptedPackage") || holds("EncryptionInfo") {
        "This workbook is encrypted with a password. Open it, remove the password (File, Info, Protect Workbook), \
         save it as .xlsx and try again."
    } else if holds("Workbook") || holds("Book") {
        "This is a workbook of Excel 97-2003 (.xls). Open it, save it as .xlsx and try again."
    } else {
        "This is a document of Office 97-2003 and not a workbook. Save the table as .xlsx, .ods or CSV UTF-8."
    }
}

const SAVE_AS: &str = "Open it in a spreadsheet program, save it as .xlsx, .ods or CSV UTF-8 and try again.";

fn text(bytes: Cow<'_, [u8]>) -> Result<Content<'_>> {
    let has_utf_16_mark = matches!(&*bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    let start = beginning(&bytes, has_utf_16_mark);
    if start.is_empty() && bytes.len() <= MAX_BEGINNING {
        return Err(unreadable("The file is empty. It needs a header row and rows below it."));
    }
    for (mark, what) in [
        ("%pdf-", "a PDF file"),
        ("{\\rtf", "a document in RTF"),
        ("mime-version:", "a web page saved as one file"),
    ] {
        if start.starts_with(mark) {
            return Err(unreadable(format!("This is {what} and not a table. {SAVE_AS}")));
        }
    }
    let after_bracket = start.strip_prefix('<').and_then(|rest| rest.chars().next());
    if after_bracket.is_some_and(|c| matches!(c, '!' | '?') || c.is_ascii_alphabetic()) {
        let is_page = ["<html", "<table", "<!doctype html", "<body", "<meta", "<div"]
            .iter()
            .any(|tag| start.contains(tag));
        let what = if start.starts_with("<?xml") && !is_page {
            "XML"
        } else {
            "a web page (HTML), whatever its name ends with"
        };
        return Err(unreadable(format!("This is {what}. {SAVE_AS}")));
    }
    if start.starts_with('[') && start[1..].trim_start().starts_with('{') {
        return Err(unreadable(
            "This is JSON. An import takes JSON Lines: one object a line, without the brackets around them.",
        ));
    }
    if !has_utf_16_mark && bytes.contains(&0) {
        return Err(unreadable(format!(
            "The file holds NUL characters, as no CSV does: it is another kind of file, or UTF-16 without its mark. {SAVE_AS}"
        )));
    }
    Ok(Content::Text(bytes))
}

/// The first characters in lower case, after byte order mark and blanks; those beyond ASCII become one.
fn beginning(bytes: &[u8], is_utf_16: bool) -> String {
    let marked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let plain = if is_utf_16 { &marked[2..] } else { marked };
    let units = plain[..plain.len().min(MAX_BEGINNING)].iter().filter(|byte| **byte != 0 || !is_utf_16);
    let character = |byte: &u8| if byte.is_ascii() { byte.to_ascii_lowercase() as char } else { '\u{FFFD}' };
    units.map(character).collect::<String>().trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Write;

    #[track_caller]
    fn check_refusal(bytes: &[u8], part: &str) {
        let refusal = detect(bytes).err().unwrap().to_string();
        assert!(refusal.contains(part), "{refusal}");
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        file.write_all(bytes).unwrap();
        file.finish().unwrap()
    }

    #[test]
    fn what_is_not_a_table_is_refused_with_what_to_do() {
        let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let ole = |stream: &str| {
            [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), &[0; 600], &utf_16(stream)].concat()
        };
        check_refusal(&ole("Workbook"), "Excel 97-2003 (.xls). Open it, save it as .xlsx");
        check_refusal(&ole("EncryptedPackage"), "password");
        check_refusal(&ole("WordDocument"), "not a workbook");
        check_refusal(b"<html><table><tr><td>ID</td></tr></table>", "web page");
        check_refusal(b"\xEF\xBB\xBF \r\n<TABLE border=1>", "web page");
        check_refusal(&[b"\xFF\xFE".as_slice(), &utf_16("<!DOCTYPE html><p>")].concat(), "web page");
        check_refusal(b"<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?><Workbook/>", "XML");
        check_refusal(b"id,title\n1,a\0b\n", "NUL");
        check_refusal(&utf_16("id,title\n"), "UTF-16 without its mark");
        check_refusal(b"%PDF-1.7", "PDF");
        check_refusal(b"[\n {\"title\": 1}]", "JSON Lines");
        check_refusal(b"", "empty");
        check_refusal(b"\xEF\xBB\xBF", "empty");
        check_refusal(&gzip(b"<html>"), "web page");
        check_refusal(&gzip(&gzip(b"id\n1")), "NUL");
        check_refusal(&gzip(b"id,title\n1,a\n")[..15], "damaged");
    }

    #[test]
    fn text_is_text() {
        for text in ["id,title\n", "[id],[title]\n", "<5 years>,title", "标题<b>,id", "\u{FEFF}ID\tTitle"] {
            assert!(matches!(detect(text.as_bytes()), Ok(Content::Text(_))), "{text}");
        }
        assert!(matches!(detect(&gzip(b"id\n1\n")), Ok(Content::Text(text)) if &*text == b"id\n1\n"));
    }
}
