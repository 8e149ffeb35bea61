//! How programs find this catalogue: the search of a browser's address bar, sitemaps, feeds; and the list of the
//! described addresses outside `/api`.

pub(super) mod feed;
pub(super) mod open_search;
pub(super) mod sitemap;

use crate::web::interface::handlers;
use crate::web::pages::{infobutton, redirects, stored_file};

handlers![
    infobutton::info_button,
    redirects::to_citation,
    redirects::to_handout,
    stored_file::current,
    stored_file::current_preview,
    stored_file::preview_content,
    stored_file::content,
    open_search::description,
    sitemap::file_index,
    sitemap::numbered_file,
    feed::changes,
];
