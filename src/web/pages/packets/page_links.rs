//! Previous, the first and the last page and those around this one, Next; the rules are those of the screens
//! (`pageWindow.ts`).

use crate::web::pages::packets::address::PacketsAddress;
use crate::web::pages::search::pagination::page_window;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// How many pages around the current one are linked to.
const AROUND: u64 = 3;

/// The pages to link to; `None` stands for those left out.
fn pages(current: u64, total: u64) -> Vec<Option<u64>> {
    let near = page_window(current, total, AROUND);
    let mut pages = Vec::new();
    for page in 1..=total {
        if page == 1 || page == total || near.contains(&page) {
            pages.push(Some(page));
        } else if pages.last() != Some(&None) {
            pages.push(None);
        }
    }
    pages
}

/// The links; nothing for one page.
pub(super) fn page_links(view: &View, address: &PacketsAddress, total: u64) -> Markup {
    if total < 2 {
        return html! {};
    }
    let (texts, current) = (&view.texts.parts, address.page.min(total));
    let word = view.class("Pagination.word");
    let href = |page: u64| address.at_page(page).path(view.named);
    let edge = |page: u64, rel: &str, name: &str, content: &Markup| {
        let class = view.class("Pagination.edge");
        html! {
            @if (1..=total).contains(&page) {
                a href=(href(page)) aria-label=(name) class=[class] rel=(rel) { (content) }
            } @else {
                span class=[class] aria-hidden="true" data-off="true" { (content) }
            }
        }
    };
    let previous = html! { (view.icon("chevron-left")) span class=[word] { (texts.previous) } };
    let next = html! { span class=[word] { (texts.next) } (view.icon("chevron-right")) };
    html! {
        nav aria-label=(view.texts.packets.pages) class=[view.class("Pagination.pages")] {
            ul {
                li { (edge(current - 1, "prev", texts.previous_page, &previous)) }
                @for page in pages(current, total) {
                    @if let Some(page) = page {
                        li {
                            a href=(href(page)) aria-label=(view.text(texts.page, &[("page", page.into())]))
                                aria-current=[(page == current).then_some("page")] { (page) }
                        }
                    } @else {
                        li aria-hidden="true" class=[view.class("Pagination.gap")] { "…" }
                    }
                }
                li { (edge(current + 1, "next", texts.next_page, &next)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margins_and_the_pages_around_are_linked_to() {
        let check = |current: u64, total: u64, expected: &[u64]| {
            let found: Vec<u64> = pages(current, total).into_iter().map(Option::unwrap_or_default).collect();
            assert_eq!(found, expected, "{current} of {total}");
        };
        check(1, 2, &[1, 2]);
        check(1, 9, &[1, 2, 3, 0, 9]);
        check(5, 9, &[1, 0, 4, 5, 6, 0, 9]);
        check(9, 9, &[1, 0, 7, 8, 9]);
    }
}
