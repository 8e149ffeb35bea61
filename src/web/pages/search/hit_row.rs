//! One row of the results.

use crate::model::handout_text::file::IN_THE_HANDOUT;
use crate::model::search::request::Hit;
use crate::web::pages::languages::ChoosableLanguage;
use crate::web::pages::parts::{ShownTitle, VersionTitle, not_yet, obsolete_badge, preview, version_link};
use crate::web::pages::view::{self, View};
use maud::{Markup, html};

/// A hit for a search of `q`, with its version in the preferred language.
pub(in crate::web::pages) fn hit_row(
    view: &View,
    hit: &Hit,
    q: &str,
    preferred: Option<&ChoosableLanguage>,
) -> Markup {
    let fields = &hit.fields;
    let title = fields.title.join(" ");
    let tags: Vec<Option<&str>> = fields.languages.iter().map(|value| view.languages.tag_of(value)).collect();
    let languages = view.sorted_languages(fields.languages.iter().map(String::as_str));
    let languages: Vec<String> = languages.into_iter().map(|value| view.language_name(value)).collect();
    let of_version = hit.version.as_ref().and_then(|version| version.item_number.as_ref());
    let item_number = shown_item_number(&fields.ksbg_numbers, q, of_version);
    let shown = ShownTitle::new(view, &title, &tags, VersionTitle::found(hit.version.as_ref()));
    html! {
        li class=[view.class("ResultList.row")] {
            div class=[view.class("ResultList.text")] {
                h2 class=[view.class("ResultList.title")] dir=(shown.dir) {
                    a href=(view::citation(&fields.readable_id)) lang=[shown.lang] { (shown.text) }
                    @if fields.obsolete == "true" { (obsolete_badge(view)) }
                }
                (shown.catalogue_title(view))
                @if item_number.is_some() || !languages.is_empty() {
                    p class=[view.class("ResultList.meta")] {
                        @if let Some(number) = item_number {
                            span class=[view.class("ResultList.number")] { bdi dir="ltr" { (number) } }
                            " "
                        }
                        @if !languages.is_empty() { span { (languages.join(", ")) } }
                    }
                }
                (version(view, hit, preferred, shown.text))
                (snippet(view, hit, &tags))
            }
            @if let Some(address) = &hit.preview { (preview(view, Some(address), None, "ResultList.preview")) }
            div class=[view.class("ResultList.tools")] {}
        }
    }
}

/// The version in the preferred language; without one, the version whose title was found.
fn version(view: &View, hit: &Hit, preferred: Option<&ChoosableLanguage>, title: &str) -> Markup {
    let found = || view.languages.by_tag(&hit.version.as_ref()?.tag);
    let Some(language) = preferred.cloned().or_else(found) else { return html! {} };
    let is_missing = hit.version.is_none();
    html! {
        p class=[view.class("ResultList.version")] data-missing=[is_missing.then_some("true")] {
            @match &hit.version {
                Some(version) => (version_link(view, &language.own, version.url.as_deref(), title, ("soft", "small"))),
                None => (not_yet(view, &language.own)),
            }
        }
    }
}

/// The item number to show, of letters followed by digits: the one that was searched for, else that of the version that the row
/// shows.
fn shown_item_number<'n>(numbers: &'n [String], q: &str, of_version: Option<&'n String>) -> Option<&'n str> {
    let is_proper = |number: &&String| {
        let digits = number.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        !digits.is_empty() && digits.len() < number.len() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let wanted: String =
        q.trim().to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let proper: Vec<&String> = of_version.into_iter().chain(numbers).filter(is_proper).collect();
    let searched = proper.iter().find(|number| number.to_lowercase() == wanted);
    searched.or(proper.first()).map(|number| number.as_str())
}

fn snippet(view: &View, hit: &Hit, tags: &[Option<&str>]) -> Markup {
    let (highlighted, is_of_handout) = (&*hit.highlights.abstract_text, hit.match_type.is_some());
    let words = highlighted.strip_prefix(IN_THE_HANDOUT).filter(|_| is_of_handout);
    let pieces = split_highlights(words.unwrap_or(highlighted));
    if pieces.is_empty() {
        return html! {};
    }
    let text: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
    let handout_tag = hit.text_lang.as_deref().and_then(|value| view.languages.tag_of(value));
    let lang = match handout_tag {
        Some(tag) => view.lang(Some(tag)),
        None => view.lang_of(&text, tags),
    };
    html! {
        @if is_of_handout { p class=[view.class("ResultList.found")] { (view.texts.results.in_handout) } }
        p class=[view.class("ResultList.snippet")] dir="auto" lang=[lang] {
            @for (text, is_found) in &pieces {
                @if *is_found { mark { (text) } } @else { span { (text) } }
            }
        }
    }
}

/// The pieces of a highlighted text, and which of them were found. Matches are between asterisks; `\*` and `\\` are a literal
/// asterisk and backslash.
fn split_highlights(marked: &str) -> Vec<(String, bool)> {
    let mut pieces = Vec::new();
    let (mut text, mut is_found) = (String::new(), false);
    let mut signs = marked.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if matches!(signs.peek(), Some('*' | '\\')) => text.extend(signs.next()),
            '*' => {
                if !text.is_empty() {
                    pieces.push((std::mem::take(&mut text), is_found));
                }
                is_found = !is_found;
            }
            other => text.push(other),
        }
    }
    if !text.is_empty() {
        pieces.push((text, is_found));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_words_are_separate_pieces() {
        let check = |marked: &str, expected: &[(&str, bool)]| {
            let pieces = split_highlights(marked);
            let pieces: Vec<(&str, bool)> =
                pieces.iter().map(|(text, found)| (text.as_str(), *found)).collect();
            assert_eq!(pieces, expected, "{marked}");
        };
        check("", &[]);
        check(
            "About *fever* in *teens*",
            &[("About ", false), ("fever", true), (" in ", false), ("teens", true)],
        );
        check("2 \\* 3 \\\\ \\x", &[("2 * 3 \\ \\x", false)]);
    }

    #[test]
    fn the_number_that_was_searched_for_is_shown() {
        let numbers = ["1234", "KSBG1042", "PE-12", "KSBG7"].map(str::to_owned);
        let check = |q: &str, of_version: Option<&String>, expected: &str| {
            assert_eq!(shown_item_number(&numbers, q, of_version), Some(expected), "{q}");
        };
        check("fever", None, "KSBG1042");
        check("ksbg 7", None, "KSBG7");
        check("fever", Some(&numbers[3]), "KSBG7");
        check("fever", Some(&numbers[0]), "KSBG1042");
        check("ksbg1042", Some(&numbers[3]), "KSBG1042");
        assert_eq!(shown_item_number(&numbers[..1], "", None), None);
    }
}
