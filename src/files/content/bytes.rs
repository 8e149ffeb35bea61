//! Numbers and pieces of a file at any position.

use crate::model::error::Error;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// The bytes at a position, fewer at the end of the file.
pub(super) fn read_at(file: &File, position: u64, bytes: usize) -> Result<Vec<u8>, Error> {
    let mut read = vec![0; bytes];
    let mut filled = 0;
    while filled < bytes {
        match file.read_at(&mut read[filled..], position + filled as u64) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(Error::io("reading a received file", e)),
        }
    }
    read.truncate(filled);
    Ok(read)
}

/// The number in little endian at a position; `None` beyond the end.
pub(super) fn u16_at(bytes: &[u8], position: usize) -> Option<u16> {
    bytes.get(position..position + 2)?.try_into().ok().map(u16::from_le_bytes)
}

/// The number in little endian at a position; `None` beyond the end.
pub(super) fn u32_at(bytes: &[u8], position: usize) -> Option<u64> {
    bytes.get(position..position + 4)?.try_into().ok().map(u32::from_le_bytes).map(u64::from)
}
