//! What every request passes before its handler, in order.

use crate::domain::app::App;
use crate::model::error::Error;
use crate::web::caller::{Credential, identify};
use crate::web::guards::{request_log, same_origin};
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{ResponseError, web};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

/// What every request passes: log and metrics, security headers, who asks, rate limit, same origin.
pub(in crate::web) async fn guard(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> std::result::Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let started = Instant::now();
    let (Some(web), Some(app)) =
        (request.app_data::<web::Data<Web>>().cloned(), request.app_data::<web::Data<App>>().cloned())
    else {
        return Err(actix_web::error::ErrorInternalServerError("shared state is missing"));
    };
    let (id, id_value) = request_log::new_request_id();
    let method = request.method().clone();
    if method == Method::HEAD {
        // Answered like GET; the connection leaves the body out.
        request.head_mut().method = Method::GET;
    }
    let mut user = None;
    let answered = match checked(&request, &web, &app, &method).await {
        Ok(key) => {
            user = key;
            match AssertUnwindSafe(next.call(request)).catch_unwind().await {
                Ok(answered) => answered.map(ServiceResponse::map_into_boxed_body),
                Err(_) => {
                    // The request went down with it, so that this answer is all that can be made.
                    tracing::error!(id, method = method.as_str(), "handler panicked");
                    let took = started.elapsed();
                    request_log::log(&id, method.as_str(), "other", 500, took, user);
                    web.metrics.request(method.as_str(), "other", 500, took);
                    let sorry = Problem::from(Error::internal("answering", "handler panicked"))
                        .with_header(request_log::REQUEST_ID, id_value);
                    return Err(web
                        .headers
                        .all()
                        .fold(sorry, |sorry, (n, v)| sorry.with_header(n, v))
                        .into());
                }
            }
        }
        Err(problem) => Ok(request.into_response(problem.error_response())),
    };
    let mut answer = answered?;
    let route = answer.request().match_pattern().unwrap_or_else(|| "other".into());
    let took = started.elapsed();
    request_log::log(&id, method.as_str(), &route, answer.status().as_u16(), took, user);
    web.metrics.request(method.as_str(), &route, answer.status().as_u16(), took);
    let private = user.is_some() || route.starts_with("/api/user");
    let headers = answer.headers_mut();
    headers.insert(request_log::REQUEST_ID, id_value);
    if private {
        headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    }
    web.headers.put(headers);
    Ok(answer)
}

/// The key of whoever is signed in, when the request may go on.
async fn checked(
    request: &ServiceRequest,
    web: &Web,
    app: &web::Data<App>,
    method: &Method,
) -> std::result::Result<Option<i64>, Problem> {
    // As the routes see it, with percent signs decoded: `/%61pi` is no way around.
    let path = request.match_info().as_str();
    if path == "/logout" && !same_origin::is_safe(method) {
        same_origin::check(request.request(), &app.public_url)?;
    }
    if !path.starts_with("/api/") {
        return Ok(None);
    }
    let app = app.clone().into_inner();
    let with_token = request.headers().contains_key(header::AUTHORIZATION);
    if with_token {
        web.limit.check_guessing(request.request(), &app.settings.server)?;
    }
    let caller = identify(request, &app).await;
    match &caller {
        Ok(Some(caller)) => {
            if matches!(caller.credential, Credential::Cookie(_)) && !same_origin::is_safe(method) {
                same_origin::check(request.request(), &app.public_url)?;
            }
        }
        // A bad token is no way around the limit.
        Err(_) if with_token => web.limit.count_bad_token(request.request(), &app.settings.server)?,
        Ok(None) | Err(_) => web.limit.check(request.request(), &app.settings.server)?,
    }
    Ok(caller?.map(|caller| caller.person.key))
}
