//! The response to bytes that are not an HTTP request. The connection writes it, because there is no request that a
//! handler could respond to.

use crate::model::clock;
use crate::web::metrics::Metrics;
use crate::web::middleware::request_log::{self, OTHER_METHOD};
use crate::web::middleware::response_headers;
use crate::web::problem::Problem;
use crate::web::security_headers::SecurityHeaders;
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{StatusCode, Version};
use actix_web::web::Bytes;
use std::io::Write;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

/// The route in log and metrics of what is not a request.
const ROUTE: &str = "unreadable";

/// Why a request could not be taken from the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum RequestError {
    /// It is not an HTTP request.
    Malformed,
    /// Its head is larger than the limit.
    TooLarge,
    /// Its head did not arrive in time.
    TooSlow,
}

/// Makes the responses to what is not a request.
pub(in crate::web) struct Refusals {
    /// The headers of every response.
    pub headers: SecurityHeaders,
    /// Counts them.
    pub metrics: Arc<Metrics>,
}

impl Refusals {
    /// The complete response, head and body; it is logged and counted.
    pub(super) fn response(&self, error: RequestError) -> Bytes {
        let started = Instant::now();
        let problem = problem(error);
        let (id, id_value) = response_headers::new_request_id();
        let bytes = self.encode(&problem, id_value);
        let (status, took) = (problem.status().as_u16(), started.elapsed());
        request_log::log(&id, OTHER_METHOD, ROUTE, status, took, None);
        self.metrics.request(OTHER_METHOD, ROUTE, status, took);
        bytes.into()
    }

    /// Head and body as HTTP/1.1 has them (RFC 9112).
    fn encode(&self, problem: &Problem, request_id: HeaderValue) -> Vec<u8> {
        let body = serde_json::to_vec(&problem.body()).unwrap_or_default();
        let date = header::HttpDate::from(SystemTime::from(clock::now()));
        let headers = [
            (header::CONTENT_LENGTH, HeaderValue::from(body.len())),
            (header::CONNECTION, HeaderValue::from_static("close")),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json")),
            (header::VARY, HeaderValue::from_static("Accept-Encoding")),
            (response_headers::REQUEST_ID, request_id),
        ];
        let mut bytes = Vec::with_capacity(2 << 10);
        // Writing to memory cannot fail.
        let _ = write!(bytes, "{:?} {}\r\n{}: {date}\r\n", Version::HTTP_11, problem.status(), header::DATE);
        for (name, value) in headers.into_iter().chain(self.headers.all()) {
            bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        bytes.extend(b"\r\n");
        bytes.extend(body);
        bytes
    }
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
