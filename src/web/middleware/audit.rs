//! Records in the audit trail what handlers do not: refused calls, failed sign-ins, and downloads of data.

use crate::domain::app::App;
use crate::domain::audit::recording::{record_off_workers, record_refusal};
use crate::model::audit::action::Action;
use crate::model::audit::event::{AuditSource, Outcome};
use crate::web::addresses::{EXPORT_CALL, SIGN_IN_CALLBACK};
use crate::web::caller::{caller, request_source};
use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpRequest, web};

/// Records a response if it is a refusal or a download.
pub(in crate::web) async fn record_answer<B>(
    answer: &ServiceResponse<B>,
    method: &Method,
    app: &web::Data<App>,
) {
    let request = answer.request();
    if is_refusal(answer.status(), method, request) {
        let object = format!("{method} {}", request.path());
        let event = source(request, app).event(Action::RefuseAccess, object);
        let event = event.with_outcome(Outcome::Refused).with_detail(answer.status().as_str());
        let client = request_source(request, app).client;
        record_refusal(&app.clone().into_inner(), client, event).await;
    } else if is_failed_sign_in(answer.status(), request) {
        let event = AuditSource::visitor(&request_source(request, app)).event(Action::SignIn, "");
        let event = event.with_outcome(Outcome::Failed).with_detail(answer.status().as_str());
        let client = request_source(request, app).client;
        record_refusal(&app.clone().into_inner(), client, event).await;
    } else if is_download(answer.status(), request) {
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
    request.path() == SIGN_IN_CALLBACK && is_error && status != StatusCode::TOO_MANY_REQUESTS
}

/// Whether a signed-in person downloaded a file of data.
fn is_download(status: StatusCode, request: &HttpRequest) -> bool {
    let Some(route) = request.match_pattern() else { return false };
    status == StatusCode::OK
        && (route.ends_with("/download") || route == EXPORT_CALL)
        && caller(request).is_some()
}
