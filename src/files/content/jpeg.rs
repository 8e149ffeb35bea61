//! Photos as families get them: upright and in their colors, without where and with which device they were taken.
//!
//! Kept are the image, its comments, the JFIF header, the color profile and Adobe's note on colors; of Exif the orientation
//! alone. Exif, XMP, IPTC and what else programs and phones write between the parts of an image go, and so does what follows
//! the image, where phones put a second one with its own Exif or a short film. Nothing is drawn or packed again.

use crate::files::content::refusal::{self, ContentError};
use crate::files::staged::StagedFile;
use crate::model::error::Error;
use memchr::memchr;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

const BUFFER_BYTES: usize = 64 << 10;

const END_OF_IMAGE: u8 = 0xD9;
const START_OF_SCAN: u8 = 0xDA;

/// Copies a JPEG file without its metadata.
pub(super) fn remove_metadata(file: File, cleaned: &mut StagedFile) -> Result<(), ContentError> {
    let mut input = BufReader::with_capacity(BUFFER_BYTES, file);
    let mut start = [0; 2];
    input.read_exact(&mut start).map_err(read_error)?;
    cleaned.write(&start)?;
    let mut orientation_is_written = false;
    let mut marker = next_marker(&mut input)?;
    // A file that ends early is copied as far as it goes.
    while let Some(found) = marker {
        if found == END_OF_IMAGE {
            cleaned.write(&[0xFF, found])?;
            break;
        }
        if matches!(found, 0x01 | 0xD0..=0xD8) {
            // Without content.
            cleaned.write(&[0xFF, found])?;
        } else {
            let Some(content) = segment(&mut input)? else { break };
            match kept(found, &content, orientation_is_written) {
                Kept::Nothing => {}
                Kept::Whole => write_segment(cleaned, found, &content)?,
                Kept::Orientation(exif) => {
                    write_segment(cleaned, found, &exif)?;
                    orientation_is_written = true;
                }
            }
        }
        marker =
            if found == START_OF_SCAN { copy_scan(&mut input, cleaned)? } else { next_marker(&mut input)? };
    }
    Ok(())
}

/// What is kept of a segment.
enum Kept {
    Nothing,
    Whole,
    /// Exif with the orientation alone.
    Orientation(Vec<u8>),
}

fn kept(marker: u8, content: &[u8], orientation_is_written: bool) -> Kept {
    match marker {
        0xE1 if content.starts_with(b"Exif\0") && !orientation_is_written => {
            match content.get(6..).and_then(orientation) {
                Some(orientation) => Kept::Orientation(exif_with(orientation)),
                None => Kept::Nothing,
            }
        }
        0xE0 if content.starts_with(b"JFIF\0") => Kept::Whole,
        0xE2 if content.starts_with(b"ICC_PROFILE\0") => Kept::Whole,
        0xEE if content.starts_with(b"Adobe") => Kept::Whole,
        0xE0..=0xEF => Kept::Nothing,
        _ => Kept::Whole,
    }
}

/// The orientation in the first directory of Exif's TIFF; `None` without a valid one.
fn orientation(tiff: &[u8]) -> Option<u8> {
    const TAG: u16 = 0x0112;
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let u16_at = |position: usize| {
        let bytes = tiff.get(position..position.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let u32_at = |position: usize| {
        let bytes = tiff.get(position..position.checked_add(4)?)?.try_into().ok()?;
        Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let directory = u32_at(4)? as usize;
    let entries = usize::from(u16_at(directory)?);
    let entry = (0..entries).map(|n| directory + 2 + 12 * n).find(|entry| u16_at(*entry) == Some(TAG))?;
    let value = match u16_at(entry + 2)? {
        3 => u32::from(u16_at(entry + 8)?),
        4 => u32_at(entry + 8)?,
        _ => return None,
    };
    u8::try_from(value).ok().filter(|value| (1..=8).contains(value))
}

/// The content of an Exif segment that holds an orientation and nothing else.
fn exif_with(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    exif
}

/// The next marker, with bytes between segments skipped as decoders do; `None` at the end of the file.
fn next_marker(input: &mut impl BufRead) -> Result<Option<u8>, ContentError> {
    let mut is_after_ff = false;
    loop {
        let Some(byte) = next_byte(input)? else { return Ok(None) };
        match byte {
            0xFF => is_after_ff = true,
            0 => is_after_ff = false,
            marker if is_after_ff => return Ok(Some(marker)),
            _ => {}
        }
    }
}

/// The content of a segment; `None` if the file ends within it.
fn segment(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, ContentError> {
    let (Some(high), Some(low)) = (next_byte(input)?, next_byte(input)?) else { return Ok(None) };
    // The length counts itself.
    let Some(bytes) = usize::from(u16::from_be_bytes([high, low])).checked_sub(2) else {
        return Err(refusal::BROKEN_JPEG.into());
    };
    let mut content = Vec::with_capacity(bytes);
    input.take(bytes as u64).read_to_end(&mut content).map_err(read_error)?;
    Ok((content.len() == bytes).then_some(content))
}

fn write_segment(cleaned: &mut StagedFile, marker: u8, content: &[u8]) -> Result<(), ContentError> {
    let length = u16::try_from(content.len() + 2).map_err(|_| refusal::BROKEN_JPEG)?;
    cleaned.write(&[0xFF, marker])?;
    cleaned.write(&length.to_be_bytes())?;
    Ok(cleaned.write(content)?)
}

/// Copies the data of a scan; returns the marker that ends it, `None` at the end of the file.
fn copy_scan(input: &mut impl BufRead, cleaned: &mut StagedFile) -> Result<Option<u8>, ContentError> {
    loop {
        let buffer = input.fill_buf().map_err(read_error)?;
        if buffer.is_empty() {
            return Ok(None);
        }
        let data = memchr(0xFF, buffer).unwrap_or(buffer.len());
        cleaned.write(&buffer[..data])?;
        let is_at_marker = data < buffer.len();
        input.consume(data);
        if !is_at_marker {
            continue;
        }
        // Any number of bytes 0xFF may come before a marker.
        let mut after = next_byte(input)?;
        while after == Some(0xFF) {
            after = next_byte(input)?;
        }
        match after {
            None => return Ok(None),
            // Stuffed bytes and restart markers belong to the data.
            Some(byte @ (0 | 0xD0..=0xD7)) => cleaned.write(&[0xFF, byte])?,
            marker => return Ok(marker),
        }
    }
}

fn next_byte(input: &mut impl BufRead) -> Result<Option<u8>, ContentError> {
    let byte = input.fill_buf().map_err(read_error)?.first().copied();
    if byte.is_some() {
        input.consume(1);
    }
    Ok(byte)
}

fn read_error(error: std::io::Error) -> ContentError {
    Error::io("reading a received photo", error).into()
}
