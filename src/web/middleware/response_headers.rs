//! Headers that every response has, errors included: the ID of the request, the security headers, and those of the one call
//! that pages of every origin may make (CORS), so that an app of a health record reads it in the browser.

use crate::settings::Settings;
use crate::web::addresses::INFOBUTTON_CALL;
use crate::web::caller::{RequestId, person_key};
use crate::web::state::{Web, shared};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
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
    let web = shared::<Web>(&request)?;
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

/// The security headers, made once at start.
#[derive(Clone)]
pub(in crate::web) struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    pub fn new(settings: &Settings, public_url: &str) -> Self {
        let ancestors = match settings.server.frame_ancestors.as_slice() {
            [] => "'none'".to_owned(),
            origins => origins.join(" "),
        };
        // Signing out posts to us and redirects to the provider: a browser checks that step too.
        let provider = settings
            .identity
            .issuer
            .as_deref()
            .and_then(|issuer| url::Url::parse(issuer).ok())
            .map(|url| format!(" {}", url.origin().ascii_serialization()))
            .unwrap_or_default();
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
             connect-src 'self'; media-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'{provider}; \
             base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors {ancestors}"
        );
        let mut headers = vec![
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".into()),
            (header::REFERRER_POLICY, "strict-origin-when-cross-origin".into()),
            (
                HeaderName::from_static("permissions-policy"),
                "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)".into(),
            ),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin".into()),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin".into()),
        ];
        if settings.server.frame_ancestors.is_empty() {
            headers.push((header::X_FRAME_OPTIONS, "DENY".into()));
        }
        if public_url.starts_with("https://") {
            let subdomains = if settings.server.hsts_subdomains { "; includeSubDomains" } else { "" };
            headers.push((header::STRICT_TRANSPORT_SECURITY, format!("max-age=31536000{subdomains}")));
        }
        SecurityHeaders(
            headers
                .into_iter()
                .filter_map(|(name, value)| HeaderValue::from_str(&value).ok().map(|value| (name, value)))
                .collect(),
        )
    }

    /// Every header.
    pub fn all(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        self.0.iter().cloned()
    }

    /// Adds them to a response; headers that a handler has set stay.
    pub fn put(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.0 {
            if !headers.contains_key(name) {
                headers.insert(name.clone(), value.clone());
            }
        }
    }
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
