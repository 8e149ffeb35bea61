//! The title under which people see a citation: that of the version in their language, else the catalogue's. The rules are those
//! of the screens.

use crate::web::pages::view::View;
use maud::{Markup, html};

/// The title of a language version, with the tag and the direction of its language.
pub(in crate::web::pages) struct VersionTitle<'t> {
    pub text: &'t str,
    pub tag: Option<&'t str>,
    pub dir: &'t str,
}

/// A title as it is shown.
pub(in crate::web::pages) struct ShownTitle<'t> {
    pub text: &'t str,
    pub lang: Option<&'t str>,
    pub dir: &'t str,
    /// The title of the catalogue, with its language, where another one is shown.
    below: Option<(&'t str, Option<&'t str>)>,
}

impl<'t> ShownTitle<'t> {
    /// The title of the version, else the catalogue's; `tags` are those of all versions.
    pub fn new(
        view: &View,
        catalogue: &'t str,
        tags: &[Option<&'t str>],
        version: Option<VersionTitle<'t>>,
    ) -> ShownTitle<'t> {
        let lang = view.lang_of(catalogue, tags);
        match version.filter(|version| version.text != catalogue) {
            Some(VersionTitle { text, tag, dir }) => {
                ShownTitle { text, lang: view.lang(tag), dir, below: Some((catalogue, lang)) }
            }
            None => ShownTitle { text: catalogue, lang, dir: "auto", below: None },
        }
    }

    /// The title of the catalogue, in smaller type.
    pub fn catalogue_title(&self, view: &View) -> Markup {
        self.below.map_or_else(|| html! {}, |(title, lang)| catalogue_title(view, title, lang))
    }
}

/// The title of the catalogue below another one.
pub(in crate::web::pages) fn catalogue_title(view: &View, title: &str, lang: Option<&str>) -> Markup {
    html! { p class=[view.class("CatalogueTitle.title")] dir="auto" lang=[lang] { (title) } }
}
