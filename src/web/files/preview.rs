//! The response with the preview of a content.

use crate::domain::app::App;
use crate::domain::files::previews;
use crate::model::error::Error;
use crate::model::files::Digest;
use crate::web::compression::send_plain;
use crate::web::conditional::is_not_modified;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};

/// The preview of a content in this width: 200, 304, or 404 where there is none.
pub(in crate::web) async fn send_preview(
    request: &HttpRequest,
    app: &web::Data<App>,
    digest: Digest,
    width: u32,
) -> Result<HttpResponse, Problem> {
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
