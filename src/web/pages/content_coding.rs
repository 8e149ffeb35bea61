//! Content codings of pages and their files (RFC 9110 section 8.4.1).

use actix_web::http::header::{self, HeaderMap};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};

/// Pages are compressed while somebody waits: fast, to about a fifth of their size.
const PAGE_LEVEL: Compression = Compression::new(2);

/// These bytes in the coding `gzip` (RFC 1952); `None` when that fails.
pub(super) fn gzipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), PAGE_LEVEL);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// The bytes that have this form in the coding `gzip`; `None` when they are damaged.
pub(super) fn gunzipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).ok()?;
    Some(plain)
}

/// Whether the client takes this content coding (RFC 9110 section 12.5.3, as far as browsers use it).
pub(super) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).any(
        |offer| {
            let mut parts = offer.split(';').map(str::trim);
            let name = parts.next().unwrap_or("");
            let refused = parts
                .any(|p| p.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0));
            name.eq_ignore_ascii_case(coding) && !refused
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_sent_only_to_clients_that_accept_it() {
        let check = |text: &'static str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, header::HeaderValue::from_static(text));
            assert_eq!(accepts(&headers, "br"), expected, "{text}");
        };
        check("gzip, deflate, br", true);
        check("br;q=0.5", true);
        check("gzip, br;q=0", false);
        check("gzip", false);
    }

    #[test]
    fn compressed_bytes_are_smaller_and_come_back() {
        let page = "<li>Asthma action plan</li>".repeat(100);
        let compressed = gzipped(page.as_bytes()).unwrap_or_default();
        assert!(compressed.len() < page.len() / 5);
        assert_eq!(gunzipped(&compressed).as_deref(), Some(page.as_bytes()));
        assert_eq!(gunzipped(&compressed[..compressed.len() / 2]), None, "cut off");
    }
}
