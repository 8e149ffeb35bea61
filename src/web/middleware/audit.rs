//! Records in the audit trail what handlers do not: refused calls, failed sign-ins, and downloads of data.

use crate::domain::app::App;
use crate::domain::audit::{record_off_workers, record_refusal};
use crate::model::audit::event::{Action, AuditSource, Outcome};
use crate::model::packets::access::PacketCode;
use crate::web::addresses::{EXPORT_CALL, SIGN_IN_CALLBACK};
use crate::web::caller::{caller, request_source};
use crate::web::client_address::client_key;
use crate::web::state::shared_data;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, web};
use std::borrow::Cow;

/// Begins the paths of calls about one packet.
const PACKET_CALLS: &str = "/api/packets/";
/// How many characters of a packet's code are recorded.
const SHOWN_OF_CODE: usize = 4;

/// Records the response if it is a refusal or a download.
pub(in crate::web) async fn record(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let (app, method) = (shared_data::<App>(&request)?, request.method().clone());
    let response = next.call(request).await?;
    record_response(response.request(), response.status(), &method, &app).await;
    Ok(response)
}

async fn record_response(request: &HttpRequest, status: StatusCode, method: &Method, app: &web::Data<App>) {
    let client = || request_source(request, app).client.map(client_key);
    if is_refusal(status, method, request) {
        let object = format!("{method} {}", path_without_code(request));
        let event = source(request, app).event(Action::RefuseAccess, object);
        let event = event.with_outcome(Outcome::Refused).with_detail(status.as_str());
        record_refusal(&app.clone().into_inner(), client(), event).await;
    } else if is_failed_sign_in(status, request) {
        let event = AuditSource::visitor(&request_source(request, app)).event(Action::SignIn, "");
        let event = event.with_outcome(Outcome::Failed).with_detail(status.as_str());
        record_refusal(&app.clone().into_inner(), client(), event).await;
    } else if is_download(status, request) {
        let event = source(request, app).event(Action::Export, request.path());
        record_off_workers(&app.clone().into_inner(), event).await;
    }
}

fn source(request: &HttpRequest, app: &App) -> AuditSource {
    match caller(request) {
        Some(caller) => caller.actor().source().clone(),
        None => AuditSource::visitor(&request_source(request, app)),
    }
}

/// The path of a request. Of the code of a packet only the beginning: who reads the trail must not be able to open it.
fn path_without_code(request: &HttpRequest) -> Cow<'_, str> {
    // Decoded as the routes see it.
    let Some(rest) = request.match_info().as_str().strip_prefix(PACKET_CALLS) else {
        return request.path().into();
    };
    let (name, after) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match PacketCode::parse(name) {
        Some(code) => format!("{PACKET_CALLS}{}…{after}", &code.as_str()[..SHOWN_OF_CODE]).into(),
        None => request.path().into(),
    }
}

/// Whether a call was refused for lack of rights: a write without a sign-in, anything with a bad token, or a call beyond
/// the rights of a signed-in person. What visitors read is not recorded.
fn is_refusal(status: StatusCode, method: &Method, request: &HttpRequest) -> bool {
    let is_write = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    match status {
        StatusCode::UNAUTHORIZED => is_write || request.headers().contains_key(header::AUTHORIZATION),
        StatusCode::FORBIDDEN => is_write || caller(request).is_some(),
        _ => false,
    }
}

/// Whether a browser came back from the provider and could not be signed in. Rate-limited attempts are left out.
fn is_failed_sign_in(status: StatusCode, request: &HttpRequest) -> bool {
    let is_error = status.is_client_error() || status.is_server_error();
    // Decoded as the routes see it, so that `/login/%63allback` is recorded too.
    request.match_info().as_str() == SIGN_IN_CALLBACK && is_error && status != StatusCode::TOO_MANY_REQUESTS
}

/// Whether a signed-in person downloaded a file of data.
fn is_download(status: StatusCode, request: &HttpRequest) -> bool {
    let Some(route) = request.match_pattern() else { return false };
    status == StatusCode::OK
        && (route.ends_with("/download") || route == EXPORT_CALL)
        && caller(request).is_some()
}
