//! Content codings (RFC 9110, section 8.4.1): which one a client takes, and responses in it.

use crate::model::error::Error;
use crate::web::conditional::{not_modified, weaken};
use crate::web::problem::Problem;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, ResponseError};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use moka::sync::Cache;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// The fastest level, since somebody waits: 13 kB of JSON take 25 µs and become 3.7 kB. Level 2 takes 120 µs for a fifth less.
const GZIP_LEVEL: Compression = Compression::new(1);
/// The same JSON takes 130 µs and becomes 3.1 kB. Lower qualities are no faster; higher ones clear large tables each time.
const BROTLI_QUALITY: u32 = 1;
/// The base-2 logarithm of the window of brotli: 256 KiB, so that unread downloads hold little memory.
const BROTLI_WINDOW_BITS: u32 = 18;
/// How much brotli hands over at once.
const BROTLI_BUFFER_BYTES: usize = 4 << 10;

/// A coding that responses are compressed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    /// The coding that a client accepts with the greatest weight (RFC 9110, section 12.5.3), `preferred` among equals;
    /// `None` if it accepts neither or prefers plain responses.
    pub fn accepted_coding(headers: &HeaderMap, preferred: Coding) -> Option<Coding> {
        let weight = |name: &str| weight(headers, name);
        let of_all = weight("*").unwrap_or(0.0);
        let weighted =
            |coding: Coding| (weight(coding.name()).unwrap_or(of_all), coding == preferred, coding);
        let (best, _, coding) = [Coding::Gzip, Coding::Brotli]
            .map(weighted)
            .into_iter()
            .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        (best > 0.0 && weight("identity").is_none_or(|plain| plain <= best)).then_some(coding)
    }

    /// These bytes in this coding.
    pub fn compressed(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut encoder = Encoder::new(self, bytes.len() / 3);
        encoder.write_all(bytes)?;
        encoder.finish()
    }
}

/// The weight that a client gives to a coding by its name; `None` where it does not name it.
fn weight(headers: &HeaderMap, coding: &str) -> Option<f32> {
    let values = headers.get_all(header::ACCEPT_ENCODING).filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).find_map(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let name = parts.next().unwrap_or("").to_ascii_lowercase();
        let q = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        // RFC 9110, section 8.4.1.3: `x-gzip` is another name of gzip.
        (name.strip_prefix("x-").unwrap_or(&name) == coding)
            .then(|| q.map_or(1.0, |q| q.parse().unwrap_or(0.0)))
    })
}

/// For how long a decompressed file is kept after its last request.
const DECOMPRESSED_TTL: Duration = Duration::from_secs(60);

/// Decompressed files that were requested lately, shared by the responses: clients that request large ones and read nothing
/// would each hold half a megabyte.
pub(super) struct DecompressedFiles(Cache<String, Bytes>);

impl DecompressedFiles {
    pub fn new() -> DecompressedFiles {
        DecompressedFiles(Cache::builder().time_to_idle(DECOMPRESSED_TTL).build())
    }

    /// The file with this name, which has the form `gzipped` in the coding `gzip`.
    pub fn file(&self, name: &str, gzipped: Option<impl AsRef<[u8]>>) -> Option<Bytes> {
        self.0.optionally_get_with_by_ref(name, || Some(gunzip(gzipped?.as_ref())?.into()))
    }
}

/// The bytes that have this form in the coding `gzip`; `None` when they are damaged.
fn gunzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).ok()?;
    Some(plain)
}

enum Encoder {
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl Encoder {
    fn new(coding: Coding, capacity: usize) -> Encoder {
        let to = Vec::with_capacity(capacity);
        match coding {
            Coding::Brotli => Encoder::Brotli(Box::new(brotli::CompressorWriter::new(
                to,
                BROTLI_BUFFER_BYTES,
                BROTLI_QUALITY,
                BROTLI_WINDOW_BITS,
            ))),
            Coding::Gzip => Encoder::Gzip(Box::new(GzEncoder::new(to, GZIP_LEVEL))),
        }
    }

    /// What there is of the compressed bytes; everything written so far can be read from it.
    fn take_output(&mut self) -> io::Result<Vec<u8>> {
        self.flush()?;
        Ok(std::mem::take(match self {
            Encoder::Brotli(encoder) => encoder.get_mut(),
            Encoder::Gzip(encoder) => encoder.get_mut(),
        }))
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Encoder::Brotli(encoder) => Ok(encoder.into_inner()),
            Encoder::Gzip(encoder) => encoder.finish(),
        }
    }
}

impl Write for Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Brotli(encoder) => encoder.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Brotli(encoder) => encoder.flush(),
            Encoder::Gzip(encoder) => encoder.flush(),
        }
    }
}

/// A stream that is compressed piece by piece, so that each can be read when it arrives.
pub(super) struct CompressedStream {
    plain: BoxBody,
    /// `None` after the end.
    encoder: Option<Encoder>,
}

impl CompressedStream {
    pub fn new(plain: BoxBody, coding: Coding) -> CompressedStream {
        CompressedStream { plain, encoder: Some(Encoder::new(coding, 0)) }
    }
}

impl MessageBody for CompressedStream {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = &mut *self;
        let Some(encoder) = &mut this.encoder else { return Poll::Ready(None) };
        let compressed = match ready!(Pin::new(&mut this.plain).poll_next(cx)) {
            Some(Ok(piece)) => encoder.write_all(&piece).and_then(|()| encoder.take_output()),
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => this.encoder.take().map_or(Ok(Vec::new()), Encoder::finish),
        };
        Poll::Ready(Some(compressed.map(Bytes::from).map_err(Into::into)))
    }
}

/// Up to this size a response is as fast plain.
const MAX_PLAIN_BYTES: u64 = 1_024;
/// Larger responses are compressed by another thread; an event loop takes 0.3 ms for this.
const MAX_INLINE_BYTES: usize = 64 << 10;

/// Marks a response that stays as it is.
struct Plain;

/// Exempts a response from compression.
pub(super) fn send_plain(mut response: HttpResponse) -> HttpResponse {
    response.extensions_mut().insert(Plain);
    response
}

/// Responds to conditional requests, and compresses what is sent. A 304 has the headers that the compressed response would have.
pub(super) async fn revalidate_and_compress(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, actix_web::Error> {
    let mut response = next.call(request).await?;
    let coding = negotiate(&mut response);
    let response = not_modified(response);
    Ok(match coding {
        Some(coding) => compress(response, coding).await,
        None => response,
    })
}

/// Adds the headers of a response that is compressed for clients that accept a coding, and returns the coding for this one.
fn negotiate(response: &mut ServiceResponse) -> Option<Coding> {
    let is_plain = response.response().extensions().get::<Plain>().is_some();
    if is_plain || response.headers().contains_key(header::CONTENT_ENCODING) {
        return None;
    }
    let is_unchanged = response.status() == actix_web::http::StatusCode::NOT_MODIFIED;
    if !is_unchanged && !is_text(response.headers()) {
        return None;
    }
    vary_by_coding(response.headers_mut());
    let is_short = match response.response().body().size() {
        _ if is_unchanged => false,
        BodySize::None => true,
        BodySize::Sized(bytes) => bytes <= MAX_PLAIN_BYTES,
        BodySize::Stream => false,
    };
    // Of the two, gzip takes a quarter of the time at the levels of `content_coding`.
    let coding = Coding::accepted_coding(response.request().headers(), Coding::Gzip).filter(|_| !is_short)?;
    weaken(response.headers_mut());
    Some(coding)
}

/// The response in this coding. The length of a HEAD response is that of GET, so it is compressed too.
async fn compress(response: ServiceResponse, coding: Coding) -> ServiceResponse {
    let (request, response) = response.into_parts();
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
pub(super) fn vary_by_coding(headers: &mut HeaderMap) {
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
    use futures_util::stream;

    #[test]
    fn the_coding_is_the_one_that_the_client_prefers() {
        let check = |text: &'static str, expected: Option<Coding>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, header::HeaderValue::from_static(text));
            assert_eq!(Coding::accepted_coding(&headers, Coding::Brotli), expected, "{text}");
        };
        let (brotli, gzip) = (Some(Coding::Brotli), Some(Coding::Gzip));
        check("gzip, deflate, br, zstd", brotli);
        check("gzip", gzip);
        check("GZIP", gzip);
        check("x-gzip", gzip);
        check("br;q=0.5", brotli);
        check("br;q=0.5, gzip", gzip);
        check("gzip, br;q=0", gzip);
        check("gzip;q=0.000, br; q=0.1", brotli);
        check("*", brotli);
        check("br;q=0, *;q=0.3", gzip);
        check("*;q=0", None);
        check("gzip;q=0.5, identity", None);
        check("gzip, identity;q=0.5", gzip);
        check("deflate", None);
        check("gzip;q=much", None);
        check("", None);
        assert_eq!(Coding::accepted_coding(&HeaderMap::new(), Coding::Brotli), None);
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, header::HeaderValue::from_static("br, gzip"));
        assert_eq!(Coding::accepted_coding(&headers, Coding::Gzip), gzip);
    }

    fn decompressed(coding: Coding, bytes: &[u8]) -> Option<Vec<u8>> {
        match coding {
            Coding::Gzip => gunzip(bytes),
            Coding::Brotli => {
                let mut plain = Vec::new();
                brotli::Decompressor::new(bytes, 4096).read_to_end(&mut plain).ok()?;
                Some(plain)
            }
        }
    }

    #[test]
    fn compressed_bytes_are_smaller_and_come_back() {
        let page = "<li>Asthma action plan</li>".repeat(100);
        for coding in [Coding::Brotli, Coding::Gzip] {
            let compressed = coding.compressed(page.as_bytes()).unwrap();
            assert!(compressed.len() < page.len() / 5);
            assert_eq!(decompressed(coding, &compressed).as_deref(), Some(page.as_bytes()));
            assert_eq!(decompressed(coding, &compressed[..compressed.len() / 2]), None, "cut off");
        }
    }

    #[test]
    fn a_stream_can_be_read_up_to_its_latest_piece() {
        for coding in [Coding::Brotli, Coding::Gzip] {
            let pieces =
                stream::iter(["Title,ID\n", "Fever,1\n"].map(|piece| Ok::<_, io::Error>(piece.into())));
            let plain = BoxBody::new(actix_web::body::BodyStream::new(pieces));
            let mut body = CompressedStream::new(plain, coding);
            let mut cx = Context::from_waker(std::task::Waker::noop());
            let mut next = || match Pin::new(&mut body).poll_next(&mut cx) {
                Poll::Ready(piece) => piece.map(Result::unwrap),
                Poll::Pending => None,
            };
            let mut received = next().unwrap().to_vec();
            let mut begun = [0; 9];
            match coding {
                Coding::Gzip => GzDecoder::new(&received[..]).read_exact(&mut begun).unwrap(),
                Coding::Brotli => {
                    brotli::Decompressor::new(&received[..], 4096).read_exact(&mut begun).unwrap()
                }
            }
            assert_eq!(&begun, b"Title,ID\n");
            received.extend(std::iter::from_fn(next).flatten());
            assert_eq!(decompressed(coding, &received).unwrap(), b"Title,ID\nFever,1\n");
        }
    }
}

#[cfg(test)]
mod compression_tests {
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
