//! The frame of every page: skip link, header with sign-in, content, footer with the languages of the screens.

use crate::web::pages::view::{View, component, visually_hidden};
use maud::{Markup, html};

/// A page around its content.
pub(super) fn frame(view: &View, content: &Markup) -> Markup {
    html! {
        a class=[view.class("Shell.skip")] href="#main" { (view.texts.shell.skip) }
        (header(view))
        main id="main" tabindex="-1" class="shell-main" { (content) }
        footer class=[view.class("Shell.footer")] { (screen_languages(view, &view.address)) }
        (visually_hidden(html! { span role="status" {} }))
    }
}

/// The bar.
pub(super) fn header(view: &View) -> Markup {
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
pub(super) fn brand(view: &View) -> Markup {
    html! {
        a href="/" class="shell-brand" {
            img src=(view.manifest.logo) alt="" width="36" height="36";
            span { (view.texts.shell.name) }
        }
    }
}

/// The link to the help.
pub(super) fn help_link(view: &View, href: &str) -> Markup {
    let name = view.texts.shell.help;
    html! {
        a href=(href) aria-label=(name) title=(name) class=[view.class("Navigation.help")] { "?" }
    }
}

/// The link to the sign-in, which returns to this page; nothing when sign-in is not configured.
pub(super) fn sign_in(view: &View) -> Markup {
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
pub(super) fn sign_in_url(view: &View) -> String {
    let to = view.config.sign_in.url.as_deref().unwrap_or("/login");
    format!("{to}?return={}", component(&view.address))
}

/// The line of languages, which return to this address; nothing when there is only one.
pub(super) fn screen_languages(view: &View, address: &str) -> Markup {
    let languages = &view.config.screen_languages;
    if languages.len() < 2 {
        return html! {};
    }
    let class = view.classes(&["LanguageLine.language", "SiteLanguage.language"]);
    let back = component(address);
    html! {
        div class=[view.class("LanguageLine.line")] {
            span id="screen-languages" { (view.texts.shell.screen_language) }
            ul aria-labelledby="screen-languages" class=[view.class("LanguageLine.list")] {
                @for language in languages {
                    @let is_shown = language.tag == view.language.tag;
                    li {
                        a href={ "/language/" (language.tag) "?return=" (back) } rel="nofollow" lang=(language.tag)
                            dir=(language.dir) aria-current=[is_shown.then_some("true")] class=(class) {
                            (language.name)
                        }
                    }
                }
            }
        }
    }
}
