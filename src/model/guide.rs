//! The guide, `docs/guide`, as it is shown at `/help`: its pages, who may read them, and which page belongs to which screen. The
//! build makes this module's tables of pages and pictures.

use crate::model::accounts::{Right, Roles};

include!(concat!(env!("OUT_DIR"), "/guide.rs"));

/// Who a page is for, in the order of the list of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    /// Everybody.
    Families,
    /// Everyone who is signed in: nurses, clerks.
    Staff,
    /// Staff who print and send orders.
    CopyCenter,
    /// Administrators: education specialists.
    Specialists,
    /// Those who read the audit trail.
    Auditors,
    /// Hospital IT, who need no account here; everybody may read it.
    It,
}

impl Reader {
    /// Every kind of reader.
    pub const ALL: [Reader; 6] = [
        Reader::Families,
        Reader::Staff,
        Reader::CopyCenter,
        Reader::Specialists,
        Reader::Auditors,
        Reader::It,
    ];

    /// Whether visitors may read the pages too.
    pub fn is_public(self) -> bool {
        matches!(self, Reader::Families | Reader::It)
    }

    /// Whether a person with these roles may read the pages; a visitor has none.
    pub fn includes(self, roles: Option<Roles>) -> bool {
        let may = |right| roles.is_some_and(|roles| roles.give(right));
        match self {
            Reader::Families | Reader::It => true,
            Reader::Staff => roles.is_some(),
            Reader::CopyCenter => may(Right::WorkOnOrders),
            Reader::Specialists => may(Right::EditCitations),
            Reader::Auditors => may(Right::ReadAudit),
        }
    }
}

/// A page of the guide in one language.
#[derive(Debug)]
pub struct GuidePage {
    /// The last part of its address.
    pub name: &'static str,
    /// The tag of its language.
    pub lang: &'static str,
    pub title: &'static str,
    pub reader: Reader,
    /// The screens that it belongs to, as route patterns; with a query where a screen has several pages.
    pub screens: &'static [&'static str],
    order: u16,
    /// The content below the title.
    pub html: &'static str,
    /// The content without markup.
    pub text: &'static str,
}

impl GuidePage {
    /// How exactly it belongs to a screen: by its address, or by a pattern.
    fn fit(&self, screen: &str) -> Option<Fit> {
        if self.screens.contains(&screen) {
            return Some(Fit::Address);
        }
        self.screens.iter().any(|pattern| fits(pattern, screen)).then_some(Fit::Pattern)
    }
}

/// The better comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Address,
    Pattern,
}

/// Whether a path has the form of a route pattern, in which `*` stands for the rest.
fn fits(pattern: &str, path: &str) -> bool {
    let (mut expected, mut found) = (pattern.split('/'), path.split('/'));
    loop {
        match (expected.next(), found.next()) {
            (Some("*"), Some(_)) | (None, None) => return true,
            (Some(part), Some(segment)) if part == segment => {}
            (Some(part), Some(segment)) if part.starts_with('{') && !segment.is_empty() => {}
            _ => return false,
        }
    }
}

/// The pages in this language of the screens, in the order of the list; those that it lacks are in English.
pub fn pages(lang: &str) -> Vec<&'static GuidePage> {
    let in_english = PAGES.iter().filter(|page| page.lang == "en");
    let mut pages: Vec<&GuidePage> = in_english.map(|page| translate(page, lang)).collect();
    pages.sort_by_key(|page| (page.reader, page.order));
    pages
}

fn translate(page: &'static GuidePage, lang: &str) -> &'static GuidePage {
    PAGES.iter().find(|other| other.name == page.name && other.lang == lang).unwrap_or(page)
}

/// The page with this name, in this language if there is one.
pub fn page(name: &str, lang: &str) -> Option<&'static GuidePage> {
    PAGES.iter().find(|page| page.name == name && page.lang == "en").map(|page| translate(page, lang))
}

/// The content of a picture by the name of its file, in WebP.
pub fn picture(name: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// The page of a screen, by its path, for a person with these roles. A page for staff comes before one for everybody. A visitor
/// is led to a page for staff where there is no other.
pub fn page_of_screen(screen: &str, roles: Option<Roles>) -> Option<&'static GuidePage> {
    let path = screen.split('?').next().unwrap_or_default();
    let of = |screen: &str| {
        PAGES
            .iter()
            .filter(|page| page.lang == "en")
            .filter_map(|page| Some((page.fit(screen)?, page)))
            .filter(|(_, page)| page.reader.includes(roles) || roles.is_none())
            .min_by_key(|(fit, page)| {
                (*fit, !page.reader.includes(roles), page.reader.is_public(), page.reader, page.order)
            })
            .map(|(_, page)| page)
    };
    of(screen).or_else(|| of(path))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::accounts::Role;
    use crate::model::languages::message;
    use std::collections::BTreeSet;

    #[test]
    fn every_role_reads_its_own_pages() {
        let check = |roles: Option<Roles>, expected: &[Reader]| {
            let found: Vec<Reader> =
                Reader::ALL.into_iter().filter(|reader| reader.includes(roles)).collect();
            assert_eq!(found, expected, "{roles:?}");
        };
        use Reader::{Auditors, CopyCenter, Families, It, Specialists, Staff};
        check(None, &[Families, It]);
        check(Some(Roles::default()), &[Families, Staff, It]);
        check(Some(Roles::new(Role::CopyCenter)), &[Families, Staff, CopyCenter, It]);
        check(Some(Roles::new(Role::Admin)), &[Families, Staff, CopyCenter, Specialists, It]);
        check(Some(Roles::new(Role::Auditor)), &[Families, Staff, Auditors, It]);
        let page_readers: BTreeSet<Reader> = pages("en").iter().map(|page| page.reader).collect();
        assert_eq!(page_readers.into_iter().collect::<Vec<_>>(), Reader::ALL);
    }

    #[test]
    fn a_screen_leads_to_the_page_of_those_who_use_it() {
        let check = |screen: &str, roles: Option<Roles>, expected: Option<&str>| {
            assert_eq!(page_of_screen(screen, roles).map(|page| page.name), expected, "{screen} {roles:?}");
        };
        let (staff, admin) = (Some(Roles::default()), Some(Roles::new(Role::Admin)));
        check("/", None, Some("families"));
        check("/", staff, Some("find-a-handout"));
        check("/citation/asthma", None, Some("families"));
        check("/citation/add", admin, Some("add-a-handout"));
        check("/i/1042/es", None, Some("families"));
        check("/orders/26-000123", admin, Some("answer-orders"));
        check("/orders/totals", admin, Some("order-totals"));
        check("/orders", staff, None);
        check("/review", None, Some("reviews"));
        check("/manage_lookups", admin, Some("lists-of-values"));
        check("/manage_lookups?category=synonyms", admin, Some("synonyms"));
        check("/manage_lookups?category=tags", admin, Some("lists-of-values"));
        for nowhere in ["", "/citation/", "/nowhere", "//evil.example", "/citation/a/b"] {
            check(nowhere, admin, None);
        }
    }

    #[test]
    fn links_lead_to_pages_that_every_reader_of_the_page_may_open() {
        for page in PAGES {
            for link in page.html.split("href=\"/help/").skip(1) {
                let name = link.split('"').next().unwrap();
                let target = super::page(name, page.lang).unwrap();
                let readers = [None, Some(Roles::default())]
                    .into_iter()
                    .chain([Role::CopyCenter, Role::Admin, Role::Auditor].map(|role| Some(Roles::new(role))));
                for roles in readers.filter(|roles| page.reader.includes(*roles)) {
                    assert!(target.reader.includes(roles), "{} links to {name}", page.name);
                }
            }
        }
    }

    #[test]
    fn the_families_page_is_in_every_language_of_the_screens() {
        for tag in message::tags() {
            assert_eq!(page("families", tag).unwrap().lang, tag);
        }
        assert_eq!(page("reviews", "es").unwrap().lang, "en");
        assert!(page("absent", "en").is_none());
    }
}
