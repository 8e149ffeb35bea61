//! The languages of the screens, each by its own name, as links that choose it.

use crate::web::pages::urls::component;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The line of languages, which return to this address; nothing when there is only one.
pub(in crate::web::pages) fn screen_languages(view: &View, address: &str) -> Markup {
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
