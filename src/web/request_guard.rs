//! The middleware around every handler, in order.

use crate::domain::app::App;
use crate::model::error::Error;
use crate::web::caller::{RequestId, check_bearer, identify};
use crate::web::conditional::not_modified;
use crate::web::connection::exchange::{AnswerBody, Exchange};
use crate::web::content_coding;
use crate::web::middleware::{audit, replica, request_log, same_origin, security_headers};
use crate::web::pages::redirects;
use crate::web::problem::Problem;
use crate::web::state::Web;
use crate::web::usage_client::IsHead;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, ResponseError, web};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Instant;

/// The middleware: log and metrics, security headers, caller, rate limit, same-origin check, conditional requests,
/// compression.
pub(in crate::web) async fn guard(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> std::result::Result<ServiceResponse<AnswerBody>, actix_web::Error> {
    let started = Instant::now();
    // Dropped with the body of the response, or without one: then the connection takes its next request.
    let unanswered = request.request().conn_data::<Rc<Exchange>>().map(Exchange::until_answered);
    let (Some(web), Some(app)) =
        (request.app_data::<web::Data<Web>>().cloned(), request.app_data::<web::Data<App>>().cloned())
    else {
        return Err(actix_web::error::ErrorInternalServerError("shared state is missing"));
    };
    let (id, id_value) = request_log::new_request_id();
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let label = method_label(&method);
    if method == Method::HEAD {
        // Handled like GET; the connection leaves the body out.
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(IsHead);
    }
    let mut user = None;
    let primary_redirect = replica::redirect(&request, &app, &method);
    let answered = match authorize(&request, &web, &app, &method).await {
        Ok(_) if let Some(redirect) = primary_redirect => {
            Ok(request.into_response(redirect).map_into_boxed_body())
        }
        Ok(key) => {
            user = key;
            let Ok(answered) = AssertUnwindSafe(next.call(request)).catch_unwind().await else {
                tracing::error!(id, method = label, "handler panicked");
                let took = started.elapsed();
                request_log::log(&id, label, "other", 500, took, user);
                web.metrics.request(label, "other", 500, took);
                return Err(panicked(&web, id_value));
            };
            answered.map(|answer| replica::instead_of_sign_in(answer, &app).map_into_boxed_body())
        }
        Err(problem) => Ok(request.into_response(problem.error_response())),
    };
    let mut answer = answered?;
    if same_origin::is_safe(&method)
        && let Some(redirect) = redirects::redirect_copied(answer.request(), answer.status()).await
    {
        answer = answer.into_response(redirect);
    }
    audit::record_answer(&answer, &method, &app).await;
    let route = answer.request().match_pattern().unwrap_or_else(|| "other".into());
    let took = started.elapsed();
    request_log::log(&id, label, &route, answer.status().as_u16(), took, user);
    web.metrics.request(label, &route, answer.status().as_u16(), took);
    let is_private = user.is_some() || is_never_stored(&answer);
    put_headers(answer.headers_mut(), &web, &route, id_value, is_private);
    let coding = content_coding::negotiate(&mut answer);
    let answer = match (not_modified(answer), coding) {
        (answer, Some(coding)) => content_coding::compress(answer, coding).await,
        (answer, None) => answer,
    };
    Ok(answer.map_body(|_, body| AnswerBody::new(body, unanswered)))
}

/// Sets the headers that every response has. A private response is stored by no cache.
fn put_headers(
    headers: &mut header::HeaderMap,
    web: &Web,
    route: &str,
    request_id: header::HeaderValue,
    is_private: bool,
) {
    headers.insert(request_log::REQUEST_ID, request_id);
    if is_private {
        headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    }
    security_headers::allow_every_origin(route, headers);
    web.headers.put(headers);
}

/// Whether no cache may store the response, even to a visitor: everything about the caller, and errors, because a call that
/// requires sign-in answers a visitor with one.
fn is_never_stored<B>(answer: &ServiceResponse<B>) -> bool {
    // Decoded as the routes see it.
    let path = answer.request().match_info().as_str();
    let is_error = answer.status().is_client_error() || answer.status().is_server_error();
    path.starts_with("/api/user") || (path.starts_with("/api/") && is_error)
}

/// The response after a handler panicked. The request was dropped with it, so only an error can be returned.
fn panicked(web: &Web, request_id: header::HeaderValue) -> actix_web::Error {
    let problem = Problem::from(Error::internal("answering", "handler panicked"))
        .with_header(request_log::REQUEST_ID, request_id)
        .with_header(header::VARY, header::HeaderValue::from_static("Accept-Encoding"));
    web.headers.all().fold(problem, |problem, (name, value)| problem.with_header(name, value)).into()
}

/// The name of a method in log and metrics.
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
        _ => request_log::OTHER_METHOD,
    }
}

/// The key of the signed-in person, when the request may continue.
async fn authorize(
    request: &ServiceRequest,
    web: &Web,
    app: &web::Data<App>,
    method: &Method,
) -> std::result::Result<Option<i64>, Problem> {
    // Decoded as the routes see it, so that `/%61pi` does not bypass the checks.
    let path = request.match_info().as_str();
    if let Some(replica) = app.store.replica() {
        // Nobody is signed in here; a caller with a cookie or a token of the primary is a visitor.
        if path.starts_with("/api/") {
            web.limit.check(request.request(), &app.settings.server)?;
            check_bearer(request, app).await?;
        }
        return if replica::needs_primary(app, &web.interface, path, method) {
            Err(replica.read_only().into())
        } else {
            Ok(None)
        };
    }
    if !path.starts_with("/api/") {
        same_origin::check(request.request(), path, method, None, &app.public_url)?;
        return Ok(None);
    }
    let app = app.clone().into_inner();
    let token = request.headers().get(header::AUTHORIZATION).map(|value| value.as_bytes().to_vec());
    let turn = match &token {
        Some(token) => web.limit.wait_for_token_check(request.request(), &app.settings.server, token).await,
        None => None,
    };
    let caller = identify(request, &app).await;
    match (&caller, &token) {
        (Ok(Some(caller)), token) => {
            if let Some(token) = token {
                web.limit.remember_valid_token(token);
            }
            same_origin::check(request.request(), path, method, Some(&caller.credential), &app.public_url)?;
        }
        // A bad token must not bypass the limit.
        (Err(problem), Some(_)) if problem.status_code() == StatusCode::UNAUTHORIZED => {
            web.limit.count_bad_token(request.request(), &app.settings.server, turn).await?;
        }
        (Ok(None) | Err(_), _) => web.limit.check(request.request(), &app.settings.server)?,
    }
    Ok(caller?.map(|caller| caller.person.key))
}
