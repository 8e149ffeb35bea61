//! The title under which people see a citation: that of the version in their language, else the catalogue's. The rules are those
//! of the screens.

use crate::model::search::request::HitVersion;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The title of a language version, with the tag and the direction of its language.
pub(in crate::web::pages) struct VersionTitle<'t> {
    pub text: &'t str,
    pub tag: Option<&'t str>,
    pub dir: &'t str,
}

impl<'t> VersionTitle<'t> {
    /// The title of the version that suits who searches, if there is one and it has a title.
    pub fn found(version: Option<&'t HitVersion>) -> Option<VersionTitle<'t>> {
        let version = version?;
        Some(VersionTitle {
            text: version.title.as_deref()?,
            tag: Some(version.tag.as_str()).filter(|tag| !tag.is_empty()),
            dir: version.dir.as_deref().unwrap_or("auto"),
        })
    }
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
