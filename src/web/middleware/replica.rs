//! What a replica leaves to the primary: pages are redirected there, calls are refused with its address.

use crate::domain::app::App;
use crate::web::addresses::{allowed_methods, is_screen_of_the_signed_in};
use crate::web::interface::LazyInterface;
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpResponse, ResponseError};

/// Where a browser signs in and out.
const SIGN_IN: [&str; 3] = ["/login", "/login/callback", "/logout"];

/// The redirect to the same address of the primary; `None` for what this server responds to itself. A submitted form is
/// redirected too.
pub(in crate::web) fn redirect(request: &ServiceRequest, app: &App, method: &Method) -> Option<HttpResponse> {
    let replica = app.store.replica()?;
    let path = request.match_info().as_str();
    let is_safe = same_origin::is_safe(method);
    let needs_sign_in = is_screen_of_the_signed_in(path) || is_record_of_a_day(path, request.query_string());
    let is_for_primary = SIGN_IN.contains(&path) || is_safe && needs_sign_in;
    if !is_for_primary {
        return None;
    }
    // As it was sent: a decoded percent sign would change the meaning. The path starts with a single slash, otherwise it
    // would not match.
    let to = request.uri().path_and_query().map_or(path, |to| to.as_str());
    let mut answer = if is_safe { HttpResponse::Found() } else { HttpResponse::TemporaryRedirect() };
    Some(
        answer
            .insert_header((header::LOCATION, format!("{}{to}", replica.primary_url())))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish(),
    )
}

/// Whether an address is the page or a file of a citation as of a day, which is for the signed-in.
fn is_record_of_a_day(path: &str, query: &str) -> bool {
    let is_page = path.strip_prefix("/citation/").is_some_and(|id| !id.is_empty() && !id.contains('/'));
    (is_page || path.starts_with("/file/"))
        && url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "asOf")
}

/// Whether a call of the interface changes something. A call that does not exist gets the usual response.
pub(in crate::web) fn needs_primary(
    app: &App,
    interface: &LazyInterface,
    path: &str,
    method: &Method,
) -> bool {
    path.starts_with("/api/")
        && !same_origin::is_safe(method)
        && allowed_methods(interface, &app.public_url, path)
            .is_some_and(|allowed| allowed.split(", ").any(|allowed| allowed == method.as_str()))
}

/// What asks a visitor to sign in is refused with the address of the primary instead.
pub(in crate::web) fn instead_of_sign_in<B: MessageBody>(
    answer: ServiceResponse<B>,
    app: &App,
) -> ServiceResponse<EitherBody<B, BoxBody>> {
    match app.store.replica() {
        Some(replica) if answer.status() == StatusCode::UNAUTHORIZED => {
            let refused = Problem::from(replica.read_only()).error_response();
            answer.into_response(refused.map_into_right_body())
        }
        _ => answer.map_into_left_body(),
    }
}
