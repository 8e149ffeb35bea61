//! Public documents that are revalidated by their entity tags.

use crate::web::conditional::{digest_tag, is_not_modified};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};

/// The response with this document, or 304 when the client has it.
pub(in crate::web::discovery) fn revalidated(
    request: &HttpRequest,
    content_type: &'static str,
    bytes: impl Into<web::Bytes>,
) -> HttpResponse {
    let bytes: web::Bytes = bytes.into();
    let tag = digest_tag(&bytes);
    not_modified(request, &tag).unwrap_or_else(|| document(content_type, &tag, bytes))
}

/// 304 when the client has the document with this entity tag.
pub(in crate::web::discovery) fn not_modified(request: &HttpRequest, tag: &str) -> Option<HttpResponse> {
    is_not_modified(request, tag).then(|| with_tag(HttpResponse::NotModified(), tag).finish())
}

/// The response with the document that has this entity tag.
pub(in crate::web::discovery) fn document(
    content_type: &'static str,
    tag: &str,
    bytes: impl Into<web::Bytes>,
) -> HttpResponse {
    let mut response = with_tag(HttpResponse::Ok(), tag);
    response.insert_header((header::CONTENT_TYPE, content_type)).body(bytes.into())
}

fn with_tag(mut response: HttpResponseBuilder, tag: &str) -> HttpResponseBuilder {
    response.insert_header((header::CACHE_CONTROL, "no-cache")).insert_header((header::ETAG, tag));
    response
}
