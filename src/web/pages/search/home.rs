//! The home view: search box, the most used languages, browsing, links for staff, and the help contact.

use crate::model::category::Category;
use crate::model::search::request::{FacetValue, Facets, Hits, MAX_CHARACTERS};
use crate::web::pages::languages::{ChoosableLanguage, is_same_language, offered_languages, own_language};
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::view::{DEFAULT_ITEM_NUMBER_LABEL, View, component, own_name, visually_hidden};
use maud::{Markup, Render, html};

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
    let mut all: Vec<&ChoosableLanguage> = offered_languages(wanted, choosable);
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
    let shown = language_row(&view.accepted_languages, &search.lang, &view.languages.choosable());
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

/// The box with the text of the page.
pub(in crate::web::pages) fn search_box(view: &View, search: &SearchAddress) -> Markup {
    let texts = &view.texts.search;
    let item_number = match view.config.hospital.item_number_label.as_str() {
        DEFAULT_ITEM_NUMBER_LABEL => texts.item_number,
        own => own,
    };
    let excess = search.excess_length();
    let clear = view.classes(&["IconButton.button", "SearchBox.clear"]);
    html! {
        search {
            form method="get" action="/search" class=[view.class("SearchBox.form")] {
                div class=[view.class("SearchBox.box")] {
                    (view.icon_with_class("search", "SearchBox.icon"))
                    input id="search-text" type="text" name="q" inputmode="search" enterkeyhint="search"
                        aria-label=(texts.label) aria-invalid=[excess.map(|_| "true")]
                        aria-describedby=[excess.map(|_| "search-error")] autocomplete="off" autocapitalize="none"
                        spellcheck="false" dir="auto" class=[view.class("SearchBox.input")]
                        placeholder=(view.text(texts.placeholder, &[("itemNumber", item_number.into())]))
                        value=(search.q);
                    @if !search.q.is_empty() {
                        a href="/" aria-label=(texts.clear) title=(texts.clear) class=(clear) { (view.icon("x")) }
                    }
                }
                @if search.obsolete { input type="hidden" name="obsolete" value="true"; }
                @if !search.lang.is_empty() { input type="hidden" name="lang" value=(search.lang); }
                button type="submit" class=(view.classes(&["Button.button", "SearchBox.submit"]))
                    data-variant="primary" data-size="normal" {
                    span { (texts.button) }
                }
            }
            @if let Some(length) = excess {
                p id="search-error" role="alert" class=[view.class("SearchBox.error")] {
                    (view.icon("circle-alert"))
                    span {
                        (view.text(texts.too_long, &[("length", length.into()), ("max", MAX_CHARACTERS.into())]))
                    }
                }
            }
        }
    }
}

/// The h1 of a page.
pub(in crate::web::pages) fn page_heading(is_hidden: bool, lang: Option<&str>, content: &Markup) -> Markup {
    directed_heading(is_hidden, (lang, "auto"), content)
}

/// The h1 of a page in a language with this direction.
pub(in crate::web::pages) fn directed_heading(
    is_hidden: bool,
    (lang, dir): (Option<&str>, &str),
    content: &Markup,
) -> Markup {
    html! {
        h1 tabindex="-1" class=[is_hidden.then_some("visually-hidden")] dir=(dir) lang=[lang] { (content) }
    }
}

/// A search box below a message, for those who cannot use the links that scripts bring.
pub(in crate::web::pages) fn search_below(view: &View, query: &str) -> Markup {
    let search = SearchAddress { q: query.to_owned(), page: 1, ..SearchAddress::default() };
    html! { div class="without-scripts" { (search_box(view, &search)) } }
}

/// How many entries of a list are shown.
const INITIAL_COUNT: usize = 8;

/// One link to filtered results.
struct Entry {
    label: Markup,
    count: u32,
    href: String,
}

/// The three lists; `facets` are those of everything.
pub(in crate::web::pages) fn browse(view: &View, facets: &Facets) -> Markup {
    let texts = &view.texts.home;
    let languages: Vec<Entry> = view
        .languages
        .all
        .iter()
        .filter(|used| used.count > 0)
        .map(|used| Entry {
            label: own_name(&own_language(used)),
            count: used.count,
            href: filtered_address(Category::Languages, &used.language.value),
        })
        .collect();
    html! {
        div class=[view.class("HomeView.browse")] {
            (list(view, "subjects", texts.by_subject, &entries(view, facets, Category::SubjectHeading)))
            div {
                (list(view, "browsed-languages", texts.by_language, &languages))
                @if let Some(link) = &view.config.links.translation {
                    p class=[view.class("HomeView.translation")] { (external_link(view, link, texts.translation)) }
                }
            }
            (list(view, "audiences", texts.by_audience, &entries(view, facets, Category::Audience)))
        }
    }
}

/// The path of everything with one value of a facet.
fn filtered_address(facet: Category, value: &str) -> String {
    let filters = vec![(facet.name().to_owned(), value.to_owned())];
    SearchAddress { page: 1, filters, ..SearchAddress::default() }.path()
}

/// The values of a facet, most frequent first.
fn entries(view: &View, facets: &Facets, facet: Category) -> Vec<Entry> {
    let mut values: Vec<&FacetValue> =
        facets.get(facet.name()).map_or(&[][..], |of| &of.buckets).iter().collect();
    values.sort_by_key(|facet_value| std::cmp::Reverse(facet_value.count));
    values
        .into_iter()
        .map(|FacetValue { value, count }| Entry {
            label: html! { bdi lang=[view.english()] { (value) } },
            count: *count,
            href: filtered_address(facet, value),
        })
        .collect()
}

fn list(view: &View, id: &str, heading: &str, entries: &[Entry]) -> Markup {
    if entries.is_empty() {
        return html! {};
    }
    let texts = &view.texts.home;
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (heading) }
            (links(view, entries.get(..INITIAL_COUNT).unwrap_or(entries)))
            @if let Some(others @ [_, ..]) = entries.get(INITIAL_COUNT..) {
                @let show_all = html! {
                    (view.text(texts.show_all, &[("count", entries.len().into())]))
                    (visually_hidden(html! { ": " (heading) }))
                };
                noscript { details { summary { (show_all) } (links(view, others)) } }
                button type="button" class={ (view.classes(&["Button.button", "HomeView.more"])) " needs-scripts" }
                    data-variant="quiet" data-size="small" {
                    span { (show_all) }
                }
            }
        }
    }
}

fn links(view: &View, entries: &[Entry]) -> Markup {
    let materials = |count: u32| view.text(view.texts.home.materials, &[("count", count.into())]);
    html! {
        ul class=[view.class("HomeView.links")] {
            @for entry in entries {
                li {
                    a href=(entry.href) {
                        span { (entry.label) }
                        span class=[view.class("HomeView.count")] {
                            span aria-hidden="true" { (view.numbers.number(entry.count.into())) }
                            (visually_hidden(materials(entry.count)))
                        }
                    }
                }
            }
        }
    }
}

/// A link to another site, opened in a new tab.
pub(in crate::web::pages) fn external_link(view: &View, href: &str, label: impl Render) -> Markup {
    html! {
        a href=(href) target="_blank" rel="noopener noreferrer" {
            span { (label) }
            (view.named_icon("external-link", view.texts.parts.new_tab))
        }
    }
}

/// The help contact; nothing if no email address is configured.
pub(in crate::web::pages) fn help_contact(view: &View) -> Markup {
    let Some(address) = &view.config.hospital.email else { return html! {} };
    let (name, host) = address.rsplit_once('@').unwrap_or(("", address));
    let link = html! { a href={ "mailto:" (address) } { (name) "@" wbr; (host) } };
    html! {
        p class=[view.class("HomeView.contact")] { (view.rich(view.texts.home.contact, "mail", &link)) }
    }
}

/// A mail that tells the help contact what was searched for.
fn tell_us(view: &View, q: &str) -> Markup {
    let texts = &view.texts.home;
    let Some(address) = view.config.hospital.email.as_ref().filter(|_| !q.is_empty()) else {
        return html! {};
    };
    let subject = view.text(texts.tell_us_subject, &[("q", q.into())]);
    html! {
        p class=[view.class("HomeView.contact")] {
            a href={ "mailto:" (address) "?subject=" (component(&subject).to_string()) } { (texts.tell_us) }
        }
    }
}

/// Help if the results may not be what was meant: the help contact unless it is above them, and links to browse.
pub(in crate::web::pages) fn browse_help(view: &View, q: &str, hits: &Hits, facets: &Facets) -> Markup {
    html! {
        div class=(view.classes(&["HomeView.home", "HomeView.below"])) {
            @if hits.intent.is_none() { (help_contact(view)) }
            (tell_us(view, q))
            (browse(view, facets))
        }
    }
}
