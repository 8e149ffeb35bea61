//! The same-origin check (CSRF): requests that change something with the cookie's authority must come from our own pages
//! (contract section 4). Both the rule and its scope are here.

use crate::web::caller::Credential;
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use actix_web::http::{Method, StatusCode, header};

/// Whether a request with this method changes nothing.
pub(in crate::web) fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Refuses the request if the check applies to it and its browser does not state that it comes from one of our pages.
///
/// It applies to what changes something: calls of the interface that are authenticated by the cookie, and a POST to
/// `/logout`, whose handler reads the cookie itself. A bearer token is added by a program and never by a browser on its own.
pub(in crate::web) fn check(
    request: &ServiceRequest,
    credential: Option<&Credential>,
    public_url: &str,
) -> Result<(), Problem> {
    let method = request.method();
    // Decoded as the routes see it.
    let is_sign_out = request.match_info().as_str() == "/logout" && *method == Method::POST;
    let is_by_cookie = is_sign_out || matches!(credential, Some(Credential::Cookie(_)));
    if is_safe(method) || !is_by_cookie || is_from_our_page(request.request(), public_url) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "This change did not come from a page of this catalogue, so it was not made.",
    ))
}

/// Whether a browser states that the request comes from a page of another site. Programs state nothing.
pub(in crate::web) fn is_from_other_site(request: &HttpRequest, public_url: &str) -> bool {
    let has = |name: &str| request.headers().contains_key(name);
    (has("sec-fetch-site") || has("origin")) && !is_from_our_page(request, public_url)
}

/// `Sec-Fetch-Site: same-origin` is the browser's own word; without it the `Origin` must be `public_url`'s.
pub(in crate::web) fn is_from_our_page(request: &HttpRequest, public_url: &str) -> bool {
    let header = |name: &header::HeaderName| request.headers().get(name).and_then(|v| v.to_str().ok());
    match header(&header::HeaderName::from_static("sec-fetch-site")) {
        Some(site) => site == "same-origin",
        None => header(&header::ORIGIN).is_some_and(|origin| is_own_origin(origin, public_url)),
    }
}

fn is_own_origin(origin: &str, public_url: &str) -> bool {
    match (url::Url::parse(origin), url::Url::parse(public_url)) {
        (Ok(origin), Ok(ours)) => origin.origin().is_tuple() && origin.origin() == ours.origin(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    const PUBLIC_URL: &str = "http://127.0.0.1:8080";

    #[test]
    fn only_our_own_origin_may_change_something() {
        let check = |name: &'static str, value: &'static str, expected: bool| {
            let request = TestRequest::post().insert_header((name, value)).to_http_request();
            assert_eq!(is_from_our_page(&request, PUBLIC_URL), expected, "{name}: {value}");
        };
        check("sec-fetch-site", "same-origin", true);
        check("sec-fetch-site", "same-site", false);
        check("sec-fetch-site", "none", false);
        check("origin", "http://127.0.0.1:8080", true);
        check("origin", "http://127.0.0.1:8081", false);
        check("origin", "null", false);
        check("x-other", "x", false);
    }

    #[test]
    fn only_a_browser_states_that_it_comes_from_another_site() {
        let check = |name: &'static str, value: &'static str, expected: bool| {
            let request = TestRequest::post().insert_header((name, value)).to_http_request();
            assert_eq!(is_from_other_site(&request, PUBLIC_URL), expected, "{name}: {value}");
        };
        check("sec-fetch-site", "same-origin", false);
        check("sec-fetch-site", "cross-site", true);
        check("origin", "http://127.0.0.1:8080", false);
        check("origin", "https://other.example.org", true);
        check("x-other", "x", false);
    }

    #[test]
    fn it_applies_to_changes_with_the_cookie() {
        let check = |method: Method, path: &str, credential: Option<Credential>, is_allowed: bool| {
            let request = TestRequest::with_uri(path).method(method.clone()).to_srv_request();
            let result = super::check(&request, credential.as_ref(), PUBLIC_URL);
            assert_eq!(result.is_ok(), is_allowed, "{method} {path} {credential:?}");
        };
        let cookie = || Some(Credential::Cookie("secret".into()));
        check(Method::POST, "/api/citations", cookie(), false);
        check(Method::PUT, "/api/citations/x", cookie(), false);
        check(Method::DELETE, "/api/citations/x", cookie(), false);
        check(Method::POST, "/logout", None, false);
        check(Method::GET, "/api/citations", cookie(), true);
        check(Method::HEAD, "/api/citations", cookie(), true);
        check(Method::GET, "/logout", None, true);
        check(Method::POST, "/api/citations", Some(Credential::Bearer("token".into())), true);
        check(Method::POST, "/api/citations", None, true);
    }
}
