//! One line for each request: id, method, route, status, duration, and the user's number if somebody is signed in. No query
//! text, no token, no address of a person.

use actix_web::http::header::{HeaderName, HeaderValue};
use std::time::Duration;

/// The header with the ID of a request, in the response and in the log.
pub(in crate::web) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The method in log and metrics if it is unreadable or uncommon: clients may invent any number.
pub(in crate::web) const OTHER_METHOD: &str = "OTHER";

/// A new id. One that a client sends is ignored, so that clients cannot write into our log.
pub(in crate::web) fn new_request_id() -> (String, HeaderValue) {
    let id = uuid::Uuid::new_v4().simple().to_string();
    let value = HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("-"));
    (id, value)
}

/// Writes the line. `route` is the pattern, such as `/api/citations/{id}`, so that it contains nothing about a person.
pub(in crate::web) fn log(
    id: &str,
    method: &str,
    route: &str,
    status: u16,
    took: Duration,
    user: Option<i64>,
) {
    let ms = took.as_secs_f64() * 1_000.0;
    match user {
        Some(user) => {
            tracing::info!(target: "request", id, method, route, status, ms = %format_args!("{ms:.1}"), user)
        }
        None => tracing::info!(target: "request", id, method, route, status, ms = %format_args!("{ms:.1}")),
    }
}
