//! The printed sheet of a packet, for those without scripts: hospital, title, its QR code, and for each handout title, item
//! number, the address to type and its own QR code.

use crate::model::packets::packet::{Packet, PacketItem};
use crate::model::page_urls::typed_item_number;
use crate::web::pages::citation::content::paper_head;
use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::packet::shown_items::{language_of, title_of, usual_version, version_in};
use crate::web::pages::parts::code_on_paper::code_on_paper;
use crate::web::pages::parts::typed_address::typed_address;
use crate::web::pages::parts::version_link::not_yet;
use crate::web::pages::urls::component;
use crate::web::pages::view::{View, own_name};
use maud::{Markup, html};

/// Longer titles are printed smaller.
const LONG_TITLE: usize = 80;

/// How large the rows are, so that a packet of 20 takes one sheet and a short one can be read from a wall.
fn size_of(count: usize) -> &'static str {
    match count {
        0..=4 => "large",
        5..=8 => "medium",
        9..=12 => "small",
        _ => "dense",
    }
}

/// The sheet.
pub(in crate::web::pages) fn packet_sheet(
    view: &View,
    packet: &Packet,
    address: &str,
    language: Option<&OwnLanguage>,
) -> Markup {
    let (texts, head) = (&view.texts.packet, &packet.head);
    let tag = language.and_then(|language| language.tag.as_deref());
    let lang = tag.map(|tag| format!("&lang={}", component(tag))).unwrap_or_default();
    html! {
        div class=[view.class("PacketSheet.sheet")] {
            (paper_head(view, texts.printed_name, texts.printed_on))
            div class=[view.class("PacketSheet.top")] {
                div class=[view.class("PacketSheet.words")] {
                    h1 dir="auto" lang=[view.lang_of(&head.title, &[])] { (head.title) }
                    @if let Some(text) = &head.description {
                        p class=[view.class("PacketSheet.description")] dir="auto" lang=[view.lang_of(text, &[])] { (text) }
                    }
                    @if let Some(language) = language { p dir=(language.dir) { (own_name(language)) } }
                }
                div class=[view.class("PacketSheet.packetCode")] {
                    (code_on_paper(&format!("/api/qr?packet={}{lang}", component(address)), None))
                    p { (texts.scan_all) }
                }
            }
            ol class=[view.class("PacketSheet.items")] data-size=(size_of(packet.items.len())) {
                @for item in &packet.items { (sheet_item(view, item, language)) }
            }
        }
    }
}

fn sheet_item(view: &View, item: &PacketItem, language: Option<&OwnLanguage>) -> Markup {
    let (texts, shown) = (&view.texts.packet, &item.shown);
    let own = language.and_then(|language| version_in(item, language.tag.as_deref()?));
    let version = own.or_else(|| usual_version(item));
    let url = version.and_then(|version| version.url.as_deref());
    let number = version.and_then(|version| version.item_number.as_deref());
    let typed = number.filter(|_| url.is_some()).and_then(|n| typed_item_number(&view.config.public_url, n));
    let title = title_of(view, item, own);
    let is_long = title.text.chars().count() > LONG_TITLE;
    html! {
        li {
            div class=[view.class("PacketSheet.code")] {
                @if let Some(url) = url {
                    @let image = format!("/api/citations/{}/qr.png?url={}", component(&shown.citation), component(url));
                    (code_on_paper(&image, None))
                }
            }
            div class=[view.class("PacketSheet.words")] {
                h2 dir=(title.dir) data-long=[is_long.then_some("true")] lang=[title.lang] { (title.text) }
                (title.catalogue_title(view))
                @if let Some(version) = version { p { (own_name(&language_of(version))) } }
                @if let Some(language) = language.filter(|_| own.is_none()) { p { (not_yet(view, language)) } }
                @if let Some(number) = number {
                    p { (view.item_number_label(texts.item_number)) ": " bdi dir="ltr" { (number) } }
                }
                @if let Some(typed) = &typed { p { (typed_address(None, typed)) } }
                @if let Some(note) = &item.note { p dir="auto" lang=[view.lang_of(note, &[])] { (note) } }
                @if url.is_none() { p { (texts.ask_for_copy) } }
            }
        }
    }
}
