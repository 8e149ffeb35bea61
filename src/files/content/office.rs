//! Documents in a ZIP archive (Office, OpenDocument) and in the container of Office 97-2003 (OLE2).

use crate::files::content::bytes::{read_at, u16_at, u32_at};
use crate::files::content::refusal::{self, ContentError, Refusal};
use crate::model::error::Error;
use crate::model::files::FileType;
use flate2::read::DeflateDecoder;
use memchr::memmem;
use std::fs::File;
use std::io::Read;

/// The end record of a ZIP archive, with the longest comment.
const MAX_END_BYTES: u64 = 22 + 65_535;
/// A directory of an archive beyond this is not read.
const MAX_DIRECTORY_BYTES: u64 = 16 << 20;
/// What is unpacked of a part that names types.
const MAX_PART_BYTES: u64 = 1 << 20;

/// An entry of the directory of a ZIP archive.
struct Entry {
    method: u16,
    packed_bytes: u64,
    header_at: u64,
}

/// The type of a ZIP archive: by the types that its parts have, whatever their order and names.
pub(super) fn open_xml(file: &File, size: u64) -> Result<FileType, ContentError> {
    let Some(directory) = directory(file, size)? else { return Err(refusal::BROKEN_ZIP.into()) };
    if let Some(entry) = find(&directory, b"[Content_Types].xml") {
        let types = unpack(file, &entry)?;
        return Ok(by_content_types(&types)?);
    }
    let Some(entry) = find(&directory, b"mimetype") else { return Err(refusal::ZIP.into()) };
    let media_type = unpack(file, &entry)?;
    let is_open_document = media_type.starts_with(b"application/vnd.oasis.opendocument.");
    Err(match media_type.strip_prefix(b"application/vnd.oasis.opendocument.").unwrap_or(&media_type) {
        [b't', b'e', b'x', b't', ..] if is_open_document => refusal::ODT,
        [b'p', b'r', b'e', b's', ..] if is_open_document => refusal::ODP,
        [b's', b'p', b'r', b'e', ..] if is_open_document => refusal::ODS,
        _ if is_open_document => refusal::OPEN_DOCUMENT,
        other if other.starts_with(b"application/epub+zip") => refusal::EPUB,
        _ => refusal::ZIP,
    }
    .into())
}

/// The type of an Office document by the types of its parts.
fn by_content_types(types: &[u8]) -> Result<FileType, Refusal> {
    let names = |part: &str| memmem::find(types, part.as_bytes()).is_some();
    if names("ms-word.document.macroEnabled.main+xml") || names("ms-word.template.macroEnabled") {
        return Err(refusal::WORD_MACROS);
    }
    if names("ms-powerpoint.presentation.macroEnabled.main+xml")
        || names("ms-powerpoint.slideshow.macroEnabled")
        || names("ms-powerpoint.template.macroEnabled")
    {
        return Err(refusal::POWERPOINT_MACROS);
    }
    let has_macros = names("ms-office.vbaProject");
    if names("wordprocessingml.document.main+xml") {
        return if has_macros { Err(refusal::WORD_MACROS) } else { Ok(FileType::Docx) };
    }
    if names("presentationml.presentation.main+xml") {
        return if has_macros { Err(refusal::POWERPOINT_MACROS) } else { Ok(FileType::Pptx) };
    }
    Err(if names("wordprocessingml.template.main+xml") {
        refusal::WORD_TEMPLATE
    } else if names("presentationml.slideshow.main+xml") || names("presentationml.template.main+xml") {
        refusal::POWERPOINT_SHOW
    } else if names("spreadsheetml.") || names("ms-excel.") {
        refusal::EXCEL
    } else {
        refusal::ZIP
    })
}

/// The directory at the end of a ZIP archive; `None` if there is none that can be read.
fn directory(file: &File, size: u64) -> Result<Option<Vec<u8>>, Error> {
    let end_at = size.saturating_sub(MAX_END_BYTES);
    let end = read_at(file, end_at, MAX_END_BYTES as usize)?;
    let Some(found) = memmem::rfind(&end, b"PK\x05\x06") else { return Ok(None) };
    let record = &end[found..];
    let (Some(bytes), Some(at)) = (u32_at(record, 12), u32_at(record, 16)) else { return Ok(None) };
    if bytes > MAX_DIRECTORY_BYTES || at + bytes > end_at + found as u64 {
        return Ok(None);
    }
    read_at(file, at, bytes as usize).map(Some)
}

/// The entry with this name.
fn find(directory: &[u8], name: &[u8]) -> Option<Entry> {
    let mut rest = directory;
    while rest.starts_with(b"PK\x01\x02") {
        let (name_bytes, extra, comment) = (u16_at(rest, 28)?, u16_at(rest, 30)?, u16_at(rest, 32)?);
        let found = rest.get(46..46 + usize::from(name_bytes))?;
        if found == name {
            return Some(Entry {
                method: u16_at(rest, 10)?,
                packed_bytes: u32_at(rest, 20)?,
                header_at: u32_at(rest, 42)?,
            });
        }
        rest = rest.get(46 + usize::from(name_bytes) + usize::from(extra) + usize::from(comment)..)?;
    }
    None
}

/// The beginning of an entry's content; nothing if it cannot be unpacked.
fn unpack(file: &File, entry: &Entry) -> Result<Vec<u8>, Error> {
    let header = read_at(file, entry.header_at, 30)?;
    let (Some(name), Some(extra)) = (u16_at(&header, 26), u16_at(&header, 28)) else { return Ok(Vec::new()) };
    let content_at = entry.header_at + 30 + u64::from(name) + u64::from(extra);
    let packed = read_at(file, content_at, entry.packed_bytes.min(MAX_PART_BYTES) as usize)?;
    if entry.method == 0 {
        return Ok(packed);
    }
    let mut content = Vec::new();
    // Damaged content ends early.
    let _ = DeflateDecoder::new(packed.as_slice()).take(MAX_PART_BYTES).read_to_end(&mut content);
    Ok(content)
}

/// What an OLE2 file is, by the names of its streams. None is stored.
pub(super) fn ole(file: &File, size: u64) -> Result<FileType, ContentError> {
    const STREAMS: [(&str, Refusal); 7] = [
        ("EncryptedPackage", refusal::OFFICE_PASSWORD),
        ("WordDocument", refusal::WORD_97),
        ("PowerPoint Document", refusal::POWERPOINT_97),
        ("Workbook", refusal::EXCEL_97),
        ("Book", refusal::EXCEL_97),
        ("Quill", refusal::PUBLISHER),
        ("__properties_version1.0", refusal::OUTLOOK),
    ];
    const PIECE_BYTES: usize = 64 << 10;
    let mut found = [false; STREAMS.len()];
    // Entries of the directory have 128 bytes and lie at multiples of them, wherever the directory's sectors are.
    let mut position = 0;
    while position < size {
        let piece = read_at(file, position, PIECE_BYTES)?;
        for entry in piece.chunks_exact(128) {
            for ((name, _), found) in STREAMS.iter().zip(&mut found) {
                *found |= is_entry_named(entry, name);
            }
        }
        position += PIECE_BYTES as u64;
    }
    let refused = STREAMS
        .iter()
        .zip(found)
        .find(|(_, found)| *found)
        .map_or(refusal::OLE, |((_, refusal), _)| *refusal);
    Err(refused.into())
}

/// Whether an entry of the directory has this name, in UTF-16 and with its length.
fn is_entry_named(entry: &[u8], name: &str) -> bool {
    let bytes = 2 * name.len();
    u16_at(entry, 64).is_some_and(|length| usize::from(length) == bytes + 2)
        && entry[..bytes].chunks_exact(2).zip(name.bytes()).all(|(unit, letter)| unit == [letter, 0])
}
