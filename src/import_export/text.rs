//! The text of a file: unpacked when it is gzip, without a byte order mark, and no longer than allowed.

use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader, Cursor, Read};

const BUFFER: usize = 1 << 16;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file that may be compressed with gzip; reading more than `max` bytes of text is an error.
pub(super) fn plain<'r>(file: impl Read + 'r, max: u64) -> std::io::Result<Box<dyn BufRead + 'r>> {
    let mut file = BufReader::with_capacity(BUFFER, file);
    let gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    // A small file may hold a very large text.
    let text: Box<dyn Read + 'r> = if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut text = BufReader::with_capacity(BUFFER, Bounded { text, max, left: max });
    let mut start = Vec::new();
    text.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut start)?;
    if start == BYTE_ORDER_MARK {
        start.clear();
    }
    Ok(Box::new(Cursor::new(start).chain(text)))
}

/// The message for a file that cannot be read to its end.
pub(super) fn unreadable(error: &std::io::Error) -> String {
    format!("the file cannot be read: {error}")
}

/// Reads up to its bound; beyond, it fails instead of pretending that the text ends there.
struct Bounded<R> {
    text: R,
    max: u64,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.text.read(bytes)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            std::io::Error::other(format!("it holds more than {} MiB of text", self.max >> 20))
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Write;

    fn read(bytes: &[u8], max: u64) -> std::io::Result<String> {
        let mut text = String::new();
        plain(bytes, max)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_text_beyond_its_bound_is_an_error_and_not_cut_off() {
        assert_eq!(read(b"four", 4).unwrap(), "four");
        assert!(read(b"fives", 4).is_err());
        let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        bomb.write_all(&vec![b'\n'; 10 << 20]).unwrap();
        let bomb = bomb.finish().unwrap();
        assert!(bomb.len() < 20_000);
        assert!(read(&bomb, 1 << 20).unwrap_err().to_string().contains("more than 1 MiB"));
        assert_eq!(read(&bomb, 10 << 20).unwrap().len(), 10 << 20);
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(read("\u{feff}a".as_bytes(), 10).unwrap(), "a");
        assert_eq!(read("\u{feff}".as_bytes(), 10).unwrap(), "");
        assert_eq!(read(b"\xef\xbb", 10).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
        assert_eq!(read(b"a", 10).unwrap(), "a");
    }
}
