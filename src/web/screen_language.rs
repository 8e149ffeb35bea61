//! The language of the screens and of the server's own pages. Contract section 9.2.

use crate::model::languages::message::{self, LanguageTexts};
use crate::model::languages::tag::LanguageTag;
use crate::settings::Settings;
use crate::web::session_cookie::cookie_value;
use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName};

/// The cookies that store the choice of a person; the screens set them, and the links of `pages/language_choice.rs`. With
/// https a browser protects the first by its prefix (RFC 6265bis). Without https only the second is possible.
pub(super) const COOKIES: [&str; 2] = ["__Host-handout_language", "handout_language"];
/// Maximum number of languages of a browser that are considered.
const MAX_RANGES: usize = 20;
/// The request headers on which a page in the language of the caller depends.
pub(super) const VARY: &str = "Accept-Language, Cookie";

/// A language of the screens.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScreenLanguage {
    pub tag: &'static str,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    pub texts: &'static LanguageTexts,
}

impl ScreenLanguage {
    /// The language with this tag, if there are texts in it.
    pub fn from_tag(tag: &str) -> Option<ScreenLanguage> {
        message::language(tag).map(ScreenLanguage::new)
    }

    fn new((tag, texts): (&'static str, &'static LanguageTexts)) -> ScreenLanguage {
        let dir = LanguageTag::parse(tag).map_or("auto", |tag| tag.direction());
        ScreenLanguage { tag, dir, texts }
    }

    fn closeness(&self, reader: &LanguageTag) -> Option<u8> {
        LanguageTag::parse(self.tag).ok()?.closeness(reader)
    }
}

/// The languages that the settings name, the usual one first.
pub(super) fn screen_languages(settings: &Settings) -> Vec<ScreenLanguage> {
    settings.hospital.screen_languages.iter().filter_map(|tag| ScreenLanguage::from_tag(tag)).collect()
}

/// The language of a response: the chosen one, otherwise the first of the browser's languages that is available,
/// else the usual one.
pub(super) fn screen_language(request: &HttpRequest, settings: &Settings) -> ScreenLanguage {
    page_language(request, settings, "")
}

/// The language of a page whose address names a language, or none; that one comes second after the choice.
pub(super) fn page_language(request: &HttpRequest, settings: &Settings, named: &str) -> ScreenLanguage {
    let languages = screen_languages(settings);
    let chosen = COOKIES.iter().find_map(|name| cookie_value(request, name));
    let chosen = chosen.and_then(|chosen| suiting(&languages, chosen));
    let chosen = chosen.or_else(|| suiting(&languages, named));
    let accepted = || {
        accepted_languages(request).iter().find_map(|range| match range.as_str() {
            "*" => languages.first(),
            range => suiting(&languages, range),
        })
    };
    let usual = || ScreenLanguage::new(message::english());
    chosen.or_else(accepted).or(languages.first()).copied().unwrap_or_else(usual)
}

/// The ranges of the request's Accept-Language header, most wanted first.
pub(super) fn accepted_languages(request: &HttpRequest) -> Vec<String> {
    ranges(request.headers(), &header::ACCEPT_LANGUAGE)
}

/// The one of these languages that suits a preferred language best.
fn suiting<'l>(languages: &'l [ScreenLanguage], reader: &str) -> Option<&'l ScreenLanguage> {
    let reader = LanguageTag::parse(reader).ok()?;
    let closeness = |language: &&ScreenLanguage| language.closeness(&reader);
    // Of equals the first.
    languages.iter().rev().max_by_key(closeness).filter(|best| closeness(best).is_some())
}

/// The media ranges of the request's Accept header, most wanted first.
pub(super) fn accepted_media(request: &HttpRequest) -> Vec<String> {
    ranges(request.headers(), &header::ACCEPT)
}

/// Whether the client names HTML among what it takes, as browsers do. One that takes anything is a program.
pub(super) fn takes_html(request: &HttpRequest) -> bool {
    accepted_media(request).iter().any(|range| range.eq_ignore_ascii_case("text/html"))
}

/// The ranges of all lines of an Accept or Accept-Language header, most wanted first, without their parameters and without those
/// refused (RFC 9110, section 12.4).
fn ranges(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).filter_map(|line| line.to_str().ok());
    let mut ranges: Vec<(String, f32)> = lines
        .flat_map(|line| line.split(','))
        .take(MAX_RANGES)
        .filter_map(|part| {
            let mut parts = part.split(';').map(str::trim);
            let range = parts.next().filter(|range| !range.is_empty())?;
            let weight = parts.find_map(|p| p.strip_prefix("q=").or_else(|| p.strip_prefix("Q=")));
            Some((range.to_owned(), weight.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0))))
        })
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    ranges.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranges.into_iter().map(|(range, _)| range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::cookie::Cookie;
    use actix_web::test::TestRequest;

    #[test]
    fn the_cookie_that_is_bound_to_the_host_counts_before_the_other() {
        let settings = Settings::default();
        let [guarded, plain] = COOKIES;
        let request = TestRequest::default().cookie(Cookie::new(guarded, "es"));
        assert_eq!(screen_language(&request.to_http_request(), &settings).tag, "es");
        let request =
            TestRequest::default().cookie(Cookie::new(plain, "en")).cookie(Cookie::new(guarded, "es"));
        assert_eq!(screen_language(&request.to_http_request(), &settings).tag, "es");
    }

    #[test]
    fn the_choice_counts_before_the_browser_and_the_browser_before_the_setting() {
        let check = |cookie: &'static str, accepted: &str, usual: &[&str], expected: &str| {
            let mut settings = Settings::default();
            settings.hospital.screen_languages = usual.iter().map(|tag| (*tag).to_owned()).collect();
            let mut request = TestRequest::default();
            if !cookie.is_empty() {
                request = request.cookie(Cookie::new(COOKIES[1], cookie));
            }
            if !accepted.is_empty() {
                request = request.insert_header((header::ACCEPT_LANGUAGE, accepted));
            }
            let found = screen_language(&request.to_http_request(), &settings);
            assert_eq!(found.tag, expected, "{cookie:?} {accepted:?} {usual:?}");
        };
        let both: &[&str] = &["en", "es"];
        check("", "", both, "en");
        check("", "", &["es", "en"], "es");
        check("es", "en-US,en;q=0.9", both, "es");
        check("ES", "", both, "es");
        check("en", "es", both, "en");
        check("fr", "es", both, "es");
        check("<script>", "", both, "en");
        check("", "es-MX,es;q=0.9,en;q=0.8", both, "es");
        check("", "fr-FR, es;q=0.5, en;q=0.4", both, "es");
        check("", "en;q=0.4, es;q=0.5", both, "es");
        check("", "es;q=0, en;q=0.1", both, "en");
        check("", "so, *;q=0.1", &["es", "en"], "es");
        check("", "*", both, "en");
        check("", "so", both, "en");
        check("", ";;q=,, ;q=x,-", both, "en");
        check("es", "es", &["en"], "en");
    }
}
