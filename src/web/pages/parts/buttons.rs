//! Links that look like buttons.

use crate::web::pages::view::View;
use maud::{Markup, Render, html};

/// A link that looks like a button of normal size.
pub(in crate::web::pages) fn link_button(
    view: &View,
    variant: &str,
    href: &str,
    content: impl Render,
) -> Markup {
    html! {
        a href=(href) class=[view.class("Button.button")] data-variant=(variant) data-size="normal" {
            span { (content) }
        }
    }
}

/// A button that needs scripts; `class` is one of a CSS module, or empty.
pub(in crate::web::pages) fn script_button(
    view: &View,
    class: &str,
    (variant, size): (&str, &str),
    icon: Option<&str>,
    content: impl Render,
) -> Markup {
    html! {
        button type="button" class={ (view.classes(&["Button.button", class])) " needs-scripts" }
            data-variant=(variant) data-size=(size) {
            @if let Some(icon) = icon { (view.icon(icon)) }
            span { (content) }
        }
    }
}

/// The button that reports a problem with what the page shows, and its replacement without scripts.
pub(in crate::web::pages) fn report_problem(view: &View, without_scripts: &Markup) -> Markup {
    html! {
        div class=[view.class("ReportProblem.place")] {
            (script_button(view, "", ("quiet", "normal"), Some("flag"), view.texts.report.button))
            noscript { (without_scripts) }
        }
    }
}
