//! Links to the pages of a list: previous, page numbers, next.

use crate::web::pages::view::View;
use maud::{Markup, html};
use std::ops::RangeInclusive;

/// The pages of a list.
pub(in crate::web::pages) struct Pagination<'p> {
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
pub(in crate::web::pages) fn page_window(current: u64, total: u64, width: u64) -> RangeInclusive<u64> {
    let size = width.min(total);
    let first = current.saturating_sub((size - 1) / 2).min(total - size + 1).max(1);
    first..=first + size - 1
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
