//! Offers the browser's languages as the preferred language. Choosing one needs scripts.

use crate::web::pages::languages::offered;
use crate::web::pages::view::{View, own_name};
use maud::{Markup, html};

/// How many languages are offered.
const MAX_OFFERED: usize = 3;

/// The offer; nothing when no language that somebody reads has handouts. `first` are tags offered before those of the browser,
/// such as those of selected filters.
pub(in crate::web::pages) fn language_offer(view: &View, first: &[String]) -> Markup {
    let wanted: Vec<String> = first.iter().chain(&view.wanted).cloned().collect();
    let choosable = view.languages.choosable();
    let languages = offered(&wanted, &choosable);
    if languages.is_empty() || view.has_session {
        return html! {};
    }
    let texts = &view.texts.language_offer;
    let line = view.class("LanguageLine.line").unwrap_or_default();
    let class = view.classes(&["LanguageLine.language", "LanguageOffer.language"]);
    html! {
        div class={ (line) " needs-scripts" } {
            span id="language-offer" { (texts.offer) }
            ul aria-labelledby="language-offer" class=[view.class("LanguageLine.list")] {
                @for language in languages.into_iter().take(MAX_OFFERED) {
                    li { button type="button" class=(class) { (own_name(&language.own)) } }
                }
            }
            button type="button" aria-label=(texts.end_offers) title=(texts.end_offers) class=[view.class("IconButton.button")] {
                (view.icon("x"))
            }
        }
    }
}
