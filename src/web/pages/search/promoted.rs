//! What the hospital promotes for a text, above the results.

use crate::model::search::request::PromotedResult;
use crate::web::pages::parts::shown_title::{ShownTitle, VersionTitle};
use crate::web::pages::urls;
use crate::web::pages::view::{View, visually_hidden};
use maud::{Markup, html};

/// The section; nothing where nothing is promoted.
pub(in crate::web::pages) fn promoted(view: &View, promoted: &[PromotedResult]) -> Markup {
    if promoted.is_empty() {
        return html! {};
    }
    html! {
        section aria-labelledby="promoted" class=[view.class("Promoted.promoted")] {
            h2 id="promoted" { (view.texts.results.from_hospital) }
            ul { @for result in promoted { li { (row(view, result)) } } }
        }
    }
}

fn row(view: &View, result: &PromotedResult) -> Markup {
    let title = ShownTitle::new(view, &result.title, &[], VersionTitle::found(result.version.as_ref()));
    let readable_id = result.readable_id.as_deref().unwrap_or_default();
    html! {
        @match &result.url {
            Some(url) => {
                a href=(url) target="_blank" rel="noopener noreferrer" dir="auto" lang=[title.lang] {
                    (title.text)
                    (visually_hidden(html! { " " (view.texts.parts.new_tab) }))
                }
            }
            None => {
                @let path = if result.packet.is_some() { urls::packet(readable_id) } else { urls::citation(readable_id) };
                a href=(path) dir=(title.dir) lang=[title.lang] { (title.text) }
            }
        }
        (title.catalogue_title(view))
    }
}
