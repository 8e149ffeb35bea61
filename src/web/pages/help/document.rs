//! A page of the help as a whole. It has the head and the header of the other pages and no scripts, so the links of the
//! signed-in are here and not made by the screens.

use crate::model::accounts::{Right, Roles};
use crate::web::conditional::digest_tag;
use crate::web::pages::head::search_link;
use crate::web::pages::parts::header::{brand, help_link, sign_in};
use crate::web::pages::parts::screen_languages::screen_languages;
use crate::web::pages::view::View;
use crate::web::screen_language::VARY;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, get};
use maud::{DOCTYPE, Markup, html};

/// The response with a page; `roles` are those of the caller, none for a visitor.
pub(super) fn answer(
    view: &View,
    roles: Option<Roles>,
    status: StatusCode,
    title: &str,
    canonical: Option<&str>,
    content: &Markup,
) -> HttpResponse {
    let html = document(view, roles, title, canonical, content).into_string();
    // What a signed-in person sees depends on their roles.
    let cache_control = if roles.is_some() { "private, no-cache" } else { "no-cache" };
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, cache_control))
        .insert_header((header::VARY, VARY))
        .insert_header((header::ETAG, digest_tag(html.as_bytes())))
        .body(html)
}

fn document(
    view: &View,
    roles: Option<Roles>,
    title: &str,
    canonical: Option<&str>,
    content: &Markup,
) -> Markup {
    let files = &view.manifest;
    html! {
        (DOCTYPE)
        html lang=(view.language.tag) dir=(view.language.dir) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " | " (view.texts.shell.product) }
                meta name="description" content=(view.texts.server.help_description);
                @for font in &files.fonts {
                    link rel="preload" href=(font) as="font" type="font/woff2" crossorigin;
                }
                @for style in &files.styles {
                    link rel="stylesheet" href=(style);
                }
                link rel="stylesheet" href="/help.css";
                @if !files.icon.is_empty() {
                    link rel="icon" href=(files.icon) type="image/svg+xml";
                }
                (search_link(&view.language))
                @if let Some(address) = canonical {
                    link rel="canonical" href=(address);
                }
            }
            body {
                div class="help-page" {
                    a class=[view.class("Shell.skip")] href="#main" { (view.texts.shell.skip) }
                    (help_header(view, roles))
                    main id="main" tabindex="-1" class="shell-main" { (content) }
                    footer class=[view.class("Shell.footer")] { (screen_languages(view, &without_language(&view.address))) }
                }
            }
        }
    }
}

/// The address of a page without the language that it names, so that the language chosen there counts.
fn without_language(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut kept = url::form_urlencoded::Serializer::new(String::new());
    kept.extend_pairs(url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "lang"));
    match kept.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

fn help_header(view: &View, roles: Option<Roles>) -> Markup {
    let bar = view.class("Navigation.bar").unwrap_or_default();
    html! {
        header class="shell-header" {
            div class={ "shell-bar help-bar " (bar) } {
                (brand(view))
                (help_link(view, "/help"))
                nav aria-label=(view.texts.shell.main) class=[view.class("Navigation.nav")] {
                    (screen_links(view, roles))
                }
            }
        }
    }
}

/// Links to the main screens of a person.
fn screen_links(view: &View, roles: Option<Roles>) -> Markup {
    let texts = &view.texts.navigation;
    let may = |right| roles.is_some_and(|roles| roles.give(right));
    let links = [
        (true, "/", texts.search),
        (roles.is_some(), "/my_orders", texts.my_orders),
        (may(Right::WorkOnOrders), "/orders", texts.copy_center),
        (may(Right::ReadAudit), "/audit", texts.audit_trail),
        (may(Right::EditCitations), "/overview", texts.admin_tools),
    ];
    html! {
        @for (_, path, label) in links.into_iter().filter(|(is_shown, ..)| *is_shown) {
            a href=(path) class=[view.class("Navigation.link")] { (label) }
        }
        @if roles.is_none() { (sign_in(view)) }
    }
}

/// The rules of these pages beside those of the screens.
#[get("/help.css")]
pub(in crate::web) async fn styles() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(include_str!("../../../../assets/help.css"))
}
