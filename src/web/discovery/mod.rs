//! How programs find this catalogue: the search of a browser's address bar, sitemaps, feeds.

pub(in crate::web) mod feed;
pub(in crate::web) mod open_search;
mod response;
pub(in crate::web) mod robots;
pub(in crate::web) mod sitemap;
