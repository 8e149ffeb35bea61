//! Calls that change something and ride on the cookie must come from our own pages (contract section 4).

use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::{Method, StatusCode, header};

/// Is this a request that changes nothing?
pub(in crate::web) fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Refuses a request whose browser does not say that it comes from a page of ours.
///
/// `Sec-Fetch-Site: same-origin` is the browser's own word; without it the `Origin` must be `public_url`'s.
pub(in crate::web) fn check(request: &HttpRequest, public_url: &str) -> Result<(), Problem> {
    let header = |name: &header::HeaderName| request.headers().get(name).and_then(|v| v.to_str().ok());
    let ours = match header(&header::HeaderName::from_static("sec-fetch-site")) {
        Some(site) => site == "same-origin",
        None => header(&header::ORIGIN).is_some_and(|origin| is_origin_of(origin, public_url)),
    };
    if ours {
        Ok(())
    } else {
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "This change did not come from a page of this catalogue, so it was not made.",
        ))
    }
}

fn is_origin_of(origin: &str, public_url: &str) -> bool {
    match (url::Url::parse(origin), url::Url::parse(public_url)) {
        (Ok(origin), Ok(ours)) => origin.origin().is_tuple() && origin.origin() == ours.origin(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    #[test]
    fn only_our_own_origin_may_change_something() {
        let check = |name: &'static str, value: &'static str, expected: bool| {
            let request = TestRequest::post().insert_header((name, value)).to_http_request();
            assert_eq!(super::check(&request, "http://127.0.0.1:8080").is_ok(), expected, "{name}: {value}");
        };
        check("sec-fetch-site", "same-origin", true);
        check("sec-fetch-site", "same-site", false);
        check("sec-fetch-site", "none", false);
        check("origin", "http://127.0.0.1:8080", true);
        check("origin", "http://127.0.0.1:8081", false);
        check("origin", "null", false);
        check("x-other", "x", false);
    }
}
