//! One line for each request: id, method, route, status, duration, and the user's number if somebody is signed in. No query
//! text, no token, no address of a person.

use crate::model::keys::UserKey;
use crate::web::caller::{RequestId, person_key};
use crate::web::state::{Web, shared_data};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use std::time::{Duration, Instant};

/// The method in log and metrics if it is unreadable or uncommon: clients may invent any number.
pub(in crate::web) const OTHER_METHOD: &str = "OTHER";

/// The route in log and metrics if no route matches.
const OTHER_ROUTE: &str = "other";

/// Logs and counts the request when its response or error is there.
pub(in crate::web) async fn log_and_count(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let started = Instant::now();
    let web = shared_data::<Web>(&request)?;
    let method = method_label(request.method());
    let id = request.extensions().get::<RequestId>().cloned();
    let result = next.call(request).await;
    let (route, status, user) = match &result {
        Ok(response) => {
            (response.request().match_pattern(), response.status(), person_key(response.request()))
        }
        Err(error) => (None, error.as_response_error().status_code(), None),
    };
    let (route, took) = (route.as_deref().unwrap_or(OTHER_ROUTE), started.elapsed());
    log(id.as_ref().map_or("-", |id| &id.0), method, route, status.as_u16(), took, user);
    web.metrics.request(method, route, status.as_u16(), took);
    result
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => OTHER_METHOD,
    }
}

/// Writes the line. `route` is the pattern, such as `/api/citations/{id}`, so that it contains nothing about a person.
pub(in crate::web) fn log(
    id: &str,
    method: &str,
    route: &str,
    status: u16,
    took: Duration,
    user: Option<UserKey>,
) {
    let ms = took.as_secs_f64() * 1_000.0;
    match user {
        Some(user) => {
            let user = user.row();
            tracing::info!(target: "request", id, method, route, status, ms = %format_args!("{ms:.1}"), user)
        }
        None => tracing::info!(target: "request", id, method, route, status, ms = %format_args!("{ms:.1}")),
    }
}
