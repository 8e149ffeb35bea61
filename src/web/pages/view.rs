//! What every part of a page needs: the language of the screens with its texts and formats, the languages of the catalogue,
//! the configuration, class names and icons.

use crate::domain::app::App;
use crate::domain::languages as catalogue;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::languages::message::{LanguageTexts, NumberFormat, Value};
use crate::model::languages::tag::LanguageTag;
use crate::web::api::config::{Config, config_of};
use crate::web::pages::assets::{Format, Manifest};
use crate::web::pages::languages::{CatalogueLanguages, ChoosableLanguage, OwnLanguage, sort_languages};
use crate::web::pages::text_language::text_language;
use crate::web::screen_language::{ScreenLanguage, accepted_languages, page_language};
use crate::web::session_cookie::session_cookie;
use actix_web::HttpRequest;
use maud::{Markup, PreEscaped, Render, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use std::sync::Arc;

/// The label of item numbers where `hospital.item_number_label` is not set.
pub(super) const DEFAULT_ITEM_NUMBER_LABEL: &str = "Children's Item Number";

/// The context from which a page is made.
pub(super) struct View {
    pub language: ScreenLanguage,
    pub texts: &'static LanguageTexts,
    pub numbers: NumberFormat,
    pub manifest: Arc<Manifest>,
    /// The configuration for a visitor.
    pub config: Config,
    pub languages: CatalogueLanguages,
    /// Whether the browser has a session cookie. The page then leaves out what is only for visitors; it never contains
    /// anything about the person.
    pub has_session: bool,
    /// Path and query of the page.
    pub address: String,
    /// Path of the page.
    pub path: String,
    /// The tags that the browser requests, the most preferred first.
    pub accepted_languages: Vec<String>,
    /// The language of the screens that the address names.
    pub address_language: Option<&'static str>,
}

impl View {
    /// The view of a request that names this language, or none, before the languages of the catalogue are read. The screens
    /// of a signed-in person stay in their own language: staff name the language of a family.
    pub fn new(request: &HttpRequest, app: &App, named: &str) -> View {
        let has_session = app.store.replica().is_none() && session_cookie(request, &app.public_url).is_some();
        let language = page_language(request, &app.settings, if has_session { "" } else { named });
        let manifest = Manifest::current();
        let config = config_of(app, false);
        let named = named_language(request);
        View {
            address_language: config
                .screen_languages
                .iter()
                .map(|language| language.tag)
                .find(|tag| *tag == named),
            language,
            texts: language.texts,
            numbers: manifest.numbers(language.tag),
            manifest,
            config,
            languages: CatalogueLanguages::default(),
            has_session,
            address: request.uri().path_and_query().map_or("/", |address| address.as_str()).to_owned(),
            path: request.path().to_owned(),
            accepted_languages: accepted_languages(request),
        }
    }

    /// Reads the languages of the catalogue; there are none while the first index is being built.
    pub fn read_languages(&mut self, app: &App) -> Result<()> {
        self.languages = CatalogueLanguages::new(catalogue::languages(&app.search)?);
        Ok(())
    }

    /// The canonical address of this page: it keeps the language that it names.
    pub fn canonical(&self, address: String) -> String {
        self.address_language.map_or_else(|| address.clone(), |tag| format!("{address}?lang={tag}"))
    }

    /// A text with placeholders.
    pub fn text(&self, text: &str, values: &[(&'static str, Value<'_>)]) -> String {
        self.numbers.format(text, values)
    }

    /// A text with an element in place of `<tag></tag>`.
    pub fn rich(&self, text: &str, tag: &str, element: &impl Render) -> Markup {
        let (before, rest) = text.split_once(&format!("<{tag}>")).unwrap_or((text, ""));
        let after = rest.split_once(&format!("</{tag}>")).map_or("", |(_, after)| after);
        html! { (before) @if before.len() < text.len() { (element) } (after) }
    }

    /// The class of a CSS module: `Module.name`. `None` when the module has no such class.
    pub fn class(&self, name: &str) -> Option<&str> {
        let (module, name) = name.split_once('.')?;
        self.manifest.classes.get(module)?.get(name).map(String::as_str)
    }

    /// Several classes, for the attribute `class`.
    pub fn classes(&self, names: &[&str]) -> String {
        names.iter().filter_map(|name| self.class(name)).collect::<Vec<_>>().join(" ")
    }

    /// An icon, hidden from screen readers.
    pub fn icon(&self, name: &str) -> Markup {
        PreEscaped(self.manifest.icons.get(name).cloned().unwrap_or_default())
    }

    /// An icon with a class of a CSS module.
    pub fn icon_with_class(&self, name: &str, class: &str) -> Markup {
        let class = self.class(class).unwrap_or_default();
        let icon = self.manifest.icons.get(name).map(String::as_str).unwrap_or_default();
        PreEscaped(icon.replacen(&format!("lucide-{name}"), &format!("lucide-{name} {class}"), 1))
    }

    /// An icon that a screen reader names.
    pub fn named_icon(&self, name: &str, label: &str) -> Markup {
        let icon = self.manifest.icons.get(name).map(String::as_str).unwrap_or_default();
        let label = html! { (label) }.into_string();
        PreEscaped(icon.replacen("aria-hidden=\"true\"", &format!("aria-label=\"{label}\""), 1))
    }

    /// A day (`YYYY-MM-DD`, anything after it is ignored) in the format of the language; empty if there is none.
    pub fn day(&self, day: &str) -> String {
        self.format().map_or_else(String::new, |format| format_date(day, &format.days))
    }

    /// The server's calendar day of an instant (ISO 8601), in the format of the language.
    pub fn day_of_instant(&self, instant: &str) -> String {
        instant
            .parse()
            .map_or_else(|_| String::new(), |moment| self.day(&clock::local_day(moment).to_string()))
    }

    /// The month of a day.
    pub fn month(&self, day: &str) -> String {
        self.format().map_or_else(String::new, |format| format_date(day, &format.months))
    }

    fn format(&self) -> Option<&Format> {
        self.manifest.formats.get(self.language.tag)
    }

    /// The `lang` attribute of a text: `None` if it is in the language around it.
    pub fn lang<'t>(&self, tag: Option<&'t str>) -> Option<&'t str> {
        tag.filter(|tag| *tag != self.language.tag)
    }

    /// The `lang` attribute of texts of the catalogue that are in English.
    pub fn english(&self) -> Option<&'static str> {
        self.lang(Some("en"))
    }

    /// The `lang` attribute of a title or abstract whose citation has versions with these tags.
    pub fn lang_of<'t>(&self, text: &str, tags: &[Option<&'t str>]) -> Option<&'t str> {
        self.lang(text_language(text, tags).or(Some("en")))
    }

    /// The name of a language value in the language of the screens; in English, the value itself.
    pub fn language_name(&self, value: &str) -> String {
        let named = || {
            let name = self.format()?.languages.get(self.languages.tag_of(value)?)?;
            let mut rest = name.chars();
            let first = rest.next()?;
            Some(first.to_uppercase().chain(rest).collect())
        };
        if self.language.tag == "en" {
            return value.to_owned();
        }
        named().unwrap_or_else(|| value.to_owned())
    }

    /// The different values, English first, the rest by their names.
    pub fn sorted_languages<'v>(&self, values: impl Iterator<Item = &'v str>) -> Vec<&'v str> {
        let mut sorted: Vec<&str> = Vec::new();
        for value in values {
            if !sorted.contains(&value) {
                sorted.push(value);
            }
        }
        sort_languages(&mut sorted, |value| self.language_name(value));
        sorted
    }

    /// The language with this tag; if no citation has it, by its own name if that is known.
    pub fn preferred(&self, tag: &str) -> ChoosableLanguage {
        self.languages.by_tag(tag).unwrap_or_else(|| {
            let parsed = LanguageTag::parse(tag).ok();
            let name = parsed.as_ref().and_then(|tag| tag.own_name()).unwrap_or(tag);
            ChoosableLanguage {
                value: tag.to_owned(),
                tag: tag.to_owned(),
                own: OwnLanguage { tag: Some(tag.to_owned()), name: name.to_owned(), dir: "auto" },
                count: 0,
            }
        })
    }

    /// The label of item numbers: the hospital's own, or the default in the language of the screens.
    pub fn item_number_label<'l>(&'l self, default: &'l str) -> &'l str {
        match self.config.hospital.item_number_label.as_str() {
            DEFAULT_ITEM_NUMBER_LABEL => default,
            own => own,
        }
    }
}

/// A day by the pattern of its month.
fn format_date(day: &str, patterns: &[String]) -> String {
    let number = |range| day.get(range).and_then(|digits: &str| digits.parse::<usize>().ok());
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return String::new();
    };
    patterns.get(month.wrapping_sub(1)).map_or_else(String::new, |pattern| {
        pattern.replace("{d}", &day.to_string()).replace("{y}", &year.to_string())
    })
}

/// A language's own name, with its direction isolated from the surrounding text.
pub(super) fn own_name(language: &OwnLanguage) -> Markup {
    html! { bdi lang=[language.tag.as_deref()] dir=(language.dir) { (language.name) } }
}

/// Text for screen readers only.
pub(super) fn visually_hidden(content: impl Render) -> Markup {
    html! { span class="visually-hidden" { (content) } }
}

/// The parameter `lang` of a page; empty for none.
pub(super) fn named_language(request: &HttpRequest) -> String {
    let mut parameters = url::form_urlencoded::parse(request.query_string().as_bytes());
    parameters.find(|(name, _)| name == "lang").map_or_else(String::new, |(_, value)| value.trim().to_owned())
}

/// What JavaScript's `encodeURIComponent` encodes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');
/// What [`parameter`] encodes: apostrophes, too.
const PARAMETER: &AsciiSet = &COMPONENT.add(b'\'');

/// A text in a path segment or as the value of a parameter, as `encodeURIComponent` writes it.
pub(super) fn component(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, COMPONENT)
}

/// A text as the value of a parameter, with encoded apostrophes.
pub(super) fn parameter(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, PARAMETER)
}

/// The page of a citation.
pub(super) fn citation(id: &str) -> String {
    format!("/citation/{}", component(id))
}

/// The page of a packet.
pub(super) fn packet(id: &str) -> String {
    format!("/packet/{}", component(id))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::Value as Json;

    /// The screens write these cases: `ui/src/app/serverFormats.test.ts`.
    #[test]
    fn texts_numbers_days_and_names_are_those_of_the_screens() {
        let cases: Vec<Json> =
            serde_json::from_str(include_str!("../../../tests/formatted_texts.json")).unwrap();
        let manifest = Manifest::current();
        assert!(cases.len() > 100);
        for case in &cases {
            let language = case["language"].as_str().unwrap();
            let format = &manifest.formats[language];
            let found = if let Some(text) = case["text"].as_str() {
                let values: Vec<(&'static str, Value<'_>)> = case["values"]
                    .as_object()
                    .unwrap()
                    .iter()
                    .map(|(name, value)| (&*name.clone().leak(), value_of(value)))
                    .collect();
                manifest.numbers(language).format(text, &values)
            } else if let Some(tag) = case["tag"].as_str() {
                format.languages.get(tag).cloned().unwrap_or_default()
            } else if let Some(day) = case["day"].as_str() {
                format_date(day, &format.days)
            } else {
                format_date(case["month"].as_str().unwrap(), &format.months)
            };
            assert_eq!(found, case["formatted"].as_str().unwrap(), "{case}");
        }
    }

    fn value_of(value: &Json) -> Value<'_> {
        value.as_u64().map_or_else(|| Value::Text(value.as_str().unwrap()), Value::Number)
    }
}
