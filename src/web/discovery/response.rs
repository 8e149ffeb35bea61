//! A public document that is revalidated by its entity tag.

use crate::web::conditional::{digest_tag, is_not_modified};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

/// The response with these bytes, or 304 when the client has them.
pub(in crate::web::discovery) fn revalidated(
    request: &HttpRequest,
    content_type: &'static str,
    vary: Option<&'static str>,
    bytes: impl Into<web::Bytes>,
) -> HttpResponse {
    let bytes: web::Bytes = bytes.into();
    let tag = digest_tag(&bytes);
    let is_known = is_not_modified(request, &tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::CACHE_CONTROL, "no-cache")).insert_header((header::ETAG, tag));
    if let Some(vary) = vary {
        response.insert_header((header::VARY, vary));
    }
    if is_known {
        return response.finish();
    }
    response.insert_header((header::CONTENT_TYPE, content_type)).body(bytes)
}
