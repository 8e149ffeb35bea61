//! Searches for the same text at other sites, below results that may not be what was meant.

use crate::model::search::request::Hits;
use crate::web::pages::search::result_texts::isolated;
use crate::web::pages::view::{View, visually_hidden};
use maud::{Markup, html};

/// With fewer results, other sites may have more.
const MIN_RESULTS: u64 = 5;

/// The links; nothing for a text about danger, and where enough was found. Staff always get them, which the screens add.
pub(in crate::web::pages) fn elsewhere(view: &View, q: &str, hits: &Hits) -> Markup {
    let sites = &view.config.elsewhere;
    if q.trim().is_empty()
        || sites.is_empty()
        || hits.notice.is_some()
        || !(hits.are_doubtful() || hits.found < MIN_RESULTS)
    {
        return html! {};
    }
    let label = view.text(view.texts.results.elsewhere, &[("q", (&isolated(q.trim())).into())]);
    html! {
        p class=[view.class("Elsewhere.line")] {
            (label)
            @for (n, site) in sites.iter().enumerate() {
                @if n > 0 { " · " } @else { " " }
                a href=(site.address(q)) target="_blank" rel="noopener noreferrer" {
                    bdi { (site.name) }
                    (visually_hidden(html! { " " (view.texts.parts.new_tab) }))
                }
            }
        }
    }
}
