//! How programs find this catalogue: the search of a browser's address bar, sitemaps, feeds; and the list of the
//! described addresses outside `/api`.

pub(in crate::web) mod feed;
pub(in crate::web) mod open_search;
mod response;
pub(in crate::web) mod robots;
pub(in crate::web) mod sitemap;

use crate::web::interface::handlers;
use crate::web::pages::{file_preview, infobutton, item_numbers, stored_file};

handlers![
    infobutton::info_button,
    item_numbers::to_citation,
    item_numbers::to_handout,
    stored_file::current,
    file_preview::current,
    file_preview::content,
    stored_file::content,
    open_search::description,
    sitemap::file_index,
    sitemap::numbered_file,
    feed::changes,
];
