//! The knowledge response as an Atom feed. The order of the elements is that of HL7's KnowledgeResponse, which is stricter
//! than RFC 4287.

use crate::model::infobutton::feed::{FeedLink, KnowledgeEntry, KnowledgeFeed, TypedText};
use crate::web::xml::document::XmlDocument;

/// The namespace of Atom.
const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The feed as a document.
pub(in crate::web) fn feed_xml(feed: &KnowledgeFeed) -> Vec<u8> {
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
