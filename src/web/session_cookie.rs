//! The cookie that holds a browser's session, and the form of every cookie that is set and read here.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;

/// Whether clients reach this server by https.
pub(super) fn is_https(public_url: &str) -> bool {
    public_url.starts_with("https://")
}

/// The name of the session cookie; with https a browser protects it by its prefix (RFC 6265bis).
pub(super) fn cookie_name(public_url: &str) -> &'static str {
    if is_https(public_url) { "__Host-handout" } else { "handout" }
}

/// The secret in the session cookie of a request.
pub(super) fn session_cookie(request: &HttpRequest, public_url: &str) -> Option<String> {
    let value = cookie_value(request, cookie_name(public_url))?;
    Some(value.to_owned()).filter(|value| !value.is_empty() && value.len() < 200)
}

/// The value of the first cookie with this name.
pub(super) fn cookie_value<'r>(request: &'r HttpRequest, name: &str) -> Option<&'r str> {
    cookies(request).find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// Names and values of the cookies of a request, as the browser sent them.
///
/// They are not decoded: a browser protects the name `__Host-…` from other hosts of the domain, but not `__%48ost-…`.
/// Cookies of other applications that are not text are left out.
pub(super) fn cookies(request: &HttpRequest) -> impl Iterator<Item = (&str, &str)> {
    let lines = request.headers().get_all(header::COOKIE);
    lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';')).filter_map(|pair| {
        let (name, value) = str::from_utf8(pair).ok()?.split_once('=')?;
        Some((name.trim(), value.trim()))
    })
}

/// A cookie for this site only (`SameSite`), not readable by scripts (`HttpOnly`).
pub(super) fn cookie(public_url: &str, name: String, value: String) -> Cookie<'static> {
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(public_url))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;
    use actix_web::test::TestRequest;

    #[test]
    fn a_cookie_is_found_by_its_exact_name_whatever_the_others_are() {
        let check = |sent: &[u8], expected: Option<&str>| {
            let line = HeaderValue::from_bytes(sent).map(|line| (header::COOKIE, line));
            let request = line.map(|line| TestRequest::default().insert_header(line).to_http_request());
            let found = request.ok().and_then(|request| session_cookie(&request, "https://h.example.org"));
            assert_eq!(found.as_deref(), expected, "{}", String::from_utf8_lossy(sent));
        };
        check(b"__Host-handout=secret", Some("secret"));
        check(b"a=1;__Host-handout=secret ; b", Some("secret"));
        check(b"name; =; visitor=Jos%E9; other=Jos\xe9; __Host-handout=secret", Some("secret"));
        check(b"__%48ost-handout=other", None);
        check(b"__%48ost-handout=other; __Host-handout=secret", Some("secret"));
        check(b"handout=other", None);
        check(b"__Host-handout=", None);
        check(b"x=__Host-handout=other", None);
    }
}
