//! Who a request comes from, and whether it may reach a handler: limits of clients, bearer tokens and cookies, and the
//! same-origin check.

use crate::domain::app::App;
use crate::web::caller::{check_bearer, identify};
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use crate::web::state::{Web, shared_data};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};

/// Identifies the caller, or refuses the request.
pub(in crate::web) async fn authorize(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let (app, web) = (shared_data::<App>(&request)?, shared_data::<Web>(&request)?);
    let permission = if app.store.replica().is_some() {
        check_visitor_of_replica(&request, &web, &app).await
    } else {
        check_caller(&request, &web, &app).await
    };
    match permission {
        Ok(()) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

/// Nobody is signed in on a replica: a caller with a cookie or a token of the primary is a visitor.
async fn check_visitor_of_replica(
    request: &ServiceRequest,
    web: &Web,
    app: &web::Data<App>,
) -> Result<(), Problem> {
    if is_call(request) {
        web.limit.check(request.request(), &app.settings.server)?;
        check_bearer(request, app).await?;
    }
    Ok(())
}

async fn check_caller(request: &ServiceRequest, web: &Web, app: &web::Data<App>) -> Result<(), Problem> {
    if !is_call(request) {
        return same_origin::check(request, None, &app.public_url);
    }
    let token = request.headers().get(header::AUTHORIZATION).map(|value| value.as_bytes().to_vec());
    let permit = match &token {
        Some(token) => web.limit.wait_for_token_check(request.request(), &app.settings.server, token).await,
        None => None,
    };
    let caller = identify(request, app).await;
    match (&caller, &token) {
        (Ok(Some(caller)), token) => {
            if let Some(token) = token {
                web.limit.remember_valid_token(token);
            }
            same_origin::check(request, Some(&caller.credential), &app.public_url)?;
        }
        // A bad token must not bypass the limit.
        (Err(problem), Some(_)) if problem.status_code() == StatusCode::UNAUTHORIZED => {
            web.limit.count_bad_token(request.request(), &app.settings.server, permit).await?;
        }
        (Ok(None) | Err(_), _) => web.limit.check(request.request(), &app.settings.server)?,
    }
    caller.map(drop)
}

/// Whether a request is a call of the API, by its path as the routes see it: `/%61pi` does not bypass the checks.
fn is_call(request: &ServiceRequest) -> bool {
    request.match_info().as_str().starts_with("/api/")
}
