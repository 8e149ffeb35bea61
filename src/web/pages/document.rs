//! A whole page and its response: head, frame, content, and the data that the content was made from.

use crate::web::conditional::{digest_tag, is_not_modified, representation_tag};
use crate::web::pages::content_coding::{accepts, gzipped};
use crate::web::pages::head::{Head, Kind, head_element};
use crate::web::pages::page_data::PageData;
use crate::web::pages::parts::frame::frame;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use crate::web::screen_language::VARY;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use maud::{DOCTYPE, Markup, html};

/// A page before it is written.
pub(super) struct Page {
    pub status: StatusCode,
    pub head: Head,
    pub kind: Kind,
    /// What is inside `main`.
    pub content: Markup,
    pub data: PageData,
}

/// The response with a page, compressed for clients that accept `gzip`. Its entity tag is that of this representation.
pub(super) fn answer(request: &HttpRequest, view: &View, page: &Page) -> HttpResponse {
    let html = document(view, page).into_string();
    let is_compressed = accepts(request.headers(), "gzip");
    let digest = digest_tag(html.as_bytes());
    let tag = if is_compressed { representation_tag(digest.trim_matches('"'), b"gzip") } else { digest };
    let mut answer = HttpResponse::build(page.status);
    answer
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, format!("Accept-Encoding, {VARY}")))
        .insert_header((header::ETAG, tag.clone()));
    if page.status == StatusCode::OK && is_not_modified(request, &tag) {
        answer.status(StatusCode::NOT_MODIFIED);
        return answer.finish();
    }
    match is_compressed.then(|| gzipped(html.as_bytes())).flatten() {
        Some(compressed) => answer.insert_header((header::CONTENT_ENCODING, "gzip")).body(compressed),
        None => answer.body(html),
    }
}

/// The response with a page about an error, with the headers of the error, such as `Retry-After`.
pub(super) fn error_answer(
    request: &HttpRequest,
    view: &View,
    page: &Page,
    problem: &Problem,
) -> HttpResponse {
    let mut answer = answer(request, view, page);
    for (name, value) in problem.headers() {
        answer.headers_mut().insert(name.clone(), value.clone());
    }
    answer
}

fn document(view: &View, page: &Page) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(view.language.tag) dir=(view.language.dir) {
            (head_element(&page.head, page.kind, &view.language, &view.manifest))
            body {
                div id="root" data-session[view.has_session] { (frame(view, &page.content)) }
                (page.data.element())
            }
        }
    }
}
