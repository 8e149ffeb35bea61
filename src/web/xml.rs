//! XML documents that this server answers: feeds, sitemaps, descriptions. Only this module uses quick-xml.

pub(in crate::web) mod document;
pub(in crate::web) mod knowledge_feed;
