//! The help: the list of the guide's pages, each page, and a search in them. These pages load no scripts.

pub(super) mod content;
pub(in crate::web) mod document;
pub(super) mod finding;
pub(in crate::web) mod handler;
