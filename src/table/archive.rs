//! The ZIP archive of a workbook: what kind it is, the checks before anything is unpacked, its parts and their XML.

use crate::model::error::{Error, Result};
use crate::table::content::{MAX_UNPACKED, unreadable};
use memchr::memmem;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use std::io::{BufReader, Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Most parts of a workbook.
const MAX_PARTS: usize = 10_000;
/// Most bytes of a part that names kinds or relations.
const MAX_SMALL_PART: u64 = 16 << 20;
/// Most bytes between two tags: they are held in memory at once. A cell holds at most 32,767 characters.
const MAX_XML_TEXT: usize = 4 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkbookKind {
    Xlsx,
    Ods,
}

pub(super) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// The names of its parts in lower case and with slashes: some programs write another case or backslashes.
    names: Vec<String>,
}

impl<'b> Archive<'b> {
    /// Opens an archive and unpacks it once, to know that it is not larger than allowed and declares no entities.
    pub(super) fn open(bytes: &'b [u8]) -> Result<Archive<'b>> {
        Archive::open_within(bytes, MAX_UNPACKED)
    }

    fn open_within(bytes: &'b [u8], max_unpacked: u64) -> Result<Archive<'b>> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged_zip(&e))?;
        if zip.len() > MAX_PARTS {
            return Err(unreadable(
                "This file has more than 10,000 parts. Save the table alone as .xlsx, .ods or CSV UTF-8.",
            ));
        }
        let mut archive = Archive { zip, names: Vec::new() };
        archive.check_parts(max_unpacked)?;
        Ok(archive)
    }

    fn check_parts(&mut self, max_unpacked: u64) -> Result<()> {
        let mut unpacked = 0;
        let mut piece = vec![0; 64 << 10];
        for n in 0..self.zip.len() {
            let mut part = match self.zip.by_index(n) {
                Err(ZipError::UnsupportedArchive(why)) if why.contains("assword") => return Err(encrypted()),
                part => part.map_err(|e| damaged_zip(&e))?,
            };
            let name = part.name().map_err(|e| damaged_zip(&e))?.to_ascii_lowercase().replace('\\', "/");
            let (mut doctype, mut run) = (DoctypeScan::default(), 0);
            let is_xml = (name.ends_with(".xml") || name.ends_with(".rels"))
                && !name.contains("media/")
                && !name.starts_with("pictures/");
            self.names.push(name);
            loop {
                let read = part.read(&mut piece).map_err(|e| damaged_zip(&e.into()))?;
                if read == 0 {
                    break;
                }
                unpacked += read as u64;
                if unpacked > max_unpacked {
                    return Err(unreadable(
                        "This workbook is larger than 512 MiB when it is unpacked. Delete pictures and empty \
                         formatted rows, or save the table alone as CSV UTF-8.",
                    ));
                }
                if is_xml && longest_text(&piece[..read], &mut run) > MAX_XML_TEXT {
                    return Err(unreadable(
                        "This workbook has a text of more than 4 MiB, as no cell can hold. Open it in a spreadsheet \
                         program, shorten the text and save it again.",
                    ));
                }
                if is_xml && doctype.finds(&piece[..read]) {
                    return Err(unreadable(
                        "This workbook declares a document type (DOCTYPE), as no spreadsheet program does. Open it, \
                         save it again as .xlsx and try again.",
                    ));
                }
            }
        }
        Ok(())
    }

    /// What the archive holds; anything but a workbook is an error that names it.
    pub(super) fn kind(&mut self) -> Result<WorkbookKind> {
        if let Some(types) = self.small_part("[Content_Types].xml")? {
            return by_content_types(&types);
        }
        let manifest = self.small_part("META-INF/manifest.xml")?.unwrap_or_default();
        if holds(&manifest, "encryption-data") {
            return Err(encrypted());
        }
        let media_type = self.small_part("mimetype")?.unwrap_or_default();
        let text = String::from_utf8_lossy(&media_type);
        let what = match text.trim().strip_prefix("application/vnd.oasis.opendocument.") {
            Some(kind) if kind.starts_with("spreadsheet") => return Ok(WorkbookKind::Ods),
            Some(kind) if kind.starts_with("text") => "an OpenDocument text",
            Some(_) => "an OpenDocument file without a table",
            None if holds(&manifest, "opendocument.spreadsheet") => return Ok(WorkbookKind::Ods),
            None if self.part("Index/Document.iwa").is_some() || self.part("Index.zip").is_some() => {
                return Err(unreadable(
                    "This is a file of Apple's Numbers. Export it to Excel or CSV and try again.",
                ));
            }
            None => return Err(unreadable("This is a ZIP archive. Unpack it and import the table in it.")),
        };
        Err(unreadable(format!(
            "This is {what} and not a workbook. Save the table as .xlsx, .ods or CSV UTF-8."
        )))
    }

    fn small_part(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let Some(part) = self.part(name) else { return Ok(None) };
        let part = self.zip.by_index(part).map_err(|e| damaged_zip(&e))?;
        let mut bytes = Vec::new();
        part.take(MAX_SMALL_PART).read_to_end(&mut bytes).map_err(|e| damaged_zip(&e.into()))?;
        Ok(Some(bytes))
    }

    /// The XML of a part; `None` if the archive does not have it.
    pub(super) fn xml(&mut self, name: &str) -> Result<Option<PartXml<'_>>> {
        let Some(part) = self.part(name) else { return Ok(None) };
        let part = self.zip.by_index(part).map_err(|e| damaged_zip(&e))?;
        let mut xml = quick_xml::Reader::from_reader(BufReader::new(Box::new(part) as Box<dyn Read + '_>));
        xml.config_mut().expand_empty_elements = true;
        xml.config_mut().check_end_names = false;
        Ok(Some(xml))
    }

    /// How many bytes a part has.
    pub(super) fn unpacked_bytes(&mut self, name: &str) -> u64 {
        let part = self.part(name);
        part.and_then(|part| self.zip.by_index(part).ok().map(|part| part.size())).unwrap_or(0)
    }

    /// The number of a part.
    fn part(&self, name: &str) -> Option<usize> {
        let wanted = name.trim_start_matches('/').to_ascii_lowercase();
        self.names.iter().position(|name| *name == wanted)
    }
}

/// The XML of a part, as it is unpacked.
pub(super) type PartXml<'a> = quick_xml::Reader<BufReader<Box<dyn Read + 'a>>>;

/// Looks for a DOCTYPE in the pieces of a part, in UTF-8 or UTF-16.
#[derive(Default)]
struct DoctypeScan {
    end: Vec<u8>,
    is_utf_16: Option<bool>,
}

impl DoctypeScan {
    fn finds(&mut self, piece: &[u8]) -> bool {
        const DOCTYPE: &[u8] = b"<!DOCTYPE";
        let is_utf_16 =
            *self.is_utf_16.get_or_insert_with(|| piece.iter().take(4).any(|b| matches!(b, 0 | 0xFE | 0xFF)));
        let mut text = std::mem::take(&mut self.end);
        text.extend(piece.iter().filter(|byte| !is_utf_16 || **byte != 0));
        let found = memmem::find(&text, DOCTYPE).is_some();
        self.end = text.split_off(text.len().saturating_sub(DOCTYPE.len() - 1));
        found
    }
}

/// The most bytes without the begin of a tag in a piece; `run` is how many are before it, and then at its end.
fn longest_text(piece: &[u8], run: &mut usize) -> usize {
    let (mut longest, mut start) = (0, 0);
    for tag in memchr::memchr_iter(b'<', piece) {
        longest = longest.max(*run + tag - start);
        (*run, start) = (0, tag);
    }
    *run += piece.len() - start;
    longest.max(*run)
}

fn by_content_types(types: &[u8]) -> Result<WorkbookKind> {
    let names = |part: &str| holds(types, part);
    if names("ms-excel.sheet.binary") {
        return Err(unreadable(
            "This is a binary workbook (.xlsb). Open it, save it as .xlsx and try again.",
        ));
    }
    // A document may have a workbook inside.
    let what = if names("wordprocessingml.document.main") || names("ms-word.document") {
        "a Word document"
    } else if names("presentationml.") {
        "a PowerPoint presentation"
    } else if names("spreadsheetml.sheet.main") || names("spreadsheetml.template.main") || names("ms-excel.")
    {
        return Ok(WorkbookKind::Xlsx);
    } else {
        "an Office document without a workbook"
    };
    Err(unreadable(format!("This is {what} and not a workbook. Save the table as .xlsx, .ods or CSV UTF-8.")))
}

fn holds(bytes: &[u8], text: &str) -> bool {
    memmem::find(bytes, text.as_bytes()).is_some()
}

pub(super) fn encrypted() -> crate::model::error::Error {
    unreadable("This workbook is encrypted with a password. Open it, save it without one and try again.")
}

fn damaged_zip(cause: &ZipError) -> crate::model::error::Error {
    unreadable(format!(
        "This file begins like a workbook, but it is damaged or incomplete ({cause}). Copy or save it again."
    ))
}

/// The next event; an error of the XML is one of the file.
pub(super) fn next<'e>(xml: &mut PartXml<'_>, buffer: &'e mut Vec<u8>) -> Result<Event<'e>> {
    buffer.clear();
    xml.read_event_into(buffer).map_err(|e| damaged(&e.to_string()))
}

pub(super) fn damaged(cause: &str) -> Error {
    unreadable(format!(
        "This workbook is damaged ({cause}). Open it in a spreadsheet program and save it again."
    ))
}

/// The attribute with this name, prefix included.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok()??;
    attribute.normalized_value(XmlVersion::Explicit1_0).ok().map(std::borrow::Cow::into_owned)
}

/// A number in an attribute.
pub(super) fn number(start: &BytesStart<'_>, name: &str) -> Option<u32> {
    attribute(start, name)?.trim().parse().ok()
}

pub(super) fn is_true(start: &BytesStart<'_>, name: &str) -> bool {
    attribute(start, name).is_some_and(|value| matches!(value.trim(), "1" | "true"))
}

/// Adds what an event within an element stands for.
pub(super) fn add_text(event: &Event<'_>, text: &mut String) {
    match event {
        Event::Text(part) => text.push_str(&part.xml10_content()),
        Event::CData(part) => text.push_str(&part.xml10_content()),
        Event::GeneralRef(name) => match name.resolve_char_ref() {
            Ok(Some(character)) => text.push(character),
            _ => text.push_str(resolve_predefined_entity(name).unwrap_or_default()),
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn message(bytes: &[u8], max_unpacked: u64) -> Option<String> {
        Archive::open_within(bytes, max_unpacked).err().map(|e| e.to_string())
    }

    #[test]
    fn a_text_that_no_cell_can_hold_is_refused() {
        let sheet = |length: usize| [b"<a><b>".as_slice(), &vec![b'x'; length], b"</b></a>"].concat();
        let check = |length: usize| message(&archive(&[("xl/sheet.xml", &sheet(length))]), MAX_UNPACKED);
        assert_eq!(check(MAX_XML_TEXT - 10), None);
        assert!(check(MAX_XML_TEXT + 1).unwrap().contains("4 MiB"));
        let many = b"<b>x</b>".repeat(1 << 20);
        assert_eq!(message(&archive(&[("xl/sheet.xml", &many)]), MAX_UNPACKED), None);
    }

    #[test]
    fn a_small_file_with_a_large_content_is_refused() {
        let large = vec![b' '; 3 << 20];
        let bomb = archive(&[("a.xml", &large[..2 << 20]), ("xl/media/b.png", &large[..1 << 20])]);
        assert!(bomb.len() < 10_000);
        assert_eq!(message(&bomb, 3 << 20), None);
        assert!(message(&bomb, (3 << 20) - 1).unwrap().contains("512 MiB"));
    }

    #[test]
    fn a_doctype_is_found_wherever_it_is() {
        let utf_16: Vec<u8> =
            "\u{FEFF}<?xml?><!DOCTYPE a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        // Across two pieces that are read one after the other.
        let late = format!("<?xml?>{}<!DOCTYPE a>", " ".repeat((64 << 10) - 11));
        for (name, content) in [
            ("xl/workbook.xml", late.as_bytes()),
            ("XL\\_RELS\\A.RELS", &utf_16),
            ("content.xml", b"<!DOCTYPE a>"),
        ] {
            assert!(
                message(&archive(&[(name, content)]), MAX_UNPACKED).unwrap().contains("DOCTYPE"),
                "{name}"
            );
        }
        assert_eq!(message(&archive(&[("xl/media/a.svg.xml", b"<!DOCTYPE svg>")]), MAX_UNPACKED), None);
    }

    #[test]
    fn the_types_of_parts_are_read_in_any_case() {
        let types = b"<Types>spreadsheetml.sheet.main+xml</Types>";
        let bytes = archive(&[("[content_types].XML", types.as_slice())]);
        assert_eq!(Archive::open(&bytes).unwrap().kind().unwrap(), WorkbookKind::Xlsx);
        assert!(Archive::open(&archive(&[])).unwrap().kind().is_err());
    }
}
