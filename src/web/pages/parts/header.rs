//! The top bar of every page: logo, name, preferred language, sign-in.

use crate::web::pages::urls::component;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The bar.
pub(in crate::web::pages) fn header(view: &View) -> Markup {
    let texts = &view.texts.shell;
    let bar = view.class("Navigation.bar").unwrap_or_default();
    html! {
        header class="shell-header" {
            div class={ "shell-bar " (bar) } {
                (brand(view))
                button type="button"
                    class={ (view.classes(&["Button.button", "Navigation.preferredLanguage"])) " needs-scripts" }
                    data-variant="quiet" {
                    (view.icon("languages"))
                    span { (view.texts.preferred_language.control) }
                }
                (help_link(view, &format!("/help?for={}", component(&view.path))))
                nav aria-label=(texts.main) class=[view.class("Navigation.nav")] data-signed-in[view.has_session] {
                    @if !view.has_session { (sign_in(view)) }
                }
            }
        }
    }
}

/// Logo and name.
pub(in crate::web::pages) fn brand(view: &View) -> Markup {
    html! {
        a href="/" class="shell-brand" {
            img src=(view.manifest.logo) alt="" width="36" height="36";
            span { (view.texts.shell.name) }
        }
    }
}

/// The link to the help.
pub(in crate::web::pages) fn help_link(view: &View, href: &str) -> Markup {
    let name = view.texts.shell.help;
    html! {
        a href=(href) aria-label=(name) title=(name) class=[view.class("Navigation.help")] { "?" }
    }
}

/// The link to the sign-in, which returns to this page; nothing when sign-in is not configured.
pub(in crate::web::pages) fn sign_in(view: &View) -> Markup {
    if !view.config.sign_in.available {
        return html! {};
    }
    html! {
        a href=(sign_in_url(view)) class=[view.class("Navigation.link")] {
            (view.icon("log-in"))
            (view.texts.shell.sign_in)
        }
    }
}

/// The address of the sign-in that returns to this page.
pub(in crate::web::pages) fn sign_in_url(view: &View) -> String {
    let to = view.config.sign_in.url.as_deref().unwrap_or("/login");
    format!("{to}?return={}", component(&view.address))
}
