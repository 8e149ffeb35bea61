//! What a server answered to one request, as far as a check needs it: status, Retry-After (RFC 9110 section 10.2.3), and the
//! file that was fetched for its text.

use crate::model::clock::{self, UnixTime};
use crate::model::handout_text::file::{FileKind, MAX_MARK, charset};
use crate::model::link_check::address::Refusal;
use crate::model::link_check::link::FileMarks;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::StatusCode;
use reqwest::header::{
    CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, LAST_MODIFIED, LOCATION,
    RETRY_AFTER,
};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::AsRawFd;
use std::time::Duration;

/// Longer values of ETag and Last-Modified are truncated, because they are stored.
const MAX_MARK_CHARACTERS: usize = 200;

/// The head of an answer, and the digest of its body when that was read whole.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) location: Option<String>,
    pub(super) retry_after: Option<Duration>,
    pub(super) is_page: bool,
    pub(super) content_type: String,
    /// How the body is packed although nobody requested that; empty for not at all.
    pub(super) content_encoding: String,
    /// A part, and it is the whole: `bytes 0-4095/4096`.
    is_whole_part: bool,
    /// The body, when it was requested.
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
                etag: text(headers, ETAG).map(shorten),
                last_modified: text(headers, LAST_MODIFIED).map(shorten),
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

fn shorten(text: String) -> String {
    if text.len() <= MAX_MARK_CHARACTERS { text } else { text.chars().take(MAX_MARK_CHARACTERS).collect() }
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

/// Servers send wrong days of the week.
static DATES: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// How long a server asks us to wait; `None` if the header is missing or malformed.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // Too many digits mean a very long time.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::from(u32::MAX))));
    }
    let date = DATES.parse_timestamp(value).ok()?;
    let seconds = UnixTime::from(date) - clock::seconds();
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// Whether a check fetches the file for its text.
#[derive(Debug, Clone, Default)]
pub struct TextWanted {
    /// The file whose text is known; `None` when none is, or when the same file is read again.
    pub known: Option<FileMarks>,
    /// Only a new or changed file is fetched, for its digest; no page.
    pub only_for_digest: bool,
}

impl TextWanted {
    /// What is fetched for its digest anyway.
    pub fn only_for_digest() -> TextWanted {
        TextWanted { known: None, only_for_digest: true }
    }

    /// Whether the text of the file with these marks is not known.
    pub(super) fn wants(&self, today: &FileMarks) -> bool {
        !self.only_for_digest && self.known.as_ref().is_none_or(|known| known.must_be_read(today))
    }
}

/// A file or page without a name, to be read once; it is gone when this is dropped.
#[derive(Debug)]
pub struct FetchedFile {
    /// Its content, opened read-only.
    pub content: File,
    /// What it is; `None` for what is neither PDF, page nor plain text.
    pub kind: Option<FileKind>,
    /// The encoding that its server names.
    pub charset: Option<String>,
    /// How its server has packed it although nobody requested that; empty for not at all.
    pub content_encoding: String,
    /// Its marks, with its digest.
    pub marks: FileMarks,
}

impl FetchedFile {
    /// The content once more, at its beginning.
    pub fn reopen(&self) -> io::Result<File> {
        File::open(format!("/proc/self/fd/{}", self.content.as_raw_fd()))
    }

    /// `None`, and a line in the log, if it cannot be read again.
    pub(super) fn new(body: File, read: &Answer, head: &FileMarks) -> Option<FetchedFile> {
        let content_type = &read.content_type;
        match beginning(body) {
            Ok((content, beginning)) => Some(FetchedFile {
                content,
                kind: FileKind::detect(content_type, &beginning),
                charset: charset(content_type).map(str::to_owned),
                content_encoding: read.content_encoding.clone(),
                marks: FileMarks { sha256: read.marks.sha256.clone(), ..head.clone() },
            }),
            Err(e) => {
                tracing::error!(cause = %e, "a fetched file cannot be read again");
                None
            }
        }
    }
}

/// The file opened again, read-only and at its beginning, and its first bytes.
fn beginning(written: File) -> io::Result<(File, Vec<u8>)> {
    let mut content = File::open(format!("/proc/self/fd/{}", written.as_raw_fd()))?;
    let mut beginning = Vec::with_capacity(MAX_MARK);
    content.by_ref().take(MAX_MARK as u64).read_to_end(&mut beginning)?;
    content.rewind()?;
    Ok((content, beginning))
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
        assert_eq!(shorten("x".repeat(5_000)).len(), MAX_MARK_CHARACTERS);
    }
}

#[cfg(test)]
mod retry_after_tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        assert_eq!(retry_after("30"), Some(Duration::from_secs(30)));
        assert_eq!(retry_after(" 0 "), Some(Duration::ZERO));
        assert!(
            retry_after("99999999999999999999999").is_some_and(|wait| wait > Duration::from_secs(86_400))
        );
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        let later = clock::now() + jiff::SignedDuration::from_secs(90);
        let text = jiff::fmt::rfc2822::to_string(&later.to_zoned(jiff::tz::TimeZone::UTC)).expect("a date");
        let wait = retry_after(&text).expect("a date");
        assert!((85..=91).contains(&wait.as_secs()), "{wait:?}");
        assert!(retry_after("Fri, 31 Dec 2999 23:59:59 GMT").is_some(), "it is a Tuesday");
        for text in ["", "soon", "-5", "1.5", "2026-01-01"] {
            assert_eq!(retry_after(text), None, "{text}");
        }
    }
}
