//! URLs of our own pages, for web, mails, CSV files and QR codes. `public_url` is `server.public_url` without a trailing
//! slash; empty for a path. The routes themselves are in `web/routes.rs`.

use crate::model::citations::item_number;
use crate::model::files::Digest;
use crate::model::languages::tag::LanguageTag;
use crate::model::text::hex::lower_hex;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use std::borrow::Cow;

/// What is encoded in a path segment: everything but RFC 3986's unreserved characters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// One segment of a path or one value of a query, percent-encoded.
pub fn encoded(segment: &str) -> PercentEncode<'_> {
    utf8_percent_encode(segment, SEGMENT)
}

/// The page of a citation, by its readable ID or ID.
pub fn citation(public_url: &str, id: &str) -> String {
    format!("{public_url}/citation/{}", encoded(id))
}

/// A stored file of a citation, by its id; `part` is the tag of the language, else its value.
pub fn file(public_url: &str, citation: &str, part: &str) -> String {
    format!("{public_url}/file/{}/{}", encoded(citation), encoded(part))
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
    let lang = lang.map(|lang| format!("&lang={}", encoded(lang.as_str()))).unwrap_or_default();
    format!("{public_url}/?q={}{lang}", encoded(text))
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
    let number = item_number::normalized(item_number)?;
    let host = public_url.strip_prefix("https://").unwrap_or(public_url);
    Some(format!("{host}/i/{number}"))
}

/// The page of a packet, by its readable ID or code, in the language of the person who reads.
pub fn packet(public_url: &str, name: &str, lang: Option<&LanguageTag>) -> String {
    let query = lang.map(|lang| format!("?lang={}", encoded(lang.as_str()))).unwrap_or_default();
    format!("{public_url}/packet/{}{query}", encoded(name))
}

/// The page of an order, by its number.
pub fn order(public_url: &str, number: &str) -> String {
    format!("{public_url}/orders/{number}")
}

/// Longest redirect that holds the URL of the handout, in characters: the modules of a longer one are too small on a printed
/// card.
const MAX_QR_REDIRECT: usize = 150;
/// Bytes of a [`handout_digest`].
const DIGEST_BYTES: usize = 8;

/// The redirect that the QR code of a citation's handout holds: the URL of the handout, or its digest where that is shorter.
pub fn qr_redirect(public_url: &str, citation: &str, handout: &str) -> String {
    let page = format!("{public_url}/qrredirect?id={}", encoded(citation));
    let whole = format!("{page}&url={}", encoded(handout));
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
        Some(department) => format!("{public_url}/reports?department={}", encoded(department)),
        None => format!("{public_url}/reports"),
    }
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
