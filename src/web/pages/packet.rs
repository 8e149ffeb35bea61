//! `/packet/{id}`: the page of a packet. Title, description, language, a row for each handout, and a printed sheet for those
//! without scripts. Which version of a handout is shown follows the rules of the screens.

use crate::domain::app::App;
use crate::domain::packets::reading::{self, CurrentPacket};
use crate::model::error::Error;
use crate::model::languages::message::fill;
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::languages::PacketVersion;
use crate::model::packets::packet::{Packet, PacketItem};
use crate::model::page_urls::{self, Found, typed_item_number};
use crate::web::blocking::run;
use crate::web::conditional::representation_tag;
use crate::web::pages::citation::content::paper_head;
use crate::web::pages::document::{Head, Kind, Page, PageData, respond};
use crate::web::pages::languages::{OwnLanguage, is_same_language, to_language_tag};
use crate::web::pages::parts::{
    ShownTitle, VersionTitle, code_on_paper, not_yet, obsolete_badge, preview, report_problem, script_button,
    typed_address,
};
use crate::web::pages::redirects::to_current_page;
use crate::web::pages::search::home::{help_contact, page_heading, search_below};
use crate::web::pages::view::{self, View, component, named_language, own_name, visually_hidden};
use crate::web::problem::{HttpResult, Problem};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use maud::{Markup, html};

/// The page of a packet: 404 for one that a visitor may not see, 410 for a deleted one, 302 for a former readable ID.
pub(in crate::web) async fn packet(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> HttpResult {
    if let Some(redirect) = to_language_tag(&request, &app) {
        return Ok(redirect);
    }
    let id = id.into_inner();
    let mut view = View::new(&request, &app, &named_language(&request));
    let requested_id = id.clone();
    let (found, view) = run(&app, move |app| {
        let _ = view.read_languages(app);
        let found = match reading::packet(&app.store, &requested_id, None, None) {
            Ok(Found::Moved(to)) => Ok(Found::Moved(to)),
            Ok(Found::Here(current)) => {
                let name = reading::packet_page(&app.store, &requested_id, None)?.0;
                Ok(Found::Here((current, name)))
            }
            Err(missing @ (Error::NotFound(_) | Error::Gone(_))) => Err(Problem::from(missing)),
            Err(other) => return Err(other),
        };
        Ok((found, view))
    })
    .await?;
    let data = PageData::with_shared_responses(&view);
    let path = format!("/api/packets/{}", component(&id));
    let page = match found {
        Ok(Found::Moved(to)) => return Ok(to_current_page(&request, &page_urls::packet("", &to, None))),
        Ok(Found::Here((current, name))) => {
            let language = handout_language(&view, &request, &current.packet);
            let address = current.packet.head.readable_id.as_deref().unwrap_or(&id);
            Page {
                content: packet_content(&view, &current.packet, address, language.as_ref()),
                ..found_page(
                    &view,
                    &path,
                    data,
                    &current,
                    view.canonical(page_urls::packet(&app.public_url, &name, None)),
                )?
            }
        }
        Err(problem) => missing_page(&view, &path, data, &problem),
    };
    Ok(respond(&view, &page))
}

/// The page of a packet before its content.
fn found_page(
    view: &View,
    path: &str,
    mut data: PageData,
    current: &CurrentPacket,
    canonical: String,
) -> Result<Page, Error> {
    let packet = &current.packet;
    let json = serde_json::to_vec(packet).map_err(|e| Error::internal("writing a packet", e))?;
    // Its owner and administrators get a different page.
    if !view.has_session {
        data.add_tagged(path, &representation_tag(&current.state, &json), &json);
    }
    let title = fill(view.texts.server.citation_title, "title", &packet.head.title);
    // The address of a personal packet is only for those who have its code.
    let is_listed = packet.head.published;
    let head = Head { canonical: Some(canonical), is_listed, ..Head::plain(title, view.texts) };
    Ok(Page { status: StatusCode::OK, head, kind: Kind::Packet, content: html! {}, data })
}

/// The page of an unknown or a deleted packet. A signed-in person may be its owner: the screens show it then, so only a
/// browser without scripts says that it is missing.
fn missing_page(view: &View, path: &str, mut data: PageData, problem: &Problem) -> Page {
    let is_deleted = problem.status() == StatusCode::GONE;
    if !view.has_session {
        data.add_problem(path, problem);
    }
    Page {
        status: problem.status(),
        head: Head::plain(missing_texts(view, is_deleted).0, view.texts),
        kind: Kind::Packet,
        content: if view.has_session {
            html! { noscript { (missing_packet(view, is_deleted)) } }
        } else {
            missing_packet(view, is_deleted)
        },
        data,
    }
}

/// The language in the page's address: as a handout of the packet has it, or by its name.
fn handout_language(view: &View, request: &HttpRequest, packet: &Packet) -> Option<OwnLanguage> {
    let (_, lang) =
        url::form_urlencoded::parse(request.query_string().as_bytes()).find(|(name, _)| name == "lang")?;
    let requested = LanguageTag::parse(&lang).ok()?;
    let known = packet.languages.iter().find(|language| {
        language.tag.as_ref().is_some_and(|tag| is_same_language(requested.as_str(), tag.as_str()))
    });
    Some(match known {
        Some(language) => OwnLanguage {
            tag: language.tag.as_ref().map(|tag| tag.as_str().to_owned()),
            name: language.name.clone(),
            dir: language.dir,
        },
        None => view.preferred(requested.as_str()).own,
    })
}

/// The packet as visitors see it. `address` is its name in its URL.
pub(super) fn packet_content(
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
pub(super) fn missing_packet(view: &View, is_deleted: bool) -> Markup {
    let (heading, hint) = missing_texts(view, is_deleted);
    html! {
        div class=[view.class("PacketPage.missing")] {
            (page_heading(false, None, &html! { (heading) }))
            p { (hint) }
            p { a href="/" { (view.texts.packet.search) } }
        }
        (search_below(view, ""))
    }
}

/// Its heading and what to do.
fn missing_texts(view: &View, is_deleted: bool) -> (&'static str, &'static str) {
    let texts = &view.texts.packet;
    if is_deleted { (texts.deleted, texts.deleted_hint) } else { (texts.missing, texts.missing_hint) }
}

/// The row.
pub(super) fn packet_row(view: &View, item: &PacketItem, language: Option<&OwnLanguage>) -> Markup {
    let shown = &item.shown;
    let version = language.and_then(|language| version_in(item, language.tag.as_deref()?));
    let title = title_of(view, item, version);
    let main = version.or_else(|| usual_version(item));
    let is_main = version.is_some() || language.is_none();
    let picture = version.and_then(|version| version.preview.as_ref()).or(shown.preview.as_ref());
    html! {
        li class=[view.class("PacketPage.row")] {
            @if let Some(address) = picture { (preview(view, Some(address), None, "PacketPage.preview")) }
            h2 class=[view.class("PacketPage.title")] dir="auto" {
                a href=(view::citation(&shown.readable_id)) lang=[title.lang] dir=(title.dir) { (title.text) }
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
pub(super) fn packet_sheet(
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

/// A version by the own name of its language.
pub(super) fn language_of(version: &PacketVersion) -> OwnLanguage {
    OwnLanguage {
        tag: version.tag.as_ref().map(|tag| tag.as_str().to_owned()),
        name: version.name.clone(),
        dir: version.dir,
    }
}

/// The title of a handout; `version` is the one in the language of the page.
pub(super) fn title_of<'i>(
    view: &View,
    item: &'i PacketItem,
    version: Option<&'i PacketVersion>,
) -> ShownTitle<'i> {
    let tags: Vec<Option<&str>> = item
        .shown
        .languages
        .iter()
        .filter_map(|version| version.tag.as_ref())
        .map(|tag| Some(tag.as_str()))
        .collect();
    let title = version.and_then(|version| {
        let tag = version.tag.as_ref().map(|tag| tag.as_str());
        Some(VersionTitle { text: version.title.as_deref()?, tag, dir: version.dir })
    });
    ShownTitle::new(view, &item.shown.title, &tags, title)
}

/// The version in a language, one with a file first.
pub(super) fn version_in<'i>(item: &'i PacketItem, tag: &str) -> Option<&'i PacketVersion> {
    let is_in = |version: &&PacketVersion| {
        version.tag.as_ref().is_some_and(|of_version| is_same_language(tag, of_version.as_str()))
    };
    let versions: Vec<&PacketVersion> = item.shown.languages.iter().filter(is_in).collect();
    versions.iter().find(|version| version.url.is_some()).or(versions.first()).copied()
}

/// The version for somebody without a language, or for a handout without theirs: English, else the first with a file.
pub(super) fn usual_version(item: &PacketItem) -> Option<&PacketVersion> {
    let languages = &item.shown.languages;
    version_in(item, "en")
        .or_else(|| languages.iter().find(|version| version.url.is_some()))
        .or(languages.first())
}

/// A language to choose for a packet, with how many handouts have it.
pub(super) struct Choice {
    pub tag: String,
    pub name: String,
    pub count: usize,
}

/// The languages to choose from, most handouts first; the chosen one is always among them.
pub(super) fn choices(packet: &Packet, chosen: Option<&OwnLanguage>) -> Vec<Choice> {
    let mut choices: Vec<Choice> = packet
        .languages
        .iter()
        .filter_map(|language| {
            let tag = language.tag.as_ref()?.as_str().to_owned();
            Some(Choice { tag, name: language.name.clone(), count: language.count as usize })
        })
        .collect();
    let Some((tag, name)) = chosen.and_then(|chosen| Some((chosen.tag.as_ref()?, &chosen.name))) else {
        return choices;
    };
    if !choices.iter().any(|choice| choice.tag == *tag) {
        let count = packet.items.iter().filter(|item| version_in(item, tag).is_some()).count();
        choices.push(Choice { tag: tag.clone(), name: name.clone(), count });
    }
    choices
}
