//! The page that an info button of a health record opens: the entries of the feed, in its order and language.

use crate::model::infobutton::feed::{
    CODE_SYSTEM, FeedCategory, FeedLink, KnowledgeEntry, KnowledgeFeed, PlainText,
};
use crate::web::pages::parts::{catalogue_title, error_notice, version_link};
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::search::home::{page_heading, search_box};
use crate::web::pages::search::results::isolate;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The parameter that makes the search page show the handouts for a knowledge request.
const PARAMETER: &str = "infobutton";
/// What the page adds to the request: it is for this page, and was counted when the button was pressed.
const CALL: &str = "/api/infobutton?knowledgeResponseType=application/json&record=false";

/// The call of the API that answers a page; `None` for the page of a search.
pub(in crate::web::pages) fn call_of_page(query: &str) -> Option<String> {
    let pairs = || url::form_urlencoded::parse(query.as_bytes());
    if !pairs().any(|(name, value)| name == PARAMETER && value == "1") {
        return None;
    }
    let mut rest = url::form_urlencoded::Serializer::new(String::new());
    rest.extend_pairs(pairs().filter(|(name, _)| name != PARAMETER));
    let rest = rest.finish();
    Some(if rest.is_empty() { CALL.to_owned() } else { format!("{CALL}&{rest}") })
}

/// What was requested, in the words of the request: names before codes.
pub(in crate::web::pages) fn subject(feed: &KnowledgeFeed) -> String {
    let mut subjects: Vec<&str> = Vec::new();
    let parts = feed.category.iter().filter(|part| part.scheme.starts_with("mainSearchCriteria"));
    for FeedCategory { scheme, term } in
        parts.filter(|part| !part.term.is_empty() && part.scheme != CODE_SYSTEM)
    {
        match *scheme {
            // The code is the first part of a criterion; its name follows.
            "mainSearchCriteria.v.c" => subjects.push(term),
            _ => {
                if subjects.last().is_some_and(|last| is_code(feed, last)) {
                    subjects.pop();
                }
                subjects.push(term);
            }
        }
    }
    subjects.dedup();
    subjects.join(", ")
}

fn is_code(feed: &KnowledgeFeed, term: &str) -> bool {
    feed.category.iter().any(|part| part.scheme == "mainSearchCriteria.v.c" && part.term == term)
}

/// The heading of the page.
pub(in crate::web::pages) fn heading(view: &View, feed: Option<&KnowledgeFeed>) -> String {
    match feed.map(subject).filter(|subject| !subject.is_empty()) {
        Some(subject) => {
            view.text(view.texts.search.handouts_for, &[("subject", (&isolate(&subject)).into())])
        }
        None => view.texts.search.handouts.to_owned(),
    }
}

/// The page; without a feed it could not be read.
pub(in crate::web::pages) fn record_page(view: &View, feed: Option<&KnowledgeFeed>) -> Markup {
    let (texts, heading) = (&view.texts.results, heading(view, feed));
    html! {
        div class="shell-search" data-view="results" {
            div class="shell-top" {
                (page_heading(true, None, &html! { (heading) }))
                (search_box(view, &SearchAddress { page: 1, ..SearchAddress::default() }))
            }
            section class=[view.class("Results.list")] aria-label=(texts.label) {
                div class=[view.class("Results.header")] {
                    p tabindex="-1" class=[view.class("Results.count")] { (heading) }
                }
                @match feed {
                    None => (error_notice(view, texts.server_error, texts.try_later, &html! {})),
                    Some(feed) if feed.entry.is_empty() => (nothing(view)),
                    Some(feed) => ol class=[view.class("ResultList.rows")] {
                        @for entry in &feed.entry { (entry_row(view, entry)) }
                    },
                }
            }
        }
    }
}

fn nothing(view: &View) -> Markup {
    html! {
        div class=[view.class("ResultStates.empty")] {
            p { (view.texts.results.no_handout) }
            p { (view.texts.results.search_instead) }
        }
    }
}

fn entry_row(view: &View, entry: &KnowledgeEntry) -> Markup {
    let title = &entry.title.value;
    let page = page_path(entry);
    html! {
        li class=[view.class("ResultList.row")] {
            div class=[view.class("ResultList.text")] {
                h2 class=[view.class("ResultList.title")] dir="auto" {
                    a href=(page) lang=[view.lang(entry.title.lang.as_deref().or(Some(&entry.lang)))] { (title) }
                }
                @if let (Some(_), Some(page)) = (&entry.title.lang, entry.link.last()) {
                    (catalogue_title(view, &page.title, view.lang(Some(&entry.lang))))
                }
                @for link in handouts(entry) {
                    p class=[view.class("ResultList.version")] {
                        (version_link(view, &view.preferred(&link.hreflang).own, Some(&link.href), title, ("soft", "small")))
                    }
                }
                @let summary = plain(&entry.summary.value);
                @if !summary.is_empty() {
                    p class=[view.class("ResultList.snippet")] dir="auto" lang=[view.lang(Some(&entry.lang))] { (summary) }
                }
            }
        }
    }
}

/// The links to files of an entry; none when it only has its page.
fn handouts(entry: &KnowledgeEntry) -> &[FeedLink] {
    entry.link.split_last().map_or(&[], |(_, handouts)| handouts)
}

/// The path of the citation's page, which is the last link.
fn page_path(entry: &KnowledgeEntry) -> String {
    let PlainText { value: id } = &entry.id;
    let address = entry.link.last().map_or(id, |link| &link.href);
    url::Url::parse(address).map_or_else(|_| address.clone(), |url| url.path().to_owned())
}

/// The text of the paragraphs that `summary_html` makes.
fn plain(html: &str) -> String {
    let text = html.replace("</p>", " ").replace("<p>", "");
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_request_calls_the_feed_without_counting_again() {
        let call = call_of_page("infobutton=1&mainSearchCriteria.v.c=J45&mainSearchCriteria.v.dn=a%20b");
        assert_eq!(call, Some(format!("{CALL}&mainSearchCriteria.v.c=J45&mainSearchCriteria.v.dn=a+b")));
        assert_eq!(call_of_page("infobutton=1"), Some(CALL.to_owned()));
        for query in ["", "q=infobutton", "infobutton=0&q=a"] {
            assert_eq!(call_of_page(query), None, "{query}");
        }
    }

    #[test]
    fn a_summary_is_shown_as_text() {
        assert_eq!(plain("<p>What it is</p><p>a &lt; b &amp; c</p>"), "What it is a < b & c");
    }
}
