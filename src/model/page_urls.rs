//! URLs of our own pages, for web, mails, CSV files and QR codes. `public_url` is `server.public_url` without a
//! trailing slash; empty for a path. The routes themselves are in `web.rs`. And what follows a copied address:
//! people and mail programs add the end of a sentence, a closing quote or bracket, blanks.

use crate::model::citations::item_number;
use crate::model::error::Result;
use crate::model::files::Digest;
use crate::model::languages::tag::LanguageTag;
use crate::model::text::{is_invisible, lower_hex};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use std::borrow::Cow;

/// What is encoded in a path segment: everything but RFC 3986's unreserved characters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Longest redirect that holds the URL of the handout, in characters: the modules of a longer one are too small on a printed
/// card.
const MAX_QR_REDIRECT: usize = 150;
/// Bytes of a [`handout_digest`].
const DIGEST_BYTES: usize = 8;
/// Most characters that are taken off one by one. A longer run is taken off as a whole.
const MAX_STEPS: usize = 16;
/// Closing brackets and quotes, and the marks that end a sentence or a part of one, in every script of our languages.
const MARKS: [&str; 6] = [
    ".,;:!?)]}>'\"*`…‥",
    "‘’‚‛“”„‟‹›«»′″〞〟＂＇",
    "、。〉》」』】〕〗〙！）＊，．：；＞？］｝｠｡｣､﹐﹒﹔﹕﹖﹗",
    "\u{37e}\u{387}\u{589}\u{55c}\u{55d}\u{55e}\u{60c}\u{61b}\u{61e}\u{61f}\u{66d}\u{6d4}\u{700}\u{701}\u{702}",
    "\u{964}\u{965}\u{e2f}\u{e5a}\u{e5b}\u{eaf}\u{104a}\u{104b}\u{17d4}\u{17d5}\u{17d6}\u{1803}\u{1809}",
    "\u{1361}\u{1362}\u{1363}\u{1364}\u{1365}\u{1366}\u{1367}\u{1368}\u{203c}\u{203d}\u{2047}\u{2048}\u{2049}",
];

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// The record, at its current address.
    Here(T),
    /// A former readable ID; holds the current one.
    Moved(String),
}

impl<T> Found<T> {
    /// Applies `make` to the record; a former readable ID stays as it is.
    pub fn try_map<U>(self, make: impl FnOnce(T) -> Result<U>) -> Result<Found<U>> {
        match self {
            Found::Here(here) => make(here).map(Found::Here),
            Found::Moved(to) => Ok(Found::Moved(to)),
        }
    }
}

/// One segment of a path or one value of a query, percent-encoded.
pub fn encode(segment: &str) -> PercentEncode<'_> {
    utf8_percent_encode(segment, SEGMENT)
}

/// The page of a citation, by its readable ID or ID.
pub fn citation(public_url: &str, id: &str) -> String {
    format!("{public_url}/citation/{}", encode(id))
}

/// A stored file of a citation, by its id; `part` is the tag of the language, else its value.
pub fn file(public_url: &str, citation: &str, part: &str) -> String {
    format!("{public_url}/file/{}/{}", encode(citation), encode(part))
}

/// One content of a language version, present or former.
pub fn file_content(public_url: &str, citation: &str, part: &str, digest: Digest) -> String {
    format!("{}/{digest}", file(public_url, citation, part))
}

/// The preview of the file at this address, without its width.
pub fn preview(file: &str) -> String {
    format!("{file}/preview")
}

/// The results of a search for a text, in the language of the person who reads.
pub fn search(public_url: &str, text: &str, lang: Option<&LanguageTag>) -> String {
    let lang = lang.map(|lang| format!("&lang={}", encode(lang.as_str()))).unwrap_or_default();
    format!("{public_url}/?q={}{lang}", encode(text))
}

/// Where an info button with this knowledge request leads a person.
pub fn infobutton(public_url: &str, query: &str) -> String {
    format!("{public_url}/infobutton?{query}")
}

/// The path of the page with the entries of the feed for a knowledge request, given by its query string.
pub fn infobutton_results(query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "&" };
    format!("/search?infobutton=1{separator}{query}")
}

/// The address of an item number in print, to be typed: without `https://`, which browsers add. `None` for a text that
/// cannot be an item number.
pub fn typed_item_number(public_url: &str, item_number: &str) -> Option<String> {
    let number = item_number::normalize(item_number)?;
    let host = public_url.strip_prefix("https://").unwrap_or(public_url);
    Some(format!("{host}/i/{number}"))
}

/// The page of a packet, by its readable ID or code, in the language of the person who reads.
pub fn packet(public_url: &str, name: &str, lang: Option<&LanguageTag>) -> String {
    let query = lang.map(|lang| format!("?lang={}", encode(lang.as_str()))).unwrap_or_default();
    format!("{public_url}/packet/{}{query}", encode(name))
}

/// The page of an order, by its number.
pub fn order(public_url: &str, number: &str) -> String {
    format!("{public_url}/orders/{number}")
}

/// The redirect that the QR code of a citation's handout holds: the URL of the handout, or its digest where that is shorter.
pub fn qr_redirect(public_url: &str, citation: &str, handout: &str) -> String {
    let page = format!("{public_url}/qrredirect?id={}", encode(citation));
    let whole = format!("{page}&url={}", encode(handout));
    if whole.chars().count() <= MAX_QR_REDIRECT {
        return whole;
    }
    format!("{page}&u={}", handout_digest(public_url, handout))
}

/// What stands for the URL of a handout in short QR codes: the first 16 hexadecimal digits of its SHA-256. Of a stored file
/// its path in small letters counts, so that the code outlives `public_url`.
pub fn handout_digest(public_url: &str, handout: &str) -> String {
    let path = handout.strip_prefix(public_url).filter(|path| path.starts_with("/file/"));
    let text = path.map_or(Cow::Borrowed(handout), |path| Cow::Owned(path.to_lowercase()));
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    lower_hex(digest.as_ref().get(..DIGEST_BYTES).unwrap_or_default())
}

/// The screen 'Review' with citations that are overdue, or due soon; of one department, or of all.
pub fn review(public_url: &str, is_overdue: bool, department: Option<&str>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    if !is_overdue {
        query.append_pair("state", "due");
    }
    if let Some(department) = department {
        query.append_pair("department", department);
    }
    match query.finish() {
        query if query.is_empty() => format!("{public_url}/review"),
        query => format!("{public_url}/review?{query}"),
    }
}

/// The screen with open problem reports; of one department, or of all.
pub fn reports(public_url: &str, department: Option<&str>) -> String {
    match department {
        Some(department) => format!("{public_url}/reports?department={}", encode(department)),
        None => format!("{public_url}/reports"),
    }
}

/// Whether a character at the end of a copied address may not belong to it. The replacement character stands for bytes that
/// are not UTF-8, such as a Latin-1 blank.
pub fn is_added(c: char) -> bool {
    let is_blank = c.is_whitespace() || c.is_control() || matches!(c, '\u{fffd}' | '\u{2800}');
    is_blank || is_invisible(c) || MARKS.iter().any(|marks| marks.contains(c))
}

/// What `find` finds for `text`, else for what is left after more and more of what was added to its end.
pub fn first_known<T>(text: &str, mut find: impl FnMut(&str) -> Result<Option<T>>) -> Result<Option<T>> {
    for text in std::iter::once(text).chain(without_additions(text, is_added)) {
        if let Some(found) = find(text)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What is left of a text after more and more of the characters that `is_added` at its end; never an empty text.
pub fn without_additions(text: &str, is_added: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let rest = text.trim_end_matches(&is_added).len();
    let mut ends: Vec<usize> =
        text[rest..].char_indices().rev().take(MAX_STEPS).map(|(start, _)| rest + start).collect();
    if ends.last().is_some_and(|last| *last > rest) {
        ends.push(rest);
    }
    ends.into_iter().filter(|end| *end > 0).map(|end| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_to_be_typed_is_short() {
        let check = |public_url: &str, number: &str, expected: Option<&str>| {
            assert_eq!(typed_item_number(public_url, number).as_deref(), expected);
        };
        check("https://handouts.example.org", "ksbg 1042", Some("handouts.example.org/i/KSBG1042"));
        check("http://localhost:8080", "1042", Some("http://localhost:8080/i/1042"));
        check("https://handouts.example.org", "see shelf", None);
    }

    #[test]
    fn every_character_beyond_the_unreserved_ones_is_encoded() {
        let check = |id: &str, expected: &str| assert_eq!(citation("https://h.example.org", id), expected);
        check("asthma-plan_2.0~a", "https://h.example.org/citation/asthma-plan_2.0~a");
        check("a b/c?d#e%", "https://h.example.org/citation/a%20b%2Fc%3Fd%23e%25");
        check("\u{6c14}", "https://h.example.org/citation/%E6%B0%94");
        assert_eq!(
            qr_redirect("", "a&b", "https://x.org/?y=1"),
            "/qrredirect?id=a%26b&url=https%3A%2F%2Fx.org%2F%3Fy%3D1"
        );
    }

    #[test]
    fn a_long_redirect_holds_the_digest_of_the_handout() {
        let redirect = |handout: &str| qr_redirect("https://h.example.org", "fever", handout);
        let room = MAX_QR_REDIRECT - redirect("").len();
        let fits = "x".repeat(room);
        assert_eq!(redirect(&fits), format!("https://h.example.org/qrredirect?id=fever&url={fits}"));
        assert_eq!(handout_digest("", "abc"), "ba7816bf8f01cfea");
        let of_host = |host: &str| handout_digest(host, &format!("{host}/file/Fever/zh-Hans"));
        assert_eq!(of_host("https://a.example"), of_host("http://b.example:8080"));
        assert_eq!(of_host("https://a.example"), handout_digest("", "/file/fever/zh-hans"));
        let longer = "x".repeat(room + 1);
        let digest = handout_digest("", &longer);
        assert_eq!(redirect(&longer), format!("https://h.example.org/qrredirect?id=fever&u={digest}"));
    }
}

#[cfg(test)]
mod copied_text_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn marks_and_blanks_at_the_end_are_taken_off_one_by_one() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(without_additions(text, is_added).collect::<Vec<_>>(), expected, "{text}");
        };
        check("fever", &[]);
        check("fever.", &["fever"]);
        check("fever_(2).", &["fever_(2)", "fever_(2"]);
        check("fever。”\u{200b}\u{3000}", &["fever。”\u{200b}", "fever。”", "fever。", "fever"]);
        check("...", &["..", "."]);
        let long = format!("a{}", ".".repeat(100));
        assert_eq!(without_additions(&long, is_added).last(), Some("a"));
        assert_eq!(without_additions(&long, is_added).count(), MAX_STEPS + 1);
    }

    #[test]
    fn as_little_as_possible_is_taken_off() {
        let known = |text: &str| Ok(["a", "a.)"].contains(&text).then(|| text.to_owned()));
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(first_known(text, known).unwrap().as_deref(), expected, "{text}");
        };
        check("a.)", Some("a.)"));
        check("a.),", Some("a.)"));
        check("a.", Some("a"));
        check("b.", None);
    }
}
