//! What the pages of the help show.

use crate::model::guide::{GuidePage, Reader};
use crate::model::languages::message::{ServerTexts, filled};
use crate::web::pages::help::finding::{Found, MAX_CHARACTERS};
use crate::web::pages::parts::header::sign_in_url;
use crate::web::pages::view::View;
use maud::{Markup, PreEscaped, html};

/// The list of the pages that the caller may read.
pub(super) fn list(view: &View, pages: &[&GuidePage], is_visitor: bool) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            h1 { (texts.help_title) }
            (search_form(view, ""))
            @for reader in Reader::ALL {
                @let of_reader: Vec<&&GuidePage> = pages.iter().filter(|page| page.reader == reader).collect();
                @if !of_reader.is_empty() {
                    section aria-labelledby={ "for-" (key(reader)) } {
                        h2 id={ "for-" (key(reader)) } { (name(reader, texts)) }
                        ul { @for page in of_reader { li { (page_link(view, page)) } } }
                    }
                }
            }
            @if is_visitor && view.config.sign_in.available {
                p { a href=(sign_in_url(view)) { (texts.help_sign_in) } }
            }
        }
    }
}

/// One page of the guide.
pub(super) fn guide_page(view: &View, page: &GuidePage) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            p class="help-back" { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            article lang=[view.lang(Some(page.lang))] dir=[view.lang(Some(page.lang)).map(|_| "ltr")] {
                h1 { (page.title) }
                (PreEscaped(page.html))
            }
            (search_form(view, ""))
        }
    }
}

/// The pages with the words of a search.
pub(super) fn results(view: &View, text: &str, found: &[Found]) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            p class="help-back" { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            h1 dir="auto" { (filled(texts.help_results, "q", text)) }
            (search_form(view, text))
            @if found.is_empty() {
                p { (texts.help_none) }
            } @else {
                ol class="help-results" {
                    @for Found { page, excerpt } in found {
                        li {
                            h2 { (page_link(view, page)) }
                            p lang=[view.lang(Some(page.lang))] dir=[view.lang(Some(page.lang)).map(|_| "ltr")] {
                                (excerpt)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What is shown for an unknown page, or one that the caller may not read.
pub(super) fn missing(view: &View) -> Markup {
    let (shell, texts) = (&view.texts.shell, &view.texts.server);
    html! {
        div class="help" {
            h1 { (shell.not_found) }
            p { (shell.not_found_hint) }
            p { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            (search_form(view, ""))
        }
    }
}

fn page_link(view: &View, page: &GuidePage) -> Markup {
    let lang = view.lang(Some(page.lang));
    html! {
        a href=(view.canonical(format!("/help/{}", page.name))) hreflang=[lang] {
            span lang=[lang] dir=[lang.map(|_| "ltr")] { (page.title) }
        }
    }
}

fn search_form(view: &View, text: &str) -> Markup {
    let texts = &view.texts.server;
    html! {
        search {
            form method="get" action="/help" class="help-search" {
                div class=[view.class("Field.field")] {
                    label for="help-text" class=[view.class("Field.label")] { (texts.help_search) }
                    input id="help-text" type="search" name="q" maxlength=(MAX_CHARACTERS) dir="auto"
                        class=[view.class("Field.control")] value=(text);
                }
                @if let Some(tag) = view.named { input type="hidden" name="lang" value=(tag); }
                button type="submit" class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                    span { (view.texts.search.button) }
                }
            }
        }
    }
}

fn key(reader: Reader) -> u8 {
    reader as u8
}

fn name(reader: Reader, texts: &ServerTexts) -> &'static str {
    match reader {
        Reader::Families => texts.help_families,
        Reader::Staff => texts.help_staff,
        Reader::CopyCenter => texts.help_copy_center,
        Reader::Specialists => texts.help_specialists,
        Reader::Auditors => texts.help_auditors,
        Reader::It => texts.help_it,
    }
}
