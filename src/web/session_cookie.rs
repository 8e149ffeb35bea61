//! The cookie that holds a browser's session, and the form of every cookie set here.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};

/// Whether clients reach this server by https.
pub(in crate::web) fn is_https(public_url: &str) -> bool {
    public_url.starts_with("https://")
}

/// The name of the session cookie; with https a browser protects it by its prefix (RFC 6265bis).
pub(in crate::web) fn cookie_name(public_url: &str) -> &'static str {
    if is_https(public_url) { "__Host-handout" } else { "handout" }
}

/// The secret in the session cookie of a request.
pub(in crate::web) fn session_cookie(request: &HttpRequest, public_url: &str) -> Option<String> {
    let cookie = request.cookie(cookie_name(public_url))?;
    Some(cookie.value().to_owned()).filter(|value| !value.is_empty() && value.len() < 200)
}

/// A cookie for this site only (`SameSite`), not readable by scripts (`HttpOnly`).
pub(in crate::web) fn cookie(public_url: &str, name: String, value: String) -> Cookie<'static> {
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(public_url))
        .finish()
}
