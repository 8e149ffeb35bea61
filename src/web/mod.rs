//! HTTP: every route in one list, limits, and the order of the guards. Alone knows actix-web.

pub mod api;
mod body;
pub mod caller;
pub mod demo_provider;
mod guards;
mod health;
mod metrics;
mod pages;
pub mod problem;
mod server;
mod sign_in;

pub use server::{Running, start};

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::caller::{Credential, identify};
use crate::web::guards::rate_limit::RateLimit;
use crate::web::guards::security_headers::SecurityHeaders;
use crate::web::guards::{request_log, same_origin};
use crate::web::metrics::Metrics;
use crate::web::problem::Problem;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

/// Largest body of a request, except an import's.
const MAX_BODY_BYTES: usize = 1 << 20;

/// What the handlers share beside the [`App`].
pub(in crate::web) struct Web {
    headers: SecurityHeaders,
    limit: RateLimit,
    metrics: Arc<Metrics>,
    /// The described interface, as JSON.
    openapi: String,
    /// Every described path with its methods, for 405.
    described: Vec<(Vec<String>, Vec<String>)>,
    /// Seals the cookies of sign-ins under way; new at every start.
    cookie_key: String,
}

/// Runs a use case off the async workers, which never wait for the disk.
pub(in crate::web) async fn run<T: Send + 'static>(
    app: &web::Data<App>,
    work: impl FnOnce(&Arc<App>) -> Result<T> + Send + 'static,
) -> std::result::Result<T, Problem> {
    let app = app.clone().into_inner();
    match web::block(move || work(&app)).await {
        Ok(answer) => answer.map_err(Problem::from),
        Err(_) => Err(Error::Unavailable("The server is stopping. Please try again.".into()).into()),
    }
}

/// The addresses that are screens of the front end.
const SCREENS: [&str; 9] = [
    "/",
    "/search",
    "/citation/add",
    "/citation/edit/{id}",
    "/order",
    "/my_orders",
    "/profile",
    "/manage_lookups",
    "/import_export",
];

/// Every route.
fn routes(config: &mut web::ServiceConfig) {
    config
        .service(health::health)
        .service(health::ready)
        .service(health::metrics)
        .service(health::robots)
        .service(pages::assets::asset)
        .service(pages::redirects::qr_redirect)
        .service(sign_in::login)
        .service(sign_in::callback)
        .service(sign_in::logout)
        .service(sign_in::plain_styles);
    for path in SCREENS {
        config.route(path, web::get().to(pages::shell::screen));
    }
    // `edit` without an id is no citation.
    config.route(
        "/citation/edit",
        web::get().to(|request: HttpRequest| async move { pages::shell::not_found(&request) }),
    );
    config.route("/citation/{id}", web::get().to(pages::shell::citation));
}

/// Whatever no route takes: a slash too many, a wrong method, or nothing of ours.
async fn otherwise(request: HttpRequest, web: web::Data<Web>) -> HttpResponse {
    let path = request.path();
    let in_api = path == "/api" || path.starts_with("/api/");
    let safe = same_origin::is_safe(request.method());
    // Two slashes in front would lead a browser to another host.
    if safe && path.len() > 1 && path.ends_with('/') && !path.starts_with("//") {
        let shorter = path.trim_end_matches('/');
        if !shorter.is_empty() && path.len() == shorter.len() + 1 && is_known(&web, shorter) {
            return pages::redirects::without_slash(&request, shorter);
        }
    }
    if let Some(allowed) = allowed_methods(&web, path) {
        let allow =
            header::HeaderValue::from_str(&allowed).unwrap_or(header::HeaderValue::from_static("GET"));
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("This address answers {allowed} only."))
            .with_header(header::ALLOW, allow)
            .error_response();
    }
    if in_api || !safe {
        return Problem::new(StatusCode::NOT_FOUND, "There is nothing at this address.").error_response();
    }
    pages::shell::not_found(&request)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_start_matches('/').split('/')
}

fn fits(pattern: &[String], path: &str) -> bool {
    let mut parts = segments(path);
    pattern
        .iter()
        .all(|p| parts.next().is_some_and(|part| p.starts_with('{') && !part.is_empty() || p == part))
        && parts.next().is_none()
}

/// The methods of an address that exists, as the Allow header lists them.
fn allowed_methods(web: &Web, path: &str) -> Option<String> {
    let mut methods: Vec<&str> = Vec::new();
    for (pattern, of_pattern) in &web.described {
        if fits(pattern, path) {
            methods.extend(of_pattern.iter().map(String::as_str));
        }
    }
    if methods.is_empty() {
        methods.extend(match path {
            "/logout" => ["POST"].as_slice(),
            "/login" | "/login/callback" | "/qrredirect" | "/healthz" | "/readyz" | "/metrics"
            | "/robots.txt" => &["GET", "HEAD"],
            _ if is_screen(path) => &["GET", "HEAD"],
            _ => &[],
        });
    }
    methods.dedup();
    (!methods.is_empty()).then(|| methods.join(", "))
}

fn is_screen(path: &str) -> bool {
    let shape = |pattern: &str| -> Vec<String> { segments(pattern).map(str::to_owned).collect() };
    path != "/citation/edit"
        && SCREENS.iter().chain(&["/citation/{id}"]).any(|pattern| fits(&shape(pattern), path))
}

fn is_known(web: &Web, path: &str) -> bool {
    allowed_methods(web, path).is_some_and(|methods| methods.contains("GET"))
}

/// What every request passes: log and metrics, security headers, who asks, rate limit, same origin.
async fn guard(
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
