//! The type of a content: signatures at its first byte, then `%PDF-` near its beginning, then text.

use crate::files::content::bytes::read_at;
use crate::files::content::refusal::{self, ContentError, Refusal};
use crate::files::content::text::{self, Beginning};
use crate::files::content::{iso_media, office};
use crate::model::files::FileType;
use std::fs::File;

/// `%PDF-` begins within so many bytes.
const PDF_BEGINNING_BYTES: usize = 1_024;
/// What is looked at of the beginning.
const BEGINNING_BYTES: usize = 64 << 10;

pub(super) fn identify(file: &File, size: u64) -> Result<FileType, ContentError> {
    let beginning = read_at(file, 0, BEGINNING_BYTES)?;
    if beginning.is_empty() {
        return Err(refusal::EMPTY.into());
    }
    if let Some(known) = by_signature(&beginning) {
        return Ok(known?);
    }
    match &beginning[..] {
        [b'P', b'K', 3 | 5 | 7, 4 | 6 | 8, ..] => return office::open_xml(file, size),
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => return office::ole(file, size),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => return iso_media::identify(file, size),
        // Films of old cameras have no `ftyp`.
        [0, _, _, _, rest @ ..]
            if [b"moov", b"mdat", b"wide", b"pnot"].iter().any(|kind| rest.starts_with(*kind)) =>
        {
            return Err(refusal::MOV.into());
        }
        _ => {}
    }
    let pdf = memchr::memmem::find(&beginning, b"%PDF-");
    let before_pdf = &beginning[..pdf.unwrap_or(beginning.len())];
    match Beginning::detect(before_pdf) {
        Beginning::WebPage => return Err(refusal::WEB_PAGE.into()),
        Beginning::Svg => return Err(refusal::SVG.into()),
        Beginning::Xml if pdf.is_none() => return Err(refusal::XML.into()),
        Beginning::Xml | Beginning::Other => {}
    }
    if pdf.is_some_and(|start| start < PDF_BEGINNING_BYTES) {
        return Ok(FileType::Pdf);
    }
    text::check(file, &beginning)?;
    Ok(FileType::Text)
}

/// What the first bytes say; `None` where they say nothing, or not enough.
fn by_signature(bytes: &[u8]) -> Option<Result<FileType, Refusal>> {
    const REFUSED: [(&[u8], Refusal); 26] = [
        (b"GIF8", refusal::GIF),
        (b"II*\0", refusal::TIFF),
        (b"MM\0*", refusal::TIFF),
        (b"\xFF\x0A", refusal::JXL),
        (b"\0\0\0\x0CJXL \r\n", refusal::JXL),
        (b"fLaC", refusal::FLAC),
        (b"OggS", refusal::OGG),
        (b"\x1A\x45\xDF\xA3", refusal::MATROSKA),
        (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", refusal::WMV),
        (b"{\\rtf", refusal::RTF),
        (b"%!PS", refusal::POSTSCRIPT),
        (b"\xC5\xD0\xD3\xC6", refusal::POSTSCRIPT),
        (b"\x1F\x8B", refusal::ARCHIVE),
        (b"Rar!", refusal::ARCHIVE),
        (b"7z\xBC\xAF\x27\x1C", refusal::ARCHIVE),
        (b"BZh", refusal::ARCHIVE),
        (b"\xFD7zXZ\0", refusal::ARCHIVE),
        (b"\x28\xB5\x2F\xFD", refusal::ARCHIVE),
        (b"\x7FELF", refusal::PROGRAM),
        (b"#!/", refusal::PROGRAM),
        (b"\xCA\xFE\xBA\xBE", refusal::PROGRAM),
        (b"\xCF\xFA\xED\xFE", refusal::PROGRAM),
        (b"FORM", refusal::UNKNOWN),
        (b"\xFF\xF1", refusal::AAC),
        (b"\xFF\xF9", refusal::AAC),
        (b"wOFF", refusal::UNKNOWN),
    ];
    match bytes {
        [b'%', b'P', b'D', b'F', b'-', ..] => return Some(Ok(FileType::Pdf)),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => return Some(Ok(FileType::Png)),
        [0xFF, 0xD8, 0xFF, ..] => return Some(Ok(FileType::Jpeg)),
        [b'I', b'D', b'3', 2..=4, ..] => return Some(after_id3(bytes)),
        [0xFF, second, third, ..] if is_mp3_frame(*second, *third) => return Some(Ok(FileType::Mp3)),
        [b'R', b'I', b'F', b'F', _, _, _, _, kind @ ..] if kind.len() >= 4 => {
            return Some(Err(match &kind[..4] {
                b"WEBP" => refusal::WEBP,
                b"WAVE" => refusal::WAV,
                b"AVI " => refusal::AVI,
                _ => refusal::UNKNOWN,
            }));
        }
        // The file's size follows; text may begin with these letters.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => return Some(Err(refusal::BMP)),
        [b'M', b'Z', rest @ ..] if rest.contains(&0) => return Some(Err(refusal::PROGRAM)),
        _ => {}
    }
    REFUSED.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, refusal)| Err(*refusal))
}

/// Whether a header of a frame of MPEG audio, layer III, continues like this after its byte 0xFF.
fn is_mp3_frame(second: u8, third: u8) -> bool {
    let (is_sync, version, layer) = (second & 0xE0 == 0xE0, second >> 3 & 3, second >> 1 & 3);
    let (bit_rate, sample_rate) = (third >> 4, third >> 2 & 3);
    is_sync && version != 1 && layer == 1 && bit_rate != 15 && sample_rate != 3
}

/// What follows a tag of ID3: MP3, unless it says that it is something else.
fn after_id3(bytes: &[u8]) -> Result<FileType, Refusal> {
    let size = bytes
        .get(6..10)
        .map_or(0, |size| size.iter().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7F)));
    match bytes.get(10 + size..).unwrap_or_default() {
        [b'f', b'L', b'a', b'C', ..] => Err(refusal::FLAC),
        [b'O', b'g', b'g', b'S', ..] => Err(refusal::OGG),
        [0xFF, second, ..] if second & 0xF6 == 0xF0 => Err(refusal::AAC),
        _ => Ok(FileType::Mp3),
    }
}
