//! Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13.1); the only place that reads and writes the
//! headers. Entity tags in JSON are in `model/entity_tag.rs`.

use crate::model::entity_tag::{self, Precondition, quoted_tag, version_text};
use crate::model::error::Error;
use crate::web::problem::Problem;
use actix_web::body::{BoxBody, None as NoBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{
    self, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MATCH,
    IF_NONE_MATCH,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};

/// A strong entity tag of these bytes, quoted.
pub(super) fn digest_tag(bytes: &[u8]) -> String {
    quoted_tag(entity_tag::digest(bytes))
}

/// The strong entity tag, quoted, of one representation (these bytes) of the state with this tag. A change of the state is
/// conditional on the state alone: [`Precondition::is_met_by_state`].
pub(super) fn representation_tag(state: &str, bytes: &[u8]) -> String {
    quoted_tag(entity_tag::representation_tag(state, bytes))
}

/// Whether the client already has the representation with this quoted tag, so that the response is 304. An
/// `If-None-Match` that is not a list of tags is ignored.
pub(super) fn is_not_modified(request: &HttpRequest, tag: &str) -> bool {
    condition(request, &IF_NONE_MATCH).flatten().is_some_and(|known| known.is_met_by(version_text(tag)))
}

/// 304 in place of a response to GET whose entity tag the client has sent.
pub(super) fn not_modified(response: ServiceResponse) -> ServiceResponse {
    let request = response.request();
    let is_known = response.status() == StatusCode::OK
        && *request.method() == Method::GET
        && response
            .headers()
            .get(ETAG)
            .and_then(|tag| tag.to_str().ok())
            .is_some_and(|tag| is_not_modified(request, tag));
    if !is_known {
        return response;
    }
    let mut response = response.map_body(|head, _| {
        head.status = StatusCode::NOT_MODIFIED;
        BoxBody::new(NoBody::new())
    });
    for name in [CONTENT_TYPE, CONTENT_DISPOSITION] {
        response.headers_mut().remove(name);
    }
    response
}

/// The versions that `If-Match` names, any version when the header is missing; 400 if it is not a list of tags.
///
/// Tags are compared weakly, unlike in RFC 9110: proxies that compress weaken every tag, and ours name versions.
pub(super) fn precondition(request: &HttpRequest) -> Result<Precondition, Problem> {
    let unreadable = || {
        Error::Unreadable(
            "The header If-Match is neither an asterisk nor a list of entity tags, such as \"1\".".into(),
        )
    };
    match condition(request, &IF_MATCH) {
        None => Ok(Precondition::Any),
        Some(condition) => Ok(condition.ok_or_else(unreadable)?),
    }
}

/// The precondition of a call that requires the header; 428 that names `what` when it is missing.
pub(super) fn required_precondition(request: &HttpRequest, what: &str) -> Result<Precondition, Problem> {
    if request.headers().contains_key(IF_MATCH) {
        return precondition(request);
    }
    let message = format!("Please send the ETag of the {what} that you know, as If-Match.");
    Err(Problem::new(StatusCode::PRECONDITION_REQUIRED, message))
}

/// Makes a quoted tag weak: the same version, of which the bytes may differ.
pub(super) fn weaken(headers: &mut HeaderMap) {
    let Some(tag) = headers.get(ETAG).filter(|tag| !tag.as_bytes().starts_with(b"W/")) else { return };
    if let Ok(weak) = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()) {
        headers.insert(ETAG, weak);
    }
}

/// What a header of a request says, its lines joined; `None` without the header, `Some(None)` if it cannot be read.
fn condition(request: &HttpRequest, name: &HeaderName) -> Option<Option<Precondition>> {
    let lines: Vec<&[u8]> = request.headers().get_all(name).map(HeaderValue::as_bytes).collect();
    // Opaque text may hold bytes that are not UTF-8; ours never does, so such a tag equals none of ours.
    (!lines.is_empty()).then(|| Precondition::parse(&String::from_utf8_lossy(&lines.join(&b","[..]))))
}

/// The response with this document, or 304 when the client has it.
pub(super) fn revalidate(
    request: &HttpRequest,
    content_type: &'static str,
    bytes: impl Into<web::Bytes>,
) -> HttpResponse {
    let bytes: web::Bytes = bytes.into();
    let tag = digest_tag(&bytes);
    document_not_modified(request, &tag).unwrap_or_else(|| document(content_type, &tag, bytes))
}

/// 304 when the client has the document with this entity tag.
pub(super) fn document_not_modified(request: &HttpRequest, tag: &str) -> Option<HttpResponse> {
    is_not_modified(request, tag).then(|| with_tag(HttpResponse::NotModified(), tag).finish())
}

/// The response with the document that has this entity tag.
pub(super) fn document(content_type: &'static str, tag: &str, bytes: impl Into<web::Bytes>) -> HttpResponse {
    let mut response = with_tag(HttpResponse::Ok(), tag);
    response.insert_header((header::CONTENT_TYPE, content_type)).body(bytes.into())
}

fn with_tag(mut response: HttpResponseBuilder, tag: &str) -> HttpResponseBuilder {
    response.insert_header((header::CACHE_CONTROL, "no-cache")).insert_header((header::ETAG, tag));
    response
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use actix_web::test::TestRequest;

    fn request(name: HeaderName, lines: &[&str]) -> HttpRequest {
        lines
            .iter()
            .fold(TestRequest::default(), |request, line| request.append_header((name.clone(), *line)))
            .to_http_request()
    }

    #[test]
    fn if_match_names_versions_whatever_a_proxy_has_added() {
        let check = |lines: &[&str], versions: &[&str]| {
            let expected =
                Precondition::OneOf(versions.iter().map(|version| (*version).to_owned()).collect());
            assert_eq!(precondition(&request(IF_MATCH, lines)).unwrap(), expected, "{lines:?}");
        };
        check(&["\"a-1\""], &["a-1"]);
        check(&["W/\"a-1-gzip\""], &["a-1"]);
        check(&["\"a\"", "W/\"b\", \"c\""], &["a", "b", "c"]);
        check(&[""], &[]);
        let any = |lines: &[&str]| precondition(&request(IF_MATCH, lines)).unwrap() == Precondition::Any;
        assert!(any(&[]) && any(&["*"]) && any(&[" * "]) && !any(&["\"*\""]));
    }

    #[test]
    fn an_if_match_that_is_no_list_of_tags_is_400() {
        for lines in [&["a-1"][..], &["\"a"], &["\"a\"", "*"], &["W/a"]] {
            let refused = precondition(&request(IF_MATCH, lines)).unwrap_err();
            assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{lines:?}");
            assert_eq!(
                required_precondition(&request(IF_MATCH, lines), "order").unwrap_err().status(),
                StatusCode::BAD_REQUEST
            );
        }
    }

    #[test]
    fn a_required_condition_that_is_missing_is_428() {
        let missing = required_precondition(&request(IF_MATCH, &[]), "order").unwrap_err();
        assert_eq!(missing.status(), StatusCode::PRECONDITION_REQUIRED);
        assert_eq!(required_precondition(&request(IF_MATCH, &["*"]), "order").unwrap(), Precondition::Any);
    }

    #[test]
    fn if_none_match_names_versions_or_is_ignored() {
        let check = |lines: &[&str], expected: bool| {
            assert_eq!(is_not_modified(&request(IF_NONE_MATCH, lines), "\"a\""), expected, "{lines:?}");
        };
        check(&["\"a\""], true);
        check(&["W/\"a\""], true);
        check(&["\"a-gzip\""], true);
        check(&["\"b\", W/\"a;gzip\""], true);
        check(&["\"b\"", "\"a\""], true);
        check(&["*"], true);
        check(&["\"b\""], false);
        check(&["a"], false);
        check(&["\"a\" \"a\""], false);
        check(&[""], false);
        check(&[], false);
    }

    #[test]
    fn a_tag_is_weakened_once() {
        let mut headers = HeaderMap::new();
        weaken(&mut headers);
        assert!(!headers.contains_key(ETAG));
        headers.insert(ETAG, HeaderValue::from_static("\"a\""));
        weaken(&mut headers);
        weaken(&mut headers);
        assert_eq!(headers.get(ETAG).unwrap(), "W/\"a\"");
    }

    #[test]
    fn a_digest_tag_is_quoted_and_changes_with_the_bytes() {
        assert_eq!(digest_tag(b"a").len(), 26);
        assert!(digest_tag(b"a").starts_with('"') && digest_tag(b"a") != digest_tag(b"b"));
    }
}
