//! The filter panel, and the selected filters above the results. Its values are links that add or remove a filter.

use crate::model::category::Category;
use crate::model::languages::message::ResultsTexts;
use crate::model::search::request::{FacetValue, Facets};
use crate::web::pages::languages::sort_key;
use crate::web::pages::search::address::{FilterLinks, SearchAddress, facets, facets as shown_facets};
use crate::web::pages::view::View;
use maud::{Markup, html};
use std::cmp::Reverse;

/// How many values of a facet are shown besides the selected ones.
const INITIAL_VALUES: usize = 8;
/// The minimum number of values for which a facet has a box to find one; the box needs scripts.
const MIN_VALUES_FOR_FIND: usize = 16;
/// The facets used most, which are expanded at first.
const OPEN_FIRST: [Category; 3] = [Category::Audience, Category::Languages, Category::MaterialFormat];

/// The panel beside the results, and the button that opens it on narrow screens.
pub(in crate::web::pages) fn filters(view: &View, search: &SearchAddress, facets: Option<&Facets>) -> Markup {
    let texts = &view.texts.results;
    let count = search.filters.len() + usize::from(search.obsolete);
    let button = view.class("Button.button").unwrap_or_default();
    html! {
        aside id="filters" class=[view.class("Results.rail")] aria-label=(texts.filters_title) data-screen="wide" {
            (panel(view, search, facets))
        }
        div data-screen="narrow" class="needs-scripts" {
            button type="button" class=(button) data-variant="secondary" data-size="normal" {
                (view.icon("sliders-horizontal"))
                span { (view.text(texts.filters, &[("count", count.into())])) }
            }
        }
    }
}

fn panel(view: &View, search: &SearchAddress, facets: Option<&Facets>) -> Markup {
    let texts = &view.texts.results;
    let with_obsolete = SearchAddress { page: 1, obsolete: !search.obsolete, ..search.clone() }.path();
    let none = Facets::new();
    let facets = facets.unwrap_or(&none);
    let links = search.links_with_filters();
    html! {
        div class=[view.class("FilterPanel.panel")] {
            h2 class=[view.class("FilterPanel.title")] { (texts.filters_title) }
            (checkbox(view, search.obsolete, &with_obsolete, &html! { (texts.show_obsolete) }))
            @for facet in shown_facets() {
                @let values = facets.get(facet.name()).map_or(&[][..], |facet| &facet.buckets);
                @if !values.is_empty() { (group(view, search, &links, (facet, values))) }
            }
        }
    }
}

/// A link that looks like a checkbox with its label.
fn checkbox(view: &View, is_checked: bool, href: &str, label: &Markup) -> Markup {
    let state = if is_checked { "true" } else { "false" };
    html! {
        a href=(href) rel="nofollow" class=[view.class("Checkbox.label")] aria-current=[is_checked.then_some("true")] {
            span class=[view.class("Checkbox.box")] data-checked=(state) aria-hidden="true" {}
            span dir="auto" { (label) }
        }
    }
}

/// One collapsible facet.
fn group(
    view: &View,
    search: &SearchAddress,
    links: &FilterLinks,
    (facet, values): (Category, &[FacetValue]),
) -> Markup {
    let texts = &view.texts.results;
    let label = facet_label(texts, facet.name());
    let chosen =
        values.iter().filter(|facet_value| search.has_filter(facet.name(), &facet_value.value)).count();
    let shown = shown_values(view, search, facet, values);
    let has_more = shown.len() < values.len();
    html! {
        details class=[view.class("FacetGroup.group")] open[chosen > 0 || OPEN_FIRST.contains(&facet)] {
            summary {
                h3 class=(view.classes(&["RowButton.button", "FacetGroup.toggle"])) {
                    span { (label) }
                    @if chosen > 0 {
                        span class=[view.class("FacetGroup.chosen")] {
                            (view.text(texts.chosen, &[("count", chosen.into())]))
                        }
                    }
                    (view.icon("chevron-down"))
                }
            }
            div class=[view.class("FacetGroup.values")] {
                @if values.len() >= MIN_VALUES_FOR_FIND { (find_box(view, label)) }
                ul { @for facet_value in shown { li { (value_link(view, search, links, (facet, facet_value))) } } }
                @if has_more {
                    @let name = view.text(texts.show_more_of, &[("group", label.into())]);
                    button type="button" aria-label=(name) data-variant="quiet" data-size="small"
                        class={ (view.class("Button.button").unwrap_or_default()) " needs-scripts" } {
                        span { (texts.show_more) }
                    }
                }
            }
        }
    }
}

/// The place of the box that finds a value, until scripts replace it.
fn find_box(view: &View, label: &str) -> Markup {
    let name = view.text(view.texts.results.find_in, &[("group", label.into())]);
    let class = view.class("FacetGroup.filter").unwrap_or_default();
    html! { input type="search" class={ (class) " needs-scripts" } aria-label=(name) placeholder=(name); }
}

/// A value with its count, as a link that adds or removes it.
fn value_link(
    view: &View,
    search: &SearchAddress,
    links: &FilterLinks,
    (facet, facet_value): (Category, &FacetValue),
) -> Markup {
    let (name, value) = (facet.name(), facet_value.value.as_str());
    let lang = view.english().filter(|_| facet != Category::Languages);
    let label = html! {
        bdi lang=[lang] { (value_name(view, name, value)) }
        " (" (view.numbers.number(facet_value.count.into())) ")"
    };
    let is_checked = search.has_filter(name, value);
    let href = if is_checked { search.toggle(name, value) } else { links.with(name, value) };
    checkbox(view, is_checked, &href, &label)
}

/// The selected and the most frequent values in alphabetical order; all if there are few.
fn shown_values<'b>(
    view: &View,
    search: &SearchAddress,
    facet: Category,
    values: &'b [FacetValue],
) -> Vec<&'b FacetValue> {
    let mut by_count: Vec<&FacetValue> = values.iter().collect();
    if values.len() > INITIAL_VALUES + 2 {
        by_count.sort_by_key(|facet_value| Reverse(facet_value.count));
        by_count.truncate(INITIAL_VALUES);
    }
    let is_frequent =
        |facet_value: &&FacetValue| by_count.iter().any(|frequent| std::ptr::eq(*frequent, *facet_value));
    let is_chosen = |facet_value: &&FacetValue| search.has_filter(facet.name(), &facet_value.value);
    let mut shown: Vec<&FacetValue> =
        values.iter().filter(|value| is_frequent(value) || is_chosen(value)).collect();
    if facet == Category::Languages {
        shown.sort_by_cached_key(|facet_value| sort_key(&view.language_name(&facet_value.value)));
    }
    shown
}

/// The label of a facet; its name if it is not in the panel.
pub(in crate::web::pages) fn facet_label<'f>(texts: &ResultsTexts, facet: &'f str) -> &'f str {
    let shown = facets().find(|category| category.name() == facet);
    shown.and_then(|category| texts.by_key(category.name())).unwrap_or(facet)
}

/// The displayed name of a facet value.
pub(in crate::web::pages) fn value_name(view: &View, facet: &str, value: &str) -> String {
    match facet {
        "incomplete" => view.texts.results.incomplete.to_owned(),
        "languages" => view.language_name(value),
        _ => value.to_owned(),
    }
}

/// The chips; nothing without filters.
pub(in crate::web::pages) fn filter_chips(view: &View, search: &SearchAddress) -> Markup {
    if search.filters.is_empty() {
        return html! {};
    }
    let texts = &view.texts.results;
    html! {
        div class=[view.class("FilterChips.line")] {
            ul class=[view.class("FilterChips.chips")] aria-label=(texts.chosen_filters) {
                @for (facet, value) in &search.filters {
                    @let name = value_name(view, facet, value);
                    @let values = [("group", facet_label(texts, facet).into()), ("value", (&name).into())];
                    @let remove = view.text(texts.remove_filter, &values);
                    li {
                        a href=(search.toggle(facet, value)) class=[view.class("Chip.chip")] aria-label=(remove)
                            title=(remove) {
                            span dir="auto" { (name) }
                            (view.icon("x"))
                        }
                    }
                }
            }
            a href=(search.without_filters()) class=[view.class("FilterChips.clear")] { (texts.clear_all) }
        }
    }
}
