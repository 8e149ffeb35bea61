//! The content of a page of results: notice, filters, chips, header, promoted results, rows, pagination and searches at other
//! sites; or what is shown instead: nothing found, a page beyond the end, a catalogue that is being prepared, an error.

use crate::model::search::request::{Facets, Hits, PAGE, PromotedResult, SearchAnswer, Understood};
use crate::web::pages::languages::ChoosableLanguage;
use crate::web::pages::parts::{
    PacketLink, Pagination, ShownTitle, VersionTitle, error_notice, language_offer, link_button,
    packet_links, page_window,
};
use crate::web::pages::search::address::{LAST_PAGE, SearchAddress};
use crate::web::pages::search::crisis_notice::crisis_notice;
use crate::web::pages::search::filters::{filter_chips, filters};
use crate::web::pages::search::hit_row::hit_row;
use crate::web::pages::search::home::{browse_help, help_contact, page_heading, search_box};
use crate::web::pages::view::{self, View, visually_hidden};
use crate::web::problem::Problem;
use actix_web::http::StatusCode;
use maud::{Markup, html};

/// Search box and results.
pub(in crate::web::pages) fn search_page(view: &View, search: &SearchAddress, outcome: &Outcome) -> Markup {
    let texts = &view.texts.search;
    let heading = match search.q.as_str() {
        "" => texts.filtered.to_owned(),
        q => view.text(texts.results_for, &[("q", (&isolate(q)).into())]),
    };
    html! {
        div class="shell-search" data-view="results" {
            div class="shell-top" {
                (page_heading(true, None, &html! { (heading) }))
                (search_box(view, search))
            }
            @if !matches!(outcome, Outcome::TooLong) { (results(view, search, outcome)) }
        }
    }
}

fn results(view: &View, search: &SearchAddress, outcome: &Outcome) -> Markup {
    let answer = match outcome {
        Outcome::Found { answer, .. } => Some(&**answer),
        _ => None,
    };
    let texts = &view.texts.results;
    let understood = understood_as(view, search, answer);
    html! {
        div class=[view.class("Results.results")] {
            @if let Some(notice) = answer.and_then(|answer| answer.hits.notice.as_ref()) { (crisis_notice(view, notice)) }
            (filters(view, search, answer.map(|answer| &answer.facets)))
            section class=[view.class("Results.list")] aria-label=(texts.label) {
                (filter_chips(view, search))
                @if answer.is_some_and(|answer| answer.hits.intent.is_some()) { (help_contact(view)) }
                @if !understood.is_empty() { p class=[view.class("Results.note")] { (understood) } }
                div class=[view.class("Results.header")] {
                    p tabindex="-1" class=[view.class("Results.count")] { (result_header(view, search, outcome)) }
                }
                (body(view, search, outcome))
            }
        }
    }
}

fn body(view: &View, search: &SearchAddress, outcome: &Outcome) -> Markup {
    let (answer, with_obsolete, everything) = match outcome {
        Outcome::Found { answer, with_obsolete, everything } => (answer, *with_obsolete, everything),
        Outcome::Preparing => {
            let retry = html! { p { a href=(search.path()) { (view.texts.parts.try_again) } } };
            return html! { div class={ (view.class("ResultStates.empty").unwrap_or_default()) " without-scripts" } { (retry) } };
        }
        Outcome::Failed(problem) => return failed_search(view, search, problem),
        Outcome::TooLong => return html! {},
    };
    let found = answer.hits.found;
    let total = found.div_ceil(PAGE as u64).min(LAST_PAGE);
    let preferred = Some(&search.lang).filter(|tag| !tag.is_empty()).map(|tag| view.preferred(tag));
    let packets: Vec<PacketLink<'_>> = answer
        .packets
        .iter()
        .map(|hit| PacketLink { readable_id: &hit.readable_id, title: &hit.title, count: Some(hit.count) })
        .collect();
    html! {
        @if found > 0 && preferred.is_none() { (language_offer(view, &filtered_tags(view, search))) }
        (promoted_list(view, answer.promoted.as_deref().unwrap_or_default()))
        (packet_links(view, view.texts.packet_links.packets, &packets, true))
        @if found == 0 {
            (nothing_found(view, search, &answer.hits, with_obsolete, everything))
        } @else if answer.hits.hit.is_empty() {
            (beyond_end(view, search, total))
        } @else {
            (rows(view, search, answer, preferred.as_ref()))
        }
        (pagination(view, search, total))
        (other_sites(view, &search.q, &answer.hits))
        @if found > 0 && answer.hits.are_doubtful() { (browse_help(view, &search.q, &answer.hits, everything)) }
    }
}

fn rows(
    view: &View,
    search: &SearchAddress,
    answer: &SearchAnswer,
    preferred: Option<&ChoosableLanguage>,
) -> Markup {
    html! {
        ol class=[view.class("ResultList.rows")] {
            @for hit in &answer.hits.hit { (hit_row(view, hit, &search.q, preferred)) }
        }
    }
}

/// The tags of the languages that are filtered by.
fn filtered_tags(view: &View, search: &SearchAddress) -> Vec<String> {
    let values = search.filters.iter().filter(|(facet, _)| facet == "languages");
    values.filter_map(|(_, value)| view.languages.tag_of(value).map(str::to_owned)).collect()
}

/// The outcome of a search.
pub(in crate::web::pages) enum Outcome {
    /// A response, with what is shown if it has no hits or may not be what was meant.
    Found {
        answer: Box<SearchAnswer>,
        with_obsolete: u64,
        everything: Facets,
    },
    /// The first index is being built.
    Preparing,
    Failed(Problem),
    /// The text is too long; nothing was searched.
    TooLong,
}

/// Encloses a text with right-to-left characters in Unicode isolates, for sentences in which `bdi` is impossible.
pub(in crate::web::pages) fn isolate(text: &str) -> String {
    let is_right_to_left = |c: char| matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{1E900}'..='\u{1E95F}');
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

/// 'Showing X to Y of Z results for "q"', or that nothing was found. A corrected query is shown as it was searched.
pub(in crate::web::pages) fn result_header(view: &View, search: &SearchAddress, outcome: &Outcome) -> String {
    let texts = &view.texts.results;
    let hits = match outcome {
        Outcome::Found { answer, .. } => &answer.hits,
        Outcome::Preparing => return view.texts.parts.preparing.to_owned(),
        Outcome::Failed(_) => return texts.failed.to_owned(),
        Outcome::TooLong => return String::new(),
    };
    let corrected = hits.understood.as_ref().filter(|understood| understood.kind == "spelling");
    let q = isolate(corrected.map_or(&search.q, |understood| &understood.searched));
    let (shown, found) = (hits.hit.len() as u64, hits.found);
    let values = [
        ("q", (&q).into()),
        ("from", (hits.start + 1).into()),
        ("to", (hits.start + shown).into()),
        ("found", found.into()),
    ];
    let text = match (found, shown, q.is_empty()) {
        (0, _, true) => texts.none,
        (0, _, false) => texts.none_for,
        (_, 0, true) => texts.only,
        (_, 0, false) => texts.only_for,
        (_, _, true) => texts.showing,
        (_, _, false) => texts.showing_for,
    };
    view.text(text, &values)
}

/// How a query was understood if no citation contains all words; otherwise empty.
pub(in crate::web::pages) fn understood_as(
    view: &View,
    search: &SearchAddress,
    answer: Option<&SearchAnswer>,
) -> String {
    let Some(Understood { searched, kind, is_sure }) = answer.and_then(|of| of.hits.understood.as_ref())
    else {
        return String::new();
    };
    let texts = &view.texts.results;
    let (q, term) = (isolate(&search.q), isolate(searched));
    let values = [("q", (&q).into()), ("term", (&term).into())];
    match kind.as_str() {
        "concept" if *is_sure => view.text(texts.by_concept, &values),
        "concept" => format!("{} {}", texts.by_few, view.text(texts.by_concept, &values)),
        _ if !is_sure => texts.by_few.to_owned(),
        "term" => view.text(texts.by_term, &values),
        "spelling" => view.text(texts.by_spelling, &values),
        "part" => texts.by_part.to_owned(),
        _ => String::new(),
    }
}

/// The section; nothing where nothing is promoted.
pub(in crate::web::pages) fn promoted_list(view: &View, promoted: &[PromotedResult]) -> Markup {
    if promoted.is_empty() {
        return html! {};
    }
    html! {
        section aria-labelledby="promoted" class=[view.class("Promoted.promoted")] {
            h2 id="promoted" { (view.texts.results.from_hospital) }
            ul { @for result in promoted { li { (row(view, result)) } } }
        }
    }
}

fn row(view: &View, result: &PromotedResult) -> Markup {
    let title = ShownTitle::new(view, &result.title, &[], VersionTitle::found(result.version.as_ref()));
    let readable_id = result.readable_id.as_deref().unwrap_or_default();
    html! {
        @match &result.url {
            Some(url) => {
                a href=(url) target="_blank" rel="noopener noreferrer" dir="auto" lang=[title.lang] {
                    (title.text)
                    (visually_hidden(html! { " " (view.texts.parts.new_tab) }))
                }
            }
            None => {
                @let path = if result.packet.is_some() { view::packet(readable_id) } else { view::citation(readable_id) };
                a href=(path) dir=(title.dir) lang=[title.lang] { (title.text) }
            }
        }
        (title.catalogue_title(view))
    }
}

/// The number of page links on wide and on narrow screens.
const WIDTHS: [(&str, u64); 2] = [("wide", 5), ("narrow", 2)];

/// The links, once for wide and once for narrow screens; nothing for one page.
pub(in crate::web::pages) fn pagination(view: &View, search: &SearchAddress, total: u64) -> Markup {
    if total < 2 || search.page > total {
        return html! {};
    }
    let path = |page: u64| search.at_page(page);
    let links = |screen, width| {
        let pages = Pagination {
            label: view.texts.results.pages,
            current: search.page,
            total,
            screen: Some(screen),
            path: &path,
        };
        pages.links(view, page_window(search.page, total, width).map(Some))
    };
    html! {
        @for (screen, width) in WIDTHS { (links(screen, width)) }
    }
}

/// With fewer results, other sites may have more.
const MIN_RESULTS: u64 = 5;

/// The links; nothing for a text about danger, and where enough was found. Staff always get them, which the screens add.
pub(in crate::web::pages) fn other_sites(view: &View, q: &str, hits: &Hits) -> Markup {
    let sites = &view.config.elsewhere;
    if q.trim().is_empty()
        || sites.is_empty()
        || hits.notice.is_some()
        || !(hits.are_doubtful() || hits.found < MIN_RESULTS)
    {
        return html! {};
    }
    let label = view.text(view.texts.results.elsewhere, &[("q", (&isolate(q.trim())).into())]);
    html! {
        p class=[view.class("Elsewhere.line")] {
            (label)
            @for (n, site) in sites.iter().enumerate() {
                @if n > 0 { " · " } @else { " " }
                a href=(site.address(q)) target="_blank" rel="noopener noreferrer" {
                    bdi { (site.name) }
                    (visually_hidden(html! { " " (view.texts.parts.new_tab) }))
                }
            }
        }
    }
}

/// Suggests what to do next: with filters, first to remove them. Below are links to browse the catalogue.
pub(in crate::web::pages) fn nothing_found(
    view: &View,
    search: &SearchAddress,
    hits: &Hits,
    with_obsolete: u64,
    everything: &Facets,
) -> Markup {
    let texts = &view.texts.results;
    let obsolete = SearchAddress { page: 1, obsolete: true, ..search.clone() }.path();
    html! {
        div class=[view.class("ResultStates.empty")] {
            p { (texts.more_general) }
            @if !search.filters.is_empty() {
                (link_button(view, "secondary", &search.without_filters(), texts.without_filters))
            }
            @if !search.obsolete && with_obsolete > 0 {
                @let label = view.text(texts.with_obsolete_found, &[("count", with_obsolete.into())]);
                (link_button(view, "secondary", &obsolete, label))
            }
        }
        (browse_help(view, &search.q, hits, everything))
    }
}

/// A page after the last one, for instance of an old link.
pub(in crate::web::pages) fn beyond_end(view: &View, search: &SearchAddress, last: u64) -> Markup {
    let texts = &view.texts.results;
    html! {
        div class=[view.class("ResultStates.empty")] {
            p { (texts.beyond) }
            (link_button(view, "primary", &search.at_page(1), texts.first_page))
            @if last > 1 {
                @let label = view.text(texts.last_page, &[("page", last.into())]);
                (link_button(view, "secondary", &search.at_page(last), label))
            }
        }
    }
}

/// A search that failed: what happened, what was preserved, and what to do.
pub(in crate::web::pages) fn failed_search(view: &View, search: &SearchAddress, problem: &Problem) -> Markup {
    let texts = &view.texts.results;
    let is_filtered = !search.filters.is_empty();
    if problem.status() == StatusCode::BAD_REQUEST && is_filtered {
        let action = link_button(view, "primary", &search.without_filters(), texts.without_filters);
        return error_notice(view, texts.old_filter, texts.old_filter_hint, &action);
    }
    let (title, detail) = match problem.status() {
        StatusCode::TOO_MANY_REQUESTS => (texts.too_many, texts.wait_moment),
        _ => (texts.server_error, texts.try_later),
    };
    let preserved = if is_filtered { texts.filters_unchanged } else { texts.search_unchanged };
    let action = link_button(view, "primary", &search.path(), view.texts.parts.try_again);
    error_notice(view, title, &format!("{detail} {preserved}"), &action)
}
