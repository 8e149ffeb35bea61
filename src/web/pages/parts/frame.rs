//! The frame of every page: skip link, header, content, footer.

use crate::web::pages::parts::header::header;
use crate::web::pages::parts::screen_languages::screen_languages;
use crate::web::pages::view::{View, visually_hidden};
use maud::{Markup, html};

/// A page around its content.
pub(in crate::web::pages) fn frame(view: &View, content: &Markup) -> Markup {
    html! {
        a class=[view.class("Shell.skip")] href="#main" { (view.texts.shell.skip) }
        (header(view))
        main id="main" tabindex="-1" class="shell-main" { (content) }
        footer class=[view.class("Shell.footer")] { (screen_languages(view, &view.address)) }
        (visually_hidden(html! { span role="status" {} }))
    }
}
