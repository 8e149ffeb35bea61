//! What a server answered to one request, as far as a check needs it.

use crate::link_check::retry_after::retry_after;
use crate::model::link_check::address::Refusal;
use crate::model::link_check::link::FileMarks;
use reqwest::StatusCode;
use reqwest::header::{
    CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, LAST_MODIFIED, LOCATION,
    RETRY_AFTER,
};
use std::fs::File;
use std::time::Duration;

/// Longer values of ETag and Last-Modified are truncated, because they are stored.
const MAX_MARK: usize = 200;

/// The head of an answer, and the digest of its body when that was read whole.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) location: Option<String>,
    pub(super) retry_after: Option<Duration>,
    pub(super) is_page: bool,
    pub(super) content_type: String,
    /// How the body is packed although nobody asked for that; empty for not at all.
    pub(super) content_encoding: String,
    /// A part, and it is the whole: `bytes 0-4095/4096`.
    is_whole_part: bool,
    /// The body, when it was asked for.
    pub(super) body: Option<File>,
    /// Of the whole file, also when only a part of it came.
    pub(super) marks: FileMarks,
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestFailure {
    /// The URL may not be requested.
    Refused(Refusal),
    /// It took too long.
    Timeout,
    /// No connection, with the cause.
    NoConnection(&'static str),
    /// The connection ended early, or the response is malformed.
    Broken(&'static str),
    /// The redirects cannot be followed, with the reason.
    BadRedirect(&'static str),
}

impl Answer {
    pub(super) fn new(response: &reqwest::Response) -> Answer {
        let (status, headers) = (response.status(), response.headers());
        let length = match status {
            // What follows the slash: `bytes 0-1023/4096`.
            StatusCode::PARTIAL_CONTENT => {
                text(headers, CONTENT_RANGE).and_then(|range| range.rsplit('/').next()?.trim().parse().ok())
            }
            _ => content_length(headers),
        };
        Answer {
            status,
            location: text(headers, LOCATION),
            retry_after: text(headers, RETRY_AFTER).and_then(|value| retry_after(&value)),
            is_page: text(headers, CONTENT_TYPE).is_some_and(|value| is_page(&value)),
            content_type: text(headers, CONTENT_TYPE).unwrap_or_default(),
            content_encoding: text(headers, CONTENT_ENCODING).unwrap_or_default().trim().to_ascii_lowercase(),
            is_whole_part: text(headers, CONTENT_RANGE).is_some_and(|range| is_whole(&range)),
            body: None,
            marks: FileMarks {
                etag: text(headers, ETAG).map(shortened),
                last_modified: text(headers, LAST_MODIFIED).map(shortened),
                length,
                sha256: None,
            },
        }
    }

    /// Whether the body is the whole file.
    pub(super) fn is_whole(&self) -> bool {
        self.status == StatusCode::OK || self.status == StatusCode::PARTIAL_CONTENT && self.is_whole_part
    }

    /// Whether this is a redirect.
    pub(super) fn is_redirect(&self) -> bool {
        matches!(self.status.as_u16(), 301 | 302 | 303 | 307 | 308)
    }

    /// Whether this is a permanent redirect.
    pub(super) fn is_permanent(&self) -> bool {
        matches!(self.status.as_u16(), 301 | 308)
    }

    /// Whether a retry may succeed (RFC 9110; 408, 429 and 5xx).
    pub(super) fn is_temporary_failure(&self) -> bool {
        matches!(self.status.as_u16(), 408 | 429 | 500..=599)
    }

    /// Whether the server says that it does not support HEAD.
    pub(super) fn refuses_head(&self) -> bool {
        matches!(self.status.as_u16(), 405 | 501)
    }
}

/// The header itself: the length that the client has worked out is not that of a HEAD's file.
fn content_length(headers: &HeaderMap) -> Option<u64> {
    text(headers, reqwest::header::CONTENT_LENGTH)?.trim().parse().ok()
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn shortened(text: String) -> String {
    if text.len() <= MAX_MARK { text } else { text.chars().take(MAX_MARK).collect() }
}

/// Whether a Content-Range is that of a whole file.
fn is_whole(range: &str) -> bool {
    let parsed = || -> Option<bool> {
        let (part, length) = range.trim().strip_prefix("bytes ")?.split_once('/')?;
        let (first, last) = part.split_once('-')?;
        let (first, last, length): (u64, u64, u64) =
            (first.trim().parse().ok()?, last.trim().parse().ok()?, length.trim().parse().ok()?);
        Some(first == 0 && last.checked_add(1)? == length)
    };
    parsed().unwrap_or(false)
}

fn is_page(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    ["text/html", "application/xhtml+xml"].iter().any(|page| kind.eq_ignore_ascii_case(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_known_by_their_type() {
        for page in ["text/html", "TEXT/HTML; charset=utf-8", " application/xhtml+xml"] {
            assert!(is_page(page), "{page}");
        }
        for file in ["application/pdf", "text/plain", "", "text/htmlx"] {
            assert!(!is_page(file), "{file}");
        }
    }

    #[test]
    fn a_part_may_be_the_whole() {
        let check = |range: &str, expected: bool| assert_eq!(is_whole(range), expected, "{range}");
        check("bytes 0-4095/4096", true);
        check("bytes 0-1023/4096", false);
        check("bytes 1-4095/4096", false);
        check("bytes 0-4095/*", false);
        check("", false);
    }

    #[test]
    fn marks_are_bounded() {
        assert_eq!(shortened("x".repeat(5_000)).len(), MAX_MARK);
    }
}
