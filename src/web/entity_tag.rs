//! Entity tags of answers that are made from what they hold (RFC 9110, section 8.8.3).

use actix_web::HttpRequest;
use actix_web::http::header;
use std::fmt::Write;

/// A strong entity tag of these bytes.
pub(in crate::web) fn tag_of(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    let mut tag = String::from("\"");
    for byte in &digest.as_ref()[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

/// Returns whether the client has what this tag stands for.
pub(in crate::web) fn is_known(request: &HttpRequest, tag: &str) -> bool {
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
}
