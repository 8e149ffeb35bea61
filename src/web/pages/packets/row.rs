//! One packet of the list: title, description, number of handouts, department, day of the last change, languages.

use crate::model::packets::languages::PacketLanguage;
use crate::model::packets::packet::PacketSummary;
use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::urls;
use crate::web::pages::view::{View, own_name};
use maud::{Markup, html};

/// The row.
pub(super) fn packet_row(view: &View, packet: &PacketSummary) -> Markup {
    let (texts, head) = (&view.texts.packets, &packet.head);
    let name = head.readable_id.as_deref().unwrap_or(&head.id);
    let description = head.description.as_deref().filter(|text| !text.is_empty());
    html! {
        li class=[view.class("PacketList.row")] {
            h2 class=[view.class("PacketList.title")] dir="auto" {
                a href=(urls::packet(name)) lang=[view.lang_of(&head.title, &[])] { (head.title) }
            }
            @if let Some(text) = description {
                p class=[view.class("PacketList.description")] dir="auto" lang=[view.lang_of(text, &[])] { (text) }
            }
            p class=[view.class("PacketList.facts")] {
                span { (view.text(texts.handouts, &[("count", packet.count.into())])) }
                @if let Some(department) = &head.department { bdi lang=[view.english()] { (department) } }
                span { (view.text(texts.changed, &[("day", (&view.day_of_instant(&packet.updated)).into())])) }
            }
            @if !packet.languages.is_empty() {
                p class=[view.class("PacketList.facts")] {
                    @for language in &packet.languages { (own_name(&language_of(language))) }
                }
            }
        }
    }
}

fn language_of(language: &PacketLanguage) -> OwnLanguage {
    OwnLanguage {
        tag: language.tag.as_ref().map(|tag| tag.as_str().to_owned()),
        name: language.name.clone(),
        dir: language.dir,
    }
}
