//! A short list of links to packets: those that contain a handout, or those that a search finds.

use crate::web::pages::urls;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// A packet as it is linked to.
pub(in crate::web::pages) struct PacketLink<'p> {
    pub readable_id: &'p str,
    pub title: &'p str,
    /// How many handouts it has, where that is shown.
    pub count: Option<u32>,
}

/// The list; nothing without packets. `all` adds the link to all packets.
pub(in crate::web::pages) fn packet_links(
    view: &View,
    heading: &str,
    packets: &[PacketLink<'_>],
    all: bool,
) -> Markup {
    if packets.is_empty() {
        return html! {};
    }
    let texts = &view.texts.packet_links;
    html! {
        section aria-labelledby="packets" class=[view.class("PacketLinks.packets")] {
            h2 id="packets" { (heading) }
            ul {
                @for packet in packets {
                    li {
                        (view.icon("folder-open"))
                        a href=(urls::packet(packet.readable_id)) dir="auto" lang=[view.lang_of(packet.title, &[])] {
                            (packet.title)
                        }
                        @if let Some(count) = packet.count {
                            span class=[view.class("PacketLinks.count")] {
                                (view.text(texts.handouts, &[("count", count.into())]))
                            }
                        }
                    }
                }
            }
            @if all {
                a href="/packets" class=[view.class("PacketLinks.all")] { (texts.all_packets) }
            }
        }
    }
}
