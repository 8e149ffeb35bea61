//! The pages of the results.

use crate::web::pages::parts::pagination::{Pagination, page_window};
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// The number of page links on wide and on narrow screens.
const WIDTHS: [(&str, u64); 2] = [("wide", 5), ("narrow", 2)];

/// The links, once for wide and once for narrow screens; nothing for one page.
pub(in crate::web::pages) fn pagination(view: &View, search: &SearchAddress, total: u64) -> Markup {
    if total < 2 || search.page > total {
        return html! {};
    }
    let path = |page: u64| search.at_page(page);
    let links = |screen, width| {
        let pages = Pagination {
            label: view.texts.results.pages,
            current: search.page,
            total,
            screen: Some(screen),
            path: &path,
        };
        pages.links(view, page_window(search.page, total, width).map(Some))
    };
    html! {
        @for (screen, width) in WIDTHS { (links(screen, width)) }
    }
}
