//! An inline message: an error with what to do.

use crate::web::pages::view::View;
use maud::{Markup, html};

/// An error with its text and what can be done.
pub(in crate::web::pages) fn error_notice(view: &View, title: &str, text: &str, actions: &Markup) -> Markup {
    html! {
        div class=[view.class("Notice.notice")] data-variant="error" role="alert" {
            (view.icon_with_class("circle-alert", "Notice.icon"))
            div class=[view.class("Notice.text")] {
                p class=[view.class("Notice.title")] { (title) }
                div { (text) }
                div class=[view.class("Notice.actions")] { (actions) }
            }
        }
    }
}
