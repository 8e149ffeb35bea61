//! Pages of the server's own, without a frame and scripts: a failed sign-in, a refused request of a health record, and the
//! accounts of the demo.

use crate::model::languages::language::Language;
use crate::web::pages::assets::Manifest;
use crate::web::pages::document::search_link;
use crate::web::screen_language::ScreenLanguage;
use actix_web::http::header;
use actix_web::{HttpResponse, get};
use maud::{DOCTYPE, Markup, html};

/// Why somebody is not signed in; `return_to` is the address that they wanted to open.
pub(in crate::web) fn failed_sign_in(
    language: &ScreenLanguage,
    message: &str,
    return_to: Option<&str>,
) -> String {
    let texts = &language.texts.server;
    let content = html! {
        h1 { (texts.sign_in_title) }
        p { (message) }
        p { (texts.sign_in_continue) }
        @if let Some(to) = return_to {
            @let query: String = url::form_urlencoded::byte_serialize(to.as_bytes()).collect();
            p { a href={ "/login?return=" (query) } { (texts.sign_in_try_again) } }
        }
        p { a href="/" { (texts.sign_in_to_catalogue) } }
    };
    page((language.tag, language.dir), texts.sign_in_title, &search_link(language), &content)
}

/// That a sign-out ended the sign-in in this browser alone.
pub(in crate::web) fn incomplete_sign_out(language: &ScreenLanguage) -> String {
    let texts = &language.texts.server;
    let content = html! {
        h1 { (texts.sign_out_title) }
        p { (texts.sign_out_not_stored) }
        p { a href="/" { (texts.sign_in_to_catalogue) } }
    };
    page((language.tag, language.dir), texts.sign_out_title, &search_link(language), &content)
}

/// Why the request of a health record is not answered, with a search for the person who made it; `reason` is in English.
pub(in crate::web) fn refused_request(language: &ScreenLanguage, reason: &str) -> String {
    let (texts, search) = (&language.texts.server, &language.texts.search);
    let content = html! {
        h1 { (texts.info_button_title) }
        p { (texts.info_button_search) }
        search {
            form method="get" action="/search" {
                input type="search" name="q" aria-label=(search.label) dir="auto" autocomplete="off";
                button type="submit" { (search.button) }
            }
        }
        p { (texts.info_button_reason) }
        p lang="en" dir="ltr" { (reason) }
    };
    page((language.tag, language.dir), texts.info_button_title, &search_link(language), &content)
}

/// A handout that is not there, as `title` says: its reason in whatever language it was written, and the citation's other
/// languages.
pub(in crate::web) fn missing_file(
    language: &ScreenLanguage,
    title: &str,
    reason: Option<&str>,
    citation: Option<&str>,
    others: &[(Language, String)],
) -> String {
    let texts = &language.texts.server;
    let content = html! {
        h1 { (title) }
        @if let Some(reason) = reason {
            p { (texts.file_withdrawn_reason) " " bdi { (reason) } }
        }
        @if !others.is_empty() {
            p { (texts.file_languages) }
            ul {
                @for (other, url) in others {
                    li {
                        a href=(url) hreflang=[other.tag.as_ref().map(ToString::to_string)] {
                            bdi lang=[other.tag.as_ref().map(ToString::to_string)] dir=(other.dir) { (other.name) }
                        }
                    }
                }
            }
        }
        @if let Some(page) = citation {
            p { a href=(page) { (texts.file_to_citation) } }
        }
        p { a href="/" { (texts.sign_in_to_catalogue) } }
    };
    page((language.tag, language.dir), title, &search_link(language), &content)
}

/// That the store of files cannot be reached.
pub(in crate::web) fn unavailable_file(language: &ScreenLanguage) -> String {
    let texts = &language.texts.server;
    let content = html! {
        h1 { (texts.file_unavailable_title) }
        p { (texts.file_unavailable) }
        p { a href="/" { (texts.sign_in_to_catalogue) } }
    };
    page((language.tag, language.dir), texts.file_unavailable_title, &search_link(language), &content)
}

/// The accounts of the demo, each with its role, to choose from; `hidden` are the fields that the form repeats.
pub(in crate::web) fn demo_accounts<'a>(
    action: &str,
    hidden: &[(&str, &str)],
    accounts: impl Iterator<Item = (&'a str, &'a str)>,
) -> String {
    let title = "Demo sign-in";
    let content = html! {
        h1 { (title) }
        p { "Choose who you want to be. This page exists only in the demo." }
        form method="post" action=(action) {
            @for (name, value) in hidden {
                input type="hidden" name=(name) value=(value);
            }
            @for (name, role) in accounts {
                button name="account" value=(name) { strong { (name) } ", " (role) }
            }
        }
    };
    // A sign-in page is not a page of the catalogue, so it has no search.
    page(("en", "ltr"), title, &html! {}, &content)
}

/// A page in the styles of the front end, in a language by tag and direction; `links` are added to its head.
fn page((tag, dir): (&str, &str), title: &str, links: &Markup, content: &Markup) -> String {
    let files = Manifest::current();
    let page = html! {
        (DOCTYPE)
        html lang=(tag) dir=(dir) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                @if !files.icon.is_empty() {
                    link rel="icon" href=(files.icon) type="image/svg+xml";
                }
                @for style in &files.styles {
                    link rel="stylesheet" href=(style);
                }
                link rel="stylesheet" href="/plain.css";
                (links)
            }
            body { main { (content) } }
        }
    };
    page.into_string()
}

/// The few rules of these pages.
#[get("/plain.css")]
pub(in crate::web) async fn styles() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(include_str!("../../../assets/plain.css"))
}
