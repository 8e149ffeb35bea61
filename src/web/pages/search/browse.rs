//! Browses the catalogue by subject, by language and by audience.

use crate::model::category::Category;
use crate::model::search::request::{FacetValue, Facets, Hits};
use crate::web::pages::languages::own_language;
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::urls::component;
use crate::web::pages::view::{View, own_name, visually_hidden};
use maud::{Markup, Render, html};

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
            href: filtered(Category::Languages, &used.language.value),
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
fn filtered(facet: Category, value: &str) -> String {
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
            href: filtered(facet, value),
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
