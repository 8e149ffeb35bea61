//! The preview of a content: the parameter with its width, and the response.

use crate::domain::app::App;
use crate::domain::files::previews;
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, PREVIEW_WIDTHS};
use crate::web::compression::send_plain;
use crate::web::conditional::is_not_modified;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use serde::Deserialize;
use utoipa::IntoParams;

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
    pub(in crate::web) fn width(&self) -> Result<u32> {
        let width = self.w.parse().ok().filter(|width| PREVIEW_WIDTHS.contains(width) && self.w.len() == 3);
        width.ok_or_else(|| Error::Unreadable("w: expected 160, 320 or 640.".into()))
    }
}

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

#[cfg(test)]
mod tests {
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
