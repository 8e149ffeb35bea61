//! Compresses what is text, so that proxies leave it alone: one that compresses weakens every entity tag.
//!
//! A response with a secret beside text that somebody else can choose must not be compressed, since its length would
//! reveal the secret (BREACH): its handler calls [`send_plain`], and so does one whose bytes must stay as they are.

use crate::model::error::Error;
use crate::web::conditional::weaken;
use crate::web::content_coding::{Coding, CompressedStream};
use crate::web::problem::Problem;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, ResponseError, web};

/// Up to this size a response is as fast plain.
const MAX_PLAIN_BYTES: u64 = 1_024;
/// Larger responses are compressed by another thread; an event loop takes 0.3 ms for this.
const MAX_INLINE_BYTES: usize = 64 << 10;

/// Marks a response that stays as it is.
struct Plain;

/// Exempts a response from compression.
pub(in crate::web) fn send_plain(mut response: HttpResponse) -> HttpResponse {
    response.extensions_mut().insert(Plain);
    response
}

/// Adds the headers of a response that is compressed for clients that accept a coding, and returns the coding for this one.
pub(in crate::web) fn negotiate(answer: &mut ServiceResponse<BoxBody>) -> Option<Coding> {
    let is_plain = answer.response().extensions().get::<Plain>().is_some();
    if is_plain || answer.headers().contains_key(header::CONTENT_ENCODING) {
        return None;
    }
    let is_unchanged = answer.status() == actix_web::http::StatusCode::NOT_MODIFIED;
    if !is_unchanged && !is_text(answer.headers()) {
        return None;
    }
    vary_by_coding(answer.headers_mut());
    let is_short = match answer.response().body().size() {
        _ if is_unchanged => false,
        BodySize::None => true,
        BodySize::Sized(bytes) => bytes <= MAX_PLAIN_BYTES,
        BodySize::Stream => false,
    };
    // Of the two, gzip takes a quarter of the time at the levels of `content_coding`.
    let coding = Coding::accepted(answer.request().headers(), Coding::Gzip).filter(|_| !is_short)?;
    weaken(answer.headers_mut());
    Some(coding)
}

/// The response in this coding. The length of a HEAD response is that of GET, so it is compressed too.
pub(in crate::web) async fn compress(
    answer: ServiceResponse<BoxBody>,
    coding: Coding,
) -> ServiceResponse<BoxBody> {
    let (request, response) = answer.into_parts();
    let (mut response, body) = response.into_parts();
    if matches!(body.size(), BodySize::None | BodySize::Sized(0)) {
        return ServiceResponse::new(request, response.set_body(body));
    }
    let body = match body.try_into_bytes() {
        Ok(bytes) => match compressed(bytes, coding).await {
            Ok(bytes) => BoxBody::new(bytes),
            Err(error) => return ServiceResponse::new(request, Problem::from(error).error_response()),
        },
        Err(stream) => BoxBody::new(CompressedStream::new(stream, coding)),
    };
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    ServiceResponse::new(request, response.set_body(body))
}

async fn compressed(bytes: Bytes, coding: Coding) -> Result<Vec<u8>, Error> {
    let failed = |e| Error::io("compressing a response", e);
    if bytes.len() <= MAX_INLINE_BYTES {
        return coding.compressed(&bytes).map_err(failed);
    }
    match web::block(move || coding.compressed(&bytes)).await {
        Ok(compressed) => compressed.map_err(failed),
        Err(_) => Err(Error::Unavailable("The server is stopping. Please try again.".into())),
    }
}

/// Whether the content type is that of a text: HTML, CSV, JSON, XML.
fn is_text(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = content_type.split(';').next().unwrap_or("").trim();
    kind.starts_with("text/") || ["json", "jsonl", "xml"].iter().any(|format| kind.ends_with(format))
}

/// Caches store one response for each coding.
pub(in crate::web) fn vary_by_coding(headers: &mut HeaderMap) {
    let varies = headers.get_all(header::VARY).filter_map(|value| value.to_str().ok());
    let names: Vec<&str> = varies.flat_map(|value| value.split(',')).map(str::trim).collect();
    if names.iter().any(|name| *name == "*" || name.eq_ignore_ascii_case("accept-encoding")) {
        return;
    }
    let all = [&["Accept-Encoding"], &names[..]].concat().join(", ");
    if let Ok(all) = HeaderValue::from_str(&all) {
        headers.insert(header::VARY, all);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_text_is_known_by_its_content_type() {
        let check = |kind: &'static str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            assert_eq!(is_text(&headers), expected, "{kind}");
        };
        for kind in [
            "application/json",
            "application/problem+json",
            "application/jsonl",
            "text/html; charset=utf-8",
            "text/csv",
            "application/atom+xml;type=feed",
            "image/svg+xml",
        ] {
            check(kind, true);
        }
        for kind in ["image/png", "application/zip", "application/pdf", "application/octet-stream", ""] {
            check(kind, false);
        }
    }

    #[test]
    fn accept_encoding_is_added_to_what_a_response_varies_by() {
        let check = |before: Option<&'static str>, expected: &str| {
            let mut headers = HeaderMap::new();
            if let Some(before) = before {
                headers.insert(header::VARY, HeaderValue::from_static(before));
            }
            vary_by_coding(&mut headers);
            assert_eq!(headers.get(header::VARY).unwrap(), expected);
            assert_eq!(headers.get_all(header::VARY).count(), 1);
        };
        check(None, "Accept-Encoding");
        check(Some("Accept-Language, Cookie"), "Accept-Encoding, Accept-Language, Cookie");
        check(Some("Cookie, accept-encoding"), "Cookie, accept-encoding");
        check(Some("*"), "*");
    }
}
