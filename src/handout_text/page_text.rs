//! The text of web pages and of plain text in any encoding.

use encoding_rs::Encoding;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};
use std::cell::{Cell, RefCell};

/// A page that names its encoding does so within this.
const MAX_DECLARATION: usize = 1024;
/// Elements that end a line; others are within one.
const INLINE: [&str; 17] = [
    "a", "abbr", "b", "bdi", "cite", "code", "em", "font", "i", "kbd", "mark", "small", "span", "strong",
    "sub", "sup", "u",
];
/// Elements around the text of a page: navigation, search, notices.
const AROUND: [&str; 9] = ["nav", "header", "footer", "aside", "form", "dialog", "button", "select", "svg"];

/// A text in the encoding that its byte order mark, the server (`charset`) or the page itself names, else UTF-8 where it is
/// valid, else Windows-1252.
pub(super) fn decode(bytes: &[u8], charset: Option<&str>) -> String {
    let named = charset.and_then(|charset| Encoding::for_label(charset.as_bytes()));
    let encoding = Encoding::for_bom(bytes)
        .map(|(encoding, _)| encoding)
        .or(named)
        .or_else(|| declared_encoding(bytes))
        .unwrap_or(if std::str::from_utf8(bytes).is_ok() {
            encoding_rs::UTF_8
        } else {
            encoding_rs::WINDOWS_1252
        });
    encoding.decode(bytes).0.into_owned()
}

/// The encoding that a page declares: `<meta charset="…">`, also within a content type.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let beginning =
        String::from_utf8_lossy(bytes.get(..MAX_DECLARATION).unwrap_or(bytes)).to_ascii_lowercase();
    let (_, meta) = beginning.split_once("<meta")?;
    let (_, label) = meta.split_once("charset=")?;
    let label = label.trim_start_matches(['"', '\'']);
    Encoding::for_label(label.split(['"', '\'', ' ', ';', '>', '/']).next()?.as_bytes())
}

/// The text of a page, a line for each block; an empty line separates paragraphs. Without scripts and styles, and without
/// what surrounds the text, unless the page has no other.
pub(super) fn text(page: &str) -> String {
    let main = read(page, &AROUND);
    if main.trim().is_empty() { read(page, &[]) } else { main }
}

fn read(page: &str, left_out: &'static [&'static str]) -> String {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let tokenizer = Tokenizer::new(TextSink { left_out, ..TextSink::default() }, TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.text.take()
}

#[derive(Default)]
struct TextSink {
    text: RefCell<String>,
    left_out: &'static [&'static str],
    /// How many elements that are left out are open.
    outside: Cell<u32>,
}

impl TokenSink for TextSink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            CharacterTokens(characters) if self.outside.get() == 0 => {
                // A line break in the source is a space.
                self.text.borrow_mut().push_str(&characters.replace(['\n', '\r'], " "));
            }
            TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl TextSink {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let (name, is_start) = (&*tag.name, tag.kind == StartTag);
        let is_hidden =
            matches!(name, "script" | "style" | "template" | "title" | "textarea" | "noscript" | "iframe");
        if (is_hidden || self.left_out.contains(&name)) && !tag.self_closing {
            let open = self.outside.get();
            self.outside.set(if is_start { open + 1 } else { open.saturating_sub(1) });
        }
        if !INLINE.contains(&name) {
            let is_paragraph =
                matches!(name, "p" | "li" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "div" | "td" | "dd");
            self.text.borrow_mut().push_str(if is_paragraph { "\n\n" } else { "\n" });
        }
        match name {
            _ if !is_start => TokenSinkResult::Continue,
            "script" => TokenSinkResult::RawData(ScriptData),
            "style" | "noscript" | "iframe" => TokenSinkResult::RawData(Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_page_is_its_paragraphs() {
        let page = "<!doctype html><title>Site</title><script>if (a < b) { '<p>no</p>' }</script><style>p{}</style>\
                    <nav><a href=/>Home</a></nav><template><p>Row</p></template><h1>Fever &amp; cough</h1><p>Give <b>lots</b> of\nwater.<ul><li>Tea<li>Soup</ul>\
                    <footer>Contact</footer>";
        let words: Vec<String> = text(page)
            .split("\n\n")
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect();
        assert_eq!(words, ["Fever & cough", "Give lots of water.", "Tea", "Soup"]);
    }

    #[test]
    fn a_page_whose_text_is_in_a_frame_of_others_keeps_it() {
        assert_eq!(text("<form><p>Call us</p></form>").trim(), "Call us");
        assert_eq!(text("<nav><p>Call us").trim(), "Call us");
        assert_eq!(text("").trim(), "");
    }

    #[test]
    fn encodings_are_read() {
        let check =
            |bytes: &[u8], charset: Option<&str>| assert_eq!(decode(bytes, charset), "<meta>ni\u{f1}o");
        check("<meta>niño".as_bytes(), None);
        check(b"<meta>ni\xf1o", None);
        check(b"<meta>ni\xf1o", Some("iso-8859-1"));
        check(b"\xff\xfe<\0m\0e\0t\0a\0>\0n\0i\0\xf1\0o\0", Some("utf-8"));
        let page = b"<meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\">\xec\xee";
        assert!(decode(page, None).ends_with("мо"));
    }
}
