//! The content of the page of a citation: its top, its language versions, its abstract and general information.

use crate::model::category::same_value;
use crate::model::citations::citation::Citation;
use crate::model::clock;
use crate::web::api::citations::CitationWithPackets;
use crate::web::pages::citation::facts::general_information;
use crate::web::pages::citation::language_table::language_table;
use crate::web::pages::citation::top::{NamedVersion, citation_top};
use crate::web::pages::parts::buttons::{report_problem, script_button};
use crate::web::pages::parts::packet_links::{PacketLink, packet_links};
use crate::web::pages::search::browse::help_contact;
use crate::web::pages::search::search_box::{page_heading, search_below};
use crate::web::pages::view::View;
use maud::{Markup, html};

/// Printed characters per line; lines that fit above ten QR codes; additional lines for each row of two codes fewer.
const CHARACTERS_PER_LINE: usize = 90;
const LINES_ABOVE_TEN_CODES: usize = 9;
const LINES_PER_CODE_ROW: usize = 5;

/// The citation, the one that replaces it where that is known, and the version in the language that the address names.
pub(in crate::web::pages) fn citation_content(
    view: &View,
    current: &CitationWithPackets,
    replacement: Option<&Citation>,
    named: Option<&NamedVersion<'_>>,
) -> Markup {
    let (citation, texts) = (&current.citation, &view.texts.citation);
    let tags: Vec<Option<&str>> =
        citation.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    let hospital = &view.config.hospital.name;
    let is_own = citation.publisher.as_ref().is_some_and(|publisher| same_value(&publisher.name, hospital));
    let about = citation.abstract_text.as_deref().filter(|text| !text.is_empty());
    let is_long = about.is_some_and(|text| is_long_on_paper(text, citation.languages.len()));
    let packets: Vec<PacketLink<'_>> = current
        .packets
        .iter()
        .map(|packet| PacketLink { readable_id: &packet.readable_id, title: &packet.title, count: None })
        .collect();
    html! {
        article class=[view.class("CitationView.page")] data-long-abstract=[is_long.then_some("true")] {
            (paper_head(view, texts.printed_name, texts.printed_on))
            (citation_top(view, citation, replacement, named))
            section class=[view.class("CitationView.section")] aria-labelledby="languages" {
                div class=[view.class("CitationView.sectionLine")] {
                    h2 id="languages" { (texts.languages) }
                    div class=[view.class("CitationView.print")] {
                        (script_button(view, "", ("quiet", "small"), Some("printer"), texts.print))
                    }
                }
                (language_table(view, citation, is_own))
            }
            div class=[view.class("CitationView.packets")] {
                (packet_links(view, view.texts.packet_links.in_packets, &packets, false))
            }
            div class=[view.class("CitationView.about")] {
                @if let Some(text) = about {
                    section class=[view.class("CitationView.section")] aria-labelledby="abstract" {
                        h2 id="abstract" { (texts.r#abstract) }
                        (abstract_text(view, text, view.lang_of(text, &tags)))
                    }
                }
                (general_information(view, citation))
            }
            (report_problem(view, &help_contact(view)))
        }
    }
}

/// The first line of a printed sheet: the hospital, and when it was printed.
pub(in crate::web::pages) fn paper_head(view: &View, printed_name: &str, printed_on: &str) -> Markup {
    let today = clock::today().to_string();
    html! {
        div class=(view.classes(&["Paper.only", "Paper.head"])) {
            p class=[view.class("Paper.hospital")] {
                (view.text(printed_name, &[("hospital", (&view.config.hospital.name).into())]))
            }
            p { (view.text(printed_on, &[("day", (&view.day(&today)).into())])) }
        }
    }
}

/// The paragraphs of a text, one per line.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim).filter(|line| !line.is_empty())
}

/// Whether an abstract leaves too little space on a sheet for the QR codes; they are then printed before it.
fn is_long_on_paper(text: &str, languages: usize) -> bool {
    let length = |line: &str| line.encode_utf16().count().div_ceil(CHARACTERS_PER_LINE);
    let lines: usize = paragraphs(text).map(length).sum();
    lines > LINES_ABOVE_TEN_CODES + LINES_PER_CODE_ROW * 5_usize.saturating_sub(languages.div_ceil(2))
}

fn abstract_text(view: &View, text: &str, lang: Option<&str>) -> Markup {
    html! {
        div id="abstract-text" class=[view.class("Abstract.text")] {
            @for paragraph in paragraphs(text) {
                p dir="auto" lang=[lang] { (paragraph) }
            }
        }
    }
}

/// Shown for an unknown citation, with a search box.
pub(in crate::web::pages) fn missing_citation(view: &View) -> Markup {
    let texts = &view.texts.citation;
    html! {
        div class=[view.class("CitationPage.missing")] {
            (page_heading(false, None, &html! { (texts.missing) }))
            p { (texts.missing_hint) }
            p { a href="/" { (texts.search_instead) } }
        }
        (search_below(view, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_abstract_has_more_lines_than_fit_above_the_codes() {
        let lines = |n: usize| "x\n".repeat(n);
        let check = |n: usize, languages: usize, expected: bool| {
            assert_eq!(is_long_on_paper(&lines(n), languages), expected, "{n} lines, {languages} languages");
        };
        check(9, 10, false);
        check(10, 10, true);
        check(29, 1, false);
        check(30, 1, true);
        assert!(is_long_on_paper(&"x".repeat(901), 12));
    }
}
