//! Parts that several pages share, in the markup of the components of the same names.

use crate::model::search::request::HitVersion;
use crate::web::pages::languages::{OwnLanguage, offered_languages};
use crate::web::pages::view::{self, View, own_name, visually_hidden};
use maud::{Markup, Render, html};
use std::ops::RangeInclusive;
use url::Url;

/// The label of an obsolete citation, after its title.
pub(super) fn obsolete_badge(view: &View) -> Markup {
    html! { " " span class=[view.class("Badge.badge")] { (view.texts.parts.obsolete) } }
}

/// A link that looks like a button of normal size.
pub(super) fn link_button(view: &View, variant: &str, href: &str, content: impl Render) -> Markup {
    html! {
        a href=(href) class=[view.class("Button.button")] data-variant=(variant) data-size="normal" {
            span { (content) }
        }
    }
}

/// A button that needs scripts; `class` is one of a CSS module, or empty.
pub(super) fn script_button(
    view: &View,
    class: &str,
    (variant, size): (&str, &str),
    icon: Option<&str>,
    content: impl Render,
) -> Markup {
    html! {
        button type="button" class={ (view.classes(&["Button.button", class])) " needs-scripts" }
            data-variant=(variant) data-size=(size) {
            @if let Some(icon) = icon { (view.icon(icon)) }
            span { (content) }
        }
    }
}

/// The button that reports a problem with what the page shows, and its replacement without scripts.
pub(super) fn report_problem(view: &View, without_scripts: &Markup) -> Markup {
    html! {
        div class=[view.class("ReportProblem.place")] {
            (script_button(view, "", ("quiet", "normal"), Some("flag"), view.texts.report.button))
            noscript { (without_scripts) }
        }
    }
}

/// What an image shows on the screen: nothing. Without scripts browsers ignore `loading="lazy"`.
const NO_IMAGE: &str = "data:,";

/// The code, which is fetched only when the page is printed. It has no alternative text, because its target is printed
/// beside it.
pub(super) fn code_on_paper(image: &str, class: Option<&str>) -> Markup {
    html! {
        picture {
            source media="print" srcset=(image);
            img src=(NO_IMAGE) alt="" aria-hidden="true" width="192" height="192" class=[class];
        }
    }
}

/// How many languages are offered.
const MAX_OFFERED: usize = 3;

/// The offer; nothing when no language that somebody reads has handouts. `first` are tags offered before those of the browser,
/// such as those of selected filters.
pub(super) fn language_offer(view: &View, first: &[String]) -> Markup {
    let wanted: Vec<String> = first.iter().chain(&view.accepted_languages).cloned().collect();
    let choosable = view.languages.choosable();
    let languages = offered_languages(&wanted, &choosable);
    if languages.is_empty() || view.has_session {
        return html! {};
    }
    let texts = &view.texts.language_offer;
    let line = view.class("LanguageLine.line").unwrap_or_default();
    let class = view.classes(&["LanguageLine.language", "LanguageOffer.language"]);
    html! {
        div class={ (line) " needs-scripts" } {
            span id="language-offer" { (texts.offer) }
            ul aria-labelledby="language-offer" class=[view.class("LanguageLine.list")] {
                @for language in languages.into_iter().take(MAX_OFFERED) {
                    li { button type="button" class=(class) { (own_name(&language.own)) } }
                }
            }
            button type="button" aria-label=(texts.end_offers) title=(texts.end_offers) class=[view.class("IconButton.button")] {
                (view.icon("x"))
            }
        }
    }
}

/// An error with its text and what can be done.
pub(super) fn error_notice(view: &View, title: &str, text: &str, actions: &Markup) -> Markup {
    html! {
        div class=[view.class("Notice.notice")] data-variant="error" role="alert" {
            (view.icon_with_class("circle-alert", "Notice.icon"))
            div class=[view.class("Notice.text")] {
                p class=[view.class("Notice.title")] { (title) }
                div { (text) }
                div class=[view.class("Notice.actions")] { (actions) }
            }
        }
    }
}

/// A packet as it is linked to.
pub(super) struct PacketLink<'p> {
    pub readable_id: &'p str,
    pub title: &'p str,
    /// How many handouts it has, where that is shown.
    pub count: Option<u32>,
}

/// The list; nothing without packets. `all` adds the link to all packets.
pub(super) fn packet_links(view: &View, heading: &str, packets: &[PacketLink<'_>], all: bool) -> Markup {
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
                        a href=(view::packet(packet.readable_id)) dir="auto" lang=[view.lang_of(packet.title, &[])] {
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

/// The pages of a list.
pub(super) struct Pagination<'p> {
    /// The accessible name.
    pub label: &'p str,
    pub current: u64,
    pub total: u64,
    /// The screens that show it, `wide` or `narrow`; all by default.
    pub screen: Option<&'p str>,
    /// The path of a page.
    pub path: &'p dyn Fn(u64) -> String,
}

impl Pagination<'_> {
    /// The links to these pages, where `None` is a gap, and to the pages before and after the current one.
    pub fn links(&self, view: &View, pages: impl Iterator<Item = Option<u64>>) -> Markup {
        let texts = &view.texts.parts;
        let word = view.class("Pagination.word");
        let previous = html! { (view.icon("chevron-left")) span class=[word] { (texts.previous) } };
        let next = html! { span class=[word] { (texts.next) } (view.icon("chevron-right")) };
        html! {
            nav aria-label=(self.label) class=[view.class("Pagination.pages")] data-screen=[self.screen] {
                ul {
                    li { (self.edge(view, self.current - 1, "prev", texts.previous_page, &previous)) }
                    @for page in pages {
                        @if let Some(page) = page {
                            li {
                                a href=((self.path)(page))
                                    aria-label=(view.text(texts.page, &[("page", page.into())]))
                                    aria-current=[(page == self.current).then_some("page")] { (page) }
                            }
                        } @else {
                            li aria-hidden="true" class=[view.class("Pagination.gap")] { "…" }
                        }
                    }
                    li { (self.edge(view, self.current + 1, "next", texts.next_page, &next)) }
                }
            }
        }
    }

    /// The link to the page before or after; a text at the first or last page.
    fn edge(&self, view: &View, page: u64, rel: &str, name: &str, content: &Markup) -> Markup {
        let class = view.class("Pagination.edge");
        html! {
            @if (1..=self.total).contains(&page) {
                a href=((self.path)(page)) aria-label=(name) class=[class] rel=(rel) { (content) }
            } @else {
                span class=[class] aria-hidden="true" data-off="true" { (content) }
            }
        }
    }
}

/// `width` consecutive pages around the current one, shifted to stay within 1 and `total`.
pub(super) fn page_window(current: u64, total: u64, width: u64) -> RangeInclusive<u64> {
    let size = width.min(total);
    let first = current.saturating_sub((size - 1) / 2).min(total - size + 1).max(1);
    first..=first + size - 1
}

/// The preview at this address, which has no width, else a plain sheet with the type of the file; `class` is one of a CSS
/// module. The page asks for the path alone: the server may also be open at another address than `server.public_url`.
pub(super) fn preview(view: &View, address: Option<&str>, type_name: Option<&str>, class: &str) -> Markup {
    let path =
        |address: &str| Url::parse(address).map_or_else(|_| address.to_owned(), |url| url.path().to_owned());
    html! {
        span class=(view.classes(&["Preview.sheet", class])) data-type=[type_name] {
            @if let Some(path) = address.map(path) {
                img src={ (path) "?w=160" } srcset={ (path) "?w=160 1x, " (path) "?w=320 2x" } alt="" loading="lazy"
                    decoding="async";
            }
        }
    }
}

/// The title of a language version, with the tag and the direction of its language.
pub(super) struct VersionTitle<'t> {
    pub text: &'t str,
    pub tag: Option<&'t str>,
    pub dir: &'t str,
}

impl<'t> VersionTitle<'t> {
    /// The title of the version that suits who searches, if there is one and it has a title.
    pub fn found(version: Option<&'t HitVersion>) -> Option<VersionTitle<'t>> {
        let version = version?;
        Some(VersionTitle {
            text: version.title.as_deref()?,
            tag: Some(version.tag.as_str()).filter(|tag| !tag.is_empty()),
            dir: version.dir.as_deref().unwrap_or("auto"),
        })
    }
}

/// A title as it is shown.
pub(super) struct ShownTitle<'t> {
    pub text: &'t str,
    pub lang: Option<&'t str>,
    pub dir: &'t str,
    /// The title of the catalogue, with its language, where another one is shown.
    below: Option<(&'t str, Option<&'t str>)>,
}

impl<'t> ShownTitle<'t> {
    /// The title of the version, else the catalogue's; `tags` are those of all versions.
    pub fn new(
        view: &View,
        catalogue: &'t str,
        tags: &[Option<&'t str>],
        version: Option<VersionTitle<'t>>,
    ) -> ShownTitle<'t> {
        let lang = view.lang_of(catalogue, tags);
        match version.filter(|version| version.text != catalogue) {
            Some(VersionTitle { text, tag, dir }) => {
                ShownTitle { text, lang: view.lang(tag), dir, below: Some((catalogue, lang)) }
            }
            None => ShownTitle { text: catalogue, lang, dir: "auto", below: None },
        }
    }

    /// The title of the catalogue, in smaller type.
    pub fn catalogue_title(&self, view: &View) -> Markup {
        self.below.map_or_else(|| html! {}, |(title, lang)| catalogue_title(view, title, lang))
    }
}

/// The title of the catalogue below another one.
pub(super) fn catalogue_title(view: &View, title: &str, lang: Option<&str>) -> Markup {
    html! { p class=[view.class("CatalogueTitle.title")] dir="auto" lang=[lang] { (title) } }
}

/// The address to type. It breaks before its path.
pub(super) fn typed_address(class: Option<&str>, address: &str) -> Markup {
    let end = address.rfind("/i/").unwrap_or(address.len());
    html! { bdi dir="ltr" class=[class] { (address[..end]) wbr; (address[end..]) } }
}

/// The link to a version; a text where it has no file.
pub(super) fn version_link(
    view: &View,
    language: &OwnLanguage,
    url: Option<&str>,
    title: &str,
    (variant, size): (&str, &str),
) -> Markup {
    let texts = &view.texts.preferred_language;
    let name = own_name(language);
    let Some(url) = url else {
        return html! { span { (view.rich(texts.available_in, "name", &name)) } };
    };
    html! {
        a href=(url) target="_blank" rel="noopener noreferrer" class=[view.class("Button.button")]
            data-variant=(variant) data-size=(size) {
            span {
                (view.rich(texts.view_in, "name", &name))
                (visually_hidden(html! { ": " bdi { (title) } " " (view.texts.parts.new_tab) }))
            }
            (view.icon("external-link"))
        }
    }
}

/// States that a handout is not available in a language.
pub(super) fn not_yet(view: &View, language: &OwnLanguage) -> Markup {
    html! { span { (view.rich(view.texts.preferred_language.not_yet, "name", &own_name(language))) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_within_the_pages() {
        let check = |current, total, width, expected: RangeInclusive<u64>| {
            assert_eq!(page_window(current, total, width), expected, "{current} of {total}");
        };
        check(1, 10, 5, 1..=5);
        check(5, 10, 5, 3..=7);
        check(10, 10, 5, 6..=10);
        check(2, 3, 5, 1..=3);
        check(4, 9, 2, 4..=5);
        check(9, 9, 2, 8..=9);
    }
}
