//! A whole page and its response: head, frame, content, and the data that the content was made from.

use crate::web::conditional::digest_tag;
use crate::web::pages::head::{Head, Kind, head_element};
use crate::web::pages::page_data::PageData;
use crate::web::pages::parts::frame::frame;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use crate::web::screen_language::VARY;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
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

/// The response with a page.
pub(super) fn answer(view: &View, page: &Page) -> HttpResponse {
    let html = document(view, page).into_string();
    HttpResponse::build(page.status)
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, VARY))
        .insert_header((header::ETAG, digest_tag(html.as_bytes())))
        .body(html)
}

/// The response with a page about an error, with the headers of the error, such as `Retry-After`.
pub(super) fn error_answer(view: &View, page: &Page, problem: &Problem) -> HttpResponse {
    let mut answer = answer(view, page);
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
