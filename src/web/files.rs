//! Sends stored files and their previews: ranges, conditions, and the headers of each type.

use crate::domain::app::App;
use crate::domain::files::previews;
use crate::domain::files::serving::ServedFile;
use crate::files::{Chunks, FileStore};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType, PREVIEW_WIDTHS};
use crate::web::conditional::is_not_modified;
use crate::web::content_coding::send_plain;
use crate::web::content_disposition::content_disposition;
use crate::web::middleware::head_requests::IsHead;
use crate::web::problem::HttpResult;
use actix_web::body::SizedStream;
use actix_web::http::{StatusCode, header};
use actix_web::web::{self, Bytes};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use std::ops::Range;
use utoipa::IntoParams;

/// A content to send.
struct SentFile<'f> {
    digest: Digest,
    file_type: FileType,
    size: u64,
    cache_control: &'f str,
    content_disposition: String,
}

/// A response, and whether it includes the first byte.
pub(super) struct FileResponse {
    pub response: HttpResponse,
    pub has_first_byte: bool,
}

/// The response with a content: 200, 206, 304 or 416.
///
/// # Errors
/// [`Error::Damaged`] if the store does not have the content, [`Error::Unavailable`] if it cannot be reached.
pub(super) async fn send_file(
    request: &HttpRequest,
    app: &App,
    file: &ServedFile,
    cache_control: &str,
) -> Result<FileResponse> {
    if file.is_damaged {
        let message = format!("The stored file {} was changed in the store.", file.digest);
        return Err(Error::Damaged(message));
    }
    let number = file.item_number.as_deref();
    let sent = SentFile {
        digest: file.digest,
        file_type: file.file_type,
        size: file.size,
        cache_control,
        content_disposition: content_disposition(&file.title, &file.lang, number, file.file_type),
    };
    let ancestors = match app.settings.server.frame_ancestors.as_slice() {
        [] => "'none'".to_owned(),
        origins => origins.join(" "),
    };
    let sent = send(request, &app.files, &sent, &policy(file.file_type, &ancestors)).await;
    app.files_state.record(&sent);
    if let Err(Error::Unavailable(cause)) = &sent {
        tracing::warn!(digest = %file.digest, cause, "a stored file could not be read");
    }
    let sent = sent?;
    // The bytes are those of the file, whatever its type.
    Ok(FileResponse { response: send_plain(sent.response), ..sent })
}

async fn send(
    request: &HttpRequest,
    files: &FileStore,
    file: &SentFile<'_>,
    policy: &str,
) -> Result<FileResponse> {
    let tag = format!("\"{}\"", file.digest);
    let builder = |status: StatusCode| {
        let mut response = HttpResponse::build(status);
        response
            .insert_header((header::ETAG, tag.as_str()))
            .insert_header((header::CACHE_CONTROL, file.cache_control))
            .insert_header((header::ACCEPT_RANGES, "bytes"))
            .insert_header((header::CONTENT_SECURITY_POLICY, policy));
        response
    };
    if is_not_modified(request, &tag) {
        return Ok(FileResponse {
            response: builder(StatusCode::NOT_MODIFIED).finish(),
            has_first_byte: true,
        });
    }
    let is_head = request.extensions().get::<IsHead>().is_some();
    let range = request.headers().get(header::RANGE).and_then(|range| range.to_str().ok());
    let wanted = match range {
        // RFC 9110, section 14.2: only GET has ranges.
        Some(range) if !is_head && if_range_allows(request, &tag) => wanted_range(range, file.size),
        _ => Wanted::Whole,
    };
    match wanted {
        Wanted::Unsatisfiable => {
            let response = builder(StatusCode::RANGE_NOT_SATISFIABLE)
                .insert_header((header::CONTENT_RANGE, format!("bytes */{}", file.size)))
                .finish();
            Ok(FileResponse { response, has_first_byte: false })
        }
        Wanted::Whole => {
            // Of a HEAD request only whether the content is there.
            let range = if is_head { 0..0 } else { 0..file.size };
            let chunks = files.read(file.digest, file.size, range).await?;
            let mut response = builder(StatusCode::OK);
            let response = describe(&mut response, file).body(stream(file.size, chunks));
            Ok(FileResponse { response, has_first_byte: true })
        }
        Wanted::Parts(parts) => match <[Range<u64>; 1]>::try_from(parts) {
            Ok([part]) => {
                let chunks = files.read(file.digest, file.size, part.clone()).await?;
                let mut response = builder(StatusCode::PARTIAL_CONTENT);
                response.insert_header((header::CONTENT_RANGE, content_range(&part, file.size)));
                let response = describe(&mut response, file).body(stream(part.end - part.start, chunks));
                Ok(FileResponse { response, has_first_byte: part.start == 0 })
            }
            Err(parts) => {
                let has_first_byte = parts.iter().any(|part| part.start == 0);
                let response = several(builder(StatusCode::PARTIAL_CONTENT), files, file, parts).await?;
                Ok(FileResponse { response, has_first_byte })
            }
        },
    }
}

/// Whether If-Range lets the request have a part: without the header, or with exactly this strong tag. Dates never do.
fn if_range_allows(request: &HttpRequest, tag: &str) -> bool {
    let condition = request.headers().get(header::IF_RANGE);
    condition.is_none_or(|condition| condition.as_bytes().trim_ascii() == tag.as_bytes())
}

fn describe<'r>(response: &'r mut HttpResponseBuilder, file: &SentFile<'_>) -> &'r mut HttpResponseBuilder {
    response
        .insert_header((header::CONTENT_TYPE, content_type(file.file_type)))
        .insert_header((header::CONTENT_DISPOSITION, file.content_disposition.as_str()))
}

/// The media type with its parameters.
fn content_type(file_type: FileType) -> &'static str {
    match file_type {
        FileType::Text => "text/plain; charset=utf-8",
        other => other.media_type(),
    }
}

fn content_range(part: &Range<u64>, size: u64) -> String {
    format!("bytes {}-{}/{size}", part.start, part.end - 1)
}

/// An error while it is sent ends the connection: the client sees that the content is incomplete.
fn stream(
    length: u64,
    chunks: Chunks,
) -> SizedStream<impl futures_util::Stream<Item = Result<Bytes, LoggedError>>> {
    SizedStream::new(length, chunks.map_err(LoggedError::new))
}

/// Several parts, each with a head of its own (RFC 9110, section 15.3.7.2).
async fn several(
    mut response: HttpResponseBuilder,
    files: &FileStore,
    file: &SentFile<'_>,
    parts: Vec<Range<u64>>,
) -> Result<HttpResponse> {
    // The first part is opened now, so that a missing content is an error and not a broken response.
    drop(files.read(file.digest, file.size, 0..0).await?);
    let boundary = format!("handout-{}", uuid::Uuid::new_v4().simple());
    let content_type_of_parts = content_type(file.file_type);
    let heads: Vec<String> = parts
        .iter()
        .map(|part| {
            let range = content_range(part, file.size);
            format!(
                "\r\n--{boundary}\r\nContent-Type: {content_type_of_parts}\r\nContent-Range: {range}\r\n\r\n"
            )
        })
        .collect();
    let end = format!("\r\n--{boundary}--\r\n");
    let length = heads.iter().map(|head| head.len() as u64).sum::<u64>()
        + parts.iter().map(|part| part.end - part.start).sum::<u64>()
        + end.len() as u64;
    let (files, digest, size) = (files.clone(), file.digest, file.size);
    let body = stream::iter(heads.into_iter().zip(parts)).then(move |(head, part)| {
        let files = files.clone();
        async move {
            let head = stream::once(async move { Ok(Bytes::from(head)) });
            let chunks: Chunks = match files.read(digest, size, part).await {
                Ok(chunks) => chunks,
                Err(error) => Box::pin(stream::once(async move { Err(error) })),
            };
            head.chain(chunks)
        }
    });
    let end = stream::once(async move { Ok::<_, Error>(Bytes::from(end)) });
    let body = body.flatten().chain(end).map_err(LoggedError::new);
    Ok(response
        .insert_header((header::CONTENT_TYPE, format!("multipart/byteranges; boundary={boundary}")))
        .body(SizedStream::new(length, Box::pin(body))))
}

/// An error while a content is sent. It is in the log; the client sees the end of the connection.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct LoggedError(Error);

impl LoggedError {
    fn new(error: Error) -> LoggedError {
        tracing::error!(cause = %error, "a stored file could not be sent to its end");
        LoggedError(error)
    }
}

/// The Content-Security-Policy of a type, with the ancestors of the settings.
fn policy(file_type: FileType, frame_ancestors: &str) -> String {
    let policy = match file_type {
        FileType::Pdf => "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
        FileType::Png | FileType::Jpeg | FileType::Mp3 | FileType::Mp4 | FileType::M4a => {
            "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
        }
        FileType::Text | FileType::Docx | FileType::Pptx => "sandbox; default-src 'none'",
    };
    format!("{policy}; frame-ancestors {frame_ancestors}")
}

/// With more ranges the whole file is sent: nobody who reads a file needs them.
const MAX_RANGES: usize = 32;

/// What a Range header asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The whole file: the header is missing, malformed, or of another unit.
    Whole,
    /// These parts, in the order of the header.
    Parts(Vec<Range<u64>>),
    /// Only parts that the file does not have.
    Unsatisfiable,
}

/// The parts of a file of `size` bytes that the header asks for.
pub(super) fn wanted_range(header: &str, size: u64) -> Wanted {
    let Some((unit, list)) = header.split_once('=') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::Whole;
    }
    let (mut parts, mut count) = (Vec::new(), 0);
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        count += 1;
        match one(part, size) {
            None => return Wanted::Whole,
            Some(range) => parts.extend(range),
        }
    }
    let total: u64 = parts.iter().map(|range| range.end - range.start).sum();
    match parts.len() {
        _ if count == 0 || count > MAX_RANGES => Wanted::Whole,
        0 => Wanted::Unsatisfiable,
        // Overlapping parts that are larger than the file would cost more than the file.
        2.. if total > size => Wanted::Whole,
        _ => Wanted::Parts(parts),
    }
}

/// One part of the list: `Some(None)` if the file does not have it, `None` if it is malformed.
fn one(part: &str, size: u64) -> Option<Option<Range<u64>>> {
    let (first, last) = part.split_once('-')?;
    let (first, last) = (first.trim(), last.trim());
    if first.is_empty() {
        let length = number(last)?.min(size);
        return Some((length > 0).then(|| size - length..size));
    }
    let first = number(first)?;
    let end = match last {
        "" => size,
        last => {
            let last = number(last)?;
            if last < first {
                return None;
            }
            last.saturating_add(1).min(size)
        }
    };
    Some((first < size).then_some(first..end))
}

/// A number in decimal digits alone; one that is too large counts as the largest.
fn number(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// The width of a preview.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PreviewParameters {
    /// In pixels: 160, 320 or 640.
    #[param(value_type = u32)]
    pub w: String,
}

impl PreviewParameters {
    /// The width in pixels.
    pub(super) fn width(&self) -> Result<u32> {
        let width = self.w.parse().ok().filter(|width| PREVIEW_WIDTHS.contains(width) && self.w.len() == 3);
        width.ok_or_else(|| Error::Unreadable("w: expected 160, 320 or 640.".into()))
    }
}

/// The preview of a content in this width: 200, 304, or 404 where there is none.
pub(super) async fn send_preview(
    request: &HttpRequest,
    app: &web::Data<App>,
    digest: Digest,
    width: u32,
) -> HttpResult {
    let none = || Error::NotFound("This file has no preview.".into());
    let png = previews::preview(app, digest, width).await?.ok_or_else(none)?;
    let tag = format!("\"{digest}-{width}\"");
    let described = |mut response: HttpResponseBuilder| {
        response
            .insert_header((header::ETAG, tag.as_str()))
            .insert_header((header::CACHE_CONTROL, "no-cache"));
        response
    };
    if is_not_modified(request, &tag) {
        return Ok(described(HttpResponse::NotModified()).finish());
    }
    Ok(send_plain(described(HttpResponse::Ok()).content_type("image/png").body(png)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let parts = |ranges: &[Range<u64>]| Wanted::Parts(ranges.to_vec());
        let part = |range: Range<u64>| Wanted::Parts(vec![range]);
        let check =
            |header: &str, expected: Wanted| assert_eq!(wanted_range(header, 1_000), expected, "{header}");
        check("bytes=0-1", part(0..2));
        check("bytes=0-", part(0..1_000));
        check("Bytes = 5-5", part(5..6));
        check("bytes=990-2000", part(990..1_000));
        check("bytes=-10", part(990..1_000));
        check("bytes=-2000", part(0..1_000));
        check("bytes=0-1, 5-6,,-1", parts(&[0..2, 5..7, 999..1_000]));
        check("bytes=0-1,1000-", part(0..2));
        check("bytes=999-99999999999999999999999", part(999..1_000));
        check("bytes=1000-", Wanted::Unsatisfiable);
        check("bytes=-0", Wanted::Unsatisfiable);
        check("bytes=1000-1001,2000-", Wanted::Unsatisfiable);
        for malformed in [
            "",
            "bytes",
            "bytes=",
            "bytes=2-1",
            "bytes=a-b",
            "bytes=1",
            "bytes=+1-2",
            "items=0-1",
            "bytes=0-1,x",
        ] {
            check(malformed, Wanted::Whole);
        }
        check("bytes=0-,0-", Wanted::Whole);
        check(&format!("bytes={}", "0-1,".repeat(33)), Wanted::Whole);
    }
}

#[cfg(test)]
mod preview_tests {
    use super::*;

    #[test]
    fn only_three_widths_are_drawn() {
        let read = |w: &str| PreviewParameters { w: w.into() }.width();
        assert_eq!(PREVIEW_WIDTHS.map(|width| read(&width.to_string()).ok()), PREVIEW_WIDTHS.map(Some));
        for text in ["", "161", "0160", "+160", "abc", "-1", "99999999999999999999"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
