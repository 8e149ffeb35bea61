//! The top of a citation: title, languages, printing specs, what replaces it.

use crate::model::citations::citation::Citation;
use crate::web::pages::parts::badge::obsolete_badge;
use crate::web::pages::parts::language_offer::language_offer;
use crate::web::pages::search::search_box::page_heading;
use crate::web::pages::urls;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The element; `lang` is the language of the title.
pub(in crate::web::pages) fn citation_top(
    view: &View,
    citation: &Citation,
    replacement: Option<&Citation>,
    lang: Option<&str>,
) -> Markup {
    let texts = &view.texts.citation;
    let languages = view.sorted_languages(citation.languages.iter().map(|version| version.lang.as_str()));
    let languages: Vec<String> = languages.into_iter().map(|value| view.language_name(value)).collect();
    let title = html! { (citation.title) @if citation.obsolete { (obsolete_badge(view)) } };
    html! {
        header class=[view.class("CitationView.head")] {
            div class=[view.class("CitationView.titleLine")] {
                (page_heading(false, lang, &title))
                div class=[view.class("CitationView.actions")] {}
            }
            @if let Some(other) = replacement { (replaced_by(view, other)) }
            @if !languages.is_empty() {
                p class=[view.class("CitationView.languages")] { (languages.join(", ")) }
            }
            @if let Some(specs) = citation.printing_specs.as_deref().filter(|specs| !specs.is_empty()) {
                p class=[view.class("CitationView.specs")] {
                    b { (texts.printing_specs) } " " bdi lang=[view.english()] { (specs) }
                }
            }
            (language_offer(view, &[]))
        }
    }
}

/// Links from an obsolete citation to the one that replaces it.
fn replaced_by(view: &View, other: &Citation) -> Markup {
    let tags: Vec<Option<&str>> =
        other.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    html! {
        p {
            (view.texts.citation.replaced_by) " "
            a href=(urls::citation(other.address_id())) {
                bdi lang=[view.lang_of(&other.title, &tags)] { (other.title) }
            }
        }
    }
}
