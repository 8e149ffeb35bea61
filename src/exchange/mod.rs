//! Files in and out: JSON Lines and CSV. Reads and writes text; decides nothing.

pub mod csv_in;
pub mod json_lines;
pub mod lists_csv;
pub mod search_export;
pub mod synonyms_csv;

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};

/// Longest line or row, in bytes: beyond, the record is bad, and the rest of the file is still read.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// One record of a file, or why it cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct RawRecord {
    /// Line it begins at, from 1.
    pub line: u64,
    /// The citation's JSON.
    pub json: Result<Value, String>,
}

/// The text of a file that may be compressed with gzip; reading more than `most` bytes of text is an error.
pub fn plain<'r>(file: impl Read + 'r, most: u64) -> std::io::Result<Box<dyn BufRead + 'r>> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    // A small file may hold a very large text.
    let text: Box<dyn Read> = if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(Box::new(BufReader::with_capacity(1 << 16, Bounded { text, most, left: most })))
}

/// Reads up to its bound; beyond, it fails instead of pretending that the text ends there.
struct Bounded<R> {
    text: R,
    most: u64,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.text.read(bytes)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            std::io::Error::other(format!("it holds more than {} MiB of text", self.most >> 20))
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Write;

    #[test]
    fn a_text_beyond_its_bound_is_an_error_and_not_cut_off() {
        let read = |bytes: &[u8], most: u64| {
            let mut text = String::new();
            plain(bytes, most).unwrap().read_to_string(&mut text).map(|_| text)
        };
        assert_eq!(read(b"four", 4).unwrap(), "four");
        assert!(read(b"fives", 4).is_err());
        let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        bomb.write_all(&vec![b'\n'; 10 << 20]).unwrap();
        let bomb = bomb.finish().unwrap();
        assert!(bomb.len() < 20_000);
        assert!(read(&bomb, 1 << 20).unwrap_err().to_string().contains("more than 1 MiB"));
        assert_eq!(read(&bomb, 10 << 20).unwrap().len(), 10 << 20);
    }
}
