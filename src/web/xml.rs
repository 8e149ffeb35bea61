//! XML 1.0 documents that are well-formed by construction: every element is closed, every text is escaped, and characters that
//! XML cannot hold are left out. Names of elements and attributes are the caller's constants. Only this module writes XML.

use crate::model::infobutton::feed::{FeedLink, KnowledgeEntry, KnowledgeFeed, TypedText};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::borrow::Cow;

/// Attributes of an element, in this order.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// An XML document in UTF-8 that is being written into memory.
pub(super) struct XmlDocument {
    writer: Writer<Vec<u8>>,
}

impl XmlDocument {
    /// A document with this root element, whose content `content` writes; the bytes, with the XML declaration.
    pub fn write(root: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut document = XmlDocument { writer: Writer::new(Vec::with_capacity(4 << 10)) };
        document.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        document.element(root, attributes, content);
        document.writer.into_inner()
    }

    /// An element whose content `content` writes.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) {
        self.event(Event::Start(start(name, attributes)));
        content(self);
        self.event(Event::End(BytesEnd::new(name)));
    }

    /// An element that contains only this text.
    pub fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, |element| {
            element.event(Event::Text(BytesText::new(&representable(text))));
        });
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.event(Event::Empty(start(name, attributes)));
    }

    fn event(&mut self, event: Event<'_>) {
        self.writer.write_event(event).expect("writing into memory does not fail");
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'a>) -> BytesStart<'a> {
    let attributes = attributes.iter().map(|(name, value)| (*name, representable(value)));
    BytesStart::new(name).with_attributes(attributes)
}

/// The text without the characters that an XML 1.0 document cannot hold, not even as references (section 2.2), and
/// without the other control characters, which it should not hold.
fn representable(text: &str) -> Cow<'_, str> {
    let is_representable = |c: char| match c {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        c => !c.is_control(),
    };
    if text.chars().all(is_representable) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().filter(|c| is_representable(*c)).collect())
    }
}

/// The namespace of Atom.
const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The feed as a document.
pub(super) fn feed_xml(feed: &KnowledgeFeed) -> Vec<u8> {
    let attributes = [("xmlns", ATOM), ("xml:base", &*feed.base), ("xml:lang", &*feed.lang)];
    XmlDocument::write("feed", &attributes, |xml| {
        text(xml, "title", &feed.title);
        text(xml, "subtitle", &feed.subtitle);
        xml.element("author", &[], |author| {
            author.text("name", &[], &feed.author.name.value);
            author.text("uri", &[], &feed.author.uri.value);
        });
        xml.text("updated", &[], &feed.updated.value);
        for category in &feed.category {
            xml.empty("category", &[("scheme", category.scheme), ("term", &category.term)]);
        }
        xml.text("id", &[], &feed.id.value);
        // The request itself: its address is the ID.
        let itself = [
            ("href", &*feed.id.value),
            ("rel", "self"),
            ("type", "application/atom+xml"),
            ("hreflang", &*feed.lang),
            ("title", &*feed.title.value),
        ];
        xml.empty("link", &itself);
        feed.entry.iter().for_each(|entry| write_entry(xml, entry));
    })
}

fn write_entry(xml: &mut XmlDocument, entry: &KnowledgeEntry) {
    xml.element("entry", &[("xml:lang", &entry.lang)], |xml| {
        text(xml, "title", &entry.title);
        for FeedLink { title, href, rel, media_type, hreflang } in &entry.link {
            let attributes = [
                ("href", href.as_str()),
                ("rel", rel),
                ("type", media_type),
                ("hreflang", hreflang),
                ("title", title),
            ];
            xml.empty("link", &attributes);
        }
        xml.text("id", &[], &entry.id.value);
        xml.text("updated", &[], &entry.updated.value);
        if !entry.summary.value.is_empty() {
            text(xml, "summary", &entry.summary);
        }
    });
}

fn text(xml: &mut XmlDocument, name: &str, text: &TypedText) {
    let mut attributes = vec![("type", text.text_type)];
    attributes.extend(text.lang.as_deref().map(|lang| ("xml:lang", lang)));
    xml.text(name, &attributes, &text.value);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;
    use quick_xml::Reader;

    const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>"#;

    fn written(content: impl FnOnce(&mut XmlDocument)) -> String {
        let bytes = XmlDocument::write("r", &[("xmlns", "urn:x")], content);
        let text = String::from_utf8(bytes).unwrap();
        text.strip_prefix(&format!("{DECLARATION}<r xmlns=\"urn:x\">"))
            .and_then(|text| text.strip_suffix("</r>"))
            .unwrap()
            .to_owned()
    }

    #[test]
    fn text_and_attributes_are_escaped() {
        let check = |text: &str, in_text: &str, in_attribute: &str| {
            assert_eq!(written(|r| r.text("a", &[], text)), format!("<a>{in_text}</a>"), "{text:?}");
            let attribute = written(|r| r.empty("a", &[("b", text)]));
            assert_eq!(attribute, format!("<a b=\"{in_attribute}\"/>"), "{text:?}");
        };
        check("Crohn & co", "Crohn &amp; co", "Crohn &amp; co");
        check("]]></a><script>", "]]&gt;&lt;/a&gt;&lt;script&gt;", "]]&gt;&lt;/a&gt;&lt;script&gt;");
        check("\"it's\"", "&quot;it&apos;s&quot;", "&quot;it&apos;s&quot;");
        check("a\u{0}\u{8}\u{b}\u{1f}\u{7f}\u{85}\u{fffe}\u{ffff}b", "ab", "ab");
        check("哮喘 💉", "哮喘 💉", "哮喘 💉");
    }

    #[test]
    fn elements_nest() {
        let document = written(|r| {
            r.element("feed", &[("xml:lang", "en")], |feed| {
                feed.text("title", &[], "T");
                feed.empty("link", &[("rel", "self"), ("href", "/?a=1&b=2")]);
            });
        });
        let link = r#"<link rel="self" href="/?a=1&amp;b=2"/>"#;
        assert_eq!(document, format!(r#"<feed xml:lang="en"><title>T</title>{link}</feed>"#));
    }

    proptest! {
        #[test]
        fn whatever_text_is_given_reads_back_without_what_xml_cannot_hold(text in any::<String>()) {
            let document = XmlDocument::write("r", &[("a", &text)], |r| r.text("t", &[], &text));
            let document = String::from_utf8(document).unwrap();
            let mut reader = Reader::from_str(&document);
            let mut read = String::new();
            loop {
                match reader.read_event().unwrap() {
                    Event::Text(part) => read.push_str(&part),
                    Event::GeneralRef(name) => match name.resolve_char_ref().unwrap() {
                        Some(c) => read.push(c),
                        None => read.push_str(quick_xml::escape::resolve_xml_entity(&name).unwrap()),
                    },
                    Event::Eof => break,
                    _ => {}
                }
            }
            prop_assert_eq!(read, representable(&text));
        }
    }
}
