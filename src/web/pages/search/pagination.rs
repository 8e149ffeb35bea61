//! Previous, page links, Next.

use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::view::View;
use maud::{Markup, html};
use std::ops::RangeInclusive;

/// How many page links there are on wide and on narrow screens.
const WIDTHS: [(&str, u64); 2] = [("wide", 5), ("narrow", 2)];

/// `width` consecutive pages around the current one, shifted to stay within 1 and `total`.
pub(in crate::web::pages) fn page_window(current: u64, total: u64, width: u64) -> RangeInclusive<u64> {
    let size = width.min(total);
    let first = current.saturating_sub((size - 1) / 2).min(total - size + 1).max(1);
    first..=first + size - 1
}

/// The links, once for wide and once for narrow screens; nothing for one page.
pub(in crate::web::pages) fn pagination(view: &View, search: &SearchAddress, total: u64) -> Markup {
    if total < 2 || search.page > total {
        return html! {};
    }
    html! {
        @for (screen, width) in WIDTHS { (links(view, search, total, screen, width)) }
    }
}

fn links(view: &View, search: &SearchAddress, total: u64, screen: &str, width: u64) -> Markup {
    let texts = &view.texts.parts;
    let word = view.class("Pagination.word");
    let previous = html! { (view.icon("chevron-left")) span class=[word] { (texts.previous) } };
    let next = html! { span class=[word] { (texts.next) } (view.icon("chevron-right")) };
    let before = Some(search.page - 1).filter(|page| *page > 0);
    let after = Some(search.page + 1).filter(|page| *page <= total);
    html! {
        nav aria-label=(view.texts.results.pages) class=[view.class("Pagination.pages")] data-screen=(screen) {
            ul {
                li { (edge(view, search, before, "prev", texts.previous_page, &previous)) }
                @for page in page_window(search.page, total, width) {
                    li {
                        a href=(search.at_page(page)) aria-label=(view.text(texts.page, &[("page", page.into())]))
                            aria-current=[(page == search.page).then_some("page")] { (page) }
                    }
                }
                li { (edge(view, search, after, "next", texts.next_page, &next)) }
            }
        }
    }
}

/// The link to the page before or after; a text at the first or last page.
fn edge(
    view: &View,
    search: &SearchAddress,
    page: Option<u64>,
    rel: &str,
    name: &str,
    content: &Markup,
) -> Markup {
    let class = view.class("Pagination.edge");
    html! {
        @match page {
            Some(page) => a href=(search.at_page(page)) aria-label=(name) class=[class] rel=(rel) { (content) },
            None => span class=[class] aria-hidden="true" data-off="true" { (content) },
        }
    }
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
