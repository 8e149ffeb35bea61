//! Other sites at which a text can be searched for, as `search.elsewhere` lists them.

use crate::model::page_urls::encode;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// Most sites.
pub const MAX_SITES: usize = 8;
/// Longest name, in characters.
const MAX_NAME: usize = 60;
/// Where the text stands in the address of a site.
const PLACE: &str = "{q}";
/// Stands for the text while an address is checked. Parsers leave it as it is.
const SAMPLE: &str = "6c1f0a9e5b7d4423";

/// A site to search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElsewhereSite {
    /// What the site is called.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The address of its results, http or https, with `{q}` for the text, percent-encoded once.
    pub url: String,
}

impl ElsewhereSite {
    /// Whether it has a name and an address with one place for the text, after the host.
    pub fn is_valid(&self) -> bool {
        let is_named = !self.name.trim().is_empty() && self.name.chars().count() <= MAX_NAME;
        let has_one_place = self.url.matches(PLACE).count() == 1;
        is_named
            && !self.name.chars().any(char::is_control)
            && has_one_place
            && Url::parse(&self.url.replace(PLACE, SAMPLE)).is_ok_and(|url| {
                let after_host = [Some(url.path()), url.query(), url.fragment()];
                matches!(url.scheme(), "http" | "https")
                    && url.username().is_empty()
                    && url.password().is_none()
                    && after_host.into_iter().flatten().any(|part| part.contains(SAMPLE))
            })
    }

    /// The address of the results for a text.
    pub fn address(&self, text: &str) -> String {
        self.url.replace(PLACE, &encode(text.trim()).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(name: &str, url: &str) -> ElsewhereSite {
        ElsewhereSite { name: name.into(), url: url.into() }
    }

    #[test]
    fn a_site_has_a_name_and_one_place_for_the_text_after_its_host() {
        let check = |url: &str, expected: bool| assert_eq!(site("Site", url).is_valid(), expected, "{url}");
        check("https://example.org/?q={q}", true);
        check("http://example.org/find/{q}/all", true);
        check("https://example.org/#/search/{q}", true);
        check("https://example.org/", false);
        check("https://example.org/?q={q}&p={q}", false);
        check("https://{q}.example.org/", false);
        check("https://example.org:{q}/", false);
        check("https://{q}@example.org/", false);
        check("https://me:secret@example.org/?q={q}", false);
        check("https://me@example.org/?q={q}", false);
        check("ftp://example.org/{q}", false);
        check("javascript:alert({q})", false);
        check("/search?q={q}", false);
        for (name, expected) in [("x".repeat(60), true), ("x".repeat(61), false), (" ".into(), false)] {
            assert_eq!(site(&name, "https://example.org/{q}").is_valid(), expected, "{name}");
        }
    }

    #[test]
    fn the_text_is_encoded_once() {
        let address = |text: &str| site("Site", "https://example.org/?q={q}&lang=en").address(text);
        assert_eq!(address(" a b&c=d%20 "), "https://example.org/?q=a%20b%26c%3Dd%2520&lang=en");
        assert_eq!(address("Crohn's"), "https://example.org/?q=Crohn%27s&lang=en");
        assert_eq!(address("{q}"), "https://example.org/?q=%7Bq%7D&lang=en");
        assert_eq!(address("ñ"), "https://example.org/?q=%C3%B1&lang=en");
    }
}
