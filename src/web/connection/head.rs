//! Validates the head of a request before actix-http's parser sees it, and determines where its body ends (RFC 9112), because
//! that parser takes all that has arrived and responds to errors without our headers.
//!
//! Attack: a request that a proxy in front and this server delimit differently, so that one hides in another (smuggling).
//! Therefore lines end with CR LF, and each header about the length occurs once, alone and in one form.

use crate::web::connection::refusals::RequestError;
use actix_web::http::{Method, Uri};

/// Largest head: the longest filter, percent-encoded, fits. Attack: heads without end fill the memory.
pub(super) const MAX_HEAD_BYTES: usize = 64 << 10;
/// Maximum number of header lines, as in actix-http. Attack: each line costs many times its bytes.
const MAX_HEADERS: usize = 96;

/// Looks for the end of a head in `bytes`, the first `seen` of which have been searched already.
///
/// Returns the length of the head with its empty line, or `None` if it has not arrived completely.
pub(super) fn length(bytes: &[u8], seen: usize) -> Result<Option<usize>, RequestError> {
    for at in memchr::memchr_iter(b'\n', &bytes[seen..]).map(|at| seen + at) {
        if at == 0 || bytes[at - 1] != b'\r' {
            return Err(RequestError::Malformed);
        }
        if bytes[..at].ends_with(b"\r\n\r") {
            return if at < MAX_HEAD_BYTES { Ok(Some(at + 1)) } else { Err(RequestError::TooLarge) };
        }
    }
    if bytes.len() >= MAX_HEAD_BYTES { Err(RequestError::TooLarge) } else { Ok(None) }
}

/// Checks a whole head; returns how its body is delimited.
pub(super) fn framing(head: &[u8]) -> Result<BodyFraming, RequestError> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(length)) if length == head.len() => {}
        Err(httparse::Error::TooManyHeaders) => return Err(RequestError::TooLarge),
        _ => return Err(RequestError::Malformed),
    }
    let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
        return Err(RequestError::Malformed);
    };
    if Method::from_bytes(method.as_bytes()).is_err() || Uri::try_from(target).is_err() {
        return Err(RequestError::Malformed);
    }
    let only = |name: &str| {
        let mut found = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(RequestError::Malformed),
            (first, None) => Ok(first.map(|header| header.value.trim_ascii())),
        }
    };
    let (host, length, coding) = (only("host")?, only("content-length")?, only("transfer-encoding")?);
    let is_1_1 = version == 1;
    if is_1_1 && host.is_none() {
        return Err(RequestError::Malformed);
    }
    match (length, coding) {
        (None, None) if !is_1_1 && method == "POST" => Err(RequestError::Malformed),
        (None, None) => Ok(BodyFraming::none()),
        (Some(length), None) => Ok(BodyFraming::with_length(decimal(length)?)),
        (None, Some(coding)) if is_1_1 && coding.eq_ignore_ascii_case(b"chunked") => {
            Ok(BodyFraming::chunked())
        }
        (_, Some(_)) => Err(RequestError::Malformed),
    }
}

/// A length as RFC 9110 writes it: digits only.
fn decimal(digits: &[u8]) -> Result<u64, RequestError> {
    Some(digits)
        .filter(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
        .and_then(|digits| str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
        .ok_or(RequestError::Malformed)
}

/// Longest size line of a chunk, and longest trailers, in bytes. Attack: lines without end keep a handler waiting.
const MAX_LINE_BYTES: usize = 8 << 10;

/// How far a body has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BodyFraming(State);

#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// The number of bytes left.
    Left(u64),
    /// In the line before a chunk: the size so far, the length of the line so far, and where in it.
    Size {
        size: u64,
        line: usize,
        part: SizePart,
    },
    /// After the CR of a size line.
    SizeEnd(u64),
    /// The number of bytes of a chunk left.
    Chunk(u64),
    /// The line end after a chunk: CR, then LF.
    ChunkCr,
    ChunkLf,
    /// After the last chunk: the length of the present line and of all lines.
    Trailer {
        line: usize,
        all: usize,
    },
    TrailerEnd {
        line: usize,
        all: usize,
    },
    Done,
}

/// The parts of a chunk's size line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SizePart {
    /// The size, in hexadecimal digits.
    Digits,
    /// Blanks after it.
    Blank,
    /// Extensions, which are ignored.
    Extension,
}

/// The body does not match its headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BadFraming;

impl BodyFraming {
    /// No body.
    pub fn none() -> BodyFraming {
        BodyFraming::with_length(0)
    }

    /// A body of this many bytes.
    pub fn with_length(length: u64) -> BodyFraming {
        BodyFraming(if length == 0 { State::Done } else { State::Left(length) })
    }

    /// Chunks until one of size 0.
    pub fn chunked() -> BodyFraming {
        BodyFraming(next_chunk())
    }

    /// Whether all of it has been read.
    pub fn is_done(&self) -> bool {
        self.0 == State::Done
    }

    /// Takes the next bytes from the connection; returns how many of them belong to the body.
    pub fn take(&mut self, bytes: &[u8]) -> Result<usize, BadFraming> {
        let mut at = 0;
        while at < bytes.len() && !self.is_done() {
            at += self.step(&bytes[at..])?;
        }
        Ok(at)
    }

    /// One step with at least one byte; returns how many it took.
    fn step(&mut self, bytes: &[u8]) -> Result<usize, BadFraming> {
        let byte = bytes[0];
        let (state, taken) = match self.0 {
            State::Left(left) => {
                let taken = within(left, bytes);
                let left = left - taken as u64;
                (if left == 0 { State::Done } else { State::Left(left) }, taken)
            }
            State::Chunk(left) => {
                let taken = within(left, bytes);
                let left = left - taken as u64;
                (if left == 0 { State::ChunkCr } else { State::Chunk(left) }, taken)
            }
            State::Size { size, line, part } => (size_line(byte, size, line, part)?, 1),
            State::SizeEnd(_) if byte != b'\n' => return Err(BadFraming),
            State::SizeEnd(0) => (State::Trailer { line: 0, all: 0 }, 1),
            State::SizeEnd(size) => (State::Chunk(size), 1),
            State::ChunkCr if byte == b'\r' => (State::ChunkLf, 1),
            State::ChunkLf if byte == b'\n' => (next_chunk(), 1),
            State::ChunkCr | State::ChunkLf => return Err(BadFraming),
            State::Trailer { line, all } => match byte {
                b'\r' => (State::TrailerEnd { line, all }, 1),
                b'\n' => return Err(BadFraming),
                _ if all == MAX_LINE_BYTES => return Err(BadFraming),
                _ => (State::Trailer { line: line + 1, all: all + 1 }, 1),
            },
            State::TrailerEnd { .. } if byte != b'\n' => return Err(BadFraming),
            State::TrailerEnd { line: 0, .. } => (State::Done, 1),
            State::TrailerEnd { all, .. } => (State::Trailer { line: 0, all }, 1),
            State::Done => (State::Done, 0),
        };
        self.0 = state;
        Ok(taken)
    }
}

fn next_chunk() -> State {
    State::Size { size: 0, line: 0, part: SizePart::Digits }
}

/// The next byte of the line with a chunk's size.
fn size_line(byte: u8, size: u64, line: usize, part: SizePart) -> Result<State, BadFraming> {
    use SizePart::{Blank, Digits, Extension};
    let digit = char::from(byte).to_digit(16).map(u64::from);
    let (size, part) = match (part, byte, digit) {
        // Fifteen digits exceed any possible body and cannot overflow.
        (Digits, _, Some(digit)) if line < 15 => (size * 16 + digit, Digits),
        (_, b'\r', _) if line > 0 => return Ok(State::SizeEnd(size)),
        _ if line == 0 || line == MAX_LINE_BYTES => return Err(BadFraming),
        (Digits | Blank, b' ' | b'\t', _) => (size, Blank),
        (Digits | Blank, b';', _) => (size, Extension),
        (Extension, b'\t' | 0x20..=0x7e | 0x80.., _) => (size, Extension),
        _ => return Err(BadFraming),
    };
    Ok(State::Size { size, line: line + 1, part })
}

fn within(left: u64, bytes: &[u8]) -> usize {
    usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_head_ends_with_an_empty_line_and_every_line_with_cr_lf() {
        let check = |text: &str, expected: Result<Option<usize>, RequestError>| {
            assert_eq!(length(text.as_bytes(), 0), expected, "{text:?}");
        };
        check("GET / HTTP/1.1\r\nHost: x\r\n\r\n", Ok(Some(27)));
        check("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /", Ok(Some(27)));
        check("GET / HTTP/1.1\r\nHost: x\r\n", Ok(None));
        check("GET / HTTP/1.1\nHost: x\n\n", Err(RequestError::Malformed));
        check("GET / HTTP/1.1\r\nHost: x\n\r\n", Err(RequestError::Malformed));
        check("\nGET / HTTP/1.1\r\n\r\n", Err(RequestError::Malformed));
        check(&"a".repeat(MAX_HEAD_BYTES - 1), Ok(None));
        check(&"a".repeat(MAX_HEAD_BYTES), Err(RequestError::TooLarge));
        assert_eq!(length(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 24), Ok(Some(27)));
    }

    #[test]
    fn what_the_parser_would_refuse_is_refused_here() {
        let check = |lines: &str, expected: Result<BodyFraming, RequestError>| {
            let head = format!("{}\r\n\r\n", lines.replace('|', "\r\n"));
            assert_eq!(framing(head.as_bytes()), expected, "{lines}");
        };
        let malformed = || Err(RequestError::Malformed);
        check("GET / HTTP/1.1|Host: x", Ok(BodyFraming::none()));
        check("GET / HTTP/1.0", Ok(BodyFraming::none()));
        check("POST / HTTP/1.1|Host: x|Content-Length: 7", Ok(BodyFraming::with_length(7)));
        check("POST / HTTP/1.1|Host: x|Transfer-Encoding: Chunked", Ok(BodyFraming::chunked()));
        check("GET / HTTP/1.1", malformed());
        check("GET / HTTP/1.1|Host: x|Host: y", malformed());
        check("GET / HTTP/2.0|Host: x", malformed());
        check("GET  / HTTP/1.1|Host: x", malformed());
        check("GET / HTTP/1.1|Host: x|Bad Name: y", malformed());
        check("GET / HTTP/1.1|Host: x|X-A: 1| folded", malformed());
        check("GET / HTTP/1.1|Host: x|X-A: a\u{0}b", malformed());
        check("GET / HTTP/1.1|Host: x|X-A: a\rb", malformed());
        check("POST / HTTP/1.0|Host: x", malformed());
        check("POST / HTTP/1.0|Transfer-Encoding: chunked", malformed());
        check("POST / HTTP/1.1|Host: x|Content-Length: +7", malformed());
        check("POST / HTTP/1.1|Host: x|Content-Length:", malformed());
        check("POST / HTTP/1.1|Host: x|Content-Length: 7|Content-Length: 7", malformed());
        check("POST / HTTP/1.1|Host: x|Content-Length: 7|Transfer-Encoding: chunked", malformed());
        check("POST / HTTP/1.1|Host: x|Transfer-Encoding: gzip, chunked", malformed());
        check("POST / HTTP/1.1|Host: x|Transfer-Encoding: identity", malformed());
        check(&format!("GET /{} HTTP/1.1|Host: x", "a".repeat(65_535)), malformed());
        check(&format!("GET / HTTP/1.1|Host: x{}", "|X: 1".repeat(95)), Ok(BodyFraming::none()));
        check(&format!("GET / HTTP/1.1|Host: x{}", "|X: 1".repeat(96)), Err(RequestError::TooLarge));
    }
}

#[cfg(test)]
mod body_framing_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_body_of_chunks_ends_where_its_framing_says() {
        let check = |text: &str, expected: Result<usize, BadFraming>| {
            // At once, and byte by byte.
            let mut whole = BodyFraming::chunked();
            let taken = whole.take(text.as_bytes());
            assert_eq!(
                taken.map(|taken| if whole.is_done() { taken } else { usize::MAX }),
                expected,
                "{text:?}"
            );
            let mut single = BodyFraming::chunked();
            let steps: Result<usize, BadFraming> =
                text.as_bytes().chunks(1).map(|byte| single.take(byte)).sum();
            assert_eq!(
                steps.map(|taken| if single.is_done() { taken } else { usize::MAX }),
                expected,
                "{text:?}"
            );
        };
        const MORE: usize = usize::MAX;
        check("0\r\n\r\n", Ok(5));
        check("5\r\nhello\r\n0\r\n\r\nGET /", Ok(15));
        check("a;name=\"value\"\r\n0123456789\r\n0\r\n\r\n", Ok(33));
        check("1 \r\nx\r\n0\r\nX-Trailer: 1\r\n\r\n", Ok(26));
        check("5\r\nhel", Ok(MORE));
        check("", Ok(MORE));
        check("5\nhello\r\n", Err(BadFraming));
        check("5\r\nhello\n0\r\n\r\n", Err(BadFraming));
        check("5\r\nhello0\r\n\r\n", Err(BadFraming));
        check("x\r\n", Err(BadFraming));
        check("\r\n", Err(BadFraming));
        check("-1\r\n", Err(BadFraming));
        check("5 5\r\nhello\r\n", Err(BadFraming));
        check("ffffffffffffffff\r\n", Err(BadFraming));
        check("0\r\nX: 1\n\r\n", Err(BadFraming));
        check(&format!("1;{}", "x".repeat(MAX_LINE_BYTES)), Err(BadFraming));
        check(&format!("0\r\n{}", "x".repeat(MAX_LINE_BYTES + 1)), Err(BadFraming));
    }

    #[test]
    fn a_body_of_a_length_ends_there() {
        let mut body = BodyFraming::with_length(5);
        assert_eq!(body.take(b"hel"), Ok(3));
        assert!(!body.is_done());
        assert_eq!(body.take(b"loGET"), Ok(2));
        assert!(body.is_done());
        assert!(BodyFraming::none().is_done());
    }
}
