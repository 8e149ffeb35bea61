//! The content of a page of results: notice, filters, chips, header, rows and pagination.

use crate::model::search::request::{PAGE, SearchAnswer};
use crate::web::pages::languages::ChoosableLanguage;
use crate::web::pages::parts::language_offer::language_offer;
use crate::web::pages::parts::packet_links::{PacketLink, packet_links};
use crate::web::pages::search::address::{LAST_PAGE, SearchAddress};
use crate::web::pages::search::browse::{browse_help, help_contact};
use crate::web::pages::search::chips::filter_chips;
use crate::web::pages::search::crisis_notice::crisis_notice;
use crate::web::pages::search::elsewhere::elsewhere;
use crate::web::pages::search::filters::filters;
use crate::web::pages::search::hit_row::hit_row;
use crate::web::pages::search::outcome::Outcome;
use crate::web::pages::search::pagination::pagination;
use crate::web::pages::search::promoted::promoted;
use crate::web::pages::search::result_texts::{isolated, note, result_header};
use crate::web::pages::search::search_box::{page_heading, search_box};
use crate::web::pages::search::states::{beyond_end, failed, nothing_found};
use crate::web::pages::view::View;
use maud::{Markup, html};

/// Search box and results.
pub(in crate::web::pages) fn search_page(view: &View, search: &SearchAddress, outcome: &Outcome) -> Markup {
    let texts = &view.texts.search;
    let heading = match search.q.as_str() {
        "" => texts.filtered.to_owned(),
        q => view.text(texts.results_for, &[("q", (&isolated(q)).into())]),
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
        Outcome::Answered { answer, .. } => Some(&**answer),
        _ => None,
    };
    let texts = &view.texts.results;
    let note = note(view, search, answer);
    html! {
        div class=[view.class("Results.results")] {
            @if let Some(notice) = answer.and_then(|answer| answer.hits.notice.as_ref()) { (crisis_notice(view, notice)) }
            (filters(view, search, answer.map(|answer| &answer.facets)))
            section class=[view.class("Results.list")] aria-label=(texts.label) {
                (filter_chips(view, search))
                @if answer.is_some_and(|answer| answer.hits.intent.is_some()) { (help_contact(view)) }
                @if !note.is_empty() { p class=[view.class("Results.note")] { (note) } }
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
        Outcome::Answered { answer, with_obsolete, everything } => (answer, *with_obsolete, everything),
        Outcome::Preparing => {
            let retry = html! { p { a href=(search.path()) { (view.texts.parts.try_again) } } };
            return html! { div class={ (view.class("ResultStates.empty").unwrap_or_default()) " without-scripts" } { (retry) } };
        }
        Outcome::Failed(problem) => return failed(view, search, problem),
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
        (promoted(view, answer.promoted.as_deref().unwrap_or_default()))
        (packet_links(view, view.texts.packet_links.packets, &packets, true))
        @if found == 0 {
            (nothing_found(view, search, &answer.hits, with_obsolete, everything))
        } @else if answer.hits.hit.is_empty() {
            (beyond_end(view, search, total))
        } @else {
            (rows(view, search, answer, preferred.as_ref()))
        }
        (pagination(view, search, total))
        (elsewhere(view, &search.q, &answer.hits))
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
