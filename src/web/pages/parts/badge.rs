//! A short label, such as 'Obsolete'.

use crate::web::pages::view::View;
use maud::{Markup, html};

/// The label of an obsolete citation, after its title.
pub(in crate::web::pages) fn obsolete_badge(view: &View) -> Markup {
    html! { " " span class=[view.class("Badge.badge")] { (view.texts.parts.obsolete) } }
}
