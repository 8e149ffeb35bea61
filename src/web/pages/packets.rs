//! `/packets?q=diabetes&department=Endocrinology&page=2`: the published packets; the rules of the URL are those of the screens
//! (`packetsAddress.ts`).

use crate::domain::app::App;
use crate::domain::packets::listing;
use crate::model::category::Category;
use crate::model::list_part::PAGE;
use crate::model::packets::languages::PacketLanguage;
use crate::model::packets::packet::{PacketPage, PacketSummary};
use crate::model::search::request::Facets;
use crate::web::api::packets::PacketParameters;
use crate::web::api::search::all_facets;
use crate::web::blocking::run;
use crate::web::pages::document::{Head, Kind, Page, PageData, respond, respond_with_error};
use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::parts::{Pagination, error_notice, link_button, page_window};
use crate::web::pages::search::home::page_heading;
use crate::web::pages::view::{self, View, named_language, own_name};
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use maud::{Markup, html};
use url::form_urlencoded::{Serializer, parse};

/// The published packets that the address selects, as a visitor sees them.
pub(in crate::web) async fn packets(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    let mut view = View::new(&request, &app, &named_language(&request));
    // While the first index is being built there are none.
    let _ = view.read_languages(&app);
    let address = PacketsAddress::parse(request.query_string());
    let mut data = PageData::with_shared_responses(&view);
    let departments = departments(&app, &state, &mut data).await;
    let listed = list(&request, &app, &state, &view, &address).await;
    // Those who manage packets get more of each.
    if !view.has_session {
        match &listed {
            Ok(page) => data.add(&address.call_path(), page),
            Err(problem) if problem.is_preparing() => {}
            Err(problem) => data.add_problem(&address.call_path(), problem),
        }
    }
    let canonical =
        address.is_plain().then(|| view.canonical(format!("{}{}", app.public_url, address.path(None))));
    let page = Page {
        status: listed.as_ref().map_or_else(Problem::status, |_| StatusCode::OK),
        head: Head { canonical, ..Head::part(view.texts.packets.title, view.texts) },
        kind: Kind::Packets,
        content: packets_content(&view, &address, &departments, &listed),
        data,
    };
    match &listed {
        Ok(_) => respond(&view, &page),
        Err(problem) => respond_with_error(&view, &page, problem),
    }
}

/// A page of the list. It counts against the limit of the API, which the screens would have asked.
async fn list(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &web::Data<Web>,
    view: &View,
    address: &PacketsAddress,
) -> Result<PacketPage, Problem> {
    state.limit.check_visitor(request, app).await?;
    let (mut filter, start) = address.call().read()?;
    // The view of those who manage packets is for the screens alone.
    filter.with_obsolete &= !view.has_session;
    run(app, move |app| listing::published_page(app, None, &filter, start)).await
}

/// The departments of the catalogue; none while the first index is being built.
async fn departments(app: &web::Data<App>, state: &web::Data<Web>, data: &mut PageData) -> Vec<String> {
    let shared = state.clone().into_inner();
    let Ok(json) = run(app, move |app| all_facets(app, &shared)).await else { return Vec::new() };
    data.add_json("/api/search/facets?updated=true", &json);
    let mut facets: Facets = serde_json::from_slice(&json).unwrap_or_default();
    let departments = facets.remove(Category::Departments.name()).unwrap_or_default();
    departments.buckets.into_iter().map(|facet_value| facet_value.value).collect()
}

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

/// A path with its query, if it has any.
fn with_query(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
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
        with_query("/packets", &self.query(&[("page", &page), ("lang", lang.unwrap_or_default())]))
    }

    /// The path of the call that lists its packets.
    pub fn call_path(&self) -> String {
        format!("/api/packets?{}", self.query(&[("start", &self.start())]))
    }

    /// The path of the same packets, all pages, as a file of this format: `csv` or `xlsx`.
    pub fn download_path(&self, format: &str) -> String {
        let format = if format == "csv" { "" } else { format };
        with_query("/api/packets/download", &self.query(&[("format", format)]))
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

/// Longest text of the search box, in characters; the same as in the screens.
const MAX_CHARACTERS: usize = 200;

/// The list; `departments` are those to choose from.
pub(super) fn packets_content(
    view: &View,
    address: &PacketsAddress,
    departments: &[String],
    listed: &Result<PacketPage, Problem>,
) -> Markup {
    let texts = &view.texts.packets;
    html! {
        div class=[view.class("Page.page")] {
            (page_heading(false, None, &html! { (texts.title) }))
            p { (texts.lead) }
            div class=[view.class("PacketList.filters")] {
                (search_form(view, address))
                div class="needs-scripts" { (department_field(view, address, departments)) }
            }
            div class="without-scripts" { (department_links(view, address, departments)) }
            section class=[view.class("Page.section")] aria-label=(texts.title) {
                @match listed {
                    Ok(page) if page.found == 0 => (nothing_found(view, address)),
                    Ok(page) => (rows(view, address, page)),
                    Err(problem) if problem.is_preparing() => (preparing(view, address)),
                    Err(_) => (failed_list(view, address)),
                }
            }
        }
    }
}

/// The search box as a form, which keeps the department and the language of the page.
fn search_form(view: &View, address: &PacketsAddress) -> Markup {
    let texts = &view.texts.packets;
    html! {
        form method="get" action="/packets" class=[view.class("PacketList.find")] {
            div class=[view.class("Field.field")] {
                label for="packets-text" class=[view.class("Field.label")] { (texts.find) }
                input id="packets-text" type="search" name="q" maxlength=(MAX_CHARACTERS) dir="auto"
                    class=[view.class("Field.control")] value=(address.q);
            }
            @if !address.department.is_empty() {
                input type="hidden" name="department" value=(address.department);
            }
            @if let Some(tag) = view.address_language { input type="hidden" name="lang" value=(tag); }
            button type="submit" class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                span { (texts.search) }
            }
        }
    }
}

/// The list to choose from, which needs scripts.
fn department_field(view: &View, address: &PacketsAddress, departments: &[String]) -> Markup {
    let (texts, chosen) = (&view.texts.packets, address.department.as_str());
    html! {
        div class=[view.class("Field.field")] {
            label for="packets-department" class=[view.class("Field.label")] { (texts.department) }
            select id="packets-department" class=[view.class("Field.control")] {
                option value="" { (texts.all_departments) }
                @if is_unknown(chosen, departments) { option value=(chosen) selected { (chosen) } }
                @for name in departments {
                    option value=(name) selected[name == chosen] { (name) }
                }
            }
        }
    }
}

/// The departments as links.
fn department_links(view: &View, address: &PacketsAddress, departments: &[String]) -> Markup {
    let (texts, chosen) = (&view.texts.packets, address.department.as_str());
    let link = |name: &str, label: &Markup| {
        let href = address.in_department(name).path(view.address_language);
        html! {
            li { a href=(href) aria-current=[(name == chosen).then_some("true")] { (label) } }
        }
    };
    let named = |name: &str| html! { bdi lang=[view.english()] { (name) } };
    let all = html! { (texts.all_departments) };
    html! {
        details {
            summary {
                (texts.department) ": " @if chosen.is_empty() { (all) } @else { (named(chosen)) }
            }
            ul class=[view.class("HomeView.links")] {
                (link("", &all))
                @for name in departments { (link(name, &named(name))) }
            }
        }
    }
}

fn is_unknown(chosen: &str, departments: &[String]) -> bool {
    !chosen.is_empty() && !departments.iter().any(|name| name == chosen)
}

fn rows(view: &View, address: &PacketsAddress, page: &PacketPage) -> Markup {
    let texts = &view.texts.packets;
    let pages = page.found.div_ceil(PAGE) as u64;
    html! {
        @if pages > 1 {
            p tabindex="-1" class="visually-hidden" {
                (view.text(view.texts.parts.page, &[("page", address.page.min(pages).into())]))
            }
        }
        div class=[view.class("Page.count")] {
            p { (view.text(texts.found, &[("count", page.found.into())])) }
            span class=[view.class("Page.downloads")] {
                a href=(address.download_path("csv")) download="packets.csv" { (texts.download) }
                a href=(address.download_path("xlsx")) download="packets.xlsx" { (texts.download_excel) }
            }
        }
        ol class=[view.class("PacketList.rows")] {
            @for packet in &page.packets { (packet_row(view, packet)) }
        }
        (page_links(view, address, pages))
    }
}

fn nothing_found(view: &View, address: &PacketsAddress) -> Markup {
    let texts = &view.texts.packets;
    html! {
        div class=[view.class("Page.empty")] {
            @if address.is_filtered() {
                p { (texts.no_match) }
                a href=(PacketsAddress::parse("").path(view.address_language)) { (texts.show_all) }
            } @else if address.obsolete {
                p { (texts.no_obsolete) }
            } @else {
                p { (texts.none) }
            }
        }
    }
}

/// A link that tries again; the screens do it by themselves.
fn preparing(view: &View, address: &PacketsAddress) -> Markup {
    html! {
        div class={ (view.class("Page.empty").unwrap_or_default()) " without-scripts" } {
            p { (view.texts.parts.preparing) }
            p { a href=(address.path(view.address_language)) { (view.texts.parts.try_again) } }
        }
    }
}

fn failed_list(view: &View, address: &PacketsAddress) -> Markup {
    let retry =
        link_button(view, "secondary", &address.path(view.address_language), view.texts.parts.try_again);
    error_notice(view, view.texts.packets.failed, view.texts.shell.try_later, &retry)
}

/// The row.
pub(super) fn packet_row(view: &View, packet: &PacketSummary) -> Markup {
    let (texts, head) = (&view.texts.packets, &packet.head);
    let name = head.readable_id.as_deref().unwrap_or(&head.id);
    let description = head.description.as_deref().filter(|text| !text.is_empty());
    html! {
        li class=[view.class("PacketList.row")] {
            h2 class=[view.class("PacketList.title")] dir="auto" {
                a href=(view::packet(name)) lang=[view.lang_of(&head.title, &[])] { (head.title) }
            }
            @if let Some(text) = description {
                p class=[view.class("PacketList.description")] dir="auto" lang=[view.lang_of(text, &[])] { (text) }
            }
            p class=[view.class("PacketList.facts")] {
                span { (view.text(texts.handouts, &[("count", packet.count.into())])) }
                @if let Some(department) = &head.department { bdi lang=[view.english()] { (department) } }
                span { (view.text(texts.changed, &[("day", (&view.day_of_instant(&packet.updated)).into())])) }
            }
            @if !packet.languages.is_empty() {
                p class=[view.class("PacketList.facts")] {
                    @for language in &packet.languages { (own_name(&language_of(language))) }
                }
            }
        }
    }
}

fn language_of(language: &PacketLanguage) -> OwnLanguage {
    OwnLanguage {
        tag: language.tag.as_ref().map(|tag| tag.as_str().to_owned()),
        name: language.name.clone(),
        dir: language.dir,
    }
}

/// The number of consecutive pages, with the current one, that have links.
const AROUND: u64 = 3;

/// The pages to link to; `None` is a gap.
fn pages(current: u64, total: u64) -> Vec<Option<u64>> {
    let near = page_window(current, total, AROUND);
    let mut pages = Vec::new();
    for page in 1..=total {
        if page == 1 || page == total || near.contains(&page) {
            pages.push(Some(page));
        } else if pages.last() != Some(&None) {
            pages.push(None);
        }
    }
    pages
}

/// The links; nothing for one page.
pub(super) fn page_links(view: &View, address: &PacketsAddress, total: u64) -> Markup {
    if total < 2 {
        return html! {};
    }
    let current = address.page.min(total);
    let path = |page: u64| address.at_page(page).path(view.address_language);
    let links = Pagination { label: view.texts.packets.pages, current, total, screen: None, path: &path };
    links.links(view, pages(current, total).into_iter())
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
        assert_eq!(PacketsAddress::parse("").download_path("csv"), "/api/packets/download");
        assert!(!address.is_plain() && PacketsAddress::parse("lang=es").is_plain());
    }
}

#[cfg(test)]
mod page_links_tests {
    use super::*;

    #[test]
    fn the_margins_and_the_pages_around_are_linked_to() {
        let check = |current: u64, total: u64, expected: &[u64]| {
            let found: Vec<u64> = pages(current, total).into_iter().map(Option::unwrap_or_default).collect();
            assert_eq!(found, expected, "{current} of {total}");
        };
        check(1, 2, &[1, 2]);
        check(1, 9, &[1, 2, 3, 0, 9]);
        check(5, 9, &[1, 0, 4, 5, 6, 0, 9]);
        check(9, 9, &[1, 0, 7, 8, 9]);
    }
}
