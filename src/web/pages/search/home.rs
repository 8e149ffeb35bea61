//! The home view: search box, the most used languages, browsing, links for staff, and the help contact.

use crate::model::search::request::Facets;
use crate::web::pages::languages::{ChoosableLanguage, is_same_language, offered};
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::search::browse::{browse, external_link, help_contact};
use crate::web::pages::search::search_box::{page_heading, search_box};
use crate::web::pages::view::{View, own_name};
use maud::{Markup, html};

/// How many languages are below the search box.
const MAX_LANGUAGES: usize = 6;

/// The content of the home page. `facets` are those of everything; `None` while the catalogue is being prepared. A signed-in
/// person's favorites come above the lists, which they therefore get from the screens.
pub(in crate::web::pages) fn home(view: &View, search: &SearchAddress, facets: Option<&Facets>) -> Markup {
    let texts = &view.texts.search;
    html! {
        div class="shell-search" data-view="home" {
            div class="shell-top" {
                (page_heading(false, None, &html! { (texts.heading) }))
                p class="shell-lead" { (texts.lead) }
                (search_box(view, search))
                div class="shell-languages" { (languages(view, search)) }
            }
            @if !view.has_session {
                div class=[view.class("HomeView.home")] {
                    @match facets {
                        Some(facets) => (browse(view, facets)),
                        None => p { (view.texts.parts.preparing) },
                    }
                    (help(view))
                }
            }
        }
    }
}

/// The languages of the browser first, then the most used. English is left out, because everything is in English. The
/// preferred language is always among them.
fn language_row(wanted: &[String], chosen: &str, choosable: &[ChoosableLanguage]) -> Vec<ChoosableLanguage> {
    let mut all: Vec<&ChoosableLanguage> = offered(wanted, choosable);
    for language in choosable.iter().filter(|language| !is_same_language(&language.tag, "en")) {
        if !all.iter().any(|known| known.tag == language.tag) {
            all.push(language);
        }
    }
    if let Some(at) = all.iter().position(|language| language.tag == chosen).filter(|at| *at >= MAX_LANGUAGES)
    {
        all.swap(at, MAX_LANGUAGES - 1);
    }
    all.into_iter().take(MAX_LANGUAGES).cloned().collect()
}

/// The most used languages by their own names, each a link to its citations.
fn languages(view: &View, search: &SearchAddress) -> Markup {
    let shown = language_row(&view.wanted, &search.lang, &view.languages.choosable());
    if shown.is_empty() {
        return html! {};
    }
    let texts = &view.texts.preferred_language;
    let class = view.classes(&["LanguageLine.language", "HomeLanguages.language"]);
    html! {
        span id="home-languages" { (texts.in_language) }
        ul aria-labelledby="home-languages" class=[view.class("HomeLanguages.list")] {
            @for language in &shown {
                @let filters = vec![("languages".to_owned(), language.value.clone())];
                @let href = SearchAddress { page: 1, filters, ..SearchAddress::default() }.path();
                li {
                    a href=(href) aria-current=[(language.tag == search.lang).then_some("true")] class=(class) {
                        (own_name(&language.own))
                    }
                }
            }
            li { button type="button" class={ (class) " needs-scripts" } { (texts.more_languages) } }
        }
    }
}

/// Links for staff, and the help contact.
fn help(view: &View) -> Markup {
    let (texts, config) = (&view.texts.home, &view.config.links);
    let links = [
        (&config.service_desk, texts.service_desk),
        (&config.create_materials, texts.create_materials),
        (&config.health_literacy, texts.health_literacy),
    ];
    let links: Vec<(&String, &str)> =
        links.into_iter().filter_map(|(href, label)| Some((href.as_ref()?, label))).collect();
    html! {
        div class=[view.class("HomeView.help")] {
            @if !links.is_empty() {
                section aria-labelledby="home-staff" {
                    h2 id="home-staff" { (texts.for_staff) }
                    ul class=[view.class("HomeView.links")] {
                        @for (href, label) in links { li { (external_link(view, href, label)) } }
                    }
                }
            }
            (help_contact(view))
        }
    }
}
