//! What is shown instead of results: nothing found, a page beyond the end, a catalogue that is being prepared, an error.

use crate::model::search::request::{Facets, Hits};
use crate::web::pages::parts::buttons::link_button;
use crate::web::pages::parts::notice::error_notice;
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::search::browse::browse_help;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use actix_web::http::StatusCode;
use maud::{Markup, html};

/// Suggests what to do next: with filters, first to remove them. Below are links to browse the catalogue.
pub(in crate::web::pages) fn nothing_found(
    view: &View,
    search: &SearchAddress,
    hits: &Hits,
    with_obsolete: u64,
    everything: &Facets,
) -> Markup {
    let texts = &view.texts.results;
    let obsolete = SearchAddress { page: 1, obsolete: true, ..search.clone() }.path();
    html! {
        div class=[view.class("ResultStates.empty")] {
            p { (texts.more_general) }
            @if !search.filters.is_empty() {
                (link_button(view, "secondary", &search.without_filters(), texts.without_filters))
            }
            @if !search.obsolete && with_obsolete > 0 {
                @let label = view.text(texts.with_obsolete_found, &[("count", with_obsolete.into())]);
                (link_button(view, "secondary", &obsolete, label))
            }
        }
        (browse_help(view, &search.q, hits, everything))
    }
}

/// A page after the last one, for instance of an old link.
pub(in crate::web::pages) fn beyond_end(view: &View, search: &SearchAddress, last: u64) -> Markup {
    let texts = &view.texts.results;
    html! {
        div class=[view.class("ResultStates.empty")] {
            p { (texts.beyond) }
            (link_button(view, "primary", &search.at_page(1), texts.first_page))
            @if last > 1 {
                @let label = view.text(texts.last_page, &[("page", last.into())]);
                (link_button(view, "secondary", &search.at_page(last), label))
            }
        }
    }
}

/// A search that failed: what happened, what was preserved, and what to do.
pub(in crate::web::pages) fn failed(view: &View, search: &SearchAddress, problem: &Problem) -> Markup {
    let texts = &view.texts.results;
    let is_filtered = !search.filters.is_empty();
    if problem.status() == StatusCode::BAD_REQUEST && is_filtered {
        let action = link_button(view, "primary", &search.without_filters(), texts.without_filters);
        return error_notice(view, texts.old_filter, texts.old_filter_hint, &action);
    }
    let (title, detail) = match problem.status() {
        StatusCode::TOO_MANY_REQUESTS => (texts.too_many, texts.wait_moment),
        _ => (texts.server_error, texts.try_later),
    };
    let preserved = if is_filtered { texts.filters_unchanged } else { texts.search_unchanged };
    let action = link_button(view, "primary", &search.path(), view.texts.parts.try_again);
    error_notice(view, title, &format!("{detail} {preserved}"), &action)
}
