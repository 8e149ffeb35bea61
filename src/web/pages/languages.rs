//! The languages of the catalogue as a page names and sorts them; the rules are those of the screens.

use crate::domain::app::App;
use crate::domain::languages;
use crate::model::category::ENGLISH;
use crate::model::category::{same_value, value_key};
use crate::model::languages::language::UsedLanguage;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use std::cmp::Ordering;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// 302 to the same page with the tag of its `lang`, when that is another code or a name of the language.
pub(super) fn to_language_tag(request: &HttpRequest, app: &App) -> Option<HttpResponse> {
    let pairs: Vec<_> = url::form_urlencoded::parse(request.query_string().as_bytes()).collect();
    let (_, lang) = pairs.iter().find(|(name, _)| name == "lang").filter(|(_, lang)| !lang.is_empty())?;
    let tag = languages::page_tag(app, lang)?;
    if tag.as_str().eq_ignore_ascii_case(lang) {
        return None;
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in &pairs {
        query.append_pair(name, if name == "lang" { tag.as_str() } else { value });
    }
    let to = format!("{}?{}", request.path(), query.finish());
    Some(HttpResponse::Found().insert_header((header::LOCATION, to)).finish())
}

/// A language by its own name, as texts link to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnLanguage {
    pub tag: Option<String>,
    pub name: String,
    pub dir: &'static str,
}

/// A language with a tag, which can be preferred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChoosableLanguage {
    pub value: String,
    pub tag: String,
    pub own: OwnLanguage,
    /// How many citations in use have it.
    pub count: u32,
}

/// The languages that citations have, most used first.
#[derive(Debug, Default)]
pub(super) struct CatalogueLanguages {
    pub all: Vec<UsedLanguage>,
    /// Places in `all` by the key of the value.
    by_value: HashMap<String, usize>,
}

impl CatalogueLanguages {
    pub fn new(all: Vec<UsedLanguage>) -> CatalogueLanguages {
        let by_value = all.iter().enumerate().map(|(n, used)| (value_key(&used.language.value), n)).collect();
        CatalogueLanguages { all, by_value }
    }

    /// The language with this value.
    pub fn by_value(&self, value: &str) -> Option<&UsedLanguage> {
        self.by_value.get(&value_key(value)).map(|n| &self.all[*n])
    }

    /// The tag of a language value.
    pub fn tag_of(&self, value: &str) -> Option<&str> {
        self.by_value(value)?.language.tag.as_ref().map(|tag| tag.as_str())
    }

    /// Which way a language value is written: `ltr`, `rtl`, or `auto` when that is not known.
    pub fn dir_of(&self, value: &str) -> &'static str {
        self.by_value(value).map_or("auto", |used| used.language.dir)
    }

    /// The languages with a tag, each tag once, also those that only obsolete citations have.
    fn tagged(&self) -> Vec<ChoosableLanguage> {
        let mut tagged: Vec<ChoosableLanguage> = Vec::new();
        for used in &self.all {
            let Some(tag) = used.language.tag.as_ref().map(|tag| tag.as_str()) else { continue };
            match tagged.iter_mut().find(|known| known.tag == tag) {
                Some(known) => known.count += used.count,
                None => tagged.push(ChoosableLanguage {
                    value: used.language.value.clone(),
                    tag: tag.to_owned(),
                    own: own_language(used),
                    count: used.count,
                }),
            }
        }
        tagged
    }

    /// The languages with a tag and at least one citation in use.
    pub fn choosable(&self) -> Vec<ChoosableLanguage> {
        self.tagged().into_iter().filter(|language| language.count > 0).collect()
    }

    /// The language with this tag, or with another regional form of it.
    pub fn by_tag(&self, tag: &str) -> Option<ChoosableLanguage> {
        let tagged = self.tagged();
        let exact = tagged.iter().find(|language| language.tag == tag);
        exact.or_else(|| tagged.iter().find(|language| is_same_language(tag, &language.tag))).cloned()
    }
}

/// A language of the catalogue by its own name.
pub(super) fn own_language(used: &UsedLanguage) -> OwnLanguage {
    OwnLanguage {
        tag: used.language.tag.as_ref().map(|tag| tag.as_str().to_owned()),
        name: used.language.name.clone(),
        dir: used.language.dir,
    }
}

/// Whether two tags match for reading: `es-MX` and `es`, `zh` and `zh-Hans`; not `zh-Hans` and `zh-Hant`.
pub(super) fn is_same_language(a: &str, b: &str) -> bool {
    let begins = |longer: &str, shorter: &str| {
        longer.len() > shorter.len()
            && longer.as_bytes()[shorter.len()] == b'-'
            && longer.get(..shorter.len()).is_some_and(|start| start.eq_ignore_ascii_case(shorter))
    };
    a.eq_ignore_ascii_case(b) || begins(a, b) || begins(b, a)
}

/// Sorts language values: English first, the rest by their names.
pub(super) fn sort_languages<'v>(values: &mut [&'v str], name_of: impl Fn(&'v str) -> String) {
    let key = |value: &'v str| (!same_value(value, ENGLISH), sort_key(&name_of(value)), value);
    values.sort_by_cached_key(|value| key(value));
}

/// The key by which names are sorted: without accents and case.
pub(super) fn sort_key(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Compares places in a list; what is not in it comes last.
pub(super) fn by_place(a: Option<usize>, b: Option<usize>) -> Ordering {
    a.unwrap_or(usize::MAX).cmp(&b.unwrap_or(usize::MAX))
}

/// The languages with handouts among those that somebody reads, in that order; without English, because everything is in
/// English.
pub(super) fn offered_languages<'l>(
    wanted: &[String],
    choosable: &'l [ChoosableLanguage],
) -> Vec<&'l ChoosableLanguage> {
    let place =
        |language: &ChoosableLanguage| wanted.iter().position(|tag| is_same_language(tag, &language.tag));
    let mut offered: Vec<&ChoosableLanguage> = choosable
        .iter()
        .filter(|language| place(language).is_some() && !is_same_language(&language.tag, "en"))
        .collect();
    offered.sort_by(|a, b| by_place(place(a), place(b)));
    offered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regional_forms_are_the_same_language() {
        let check =
            |a: &str, b: &str, expected: bool| assert_eq!(is_same_language(a, b), expected, "{a} {b}");
        check("es", "es-MX", true);
        check("ES-mx", "es", true);
        check("zh-Hans", "zh-Hant", false);
        check("zh", "zh-Hant", true);
        check("e", "es", false);
    }

    #[test]
    fn english_comes_first_and_accents_do_not_count() {
        let mut values = ["Vietnamese", "Árabe", "Burmese", "english", "arabic"];
        sort_languages(&mut values, str::to_owned);
        assert_eq!(values, ["english", "Árabe", "arabic", "Burmese", "Vietnamese"]);
    }
}
