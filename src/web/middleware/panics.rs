//! Panics of handlers.

use crate::model::error;
use crate::model::keys::UserKey;
use crate::web::caller::{RequestId, person_key};
use crate::web::problem::Problem;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;

/// Turns a panic of a handler into an error: the request was dropped with it, so that there is none to respond to.
pub(in crate::web) async fn catch(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let id = request.extensions().get::<RequestId>().cloned();
    let user = person_key(request.request()).map(UserKey::row);
    AssertUnwindSafe(next.call(request)).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!(id = id.map(|id| id.0), user, "handler panicked");
        let problem = Problem::from(error::Error::internal("responding", "handler panicked"));
        Err(problem.with_header(header::VARY, HeaderValue::from_static("Accept-Encoding")).into())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use actix_web::http::StatusCode;
    use actix_web::middleware::from_fn;
    use actix_web::{App, HttpResponse, test, web};

    async fn panic() -> HttpResponse {
        panic!("as intended")
    }

    #[actix_web::test]
    async fn a_panic_becomes_an_error_without_its_text() {
        let app = App::new().wrap(from_fn(catch)).route("/", web::get().to(panic));
        let service = test::init_service(app).await;
        let failed = test::try_call_service(&service, test::TestRequest::default().to_request()).await;
        let response = failed.unwrap_err().error_response();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers().get(header::VARY).unwrap(), "Accept-Encoding");
        let body = actix_web::body::to_bytes(response.into_body()).await.unwrap();
        assert!(!String::from_utf8_lossy(&body).contains("as intended"));
    }
}
