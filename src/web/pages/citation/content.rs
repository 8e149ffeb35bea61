//! The content of the page of a citation: title, languages, printing specs, what replaces it, the version in the language that
//! the page names, abstract, and general information without empty rows.

use crate::model::category::same_value;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::clock;
use crate::model::day::Day;
use crate::model::languages::tag::LanguageTag;
use crate::web::api::citations::CitationWithPackets;
use crate::web::pages::citation::language_table::{
    code_link, is_in_language, language_table, opened_url, versions_in_order,
};
use crate::web::pages::languages::ChoosableLanguage;
use crate::web::pages::parts::{
    PacketLink, ShownTitle, VersionTitle, language_offer, not_yet, obsolete_badge, packet_links,
    report_problem, script_button, version_link,
};
use crate::web::pages::search::home::{directed_heading, help_contact, page_heading, search_below};
use crate::web::pages::view::{self, View};
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
    let tag = named.map(|named| &named.tag);
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
            (actions(view, citation, tag, is_own))
            @if let Some(text) = about {
                section class=(view.classes(&["CitationView.section", "CitationView.abstract"])) aria-labelledby="abstract" {
                    h2 id="abstract" { (texts.r#abstract) }
                    (abstract_text(view, text, view.lang_of(text, &tags)))
                }
            }
            div class=[view.class("CitationView.main")] {
                section class=[view.class("CitationView.section")] aria-labelledby="languages" {
                    h2 id="languages" { (texts.languages) }
                    (language_table(view, citation, tag, is_own))
                }
                (packet_links(view, view.texts.packet_links.in_packets, &packets, false))
            }
            (general_information(view, citation))
        }
    }
}

/// What people do with a citation as a whole.
fn actions(view: &View, citation: &Citation, named: Option<&LanguageTag>, is_own: bool) -> Markup {
    let texts = &view.texts.citation;
    let button = |icon, text| script_button(view, "", ("quiet", "normal"), Some(icon), text);
    let coded = versions_in_order(view, citation, named)
        .into_iter()
        .filter(|_| is_own)
        .find_map(|version| Some((version.lang.as_str(), opened_url(version)?)));
    html! {
        div class=[view.class("CitationView.actions")] {
            (button("printer", texts.print))
            @if let Some(version) = coded { (code_link(view, citation, version, ("", "normal"))) }
            (button("share-2", view.texts.share.share))
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

/// The element. `version` is the one in the language that the page names, if it names one.
pub(in crate::web::pages) fn citation_top(
    view: &View,
    citation: &Citation,
    replacement: Option<&Citation>,
    named: Option<&NamedVersion<'_>>,
) -> Markup {
    let texts = &view.texts.citation;
    let languages = view.sorted_languages(citation.languages.iter().map(|version| version.lang.as_str()));
    let languages: Vec<String> = languages.into_iter().map(|value| view.language_name(value)).collect();
    let shown = shown_title(view, citation, named);
    let title = html! { (shown.text) @if citation.obsolete { (obsolete_badge(view)) } };
    html! {
        header class=[view.class("CitationView.head")] {
            div class=[view.class("CitationView.titleLine")] {
                (directed_heading(false, (shown.lang, shown.dir), &title))
                div class=[view.class("CitationView.own")] {}
            }
            (shown.catalogue_title(view))
            @if let Some(other) = replacement { (replaced_by(view, other)) }
            @if !languages.is_empty() {
                p class=[view.class("CitationView.languages")] { (languages.join(", ")) }
            }
            @if let Some(specs) = citation.printing_specs.as_deref().filter(|specs| !specs.is_empty()) {
                p class=[view.class("CitationView.specs")] {
                    b { (texts.printing_specs) } " " bdi lang=[view.english()] { (specs) }
                }
            }
            @match named {
                Some(named) => (preferred_version(view, named, shown.text)),
                None => (language_offer(view, &[])),
            }
        }
    }
}

/// The language that the address of a citation's page names, and the citation's version in it.
pub(in crate::web::pages) struct NamedVersion<'c> {
    tag: LanguageTag,
    pub language: ChoosableLanguage,
    pub version: Option<&'c LanguageVersion>,
}

impl<'c> NamedVersion<'c> {
    /// `None` where the address names no language.
    pub fn new(view: &View, citation: &'c Citation, named: &str) -> Option<NamedVersion<'c>> {
        let tag = LanguageTag::parse(named).ok()?;
        let is_in = |version: &&LanguageVersion| is_in_language(view, version, &tag);
        let versions: Vec<&LanguageVersion> = citation.languages.iter().filter(is_in).collect();
        let with_file = versions.iter().find(|version| opened_url(version).is_some());
        let version = with_file.or(versions.first()).copied();
        Some(NamedVersion { language: view.preferred(tag.as_str()), version, tag })
    }

    /// The title of the version, with the tag and the direction of its language.
    fn title<'v>(&self, view: &'v View) -> Option<VersionTitle<'v>>
    where
        'c: 'v,
    {
        let version = self.version?;
        let tag = view.languages.tag_of(&version.lang);
        let dir = view.languages.dir_of(&version.lang);
        Some(VersionTitle { text: version.title.as_deref()?, tag, dir })
    }
}

/// The title of a citation as its page shows it.
pub(in crate::web::pages) fn shown_title<'v>(
    view: &'v View,
    citation: &'v Citation,
    named: Option<&NamedVersion<'v>>,
) -> ShownTitle<'v> {
    let tags: Vec<Option<&str>> =
        citation.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    ShownTitle::new(view, &citation.title, &tags, named.and_then(|named| named.title(view)))
}

/// The link to the version in the language that the page names, or that there is none.
fn preferred_version(
    view: &View,
    NamedVersion { language, version, .. }: &NamedVersion<'_>,
    title: &str,
) -> Markup {
    html! {
        div class=[view.class("PreferredVersion.place")] {
            @match version {
                Some(version) => (version_link(view, &language.own, opened_url(version), title, ("primary", "normal"))),
                None => span class=[view.class("PreferredVersion.missing")] { (not_yet(view, &language.own)) },
            }
        }
    }
}

/// Links from an obsolete citation to the one that replaces it.
fn replaced_by(view: &View, other: &Citation) -> Markup {
    let tags: Vec<Option<&str>> =
        other.languages.iter().map(|version| view.languages.tag_of(&version.lang)).collect();
    html! {
        p {
            (view.texts.citation.replaced_by) " "
            a href=(view::citation(other.address_id())) {
                bdi lang=[view.lang_of(&other.title, &tags)] { (other.title) }
            }
        }
    }
}

/// One row: its label, its values, and whether they are a day, which is in the language of the screens.
struct Row<'c> {
    label: &'static str,
    values: Vec<&'c str>,
    is_day: bool,
}

/// The section.
pub(in crate::web::pages) fn general_information(view: &View, citation: &Citation) -> Markup {
    let texts = &view.texts.citation;
    let day = |day: Option<Day>| day.map_or_else(String::new, |day| view.day(&day.to_string()));
    let (published, reviewed) = (day(citation.publish_date), day(citation.dept_review_date));
    let month = citation.dept_review_date.map(|day| view.month(&day.to_string()));
    let all = rows(view, citation, &published, &reviewed);
    let class = view.classes(&["CitationView.section", "CitationView.general"]);
    html! {
        section class=(class) aria-labelledby="general" {
            div class=[view.class("CitationView.sectionLine")] { h2 id="general" { (texts.general) } }
            @if let Some(month) = month {
                p class=[view.class("CitationView.reviewed")] {
                    (view.text(texts.reviewed, &[("month", (&month).into())]))
                }
            }
            dl class=[view.class("GeneralInformation.rows")] {
                @for row in all.iter().filter(|row| !row.values.is_empty()) {
                    div class=[view.class("GeneralInformation.row")] {
                        dt { (row.label) }
                        dd lang=[view.english().filter(|_| !row.is_day)] {
                            @for (n, value) in row.values.iter().enumerate() {
                                @if n > 0 { ", " }
                                bdi { (value) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rows<'c>(view: &View, citation: &'c Citation, published: &'c str, reviewed: &'c str) -> Vec<Row<'c>> {
    let texts = &view.texts.citation;
    let of = |label: &'static str, values: Vec<&'c str>| Row {
        label,
        values: values.into_iter().filter(|value| !value.is_empty()).collect(),
        is_day: false,
    };
    let all = |values: &'c [String]| values.iter().map(String::as_str).collect::<Vec<_>>();
    let one = |value: Option<&'c String>| value.map(String::as_str).into_iter().collect::<Vec<_>>();
    vec![
        of(texts.author, all(&citation.authors)),
        of(texts.publisher, one(citation.publisher.as_ref().map(|publisher| &publisher.name))),
        of(texts.keywords, all(&citation.keywords)),
        of(texts.audience, all(&citation.audience)),
        of(texts.format, one(citation.material_format.as_ref())),
        Row { is_day: true, ..of(texts.publication_date, vec![published]) },
        Row { is_day: true, ..of(texts.review_date, vec![reviewed]) },
        of(texts.where_to_obtain, one(citation.where_to_obtain.as_ref())),
        of(texts.key_subject, one(citation.key_subject_heading.as_ref())),
        of(texts.submitted_by, one(citation.dept_submitted_by.as_ref().map(|department| &department.name))),
    ]
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
