//! The response with a content: its headers, whole or in parts, in chunks.

use crate::domain::app::App;
use crate::domain::files::serving::ServedFile;
use crate::files::{Chunks, FileStore};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType};
use crate::web::compression::send_plain;
use crate::web::conditional::is_not_modified;
use crate::web::files::disposition::content_disposition;
use crate::web::files::ranges::{Wanted, wanted};
use crate::web::usage_client::IsHead;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::ops::Range;

/// A content to send.
struct SentFile<'f> {
    digest: Digest,
    file_type: FileType,
    size: u64,
    cache_control: &'f str,
    content_disposition: String,
}

/// A response, and whether it includes the first byte.
pub(in crate::web) struct Answered {
    pub response: HttpResponse,
    pub has_first_byte: bool,
}

/// The response with a content: 200, 206, 304 or 416.
///
/// # Errors
/// [`Error::Damaged`] if the store does not have the content, [`Error::Unavailable`] if it cannot be reached.
pub(in crate::web) async fn send_file(
    request: &HttpRequest,
    app: &App,
    file: &ServedFile,
    cache_control: &str,
) -> Result<Answered> {
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
    let answered = send(request, &app.files, &sent, &policy(file.file_type, &ancestors)).await;
    if let Err(Error::Unavailable(cause)) = &answered {
        tracing::warn!(digest = %file.digest, cause, "a stored file could not be read");
    }
    let answered = answered?;
    // The bytes are those of the file, whatever its type.
    Ok(Answered { response: send_plain(answered.response), ..answered })
}

async fn send(
    request: &HttpRequest,
    files: &FileStore,
    file: &SentFile<'_>,
    policy: &str,
) -> Result<Answered> {
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
        return Ok(Answered { response: builder(StatusCode::NOT_MODIFIED).finish(), has_first_byte: true });
    }
    let is_head = request.extensions().get::<IsHead>().is_some();
    let range = request.headers().get(header::RANGE).and_then(|range| range.to_str().ok());
    let wanted = match range {
        // RFC 9110, section 14.2: only GET has ranges.
        Some(range) if !is_head && if_range_allows(request, &tag) => wanted(range, file.size),
        _ => Wanted::Whole,
    };
    match wanted {
        Wanted::Unsatisfiable => {
            let response = builder(StatusCode::RANGE_NOT_SATISFIABLE)
                .insert_header((header::CONTENT_RANGE, format!("bytes */{}", file.size)))
                .finish();
            Ok(Answered { response, has_first_byte: false })
        }
        Wanted::Whole => {
            // Of a HEAD request only whether the content is there.
            let range = if is_head { 0..0 } else { 0..file.size };
            let chunks = files.read(file.digest, file.size, range).await?;
            let mut response = builder(StatusCode::OK);
            let response = described(&mut response, file).body(sized(file.size, chunks));
            Ok(Answered { response, has_first_byte: true })
        }
        Wanted::Parts(parts) => match <[Range<u64>; 1]>::try_from(parts) {
            Ok([part]) => {
                let chunks = files.read(file.digest, file.size, part.clone()).await?;
                let mut response = builder(StatusCode::PARTIAL_CONTENT);
                response.insert_header((header::CONTENT_RANGE, content_range(&part, file.size)));
                let response = described(&mut response, file).body(sized(part.end - part.start, chunks));
                Ok(Answered { response, has_first_byte: part.start == 0 })
            }
            Err(parts) => {
                let has_first_byte = parts.iter().any(|part| part.start == 0);
                let response = several(builder(StatusCode::PARTIAL_CONTENT), files, file, parts).await?;
                Ok(Answered { response, has_first_byte })
            }
        },
    }
}

/// Whether If-Range lets the request have a part: without the header, or with exactly this strong tag. Dates never do.
fn if_range_allows(request: &HttpRequest, tag: &str) -> bool {
    let condition = request.headers().get(header::IF_RANGE);
    condition.is_none_or(|condition| condition.as_bytes().trim_ascii() == tag.as_bytes())
}

fn described<'r>(response: &'r mut HttpResponseBuilder, file: &SentFile<'_>) -> &'r mut HttpResponseBuilder {
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
fn sized(
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
