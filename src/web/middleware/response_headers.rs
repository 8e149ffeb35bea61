//! Headers that every response has, errors included: the ID of the request, the security headers, and those of the one call
//! that pages of every origin may make (CORS), so that an app of a health record reads it in the browser.

use crate::web::addresses::INFOBUTTON_CALL;
use crate::web::caller::{RequestId, person_key};
use crate::web::state::{Web, shared_data};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, options};

/// The header with the ID of a request, which is also in the log.
pub(in crate::web) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A new ID. One that a client sends is ignored, so that clients cannot write into our log.
pub(in crate::web) fn new_request_id() -> (String, HeaderValue) {
    let id = uuid::Uuid::new_v4().simple().to_string();
    let value = HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("-"));
    (id, value)
}

/// Gives the request an ID, and the response or error its headers. No cache stores a private response.
pub(in crate::web) async fn put_headers(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let web = shared_data::<Web>(&request)?;
    let (id, id_value) = new_request_id();
    request.extensions_mut().insert(RequestId(id));
    match next.call(request).await {
        Ok(mut response) => {
            let is_private = is_private(&response);
            let is_open = response.request().match_pattern().is_some_and(|route| route == INFOBUTTON_CALL);
            let headers = response.headers_mut();
            headers.insert(REQUEST_ID, id_value);
            if is_private {
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            }
            if is_open {
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            }
            web.headers.put(headers);
            Ok(response)
        }
        Err(error) => {
            let mut response = error.error_response();
            response.headers_mut().insert(REQUEST_ID, id_value);
            web.headers.put(response.headers_mut());
            Err(InternalError::from_response(error, response).into())
        }
    }
}

/// Whether no cache may store the response, even to a visitor: everything about the caller, and errors, because a call that
/// requires sign-in responds to a visitor with one.
fn is_private(response: &ServiceResponse) -> bool {
    // Decoded as the routes see it.
    let path = response.request().match_info().as_str();
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    person_key(response.request()).is_some()
        || path.starts_with("/api/user")
        || (path.starts_with("/api/") && is_error)
}

/// For how long a browser caches the response to a preflight request, in seconds.
const PREFLIGHT_TTL_S: &str = "86400";

/// Responds to a preflight request.
#[options("/api/infobutton")]
pub(in crate::web) async fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "*"))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_TTL_S))
        .finish()
}
