//! One handout of a packet: the version in the page's language as the main action, the other languages beside it.

use crate::model::packets::languages::PacketVersion;
use crate::model::packets::packet::PacketItem;
use crate::web::pages::languages::OwnLanguage;
use crate::web::pages::packet::shown_items::{language_of, title_of, usual_version, version_in};
use crate::web::pages::parts::badge::obsolete_badge;
use crate::web::pages::parts::preview::preview;
use crate::web::pages::parts::version_link::not_yet;
use crate::web::pages::urls;
use crate::web::pages::view::{View, own_name, visually_hidden};
use maud::{Markup, html};

/// The row.
pub(in crate::web::pages) fn packet_row(
    view: &View,
    item: &PacketItem,
    language: Option<&OwnLanguage>,
) -> Markup {
    let shown = &item.shown;
    let version = language.and_then(|language| version_in(item, language.tag.as_deref()?));
    let title = title_of(view, item, version);
    let main = version.or_else(|| usual_version(item));
    let is_main = version.is_some() || language.is_none();
    html! {
        li class=[view.class("PacketPage.row")] {
            @if let Some(address) = &shown.preview { (preview(view, Some(address), None, "PacketPage.preview")) }
            h2 class=[view.class("PacketPage.title")] dir="auto" {
                a href=(urls::citation(&shown.readable_id)) lang=[title.lang] dir=(title.dir) { (title.text) }
                @if shown.obsolete { (obsolete_badge(view)) }
            }
            (title.catalogue_title(view))
            @if let Some(before) = &item.replaces { (replaces(view, &before.title)) }
            @if let Some(note) = item.note.as_deref().filter(|note| !note.is_empty()) {
                p class=[view.class("PacketPage.note")] dir="auto" lang=[view.lang_of(note, &[])] { (note) }
            }
            @if let Some(language) = language.filter(|_| version.is_none()) {
                p class=[view.class("PacketPage.notYet")] { (not_yet(view, language)) }
            }
            @match main.and_then(|main| Some((main, main.url.as_deref()?))) {
                Some((main, url)) => (view_link(view, main, url, main.title.as_deref().unwrap_or(&shown.title), is_main)),
                None => p class=[view.class("PacketPage.muted")] { (view.texts.packet.no_file) },
            }
            (others(view, item, main))
        }
    }
}

fn replaces(view: &View, title: &str) -> Markup {
    let title = html! { bdi lang=[view.lang_of(title, &[])] { (title) } };
    html! {
        p class=[view.class("PacketPage.muted")] { (view.rich(view.texts.packet.replaces, "title", &title)) }
    }
}

fn view_link(view: &View, version: &PacketVersion, url: &str, title: &str, is_main: bool) -> Markup {
    let name = own_name(&language_of(version));
    let variant = if is_main { "primary" } else { "secondary" };
    html! {
        a href=(url) target="_blank" rel="noopener noreferrer"
            class=(view.classes(&["Button.button", "PacketPage.view"])) data-variant=(variant) {
            span {
                (view.rich(view.texts.preferred_language.view_in, "name", &name))
                (visually_hidden(view.text(view.texts.packet.open_version, &[("title", title.into())])))
            }
            (view.icon("external-link"))
        }
    }
}

/// The other versions with a file.
fn others(view: &View, item: &PacketItem, main: Option<&PacketVersion>) -> Markup {
    let texts = &view.texts.packet;
    let is_other = |version: &PacketVersion| !main.is_some_and(|main| std::ptr::eq(main, version));
    let others: Vec<(&PacketVersion, &str)> = item
        .shown
        .languages
        .iter()
        .filter(|version| is_other(version))
        .filter_map(|version| Some((version, version.url.as_deref()?)))
        .collect();
    if others.is_empty() {
        return html! {};
    }
    html! {
        div class=[view.class("PacketPage.others")] {
            span { (texts.also_in) }
            ul {
                @for (version, url) in others {
                    li {
                        a href=(url) target="_blank" rel="noopener noreferrer" {
                            (own_name(&language_of(version)))
                            @let title = version.title.as_deref().unwrap_or(&item.shown.title);
                            (visually_hidden(view.text(texts.open_version, &[("title", title.into())])))
                        }
                    }
                }
            }
        }
    }
}
