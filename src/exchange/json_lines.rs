//! JSON Lines: one citation a line.

use crate::exchange::{MAX_RECORD_BYTES, RawRecord};
use crate::model::citation::Citation;
use serde_json::Value;
use std::io::{BufRead, Write};

/// Hands every record of the text to `each`; empty lines are none. A line that is no UTF-8 or no JSON is a bad record.
pub fn read(mut text: impl BufRead, mut each: impl FnMut(RawRecord)) -> std::io::Result<()> {
    let mut line = 0;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        line += 1;
        let whole = read_line(&mut text, &mut bytes)?;
        let Some(whole) = whole else { return Ok(()) };
        let content = if line == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) } else { &bytes };
        if whole && content.trim_ascii().is_empty() {
            continue;
        }
        let json = if whole {
            serde_json::from_slice::<Value>(content).map_err(|e| match std::str::from_utf8(content) {
                Ok(_) => format!("this is no JSON: {e}"),
                Err(_) => "this is no UTF-8 text".into(),
            })
        } else {
            Err(format!("the line is longer than {} MiB", MAX_RECORD_BYTES >> 20))
        };
        each(RawRecord { line, json });
    }
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
        let (part, ends) = match available.iter().position(|b| *b == b'\n') {
            Some(end) => (end, true),
            None => (available.len(), false),
        };
        if bytes.len() + part > MAX_RECORD_BYTES {
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
    serde_json::to_writer(&mut *to, citation)?;
    to.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn bad_lines_are_told_apart_from_good_ones() {
        let long = format!("{{\"title\":\"{}\"}}", "a".repeat(MAX_RECORD_BYTES));
        let text = format!("\u{feff}{{\"title\":\"A\"}}\n\n{{oops\n{long}\n{{\"title\":\"B\"}}");
        let mut records = Vec::new();
        read(text.as_bytes(), |r| records.push((r.line, r.json.is_ok()))).unwrap();
        assert_eq!(records, [(1, true), (3, false), (4, false), (5, true)]);
        read(&b"\xff\xfe\n"[..], |r| assert_eq!(r.json, Err("this is no UTF-8 text".into()))).unwrap();
    }
}
