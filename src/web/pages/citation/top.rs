//! The top of a citation: title, languages, printing specs, what replaces it, and the version in the language that the page names.

use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::languages::tag::LanguageTag;
use crate::web::pages::citation::language_table::opened_url;
use crate::web::pages::languages::{ChoosableLanguage, is_same_language};
use crate::web::pages::parts::badge::obsolete_badge;
use crate::web::pages::parts::buttons::script_button;
use crate::web::pages::parts::language_offer::language_offer;
use crate::web::pages::parts::shown_title::{ShownTitle, VersionTitle};
use crate::web::pages::parts::version_link::{not_yet, version_link};
use crate::web::pages::search::search_box::directed_heading;
use crate::web::pages::urls;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The element. `version` is the one in the language that the page names, if it names one.
pub(in crate::web::pages) fn citation_top(
    view: &View,
    citation: &Citation,
    replacement: Option<&Citation>,
    named: Option<&NamedVersion<'_>>,
) -> Markup {
    let texts = &view.texts.citation;
    let languages = view.sorted_languages(citation.languages.iter().map(|version| version.lang.as_str()));
    let languages: Vec<String> = languages.into_iter().map(|value| view.language_name(value)).collect();
    let shown = shown_title(view, citation, named);
    let title = html! { (shown.text) @if citation.obsolete { (obsolete_badge(view)) } };
    html! {
        header class=[view.class("CitationView.head")] {
            div class=[view.class("CitationView.titleLine")] {
                (directed_heading(false, (shown.lang, shown.dir), &title))
                div class=[view.class("CitationView.actions")] {
                    (script_button(view, "", ("quiet", "normal"), Some("share-2"), view.texts.share.share))
                }
            }
            (shown.catalogue_title(view))
            @if let Some(other) = replacement { (replaced_by(view, other)) }
            @if !languages.is_empty() {
                p class=[view.class("CitationView.languages")] { (languages.join(", ")) }
            }
            @if let Some(specs) = citation.printing_specs.as_deref().filter(|specs| !specs.is_empty()) {
                p class=[view.class("CitationView.specs")] {
                    b { (texts.printing_specs) } " " bdi lang=[view.english()] { (specs) }
                }
            }
            @match named {
                Some(named) => (preferred_version(view, named, shown.text)),
                None => (language_offer(view, &[])),
            }
        }
    }
}

/// The language that the address of a citation's page names, and the citation's version in it.
pub(in crate::web::pages) struct NamedVersion<'c> {
    pub language: ChoosableLanguage,
    pub version: Option<&'c LanguageVersion>,
}

impl<'c> NamedVersion<'c> {
    /// `None` where the address names no language.
    pub fn new(view: &View, citation: &'c Citation, named: &str) -> Option<NamedVersion<'c>> {
        let tag = LanguageTag::parse(named).ok()?;
        let is_in = |version: &&LanguageVersion| {
            let known = view.languages.tag_of(&version.lang);
            known.is_some_and(|known| is_same_language(tag.as_str(), known))
        };
        let versions: Vec<&LanguageVersion> = citation.languages.iter().filter(is_in).collect();
        let with_file = versions.iter().find(|version| opened_url(version).is_some());
        let version = with_file.or(versions.first()).copied();
        Some(NamedVersion { language: view.preferred(tag.as_str()), version })
    }

    /// The title of the version, with the tag and the direction of its language.
    fn title<'v>(&self, view: &'v View) -> Option<VersionTitle<'v>>
    where
        'c: 'v,
    {
        let version = self.version?;
        let tag = view.languages.tag_of(&version.lang);
        let dir = view.languages.dir_of(&version.lang);
        Some(VersionTitle { text: version.title.as_deref()?, tag, dir })
    }
}

/// The title of a citation as its page shows it.
pub(in crate::web::pages) fn shown_title<'v>(
    view: &'v View,
    citation: &'v Citation,
    named: Option<&NamedVersion<'v>>,
) -> ShownTitle<'v> {
    let tags: Vec<Option<&str>> =
        citation.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    ShownTitle::new(view, &citation.title, &tags, named.and_then(|named| named.title(view)))
}

/// The link to the version in the language that the page names, or that there is none.
fn preferred_version(
    view: &View,
    NamedVersion { language, version }: &NamedVersion<'_>,
    title: &str,
) -> Markup {
    html! {
        div class=[view.class("PreferredVersion.place")] {
            @match version {
                Some(version) => (version_link(view, &language.own, opened_url(version), title, ("primary", "normal"))),
                None => span class=[view.class("PreferredVersion.missing")] { (not_yet(view, &language.own)) },
            }
        }
    }
}

/// Links from an obsolete citation to the one that replaces it.
fn replaced_by(view: &View, other: &Citation) -> Markup {
    let tags: Vec<Option<&str>> =
        other.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    html! {
        p {
            (view.texts.citation.replaced_by) " "
            a href=(urls::citation(other.address_id())) {
                bdi lang=[view.lang_of(&other.title, &tags)] { (other.title) }
            }
        }
    }
}
