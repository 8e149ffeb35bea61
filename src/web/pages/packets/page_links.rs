//! The pages of the list: the first, the last and those around the current one; the same as in the screens
//! (`pageWindow.ts`).

use crate::web::pages::packets::address::PacketsAddress;
use crate::web::pages::parts::pagination::{Pagination, page_window};
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The number of consecutive pages, with the current one, that have links.
const AROUND: u64 = 3;

/// The pages to link to; `None` is a gap.
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
    let current = address.page.min(total);
    let path = |page: u64| address.at_page(page).path(view.named);
    let links = Pagination { label: view.texts.packets.pages, current, total, screen: None, path: &path };
    links.links(view, pages(current, total).into_iter())
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
