//! The search in the URL of a page, and the call of the API that responds to it; both as the screens write them.

use crate::domain::app::App;
use crate::model::category::Category;
use crate::model::error::Result;
use crate::model::search::request::{MAX_CHARACTERS, PAGE, SearchRequest, read_disjunctive_facets};
use crate::web::api::search::read_search_language;
use crate::web::pages::view::{component, parameter};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use std::fmt::Write;

/// The last page that can be requested.
pub(in crate::web::pages) const LAST_PAGE: u64 = 10_001;

/// One selected value of one facet.
pub(in crate::web::pages) type FilterValue = (String, String);

/// A search; an empty `q` without filters is the home view.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::web::pages) struct SearchAddress {
    pub q: String,
    /// From 1.
    pub page: u64,
    pub obsolete: bool,
    pub filters: Vec<FilterValue>,
    /// The disjunctive facets; each has at least one filter.
    pub any: Vec<String>,
    /// The tag of the preferred language of this page; empty for none.
    pub lang: String,
}

impl SearchAddress {
    /// Reads the query string of a page. Unreadable parameters count as absent.
    pub fn parse(query: &str) -> SearchAddress {
        let mut address = SearchAddress { page: 1, ..SearchAddress::default() };
        let mut any = String::new();
        // If a parameter occurs twice, the first one counts, as in the screens.
        let mut seen: Vec<String> = Vec::new();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            if seen.iter().any(|known| *known == name) {
                continue;
            }
            match &*name {
                "q" => address.q = value.trim().to_owned(),
                "page" => {
                    address.page = value.parse().ok().filter(|n| (1..=LAST_PAGE).contains(n)).unwrap_or(1)
                }
                "obsolete" => address.obsolete = value == "true",
                "filters" => address.filters = decode_filters(&value),
                "any" => any = value.to_string(),
                "lang" => address.lang = value.trim().to_owned(),
                _ => {}
            }
            seen.push(name.into_owned());
        }
        for facet in any.split(',') {
            let is_filtered = address.filters.iter().any(|(name, _)| name == facet);
            if is_filtered && !address.any.iter().any(|known| known == facet) {
                address.any.push(facet.to_owned());
            }
        }
        address
    }

    /// Whether it is the home view.
    pub fn is_home(&self) -> bool {
        self.q.is_empty() && self.filters.is_empty()
    }

    /// The length of a query that is too long, in characters.
    pub fn excess_length(&self) -> Option<usize> {
        Some(self.q.chars().count()).filter(|length| *length > MAX_CHARACTERS)
    }

    /// The path of the page.
    pub fn path(&self) -> String {
        if self.is_home() {
            return "/".to_owned();
        }
        let mut path = self.path_before_filters(self.page);
        if !self.filters.is_empty() {
            let _ = write!(path, "&filters={}", component(&encode_filters(&self.filters)));
        }
        path.push_str(&self.path_after_filters());
        path
    }

    fn path_before_filters(&self, page: u64) -> String {
        format!("/search?q={}&page={page}&obsolete={}", parameter(&self.q), self.obsolete)
    }

    fn path_after_filters(&self) -> String {
        let mut path = String::new();
        let mut any = self.any.iter().filter(|facet| self.has_filter_of(facet)).peekable();
        if any.peek().is_some() {
            let any: Vec<String> = any.map(|facet| component(facet).to_string()).collect();
            let _ = write!(path, "&any={}", any.join(","));
        }
        if !self.lang.is_empty() {
            let _ = write!(path, "&lang={}", component(&self.lang));
        }
        path
    }

    /// The path of another page of the results.
    pub fn at_page(&self, page: u64) -> String {
        SearchAddress { page, ..self.clone() }.path()
    }

    /// The path of the first page with one filter added or removed.
    pub fn toggle(&self, facet: &str, value: &str) -> String {
        let mut next = SearchAddress { page: 1, ..self.clone() };
        let before = next.filters.len();
        next.filters.retain(|(name, of)| !(name == facet && of == value));
        if next.filters.len() == before {
            next.filters.push((facet.to_owned(), value.to_owned()));
        }
        next.path()
    }

    /// The paths of the first page with each of several filters added.
    pub fn links_with_filters(&self) -> FilterLinks {
        let mut json = Value::Array(filter_list(&self.filters)).to_string();
        json.pop();
        if !self.filters.is_empty() {
            json.push(',');
        }
        FilterLinks { before: self.path_before_filters(1), json, after: self.path_after_filters() }
    }

    /// The path of the first page without any filter.
    pub fn without_filters(&self) -> String {
        SearchAddress { page: 1, filters: Vec::new(), ..self.clone() }.path()
    }

    fn has_filter_of(&self, facet: &str) -> bool {
        self.filters.iter().any(|(name, _)| name == facet)
    }

    /// Whether a value of a facet is selected.
    pub fn has_filter(&self, facet: &str, value: &str) -> bool {
        self.filters.iter().any(|(name, of)| name == facet && of == value)
    }

    /// The filter expression of the selected filters; empty if there are none. The values of a facet in `any` become one
    /// `or` in the place of the first of them.
    fn expression(&self) -> String {
        let term = |(field, value): &FilterValue| {
            format!("{field}:'{}'", value.replace('\\', "\\\\").replace('\'', "\\'"))
        };
        let mut terms: Vec<String> = Vec::new();
        for (at, filter) in self.filters.iter().enumerate() {
            let field = &filter.0;
            if !self.any.contains(field) {
                terms.push(term(filter));
            } else if !self.filters[..at].iter().any(|(other, _)| other == field) {
                let values: Vec<String> =
                    self.filters.iter().filter(|(of, _)| of == field).map(term).collect();
                terms.push(if values.len() > 1 {
                    format!("(or {})", values.join(" "))
                } else {
                    values.concat()
                });
            }
        }
        if terms.is_empty() { String::new() } else { format!("(and {})", terms.join(" ")) }
    }

    /// The number of the first hit of this page, from 0.
    fn start(&self) -> usize {
        (self.page as usize - 1) * PAGE
    }

    /// The search of this page; the error names the invalid parameter.
    pub fn request(&self, app: &App) -> Result<SearchRequest> {
        let request = SearchRequest::new(&self.q, &self.expression())?;
        Ok(SearchRequest {
            start: self.start(),
            obsolete: self.obsolete,
            lang: read_search_language(app, &self.lang)?,
            any: read_disjunctive_facets(&self.any.join(","))?,
            ..request
        })
    }

    /// The call of the API that responds to the search of this page.
    pub fn call_path(&self) -> String {
        let mut path = format!("/api/search?q={}&obsolete={}", parameter(&self.q), self.obsolete);
        push_parameter(&mut path, "fq", &self.expression());
        let _ = write!(path, "&start={}&no_boost=false", self.start());
        push_parameter(&mut path, "lang", &self.lang);
        push_parameter(&mut path, "any", &self.any.join(","));
        path
    }

    /// The call of the API that counts the matches with obsolete citations.
    pub fn obsolete_call_path(&self) -> String {
        let mut path = format!("/api/search?q={}&obsolete=true", parameter(&self.q));
        push_parameter(&mut path, "fq", &self.expression());
        push_parameter(&mut path, "lang", &self.lang);
        path.push_str("&record=false");
        path
    }

    /// All citations, for browsing the catalogue.
    pub fn everything() -> SearchAddress {
        SearchAddress { page: 1, ..SearchAddress::default() }
    }
}

/// Appends a parameter as the screens write it: not if it is empty.
fn push_parameter(path: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let _ = write!(path, "&{name}={}", parameter(value));
    }
}

/// The paths of a search with one more filter. Their common part is written once.
pub(in crate::web::pages) struct FilterLinks {
    before: String,
    /// The list of the selected filters as JSON, without its closing bracket.
    json: String,
    after: String,
}

impl FilterLinks {
    /// The path with this value of a facet, which is not selected.
    pub fn with(&self, facet: &str, value: &str) -> String {
        let added = serde_json::to_string(value).unwrap_or_default();
        let list = STANDARD.encode(format!("{}{{\"{facet}\":{added}}}]", self.json));
        format!("{}&filters={}{}", self.before, component(&list), self.after)
    }
}

/// Base64 of the JSON list of objects with one member.
fn encode_filters(filters: &[FilterValue]) -> String {
    STANDARD.encode(Value::Array(filter_list(filters)).to_string())
}

fn filter_list(filters: &[FilterValue]) -> Vec<Value> {
    let object = |(facet, value): &FilterValue| {
        Value::Object(Map::from_iter([(facet.clone(), value.as_str().into())]))
    };
    filters.iter().map(object).collect()
}

/// The filters of a parameter; none when it cannot be read.
fn decode_filters(encoded: &str) -> Vec<FilterValue> {
    // A plus that was not percent-encoded arrives as a space.
    let decoded = STANDARD.decode(encoded.replace(' ', "+")).ok();
    let list = decoded.and_then(|json| serde_json::from_slice::<Vec<Value>>(&json).ok()).unwrap_or_default();
    list.into_iter().filter_map(filter_value).collect()
}

fn filter_value(value: Value) -> Option<FilterValue> {
    match value {
        Value::Object(members) if members.len() == 1 => match members.into_iter().next() {
            Some((facet, Value::String(value))) => Some((facet, value)),
            _ => None,
        },
        _ => None,
    }
}

/// The facets of the filter panel, in order.
pub(in crate::web::pages) fn facets() -> impl Iterator<Item = Category> {
    let is_shown = |category: &Category| !matches!(category, Category::Folder | Category::PaperColors);
    Category::ALL.into_iter().filter(is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(filters: &[(&str, &str)]) -> SearchAddress {
        let filters =
            filters.iter().map(|(facet, value)| ((*facet).to_owned(), (*value).to_owned())).collect();
        SearchAddress { q: "fever".into(), page: 1, filters, ..SearchAddress::default() }
    }

    #[test]
    fn an_address_is_read_back() {
        let search = SearchAddress {
            page: 3,
            obsolete: true,
            any: vec!["languages".into()],
            lang: "es".into(),
            ..filtered(&[("languages", "Español & más"), ("audience", "Parents")])
        };
        let path = search.path();
        assert!(path.starts_with("/search?q=fever&page=3&obsolete=true&filters="), "{path}");
        assert_eq!(SearchAddress::parse(path.split_once('?').map_or("", |(_, query)| query)), search);
    }

    #[test]
    fn what_cannot_be_read_counts_as_absent() {
        let home = SearchAddress { page: 1, ..SearchAddress::default() };
        for query in
            ["", "q=%20&page=0", "filters=%3Cx", "page=10002", "any=languages", "filters=W10%3D", "page=1e3"]
        {
            assert_eq!(SearchAddress::parse(query), home, "{query}");
            assert!(home.is_home());
        }
        assert_eq!(SearchAddress::parse("q=a&q=b").q, "a");
    }

    #[test]
    fn filters_become_an_expression() {
        let check = |search: &SearchAddress, expected: &str| assert_eq!(search.expression(), expected);
        check(&filtered(&[]), "");
        let both =
            filtered(&[("keywords", "Crohn's \\ x"), ("languages", "Somali"), ("languages", "Spanish")]);
        check(&both, "(and keywords:'Crohn\\'s \\\\ x' languages:'Somali' languages:'Spanish')");
        let any = SearchAddress { any: vec!["languages".into()], ..both };
        check(&any, "(and keywords:'Crohn\\'s \\\\ x' (or languages:'Somali' languages:'Spanish'))");
    }

    #[test]
    fn a_link_adds_or_removes_a_filter_and_starts_at_the_first_page() {
        let search = SearchAddress { page: 4, ..filtered(&[("audience", "Parents")]) };
        assert_eq!(search.toggle("audience", "Parents"), "/search?q=fever&page=1&obsolete=false");
        let more = search.toggle("audience", "Teens");
        assert_eq!(search.links_with_filters().with("audience", "Teens"), more);
        let odd = SearchAddress { lang: "es".into(), any: vec!["audience".into()], ..search.clone() };
        for search in [odd, filtered(&[])] {
            let (facet, value) = ("keywords", "Crohn's \"\\ ñ");
            assert_eq!(search.links_with_filters().with(facet, value), search.toggle(facet, value));
        }
        let query = more.split_once('?').map_or("", |(_, query)| query);
        assert_eq!(SearchAddress::parse(query).filters.len(), 2, "{more}");
    }

    #[test]
    fn the_call_is_written_as_the_screens_write_it() {
        let search =
            SearchAddress { q: "it's (a)".into(), lang: "es".into(), page: 2, ..SearchAddress::default() };
        assert_eq!(
            search.call_path(),
            "/api/search?q=it%27s%20(a)&obsolete=false&start=10&no_boost=false&lang=es"
        );
        assert_eq!(
            search.obsolete_call_path(),
            "/api/search?q=it%27s%20(a)&obsolete=true&lang=es&record=false"
        );
    }
}
