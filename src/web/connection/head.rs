//! Validates the head of a request before the server's parser sees it, and determines the length of its body
//! (RFC 9112). Stricter than that parser: lines end with CR LF.

use crate::web::connection::body_framing::BodyFraming;
use crate::web::connection::refusals::RequestError;
use actix_web::http::{Method, Uri};

/// Largest head: the longest filter, percent-encoded, fits.
pub(super) const MAX_HEAD_BYTES: usize = 64 << 10;
/// Maximum number of header lines.
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
