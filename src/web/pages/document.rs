//! A whole page and its response: the head that search engines and link previews read without running a script, the frame, the
//! content, and the API responses that the content was made from, so that the screens need not request them again.

use crate::model::languages::message::LanguageTexts;
use crate::web::api::config::Config;
use crate::web::conditional::digest_tag;
use crate::web::pages::assets::Manifest;
use crate::web::pages::frame::frame;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use crate::web::screen_language::{ScreenLanguage, VARY};
use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use memchr::memchr2;
use serde::Serialize;
use std::fmt::Write;

/// A page before it is written.
pub(super) struct Page {
    pub status: StatusCode,
    pub head: Head,
    pub kind: Kind,
    /// What is inside `main`.
    pub content: Markup,
    pub data: PageData,
}

/// The response with a page.
pub(super) fn respond(view: &View, page: &Page) -> HttpResponse {
    let html = document(view, page).into_string();
    HttpResponse::build(page.status)
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, VARY))
        .insert_header((header::ETAG, digest_tag(html.as_bytes())))
        .body(html)
}

/// The response with a page about an error, with the headers of the error, such as `Retry-After`.
pub(super) fn respond_with_error(view: &View, page: &Page, problem: &Problem) -> HttpResponse {
    let mut response = respond(view, page);
    for (name, value) in problem.headers() {
        response.headers_mut().insert(name.clone(), value.clone());
    }
    response
}

fn document(view: &View, page: &Page) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(view.language.tag) dir=(view.language.dir) {
            (head_element(&page.head, page.kind, &view.language, &view.manifest))
            body {
                div id="root" data-session[view.has_session] { (frame(view, &page.content)) }
                (page.data.element())
            }
        }
    }
}

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

/// The responses as the JSON of an element `script`, in which nothing can end the element.
#[derive(Debug, Default)]
pub(super) struct PageData {
    /// Each followed by a comma.
    responses: String,
}

impl PageData {
    /// What every page has: the configuration of visitors and the languages of the catalogue. The configuration of a
    /// signed-in person is another.
    pub fn with_shared_responses(view: &View) -> PageData {
        let mut data = PageData::default();
        if !view.has_session {
            data.add::<Config>("/api/config", &view.config);
        }
        if !view.languages.all.is_empty() {
            data.add("/api/languages", &view.languages.all);
        }
        data
    }

    /// Adds a response.
    pub fn add<T: Serialize>(&mut self, path: &str, body: &T) {
        if let Ok(json) = serde_json::to_vec(body) {
            self.push(path, "", &json);
        }
    }

    /// Adds a response that is JSON already.
    pub fn add_json(&mut self, path: &str, json: &[u8]) {
        self.push(path, "", json);
    }

    /// Adds a response with its entity tag.
    pub fn add_tagged(&mut self, path: &str, tag: &str, json: &[u8]) {
        self.push(path, &format!("\"etag\":{},", json_text(tag)), json);
    }

    /// Adds an error.
    pub fn add_problem(&mut self, path: &str, problem: &Problem) {
        if let Ok(json) = serde_json::to_vec(&problem.body()) {
            self.push(path, &format!("\"status\":{},", problem.status().as_u16()), &json);
        }
    }

    fn push(&mut self, path: &str, members: &str, json: &[u8]) {
        let path = json_text(path);
        self.responses.reserve(json.len() + path.len() + members.len() + 24);
        let _ = write!(self.responses, "{{\"path\":{path},{members}\"body\":");
        push_escaped(&mut self.responses, json);
        self.responses.push_str("},");
    }

    pub fn element(&self) -> Markup {
        let responses = self.responses.strip_suffix(',').unwrap_or_default();
        PreEscaped(format!(
            "<script type=\"application/json\" id=\"page-data\">{{\"responses\":[{responses}]}}</script>"
        ))
    }
}

/// A text as JSON that may be inside a `script` element.
fn json_text(text: &str) -> String {
    let mut escaped = String::new();
    push_escaped(&mut escaped, &serde_json::to_vec(text).unwrap_or_default());
    escaped
}

/// Appends JSON with `<` and the line separators of JavaScript as escapes, which mean the same in JSON.
fn push_escaped(to: &mut String, json: &[u8]) {
    let json = String::from_utf8_lossy(json);
    let mut rest: &str = &json;
    while let Some(at) = memchr2(b'<', 0xE2, rest.as_bytes()) {
        let (before, found) = rest.split_at(at);
        to.push_str(before);
        let Some(sign) = found.chars().next() else { break };
        match sign {
            '<' => to.push_str("\\u003c"),
            '\u{2028}' => to.push_str("\\u2028"),
            '\u{2029}' => to.push_str("\\u2029"),
            other => to.push(other),
        }
        rest = &found[sign.len_utf8()..];
    }
    to.push_str(rest);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn nothing_in_a_response_ends_the_element() {
        let hostile = "</script><!-- \u{2028}\u{2029} – €";
        let mut data = PageData::default();
        data.add(&format!("/api/x?q={hostile}"), &serde_json::json!({"title": hostile}));
        data.add_tagged("/api/y", "\"a\"", b"[1]");
        let element = data.element().into_string();
        let json = element.strip_prefix("<script type=\"application/json\" id=\"page-data\">").unwrap();
        let json = json.strip_suffix("</script>").unwrap();
        assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["responses"][0]["body"]["title"], hostile);
        assert_eq!(
            value["responses"][1],
            serde_json::json!({"path": "/api/y", "etag": "\"a\"", "body": [1]})
        );
    }
}
