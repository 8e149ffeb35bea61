//! The language versions of a citation: item number, revision date, QR code, file, order.

use crate::model::category::same_value;
use crate::model::citations::citation::{Citation, LanguageVersion, VersionFile};
use crate::model::files::FileType;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls;
use crate::web::pages::frame::sign_in_url;
use crate::web::pages::languages::{by_place, is_same_language, own_language};
use crate::web::pages::parts::{code_on_paper, preview, script_button, typed_address};
use crate::web::pages::search::home::help_contact;
use crate::web::pages::view::{View, component, own_name, visually_hidden};
use maud::{Markup, html};

/// What the rows have besides language, item number, date and file.
#[derive(Clone, Copy)]
struct Columns {
    codes: bool,
    orders: bool,
}

/// The table. `is_own`: published by the hospital itself, so that its versions have QR codes.
pub(in crate::web::pages) fn language_table(
    view: &View,
    citation: &Citation,
    named: Option<&LanguageTag>,
    is_own: bool,
) -> Markup {
    let texts = &view.texts.citation;
    if citation.languages.is_empty() {
        return html! { p { (texts.no_versions) } };
    }
    let is_orderable =
        citation.where_to_obtain.as_deref().is_some_and(|place| same_value(place, "Copy Center"));
    let columns = Columns {
        codes: is_own && citation.languages.iter().any(|version| opened_url(version).is_some()),
        orders: is_orderable && !citation.obsolete,
    };
    let class = format!(
        "{} {}",
        view.class("Table.table").unwrap_or_default(),
        view.classes(&["Paper.rows", "LanguageTable.versions"])
    );
    html! {
        div class=[view.class("Table.scroll")] {
            table class=(class) {
                caption { (visually_hidden(texts.versions)) }
                thead {
                    tr {
                        th scope="col" { (texts.language) }
                        th scope="col" { (view.item_number_label(texts.item_number)) }
                        th scope="col" { (texts.revision_date) }
                        @if columns.codes { th scope="col" { (texts.qr_code) } }
                        th scope="col" { (texts.view_column) }
                        @if columns.orders { th scope="col" { (texts.order_column) } }
                    }
                }
                tbody {
                    @for version in versions_in_order(view, citation, named) {
                        tr data-preferred=[is_named(view, named, version).then_some("true")] {
                            (cells(view, citation, version, columns))
                        }
                    }
                }
            }
        }
    }
}

/// The versions of a citation: those in the language that the address names first, then by their languages; those of one
/// language in the order given.
pub(super) fn versions_in_order<'c>(
    view: &View,
    citation: &'c Citation,
    named: Option<&LanguageTag>,
) -> Vec<&'c LanguageVersion> {
    let order = view.sorted_languages(citation.languages.iter().map(|version| version.lang.as_str()));
    let place = |version: &LanguageVersion| order.iter().position(|lang| *lang == version.lang);
    let mut versions: Vec<&LanguageVersion> = citation.languages.iter().collect();
    versions.sort_by(|a, b| by_place(place(a), place(b)));
    versions.sort_by_key(|version| !is_named(view, named, version));
    versions
}

fn is_named(view: &View, named: Option<&LanguageTag>, version: &LanguageVersion) -> bool {
    named.is_some_and(|tag| is_in_language(view, version, tag))
}

/// Whether a version is in the language of a tag.
pub(super) fn is_in_language(view: &View, version: &LanguageVersion, tag: &LanguageTag) -> bool {
    view.languages.tag_of(&version.lang).is_some_and(|known| is_same_language(tag.as_str(), known))
}

/// The address at which people open a version; `None` where there is none, and for a withdrawn file.
pub(super) fn opened_url(version: &LanguageVersion) -> Option<&str> {
    let is_withdrawn = version.file.as_ref().is_some_and(VersionFile::is_withdrawn);
    version.url.as_deref().filter(|url| !url.is_empty() && !is_withdrawn)
}

/// The type of a stored file.
fn file_type(version: &LanguageVersion) -> Option<FileType> {
    Some(version.file.as_ref()?.details.as_ref()?.media_type)
}

fn cells(view: &View, citation: &Citation, version: &LanguageVersion, columns: Columns) -> Markup {
    let texts = &view.texts.citation;
    let fact = view.class("LanguageTable.fact");
    let revised = citation.revision_dates.iter().filter(|revision| revision.lang == version.lang);
    let revised = revised.map(|revision| revision.revision_date.to_string()).max();
    let url = opened_url(version);
    let withdrawn = version.file.as_ref().and_then(|file| file.withdrawn.as_ref());
    let number = version.item_number.as_deref().filter(|_| columns.codes && url.is_some());
    let typed = number.and_then(|number| page_urls::typed_item_number(&view.config.public_url, number));
    html! {
        th scope="row" {
            (language_name(view, &version.lang))
            (version_title(view, citation, version))
            @if let Some(url) = url { (first_page(view, version, url)) }
            @if let Some(url) = url { (player(view, version, url)) }
            @if version.other_format { (other_format(view, &version.lang)) }
        }
        td data-label=(view.item_number_label(texts.item_number)) class=[fact] {
            @if let Some(number) = &version.item_number { bdi dir="ltr" { (number) } }
            @if let Some(address) = typed { (typed_address(view.class("Paper.only"), &address)) }
        }
        td data-label=(texts.revision_date) class=[fact] {
            @if let Some(day) = revised { (view.day(&day)) }
        }
        @if columns.codes {
            td data-code="true" class=[view.class("LanguageTable.codeCell")] {
                @if let Some(url) = url { (code(view, citation, &version.lang, url)) }
            }
        }
        td class=[view.class("LanguageTable.action")] {
            @if let Some(url) = url { (view_link(view, citation, version, url)) }
            (share_button(view, &version.lang))
            @if let Some(withdrawn) = withdrawn { (withdrawn_note(view, &withdrawn.reason)) }
        }
        @if columns.orders {
            td class=[view.class("LanguageTable.action")] { (order_link(view, &version.lang)) }
        }
    }
}

/// The name of a language value, followed by its own name if they differ.
fn language_name(view: &View, value: &str) -> Markup {
    let name = view.language_name(value);
    let own = view.languages.by_value(value).map(own_language).filter(|own| own.name != name);
    html! {
        bdi { (name) }
        @if let Some(own) = own {
            span class=[view.class("LanguageName.own")] { " " (own_name(&own)) }
        }
    }
}

/// The title of a version, where it has one of its own.
fn version_title(view: &View, citation: &Citation, version: &LanguageVersion) -> Markup {
    let Some(title) = version.title.as_deref().filter(|title| *title != citation.title) else {
        return html! {};
    };
    let lang = view.lang(view.languages.tag_of(&version.lang));
    let dir = view.languages.dir_of(&version.lang);
    html! { p class=[view.class("LanguageTable.title")] dir=(dir) lang=[lang] { (title) } }
}

/// The first page of a stored file, or the picture.
fn first_page(view: &View, version: &LanguageVersion, url: &str) -> Markup {
    let Some(file_type) = file_type(version).filter(|file_type| file_type.can_be_drawn()) else {
        return html! {};
    };
    let address = version.file.as_ref().filter(|file| file.has_preview()).map(|_| page_urls::preview(url));
    let type_name = file_type.extension().to_uppercase();
    preview(view, address.as_deref(), Some(&type_name), "LanguageTable.preview")
}

/// The button that asks for another format; without scripts, whom to ask.
fn other_format(view: &View, lang: &str) -> Markup {
    let button = view.texts.report.format_button;
    let name = html! { (button) (visually_hidden(html! { ": " (view.language_name(lang)) })) };
    html! {
        div class=[view.class("OtherFormat.place")] {
            (script_button(view, "", ("quiet", "small"), None, name))
            noscript { p { (button) " " (help_contact(view)) } }
        }
    }
}

/// The link to the image of a version's QR code; in print, the code itself.
fn code(view: &View, citation: &Citation, lang: &str, url: &str) -> Markup {
    html! {
        (code_link(view, citation, (lang, url), ("LanguageTable.code", "small")))
        noscript {
            (code_on_paper(&code_image(citation, url), Some(&view.classes(&["Paper.only", "Paper.code"]))))
        }
    }
}

fn code_image(citation: &Citation, url: &str) -> String {
    format!("/api/citations/{}/qr.png?url={}", component(&citation.id), component(url))
}

/// The link to the image of the QR code of the version in a language, with a class of a CSS module, or none, and a size.
pub(super) fn code_link(
    view: &View,
    citation: &Citation,
    (lang, url): (&str, &str),
    (class, size): (&str, &str),
) -> Markup {
    html! {
        a href=(code_image(citation, url)) class=(view.classes(&["Button.button", class])) data-variant="quiet" data-size=(size) {
            (view.icon("qr-code"))
            span { (view.texts.citation.qr_code) (visually_hidden(html! { ": " (view.language_name(lang)) })) }
        }
    }
}

/// Opens the file in a tab of its own; that of a stored file shows its type.
fn view_link(view: &View, citation: &Citation, version: &LanguageVersion, url: &str) -> Markup {
    let texts = &view.texts.citation;
    let is_video = citation.material_format.as_deref().is_some_and(|format| same_value(format, "Video"));
    let language = view.language_name(&version.lang);
    let type_name = file_type(version).map(|file_type| file_type.extension().to_uppercase());
    html! {
        a href=(url) target="_blank" rel="noopener noreferrer"
            class=(view.classes(&["Button.button", "LanguageTable.view"])) data-variant="soft" data-size="small" {
            span {
                @if is_video { (texts.view) } @else { (texts.view_and_print) }
                (visually_hidden(view.text(texts.opens_language, &[("language", (&language).into())])))
                @if let Some(name) = type_name {
                    span class=[view.class("LanguageTable.type")] { " " (name) }
                }
            }
            (view.icon("external-link"))
        }
    }
}

/// Shares the version; needs scripts.
fn share_button(view: &View, lang: &str) -> Markup {
    let texts = &view.texts.share;
    let label = view.text(texts.share_language, &[("language", (&view.language_name(lang)).into())]);
    html! {
        button type="button" class={ (view.class("IconButton.button").unwrap_or_default()) " needs-scripts" }
            aria-label=(label) title=(texts.share) { (view.icon("share-2")) }
    }
}

/// Instead of the link to a withdrawn file.
fn withdrawn_note(view: &View, reason: &str) -> Markup {
    let texts = &view.texts.citation;
    let reason = html! { bdi lang=[view.english()] { (reason) } };
    html! {
        p class=[view.class("LanguageTable.withdrawn")] {
            (texts.withdrawn) " " span { (view.rich(texts.withdrawn_reason, "reason", &reason)) }
        }
    }
}

/// Plays a stored sound file; nothing is loaded before. The path is that of this server, which may also be open at another
/// address than `server.public_url`.
fn player(view: &View, version: &LanguageVersion, url: &str) -> Markup {
    let is_sound = file_type(version).is_some_and(|file_type| file_type.media_type().starts_with("audio/"));
    let path = url::Url::parse(url).ok().filter(|_| is_sound).map(|url| url.path().to_owned());
    let Some(path) = path else { return html! {} };
    let language = view.language_name(&version.lang);
    let label = view.text(view.texts.citation.play, &[("language", (&language).into())]);
    html! {
        audio controls preload="none" class=[view.class("LanguageTable.player")] aria-label=(label) src=(path) {}
    }
}

/// Ordering requires a sign-in; nothing if nobody can sign in, or if the caller is signed in and the screens know the
/// order.
fn order_link(view: &View, lang: &str) -> Markup {
    if !view.config.sign_in.available || view.has_session {
        return html! {};
    }
    html! {
        a href=(sign_in_url(view)) rel="nofollow" class=[view.class("Button.button")] data-variant="secondary" data-size="small" {
            (view.icon("plus"))
            span { (view.texts.session.add_to_order) (visually_hidden(html! { ": " (view.language_name(lang)) })) }
        }
    }
}
