//! Files in and out: JSON Lines and CSV. Reads and writes text; decides nothing.

pub mod csv_in;
pub mod json_lines;
pub mod search_export;

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};

/// Longest line or row, in bytes: beyond, the record is bad, and the rest of the file is still read.
pub const MOST_RECORD_BYTES: usize = 4 << 20;

/// One record of a file, or why it cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct RawRecord {
    /// Line it begins at, from 1.
    pub line: u64,
    /// The citation's JSON.
    pub json: Result<Value, String>,
}

/// The text of a file that may be compressed with gzip, up to `most` bytes of text.
pub fn plain<'r>(file: impl Read + 'r, most: u64) -> std::io::Result<Box<dyn BufRead + 'r>> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if gzip {
        // A small file may hold a very large text.
        Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file).take(most)))
    } else {
        Box::new(file.take(most))
    })
}
