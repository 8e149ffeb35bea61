//! Which requests count as a use of a citation: neither HEAD requests nor prefetches.

use crate::domain::app::App;
use crate::domain::usage::{self, Client};
use crate::model::keys::CitationKey;
use crate::model::usage::UsageKind;
use crate::web::client_address::{client_address, client_key};
use crate::web::middleware::head_requests::IsHead;
use actix_web::http::header::USER_AGENT;
use actix_web::{HttpMessage, HttpRequest};

/// The headers by which browsers mark a prefetch, which nobody has requested yet.
const PREFETCH_HEADERS: [&str; 3] = ["sec-purpose", "purpose", "x-moz"];

/// The header by which the app states that it shows the page of a citation.
const VIEW_HEADER: &str = "handout-view";

/// Whether the app shows the page of the citation that it requests.
pub(super) fn is_view(request: &HttpRequest) -> bool {
    request.headers().get(VIEW_HEADER).is_some_and(|value| value.as_bytes() == b"true")
}

/// Counts the use of a citation (its key) in a language (its tag) by this request.
pub(super) fn count(request: &HttpRequest, app: &App, used: (CitationKey, &str), kind: UsageKind) {
    if !usage::is_counting(app) || request.extensions().get::<IsHead>().is_some() || is_prefetch(request) {
        return;
    }
    let address = client_address(request, &app.settings.server.trusted_proxies).map(client_key);
    let agent = request.headers().get(USER_AGENT).map(|agent| agent.as_bytes().to_vec()).unwrap_or_default();
    usage::record_use(app, &Client { address, agent }, used, kind);
}

fn is_prefetch(request: &HttpRequest) -> bool {
    PREFETCH_HEADERS
        .iter()
        .filter_map(|name| request.headers().get(*name)?.to_str().ok())
        .any(|value| value.contains("prefetch") || value.contains("preview"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_page_that_is_fetched_ahead_is_not_read_yet() {
        let check = |name: &'static str, value: &'static str, expected: bool| {
            let request = TestRequest::default().insert_header((name, value)).to_http_request();
            assert_eq!(is_prefetch(&request), expected, "{name}: {value}");
        };
        check("sec-purpose", "prefetch", true);
        check("sec-purpose", "prefetch;prerender", true);
        check("purpose", "prefetch", true);
        check("purpose", "preview", true);
        check("x-moz", "prefetch", true);
        check("sec-fetch-mode", "navigate", false);
    }
}
