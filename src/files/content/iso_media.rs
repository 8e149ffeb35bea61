//! Films, recordings and photos in the container of ISO 14496-12, which begins with `ftyp`: MP4 is one of many.

use crate::files::content::bytes::read_at;
use crate::files::content::refusal::{self, ContentError};
use crate::model::error::Error;
use crate::model::files::FileType;
use std::fs::File;
use std::ops::Range;

/// Boxes beyond which no further is looked at.
const MAX_BOXES: usize = 4_096;

pub(super) fn identify(file: &File, size: u64) -> Result<FileType, ContentError> {
    let head = read_at(file, 0, 4_096)?;
    let declared = head.first_chunk().map_or(0, |size| u32::from_be_bytes(*size)) as usize;
    let brands = &head[8..head.len().min(declared.max(12))];
    let major = brands.get(..4).unwrap_or_default();
    // After the major brand stands its version.
    let compatible: Vec<&[u8]> = brands.get(8..).unwrap_or_default().chunks_exact(4).collect();
    let is_any = |known: &[&[u8; 4]]| {
        known.iter().any(|brand| major == *brand)
            || compatible.iter().any(|c| known.iter().any(|brand| c == brand))
    };
    match major {
        b"qt  " => return Err(refusal::MOV.into()),
        b"avif" | b"avis" => return Err(refusal::AVIF.into()),
        b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" => return Err(refusal::HEIC.into()),
        b"mif1" | b"msf1" | b"mif2" | b"miaf" => {
            return Err(if is_any(&[b"avif", b"avis"]) { refusal::AVIF } else { refusal::HEIC }.into());
        }
        b"M4A " | b"M4B " | b"M4P " | b"F4A " | b"F4B " => return Ok(FileType::M4a),
        b"jxl " => return Err(refusal::JXL.into()),
        brand if brand.starts_with(b"3g") => return Err(refusal::GP3.into()),
        _ => {}
    }
    let is_mp4 = |brand: &[u8]| {
        [
            b"iso".as_slice(),
            b"mp4",
            b"avc",
            b"M4V",
            b"f4v",
            b"F4V",
            b"MSNV",
            b"dash",
            b"cmf",
            b"mmp4",
            b"NDS",
            b"XAVC",
            b"ndx",
        ]
        .iter()
        .any(|known| brand.starts_with(known))
    };
    if !is_mp4(major) && !compatible.iter().any(|brand| is_mp4(brand)) {
        return Err(if is_any(&[b"qt  "]) { refusal::MOV } else { refusal::UNKNOWN }.into());
    }
    let tracks = tracks(file, size)?;
    let is_recording = tracks.contains(b"soun") && !tracks.contains(b"vide");
    Ok(if is_recording { FileType::M4a } else { FileType::Mp4 })
}

/// The kinds of the tracks, such as `vide` and `soun`.
fn tracks(file: &File, size: u64) -> Result<Vec<[u8; 4]>, Error> {
    let mut kinds = Vec::new();
    let mut open: Vec<Range<u64>> = std::iter::once(0..size).collect();
    let mut boxes = 0;
    while let Some(mut range) = open.pop() {
        while let Some((kind, content)) = next_box(file, &range)? {
            boxes += 1;
            if boxes > MAX_BOXES {
                return Ok(kinds);
            }
            range.start = content.end;
            match &kind {
                b"moov" | b"trak" | b"mdia" => open.push(content),
                b"hdlr" => {
                    // Version and flags, an old field, then the kind.
                    let handler = read_at(file, content.start + 8, 4)?;
                    kinds.extend(<[u8; 4]>::try_from(handler.as_slice()));
                }
                _ => {}
            }
        }
    }
    Ok(kinds)
}

/// The kind of a box and the range of its content.
type MediaBox = ([u8; 4], Range<u64>);

/// The box that begins a range.
fn next_box(file: &File, range: &Range<u64>) -> Result<Option<MediaBox>, Error> {
    if range.end.saturating_sub(range.start) < 8 {
        return Ok(None);
    }
    let head = read_at(file, range.start, 16)?;
    let (Some(size), Some(kind)) = (head.first_chunk::<4>(), head.get(4..8)) else { return Ok(None) };
    let kind = [kind[0], kind[1], kind[2], kind[3]];
    let (head_bytes, size) = match u32::from_be_bytes(*size) {
        // To the end.
        0 => (8, range.end - range.start),
        1 => match head.get(8..16).and_then(|size| size.try_into().ok()) {
            Some(size) => (16, u64::from_be_bytes(size)),
            None => return Ok(None),
        },
        size => (8, u64::from(size)),
    };
    let end = range.start.saturating_add(size).min(range.end);
    Ok((size >= head_bytes && end > range.start).then(|| (kind, (range.start + head_bytes).min(end)..end)))
}
