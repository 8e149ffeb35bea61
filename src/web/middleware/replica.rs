//! What a replica leaves to the primary: pages are redirected there, calls are refused with its address.

use crate::domain::app::App;
use crate::web::addresses::{allowed_methods, is_screen_of_the_signed_in};
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use crate::web::state::{Web, shared_data};
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError};

/// Where a browser signs in and out.
const SIGN_IN: [&str; 3] = ["/login", "/login/callback", "/logout"];

/// Redirects and refuses what a replica cannot do.
pub(in crate::web) async fn leave_to_primary(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let app = shared_data::<App>(&request)?;
    let Some(replica) = app.store.replica() else { return next.call(request).await };
    let refusal = || Problem::from(replica.read_only()).error_response();
    if is_for_primary(&request) {
        let redirect = redirect(&request, replica.primary_url());
        return Ok(request.into_response(redirect));
    }
    if needs_primary(&request, &app)? {
        return Ok(request.into_response(refusal()));
    }
    let response = next.call(request).await?;
    // What asks a visitor to sign in is refused with the address of the primary instead.
    Ok(if response.status() == StatusCode::UNAUTHORIZED {
        response.into_response(refusal())
    } else {
        response
    })
}

/// The redirect to the same address of the primary. A submitted form is redirected too.
fn redirect(request: &ServiceRequest, primary_url: &str) -> HttpResponse {
    // As it was sent: a decoded percent sign would change the meaning. The path starts with a single slash, otherwise it
    // would not match.
    let to = request.uri().path_and_query().map_or(request.match_info().as_str(), |to| to.as_str());
    let mut response = if same_origin::is_safe(request.method()) {
        HttpResponse::Found()
    } else {
        HttpResponse::TemporaryRedirect()
    };
    response
        .insert_header((header::LOCATION, format!("{primary_url}{to}")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// Whether the address is one that only the primary serves.
fn is_for_primary(request: &ServiceRequest) -> bool {
    let path = request.match_info().as_str();
    let needs_sign_in =
        || is_screen_of_the_signed_in(path) || is_record_of_a_day(path, request.query_string());
    SIGN_IN.contains(&path) || same_origin::is_safe(request.method()) && needs_sign_in()
}

/// Whether an address is the page or a file of a citation as of a day, which is for the signed-in.
fn is_record_of_a_day(path: &str, query: &str) -> bool {
    let is_page = path.strip_prefix("/citation/").is_some_and(|id| !id.is_empty() && !id.contains('/'));
    (is_page || path.starts_with("/file/"))
        && url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "asOf")
}

/// Whether a call of the interface changes something. A call that does not exist gets the usual response.
fn needs_primary(request: &ServiceRequest, app: &App) -> Result<bool, Error> {
    let (path, method) = (request.match_info().as_str(), request.method());
    if !path.starts_with("/api/") || same_origin::is_safe(method) {
        return Ok(false);
    }
    let web = shared_data::<Web>(request)?;
    let allowed = allowed_methods(&web.interface, &app.public_url, path);
    Ok(allowed.is_some_and(|allowed| allowed.split(", ").any(|allowed| allowed == method.as_str())))
}
