//! The content of the list of packets: how to find one, the rows, the pages.

use crate::model::packets::packet::{PAGE, PacketPage};
use crate::web::pages::packets::address::PacketsAddress;
use crate::web::pages::packets::page_links::page_links;
use crate::web::pages::packets::row::packet_row;
use crate::web::pages::parts::buttons::link_button;
use crate::web::pages::parts::notice::error_notice;
use crate::web::pages::search::search_box::page_heading;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use maud::{Markup, html};

/// Longest text of the search box, in characters; the same as in the screens.
const MAX_CHARACTERS: usize = 200;

/// The list; `departments` are those to choose from.
pub(super) fn packets_content(
    view: &View,
    address: &PacketsAddress,
    departments: &[String],
    listed: &Result<PacketPage, Problem>,
) -> Markup {
    let texts = &view.texts.packets;
    html! {
        div class=[view.class("Page.page")] {
            (page_heading(false, None, &html! { (texts.title) }))
            p { (texts.lead) }
            div class=[view.class("PacketList.filters")] {
                (search_form(view, address))
                div class="needs-scripts" { (department_field(view, address, departments)) }
            }
            div class="without-scripts" { (department_links(view, address, departments)) }
            section class=[view.class("Page.section")] aria-label=(texts.title) {
                @match listed {
                    Ok(page) if page.found == 0 => (nothing_found(view, address)),
                    Ok(page) => (rows(view, address, page)),
                    Err(problem) if problem.is_preparing() => (preparing(view, address)),
                    Err(_) => (failed(view, address)),
                }
            }
        }
    }
}

/// The search box as a form, which keeps the department and the language of the page.
fn search_form(view: &View, address: &PacketsAddress) -> Markup {
    let texts = &view.texts.packets;
    html! {
        form method="get" action="/packets" class=[view.class("PacketList.find")] {
            div class=[view.class("Field.field")] {
                label for="packets-text" class=[view.class("Field.label")] { (texts.find) }
                input id="packets-text" type="search" name="q" maxlength=(MAX_CHARACTERS) dir="auto"
                    class=[view.class("Field.control")] value=(address.q);
            }
            @if !address.department.is_empty() {
                input type="hidden" name="department" value=(address.department);
            }
            @if let Some(tag) = view.named { input type="hidden" name="lang" value=(tag); }
            button type="submit" class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                span { (texts.search) }
            }
        }
    }
}

/// The list to choose from, which needs scripts.
fn department_field(view: &View, address: &PacketsAddress, departments: &[String]) -> Markup {
    let (texts, chosen) = (&view.texts.packets, address.department.as_str());
    html! {
        div class=[view.class("Field.field")] {
            label for="packets-department" class=[view.class("Field.label")] { (texts.department) }
            select id="packets-department" class=[view.class("Field.control")] {
                option value="" { (texts.all_departments) }
                @if is_unknown(chosen, departments) { option value=(chosen) selected { (chosen) } }
                @for name in departments {
                    option value=(name) selected[name == chosen] { (name) }
                }
            }
        }
    }
}

/// The same as links.
fn department_links(view: &View, address: &PacketsAddress, departments: &[String]) -> Markup {
    let (texts, chosen) = (&view.texts.packets, address.department.as_str());
    let link = |name: &str, label: &Markup| {
        let href = address.in_department(name).path(view.named);
        html! {
            li { a href=(href) aria-current=[(name == chosen).then_some("true")] { (label) } }
        }
    };
    let named = |name: &str| html! { bdi lang=[view.english()] { (name) } };
    let all = html! { (texts.all_departments) };
    html! {
        details {
            summary {
                (texts.department) ": " @if chosen.is_empty() { (all) } @else { (named(chosen)) }
            }
            ul class=[view.class("HomeView.links")] {
                (link("", &all))
                @for name in departments { (link(name, &named(name))) }
            }
        }
    }
}

fn is_unknown(chosen: &str, departments: &[String]) -> bool {
    !chosen.is_empty() && !departments.iter().any(|name| name == chosen)
}

fn rows(view: &View, address: &PacketsAddress, page: &PacketPage) -> Markup {
    let texts = &view.texts.packets;
    let pages = page.found.div_ceil(PAGE) as u64;
    html! {
        @if pages > 1 {
            p tabindex="-1" class="visually-hidden" {
                (view.text(view.texts.parts.page, &[("page", address.page.min(pages).into())]))
            }
        }
        div class=[view.class("Page.count")] {
            p { (view.text(texts.found, &[("count", page.found.into())])) }
            span class=[view.class("Page.downloads")] {
                a href=(address.download_path("csv")) download="packets.csv" { (texts.download) }
                a href=(address.download_path("xlsx")) download="packets.xlsx" { (texts.download_excel) }
            }
        }
        ol class=[view.class("PacketList.rows")] {
            @for packet in &page.packets { (packet_row(view, packet)) }
        }
        (page_links(view, address, pages))
    }
}

fn nothing_found(view: &View, address: &PacketsAddress) -> Markup {
    let texts = &view.texts.packets;
    html! {
        div class=[view.class("Page.empty")] {
            @if address.is_filtered() {
                p { (texts.no_match) }
                a href=(PacketsAddress::parse("").path(view.named)) { (texts.show_all) }
            } @else if address.obsolete {
                p { (texts.no_obsolete) }
            } @else {
                p { (texts.none) }
            }
        }
    }
}

/// A link that tries again; the screens do it by themselves.
fn preparing(view: &View, address: &PacketsAddress) -> Markup {
    html! {
        div class={ (view.class("Page.empty").unwrap_or_default()) " without-scripts" } {
            p { (view.texts.parts.preparing) }
            p { a href=(address.path(view.named)) { (view.texts.parts.try_again) } }
        }
    }
}

fn failed(view: &View, address: &PacketsAddress) -> Markup {
    let retry = link_button(view, "secondary", &address.path(view.named), view.texts.parts.try_again);
    error_notice(view, view.texts.packets.failed, view.texts.shell.try_later, &retry)
}
