//! The selected filters above the results, each a link that removes it.

use crate::model::languages::message::ResultsTexts;
use crate::web::pages::search::address::{SearchAddress, facets};
use crate::web::pages::view::View;
use maud::{Markup, html};

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
                        a href=(search.toggled(facet, value)) class=[view.class("Chip.chip")] aria-label=(remove)
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
