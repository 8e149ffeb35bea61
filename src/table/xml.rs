//! What the readers of XML parts share.

use crate::model::error::{Error, Result};
use crate::table::archive::PartXml;
use crate::table::content::unreadable;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

/// The next event; an error of the XML is one of the file.
pub(super) fn next<'e>(xml: &mut PartXml<'_>, buffer: &'e mut Vec<u8>) -> Result<Event<'e>> {
    buffer.clear();
    xml.read_event_into(buffer).map_err(|e| damaged(&e.to_string()))
}

pub(super) fn damaged(cause: &str) -> Error {
    unreadable(format!(
        "This workbook is damaged ({cause}). Open it in a spreadsheet program and save it again."
    ))
}

/// The attribute with this name, prefix included.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok()??;
    attribute.normalized_value(XmlVersion::Explicit1_0).ok().map(std::borrow::Cow::into_owned)
}

/// A number in an attribute.
pub(super) fn number(start: &BytesStart<'_>, name: &str) -> Option<u32> {
    attribute(start, name)?.trim().parse().ok()
}

pub(super) fn is_true(start: &BytesStart<'_>, name: &str) -> bool {
    attribute(start, name).is_some_and(|value| matches!(value.trim(), "1" | "true"))
}

/// Adds what an event within an element stands for.
pub(super) fn add_text(event: &Event<'_>, text: &mut String) {
    match event {
        Event::Text(part) => text.push_str(&part.xml10_content()),
        Event::CData(part) => text.push_str(&part.xml10_content()),
        Event::GeneralRef(name) => match name.resolve_char_ref() {
            Ok(Some(character)) => text.push(character),
            _ => text.push_str(resolve_predefined_entity(name).unwrap_or_default()),
        },
        _ => {}
    }
}
