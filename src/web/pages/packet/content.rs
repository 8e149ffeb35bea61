//! The content of the page of a packet: title, description, language, and one row per handout.

use crate::model::packets::packet::Packet;
use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::packet::row::packet_row;
use crate::web::pages::packet::sheet::packet_sheet;
use crate::web::pages::packet::shown_items::choices;
use crate::web::pages::parts::buttons::{report_problem, script_button};
use crate::web::pages::search::browse::help_contact;
use crate::web::pages::search::search_box::{page_heading, search_below};
use crate::web::pages::urls::component;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The packet as visitors see it. `address` is its name in its URL.
pub(in crate::web::pages) fn packet_content(
    view: &View,
    packet: &Packet,
    address: &str,
    language: Option<&OwnLanguage>,
) -> Markup {
    let head = &packet.head;
    html! {
        article {
            div class=[view.class("PacketPage.screen")] {
                header class=[view.class("PacketPage.head")] {
                    (page_heading(false, view.lang_of(&head.title, &[]), &html! { (head.title) }))
                    @if let Some(text) = head.description.as_deref().filter(|text| !text.is_empty()) {
                        p class=[view.class("PacketPage.description")] dir="auto" lang=[view.lang_of(text, &[])] { (text) }
                    }
                }
                @if packet.items.is_empty() {
                    p class=[view.class("PacketPage.empty")] { (view.texts.packet.empty) }
                } @else {
                    (language_field(view, packet, language))
                    ol class=[view.class("PacketPage.rows")] {
                        @for item in &packet.items { (packet_row(view, item, language)) }
                    }
                }
                (actions(view, address, language))
                (report_problem(view, &help_contact(view)))
            }
            noscript { (packet_sheet(view, packet, address, language)) }
        }
    }
}

/// Chooses the language by a form; scripts need no button for it.
fn language_field(view: &View, packet: &Packet, chosen: Option<&OwnLanguage>) -> Markup {
    let texts = &view.texts.packet;
    let chosen_tag = chosen.and_then(|chosen| chosen.tag.as_deref());
    let total = packet.items.len();
    html! {
        div class=[view.class("PacketPage.language")] {
            div class=[view.class("Field.field")] {
                label for="packet-language" class=[view.class("Field.label")] { (texts.language) }
                select id="packet-language" name="lang" form="choose-language" lang=[chosen_tag]
                    class=[view.class("Field.control")] {
                    option value="" { (texts.choose_language) }
                    @for choice in choices(packet, chosen) {
                        @let values = [
                            ("name", (&choice.name).into()), ("count", choice.count.into()), ("total", total.into()),
                        ];
                        option value=(choice.tag) lang=(choice.tag) selected[chosen_tag == Some(choice.tag.as_str())] {
                            (view.text(texts.language_count, &values))
                        }
                    }
                }
            }
            form id="choose-language" method="get" action=(view.path) class="without-scripts" {
                button type="submit" class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                    span { (view.texts.server.show) }
                }
            }
        }
    }
}

/// The actions of visitors on a packet.
fn actions(view: &View, address: &str, language: Option<&OwnLanguage>) -> Markup {
    let texts = &view.texts.packet;
    let tag = language.and_then(|language| language.tag.as_deref());
    let lang = tag.map(|tag| format!("&lang={}", component(tag))).unwrap_or_default();
    let image = format!("/api/qr?packet={}{lang}", component(address));
    html! {
        div role="group" aria-label=(texts.actions) class=[view.class("PacketPage.actions")] {
            a href=(image) class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                (view.icon("qr-code"))
                span { (texts.qr_code) }
            }
            (script_button(view, "", ("secondary", "normal"), Some("printer"), texts.print))
            (script_button(view, "", ("secondary", "normal"), Some("link"), texts.copy_link))
            (script_button(view, "", ("secondary", "normal"), Some("share-2"), view.texts.share.share))
        }
    }
}

/// Shown for an unknown or a deleted packet.
pub(in crate::web::pages) fn missing_packet(view: &View, is_deleted: bool) -> Markup {
    let texts = &view.texts.packet;
    let (heading, hint) =
        if is_deleted { (texts.deleted, texts.deleted_hint) } else { (texts.missing, texts.missing_hint) };
    html! {
        div class=[view.class("PacketPage.missing")] {
            (page_heading(false, None, &html! { (heading) }))
            p { (hint) }
            p { a href="/" { (texts.search) } }
        }
        (search_below(view, ""))
    }
}
