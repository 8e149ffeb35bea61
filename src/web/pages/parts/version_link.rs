//! A link to a handout in the preferred language, or a text that there is none yet.

use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::view::{View, own_name, visually_hidden};
use maud::{Markup, html};

/// The link to a version; a text where it has no file.
pub(in crate::web::pages) fn version_link(
    view: &View,
    language: &OwnLanguage,
    url: Option<&str>,
    title: &str,
    (variant, size): (&str, &str),
) -> Markup {
    let texts = &view.texts.preferred_language;
    let name = own_name(language);
    let Some(url) = url else {
        return html! { span { (view.rich(texts.available_in, "name", &name)) } };
    };
    html! {
        a href=(url) target="_blank" rel="noopener noreferrer" class=[view.class("Button.button")]
            data-variant=(variant) data-size=(size) {
            span {
                (view.rich(texts.view_in, "name", &name))
                (visually_hidden(html! { ": " bdi { (title) } " " (view.texts.parts.new_tab) }))
            }
            (view.icon("external-link"))
        }
    }
}

/// States that a handout is not available in a language.
pub(in crate::web::pages) fn not_yet(view: &View, language: &OwnLanguage) -> Markup {
    html! { span { (view.rich(view.texts.preferred_language.not_yet, "name", &own_name(language))) } }
}
