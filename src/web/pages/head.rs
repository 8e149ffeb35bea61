//! The head of a page: title, description, canonical link, and data for search engines, so that link previews and search
//! engines see them without running a script; and the files that the page loads.

use crate::model::languages::message::LanguageTexts;
use crate::web::pages::manifest::Manifest;
use crate::web::screen_language::ScreenLanguage;
use maud::{Markup, PreEscaped, html};

/// The content of the head.
pub(super) struct Head {
    pub title: String,
    pub description: String,
    pub canonical: Option<String>,
    /// Whether search engines may list the page.
    pub is_listed: bool,
    /// schema.org data.
    pub data: Option<serde_json::Value>,
}

impl Head {
    /// A title alone, with the description of the catalogue.
    pub fn plain(title: impl Into<String>, texts: &LanguageTexts) -> Self {
        Head {
            title: title.into(),
            description: texts.server.description.to_owned(),
            canonical: None,
            is_listed: true,
            data: None,
        }
    }

    /// The title of a part, then the short name of the catalogue.
    pub fn part(title: &str, texts: &LanguageTexts) -> Self {
        Head::plain(format!("{title} | {}", texts.shell.product), texts)
    }
}

/// The kinds of pages that load different scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Home,
    Results,
    Citation,
    Packet,
    Packets,
    Other,
}

impl Kind {
    fn files(self, manifest: &Manifest) -> &[String] {
        match self {
            Kind::Home => &manifest.home,
            Kind::Results => &manifest.results,
            Kind::Citation => &manifest.citation,
            Kind::Packet => &manifest.packet,
            Kind::Packets => &manifest.packets,
            Kind::Other => &[],
        }
    }
}

/// The element.
pub(super) fn head_element(
    head: &Head,
    kind: Kind,
    language: &ScreenLanguage,
    manifest: &Manifest,
) -> Markup {
    let texts = manifest.languages.get(language.tag).map_or(&[][..], |files| &files.scripts);
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (head.title) }
            meta name="description" content=(head.description);
            meta property="og:title" content=(head.title);
            meta property="og:description" content=(head.description);
            meta name="color-scheme" content="light dark";
            @for font in &manifest.fonts {
                link rel="preload" href=(font) as="font" type="font/woff2" crossorigin;
            }
            @for style in &manifest.styles {
                link rel="stylesheet" href=(style);
            }
            // The page is readable without scripts: its styles come first.
            @for script in manifest.modulepreload.iter().chain(texts).chain(kind.files(manifest)) {
                link rel="modulepreload" href=(script) fetchpriority="low";
            }
            @for script in &manifest.scripts {
                script type="module" src=(script) fetchpriority="low" {}
            }
            @if !manifest.icon.is_empty() {
                link rel="icon" href=(manifest.icon) type="image/svg+xml";
            }
            (search_link(language))
            link rel="alternate" href="/feed.atom" type="application/atom+xml"
                title=(language.texts.server.product);
            @if let Some(address) = &head.canonical {
                link rel="canonical" href=(address);
            }
            @if !head.is_listed {
                meta name="robots" content="noindex";
            }
            @if let Some(data) = &head.data {
                // Inside a script element only `<` could end the data; JSON may write it as an escape.
                script type="application/ld+json" { (PreEscaped(data.to_string().replace('<', "\\u003c"))) }
            }
        }
    }
}

/// Lets a browser search the catalogue from its address bar; in the head of every page of the catalogue.
pub(super) fn search_link(language: &ScreenLanguage) -> Markup {
    html! {
        link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml"
            title=(language.texts.server.search_name);
    }
}
