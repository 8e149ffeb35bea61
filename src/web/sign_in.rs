//! `/login`, `/login/callback`, `/logout`: sign-in and sign-out of browsers.

use crate::domain::accounts;
use crate::domain::app::App;
use crate::identity::{Identity, IdentityError, Pending, local_address, loggable, sealed};
use crate::model::clock;
use crate::web::caller::request_source;
use crate::web::pages::plain_page::{failed_sign_in, incomplete_sign_out};
use crate::web::pending_sign_ins::{Callback, PENDING_TTL};
use crate::web::problem::{HttpResult, Problem};
use crate::web::screen_language::{ScreenLanguage, VARY, screen_language};
use crate::web::session_cookie::{cookie, cookie_name, cookie_value, cookies, session_cookie};
use crate::web::state::Web;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get, post, web};
use serde::Deserialize;
use std::time::Instant;

/// Maximum number of pending sign-ins of one browser. When it restores its tabs, each may begin one.
const MAX_PENDING: usize = 20;

/// The name of the cookie of a pending sign-in: several tabs may have one each.
fn pending_name(public_url: &str, state: &str) -> String {
    let tail: String = state.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    format!("{}-login-{tail}", cookie_name(public_url))
}

/// Cookies of the oldest pending sign-ins, which are deleted for a new one: together they must not exceed the header size
/// that proxies accept.
fn too_many_pending(request: &HttpRequest, public_url: &str, key: &str) -> Vec<Cookie<'static>> {
    let prefix = format!("{}-login-", cookie_name(public_url));
    let began = |value: &str| Pending::from_cookie(key, value).map(|pending| pending.began_us);
    let mut pending: Vec<(Option<i64>, &str)> = cookies(request)
        .filter(|(name, _)| name.starts_with(&prefix))
        .map(|(name, value)| (began(value), name))
        .collect();
    // Those of an earlier process come first.
    pending.sort_unstable();
    let too_many = (pending.len() + 1).saturating_sub(MAX_PENDING);
    let forgotten = |(_, name): &(_, &str)| {
        let mut forgotten = cookie(public_url, (*name).to_owned(), String::new());
        forgotten.make_removal();
        forgotten
    };
    pending.iter().take(too_many).map(forgotten).collect()
}

#[derive(Deserialize)]
struct LoginParameters {
    #[serde(default, rename = "return")]
    return_to: String,
}

/// Redirects the browser to the provider.
#[get("/login")]
pub(super) async fn login(request: HttpRequest, app: web::Data<App>, state: web::Data<Web>) -> HttpResult {
    let query =
        web::Query::<LoginParameters>::from_query(request.query_string()).map(|q| q.into_inner().return_to);
    let return_to = local_address(&query.unwrap_or_default());
    let language = screen_language(&request, &app.settings);
    let Some(identity) = &app.sign_ins.identity else {
        return Ok(failure(StatusCode::NOT_FOUND, &language, language.texts.server.sign_in_off, None));
    };
    let key = &state.cookie_key;
    let pending = Pending::new(key, &return_to, clock::now().as_microsecond())?;
    match identity.sign_in_url(&pending).await {
        Ok(url) => {
            state.pending.remember(&pending);
            let name = pending_name(&app.public_url, &pending.state);
            let mut cookie = cookie(&app.public_url, name, pending.cookie(key)?);
            cookie.set_max_age(Duration::seconds(PENDING_TTL.as_secs() as i64));
            let mut response = HttpResponse::SeeOther();
            response
                .insert_header((header::LOCATION, url))
                .insert_header((header::CACHE_CONTROL, "no-store"));
            for forgotten in too_many_pending(&request, &app.public_url, key) {
                response.cookie(forgotten);
            }
            Ok(response.cookie(cookie).finish())
        }
        Err(error) => Ok(sign_in_failed(&state, &language, &error, &return_to)),
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CallbackParameters {
    code: String,
    state: String,
    error: String,
    error_description: String,
    iss: Option<String>,
}

/// Completes a sign-in when the browser returns from the provider.
#[get("/login/callback")]
pub(super) async fn callback(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    let language = screen_language(&request, &app.settings);
    if let Err(wait) = state.limit.check_sign_in(&request, &app.settings.server) {
        return too_many(&language, wait);
    }
    let query = web::Query::<CallbackParameters>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default();
    let name = pending_name(&app.public_url, &query.state);
    let pending = cookie_value(&request, &name)
        .and_then(|value| state.pending.open(&state.cookie_key, value))
        .filter(|pending| ring_equal(&pending.state, &query.state))
        .filter(|pending| clock::now().as_microsecond() - pending.began_us <= PENDING_TTL.as_micros() as i64);
    let used = pending.as_ref().map(|pending| state.pending.callback(&pending.state, Instant::now()));
    let mut forgotten = cookie(&app.public_url, name, String::new());
    forgotten.make_removal();
    let mut response = match (&app.sign_ins.identity, pending.filter(|_| used == Some(Callback::Use))) {
        _ if let Some(Callback::TooMany(wait)) = used => too_many(&language, wait),
        (None, _) => failure(StatusCode::NOT_FOUND, &language, language.texts.server.sign_in_off, None),
        (_, None) => {
            state.metrics.sign_in(false);
            let (error, error_description) = (loggable(&query.error), loggable(&query.error_description));
            tracing::warn!(error, error_description, "sign-in callback unknown, expired or reused");
            failure(StatusCode::BAD_REQUEST, &language, language.texts.server.sign_in_too_late, Some("/"))
        }
        (Some(identity), Some(pending)) => {
            complete(&request, &app, &state, &language, identity, &pending, &query).await
        }
    };
    // An additional cookie is harmless.
    let _ = response.add_cookie(&forgotten);
    response
}

/// The page for a client that sends too many callbacks.
fn too_many(language: &ScreenLanguage, wait: std::time::Duration) -> HttpResponse {
    let message = language.texts.server.sign_in_too_many;
    let mut refused = failure(StatusCode::TOO_MANY_REQUESTS, language, message, Some("/"));
    refused.headers_mut().insert(header::RETRY_AFTER, (wait.as_secs() + 1).into());
    refused
}

/// Handles the provider's response to a sign-in that this browser started.
async fn complete(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &Web,
    language: &ScreenLanguage,
    identity: &Identity,
    pending: &Pending,
    query: &CallbackParameters,
) -> HttpResponse {
    // Checked first: an error or a code of another provider says nothing about this sign-in.
    if let Err(error) = identity.check_response_issuer(query.iss.as_deref()).await {
        return sign_in_failed(state, language, &error, &pending.return_to);
    }
    if !query.error.is_empty() {
        return refusal_page(state, language, query, &pending.return_to);
    }
    let tokens = match identity.finish(pending, &query.code).await {
        Ok(tokens) => tokens,
        Err(error) => return sign_in_failed(state, language, &error, &pending.return_to),
    };
    let before = session_cookie(request, &app.public_url);
    let source = request_source(request, app);
    let secret = match accounts::sign_in(&app.clone().into_inner(), tokens, before, source).await {
        Ok(secret) => secret,
        Err(error) => {
            state.metrics.sign_in(false);
            let message = language.texts.server.sign_in_not_stored;
            return failure(Problem::from(error).status(), language, message, Some(&pending.return_to));
        }
    };
    state.metrics.sign_in(true);
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, pending.return_to.as_str()))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .cookie(cookie(&app.public_url, cookie_name(&app.public_url).into(), secret))
        .finish()
}

/// The page for an error that the provider sent instead of a code.
fn refusal_page(
    state: &Web,
    language: &ScreenLanguage,
    query: &CallbackParameters,
    return_to: &str,
) -> HttpResponse {
    state.metrics.sign_in(false);
    let (error, error_description) = (loggable(&query.error), loggable(&query.error_description));
    tracing::warn!(error, error_description, "the identity provider refused a sign-in");
    let message = match error.as_str() {
        "access_denied" => language.texts.server.sign_in_cancelled,
        _ => language.texts.server.sign_in_not_done,
    };
    failure(StatusCode::FORBIDDEN, language, message, Some(return_to))
}

#[derive(Deserialize)]
struct LogoutParameters {
    /// Ends every sign-in of the person on this server.
    #[serde(default)]
    everywhere: bool,
}

/// Ends the sign-in here, then at the provider. Where it cannot be ended in the database, the browser at least loses its cookie.
#[post("/logout")]
pub(super) async fn logout(request: HttpRequest, app: web::Data<App>) -> HttpResponse {
    let query = web::Query::<LogoutParameters>::from_query(request.query_string());
    let end = match session_cookie(&request, &app.public_url) {
        Some(secret) => {
            let source = request_source(&request, &app);
            let everywhere = query.is_ok_and(|query| query.everywhere);
            accounts::sign_out(&app.clone().into_inner(), &secret, everywhere, source).await
        }
        None => Ok(None),
    };
    let mut forgotten = cookie(&app.public_url, cookie_name(&app.public_url).into(), String::new());
    forgotten.make_removal();
    match end {
        Ok(end) => HttpResponse::SeeOther()
            .insert_header((header::LOCATION, end.unwrap_or_else(|| "/".into())))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .cookie(forgotten)
            .finish(),
        Err(error) => {
            let page = incomplete_sign_out(&screen_language(&request, &app.settings));
            failure_page(Problem::from(error).status()).cookie(forgotten).body(page)
        }
    }
}

/// Compares in constant time.
fn ring_equal(a: &str, b: &str) -> bool {
    sealed::fingerprint(a) == sealed::fingerprint(b)
}

fn sign_in_failed(
    state: &Web,
    language: &ScreenLanguage,
    error: &IdentityError,
    return_to: &str,
) -> HttpResponse {
    state.metrics.sign_in(false);
    tracing::warn!(cause = %error, "a sign-in failed");
    let (status, message) = match error {
        IdentityError::Unreachable(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, language.texts.server.sign_in_unreachable)
        }
        IdentityError::Invalid(_) => (StatusCode::BAD_GATEWAY, language.texts.server.sign_in_invalid),
        IdentityError::Refused(_) => (StatusCode::FORBIDDEN, language.texts.server.sign_in_refused),
    };
    failure(status, language, message, Some(return_to))
}

/// A page with a message; `return_to` is the address that the person wanted to open.
fn failure(
    status: StatusCode,
    language: &ScreenLanguage,
    message: &str,
    return_to: Option<&str>,
) -> HttpResponse {
    failure_page(status).body(failed_sign_in(language, message, return_to))
}

/// A page that says what failed, without its content.
fn failure_page(status: StatusCode) -> HttpResponseBuilder {
    let mut page = HttpResponse::build(status);
    page.insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY));
    page
}
