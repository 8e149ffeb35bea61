//! JSON Lines: one citation a line.

use crate::import_export::record::{MAX_BYTES, RawRecord};
use crate::import_export::text::unreadable;
use crate::model::citations::citation::Citation;
use crate::model::json_shape::{MAX_VALUES, value_count};
use serde::Serialize;
use serde_json::Value;
use std::io::{BufRead, Write};

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
