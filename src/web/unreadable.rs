//! The response to bytes that are not an HTTP request. The connection writes it, because there is no request that a
//! handler could answer.

use crate::web::connection::request_error::RequestError;
use crate::web::middleware::request_log;
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{StatusCode, Version};
use actix_web::web::Bytes;
use std::io::Write;
use std::time::{Instant, SystemTime};

/// The method in log and metrics when it could not be read, or nobody uses it: a client may invent any number of them.
pub(in crate::web) const OTHER_METHOD: &str = "OTHER";
/// The route in log and metrics of what is not a request.
const ROUTE: &str = "unreadable";

/// The whole response: a problem with the headers that every response has. It is logged and counted.
pub(in crate::web) fn response(web: &Web, error: RequestError) -> Bytes {
    let started = Instant::now();
    let problem = problem(error);
    let (id, id_value) = request_log::new_request_id();
    let bytes = encode(web, &problem, id_value);
    let (status, took) = (problem.status().as_u16(), started.elapsed());
    request_log::log(&id, OTHER_METHOD, ROUTE, status, took, None);
    web.metrics.request(OTHER_METHOD, ROUTE, status, took);
    bytes.into()
}

/// Head and body as HTTP/1.1 has them (RFC 9112).
fn encode(web: &Web, problem: &Problem, request_id: HeaderValue) -> Vec<u8> {
    let body = serde_json::to_vec(&problem.body()).unwrap_or_default();
    let headers = [
        (header::CONTENT_LENGTH, HeaderValue::from(body.len())),
        (header::CONNECTION, HeaderValue::from_static("close")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json")),
        (request_log::REQUEST_ID, request_id),
    ];
    let mut bytes = Vec::with_capacity(2 << 10);
    // Writing to memory cannot fail.
    let _ = write!(bytes, "{:?} {}\r\n", Version::HTTP_11, problem.status());
    for (name, value) in headers.into_iter().chain(web.headers.all()) {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    let _ = write!(bytes, "{}: {}\r\n\r\n", header::DATE, header::HttpDate::from(SystemTime::now()));
    bytes.extend(body);
    bytes
}

fn problem(error: RequestError) -> Problem {
    match error {
        RequestError::Malformed => {
            Problem::new(StatusCode::BAD_REQUEST, "This is not a well-formed HTTP request.")
        }
        RequestError::TooLarge => Problem::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The address and headers of the request are larger than this server accepts.",
        ),
        RequestError::TooSlow => {
            Problem::new(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive.")
        }
    }
}
