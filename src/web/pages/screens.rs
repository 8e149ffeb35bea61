//! The pages of screens whose content is made by scripts, and of unknown addresses.

use crate::domain::app::App;
use crate::model::languages::message::fill;
use crate::web::pages::document::{Head, Kind, Page, PageData, respond};
use crate::web::pages::search::home::{page_heading, search_below};
use crate::web::pages::view::{View, named_language};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use maud::{Markup, html};

fn view(request: &HttpRequest, app: &App) -> View {
    let mut view = View::new(request, app, &named_language(request));
    // Empty while the first index is being built.
    let _ = view.read_languages(app);
    view
}

/// The page of a screen that needs scripts.
pub(in crate::web) async fn screen(request: HttpRequest, app: web::Data<App>) -> HttpResponse {
    let view = view(&request, &app);
    let page = Page {
        status: StatusCode::OK,
        head: Head::plain(view.texts.server.product, view.texts),
        kind: Kind::Other,
        content: html! { noscript { p { (view.texts.server.needs_scripts) } } },
        data: PageData::with_shared_responses(&view),
    };
    respond(&view, &page)
}

/// The page of any other address.
pub(in crate::web) fn not_found(request: &HttpRequest, app: &App) -> HttpResponse {
    not_found_page(request, app, None)
}

/// The page of an item number that no handout has, with a search for it.
pub(in crate::web) fn unknown_item_number(request: &HttpRequest, app: &App, number: &str) -> HttpResponse {
    not_found_page(request, app, Some(number))
}

fn not_found_page(request: &HttpRequest, app: &App, number: Option<&str>) -> HttpResponse {
    let view = view(request, app);
    let page = Page {
        status: StatusCode::NOT_FOUND,
        head: Head::part(view.texts.shell.not_found_title, view.texts),
        kind: Kind::Other,
        content: not_found_content(&view, number),
        data: PageData::with_shared_responses(&view),
    };
    respond(&view, &page)
}

fn not_found_content(view: &View, number: Option<&str>) -> Markup {
    let texts = &view.texts.shell;
    html! {
        div class=[view.class("NotFound.page")] {
            (page_heading(false, None, &html! { (texts.not_found) }))
            @if let Some(number) = number { p { (fill(texts.unknown_number, "number", number)) } }
            p { (texts.not_found_hint) }
            p { a href="/" { (texts.return_home) } }
        }
        (search_below(view, number.unwrap_or_default()))
    }
}
