//! JSON Lines: one record a line, of a text that may be gzip, without a byte order mark, and is no longer than allowed.

use crate::model::citations::citation::Citation;
use crate::model::json_shape::{MAX_VALUES, value_count};
use flate2::read::MultiGzDecoder;
use serde::Serialize;
use serde_json::Value;
use std::io::{BufRead, BufReader, Cursor, Read, Write};

/// Largest record, in bytes: beyond, it is bad, and the rest of the file is still read. Twice what the body of a request
/// may hold, so that every citation which can be saved can be exported and imported again.
pub const MAX_BYTES: usize = 2 << 20;
const BUFFER: usize = 1 << 16;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The records of a text; empty lines are skipped. A line that is not UTF-8 or not JSON is a bad record.
pub struct JsonRecords<R> {
    text: R,
    line: u64,
    bytes: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> JsonRecords<R> {
    pub(super) fn new(text: R) -> Self {
        JsonRecords { text, line: 0, bytes: Vec::new(), ended: false }
    }
}

impl<R: BufRead> Iterator for JsonRecords<R> {
    type Item = Result<RawRecord, String>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            self.bytes.clear();
            self.line += 1;
            let whole = match read_line(&mut self.text, &mut self.bytes) {
                Ok(Some(whole)) => whole,
                Ok(None) => break,
                Err(e) => {
                    self.ended = true;
                    return Some(Err(unreadable(&e)));
                }
            };
            if whole && self.bytes.trim_ascii().is_empty() {
                continue;
            }
            let json = if whole {
                parse(&self.bytes)
            } else {
                Err(format!("the line is longer than {} MiB", MAX_BYTES >> 20))
            };
            return Some(Ok(RawRecord { line: self.line, bytes: self.bytes.len(), json }));
        }
        self.ended = true;
        None
    }
}

/// One record of a file, or why it cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct RawRecord {
    /// Line it begins at, from 1.
    pub line: u64,
    /// How many bytes of the text it takes.
    pub bytes: usize,
    /// The citation's JSON.
    pub json: Result<Value, String>,
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

fn parse(line: &[u8]) -> Result<Value, String> {
    if value_count(line) > MAX_VALUES {
        return Err(format!("the line holds more than {MAX_VALUES} values"));
    }
    serde_json::from_slice(line).map_err(|e| match std::str::from_utf8(line) {
        Ok(_) => not_json(&e),
        Err(_) => "this is not UTF-8 text".into(),
    })
}

/// Where and why a line is not JSON. The parser counts lines within the line, which would contradict the line's own number.
fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    format!("this is not JSON: {reason} in column {}", error.column())
}

/// One line without its end; `Some(false)` when it was too long to keep, `None` at the end of the text.
fn read_line(text: &mut impl BufRead, bytes: &mut Vec<u8>) -> std::io::Result<Option<bool>> {
    let mut any = false;
    let mut whole = true;
    loop {
        let available = text.fill_buf()?;
        if available.is_empty() {
            return Ok(any.then_some(whole));
        }
        any = true;
        let (part, ends) = match memchr::memchr(b'\n', available) {
            Some(end) => (end, true),
            None => (available.len(), false),
        };
        if bytes.len() + part > MAX_BYTES {
            whole = false;
            bytes.clear();
        } else if whole {
            bytes.extend_from_slice(&available[..part]);
        }
        text.consume(part + usize::from(ends));
        if ends {
            return Ok(Some(whole));
        }
    }
}

/// Writes one citation as a line.
pub fn write(to: &mut impl Write, citation: &Citation) -> std::io::Result<()> {
    write_record(to, citation)
}

/// Writes one record of any kind as a line.
pub fn write_record(to: &mut impl Write, record: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *to, record)?;
    to.write_all(b"\n")
}

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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &[u8]) -> Vec<RawRecord> {
        JsonRecords::new(text).map(Result::unwrap).collect()
    }

    #[test]
    fn invalid_lines_are_distinguished_from_valid_ones() {
        let long = format!("{{\"title\":\"{}\"}}", "a".repeat(MAX_BYTES));
        let text = format!("{{\"title\":\"A\"}}\n\r\n{{oops\r\n{long}\n{{\"title\":\"B\"}}");
        let records: Vec<_> = read(text.as_bytes()).iter().map(|r| (r.line, r.json.is_ok())).collect();
        assert_eq!(records, [(1, true), (3, false), (4, false), (5, true)]);
        assert_eq!(read(&b"\xff\xfe\n"[..])[0].json, Err("this is not UTF-8 text".into()));
    }

    #[test]
    fn an_error_in_a_line_names_its_column_and_no_other_line() {
        let records = read(b"{}\n{oops}\n");
        assert_eq!(records[1].json, Err("this is not JSON: key must be a string in column 2".into()));
    }

    #[test]
    fn a_line_of_very_many_values_is_bad_and_a_full_citation_is_not() {
        for hostile in ["1,", "[],", "{\"a\":{\"a\":{\"a\":1}}},"] {
            let line = format!("{{\"title\":\"A\",\"x\":[{}1]}}", hostile.repeat(MAX_VALUES));
            assert!(read(line.as_bytes())[0].json.as_ref().unwrap_err().contains("values"), "{hostile}");
        }
        let values: Vec<String> = (0..1_000).map(|n| format!("[{{,:\\ \" {n}")).collect();
        let full = serde_json::json!({"title": "A", "keywords": values, "tags": values, "abstract": ",".repeat(100_000)});
        assert_eq!(read(full.to_string().as_bytes())[0].json.as_ref().unwrap(), &full);
    }
}

#[cfg(test)]
mod text_tests {
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
