//! The one call that pages of every origin may make (CORS), so that an app of a health record reads it in the browser.

use crate::web::addresses::INFOBUTTON_CALL;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::{HttpResponse, options};

/// For how long a browser caches the answer to a preflight request, in seconds.
const PREFLIGHT_TTL_S: &str = "86400";

/// Answers a preflight request.
#[options("/api/infobutton")]
pub(in crate::web) async fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "*"))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_TTL_S))
        .finish()
}

/// Opens every answer of the call, refusals included.
pub(in crate::web) fn allow_every_origin(route: &str, headers: &mut HeaderMap) {
    if route == INFOBUTTON_CALL {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
}
