//! The URL of the list of packets: `/packets?q=diabetes&department=Endocrinology&page=2`; the rules are those of the screens
//! (`packetsAddress.ts`).

use crate::model::packets::packet::PAGE;
use crate::web::api::packets::lists::PacketParameters;
use url::form_urlencoded::{Serializer, parse};

/// What a URL of the list says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PacketsAddress {
    pub q: String,
    pub department: String,
    /// Only packets with obsolete handouts; for administrators.
    pub obsolete: bool,
    /// From 1.
    pub page: u64,
}

impl PacketsAddress {
    /// Reads a query; of repeated parameters the first counts.
    pub fn parse(query: &str) -> PacketsAddress {
        let given = |name: &str| {
            let value = parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value);
            value.map_or_else(String::new, |value| value.trim().to_owned())
        };
        PacketsAddress {
            q: given("q"),
            department: given("department"),
            obsolete: given("obsolete") == "true",
            page: page_number(&given("page")),
        }
    }

    /// Whether it selects some of the packets.
    pub fn is_filtered(&self) -> bool {
        !self.q.is_empty() || !self.department.is_empty()
    }

    /// Whether it is the list itself, from its beginning.
    pub fn is_plain(&self) -> bool {
        !self.is_filtered() && !self.obsolete && self.page == 1
    }

    /// The first page of a department's packets with the same words; of all departments for an empty one.
    pub fn in_department(&self, department: &str) -> PacketsAddress {
        PacketsAddress { department: department.to_owned(), page: 1, ..self.clone() }
    }

    /// Another page.
    pub fn at_page(&self, page: u64) -> PacketsAddress {
        PacketsAddress { page, ..self.clone() }
    }

    /// The path of the page; `lang` is the language of the screens that it names.
    pub fn path(&self, lang: Option<&str>) -> String {
        let page = if self.page > 1 { self.page.to_string() } else { String::new() };
        match self.query(&[("page", &page), ("lang", lang.unwrap_or_default())]) {
            query if query.is_empty() => "/packets".to_owned(),
            query => format!("/packets?{query}"),
        }
    }

    /// The path of the call that lists its packets.
    pub fn call_path(&self) -> String {
        format!("/api/packets?{}", self.query(&[("start", &self.start())]))
    }

    /// The path of the same packets, all pages, as a file of this format: `csv` or `xlsx`.
    pub fn download_path(&self, format: &str) -> String {
        let format = if format == "csv" { "" } else { format };
        format!("/api/packets/download?{}", self.query(&[("format", format)]))
    }

    /// The parameters of the call.
    pub fn call(&self) -> PacketParameters {
        PacketParameters {
            q: self.q.clone(),
            department: self.department.clone(),
            obsolete: self.obsolete.to_string(),
            start: self.start(),
        }
    }

    fn start(&self) -> String {
        ((self.page - 1) * PAGE as u64).to_string()
    }

    fn query(&self, more: &[(&str, &str)]) -> String {
        let obsolete = if self.obsolete { "true" } else { "" };
        let own = [("q", self.q.as_str()), ("department", &self.department), ("obsolete", obsolete)];
        let mut query = Serializer::new(String::new());
        query.extend_pairs(own.iter().chain(more).filter(|(_, value)| !value.is_empty()));
        query.finish()
    }
}

/// A page number of at most four digits; 1 for anything else.
fn page_number(text: &str) -> u64 {
    let is_number =
        (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if is_number { text.parse().unwrap_or(1) } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_written_as_the_screens_do() {
        let check = |query: &str, expected: &str| {
            let address = PacketsAddress::parse(query);
            assert_eq!(address.path(None), expected, "{query}");
            let again = expected.split_once('?').map_or("", |(_, query)| query);
            assert_eq!(PacketsAddress::parse(again), address, "{query}");
        };
        check("", "/packets");
        check("q=+type+1&page=1&x=y", "/packets?q=type+1");
        check("q=a&q=b&page=3", "/packets?q=a&page=3");
        check("department=Ear%26Nose&obsolete=true", "/packets?department=Ear%26Nose&obsolete=true");
        for page in ["0", "01", "-1", "1e3", "10000", "x"] {
            check(&format!("page={page}"), "/packets");
        }
    }

    #[test]
    fn links_keep_words_and_language_and_begin_at_the_first_page_with_another_department() {
        let address = PacketsAddress::parse("q=a&department=B&page=3");
        assert_eq!(address.at_page(2).path(Some("es")), "/packets?q=a&department=B&page=2&lang=es");
        assert_eq!(address.in_department("C d").path(None), "/packets?q=a&department=C+d");
        assert_eq!(address.in_department("").path(None), "/packets?q=a");
        assert_eq!(address.call_path(), "/api/packets?q=a&department=B&start=100");
        assert_eq!(address.download_path("csv"), "/api/packets/download?q=a&department=B");
        assert!(!address.is_plain() && PacketsAddress::parse("lang=es").is_plain());
    }
}
