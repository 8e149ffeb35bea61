//! What things are: plain types and pure rules, with no input or output.
//!
//! Everything above may use this folder; it uses nothing of ours.

pub mod accessibility;
pub mod accounts;
pub mod audit;
pub mod backup;
pub mod bulk_edit;
pub mod category;
pub mod citations;
pub mod clock;
pub mod day;
pub mod entity_tag;
pub mod error;
pub mod files;
pub mod guide;
pub mod handout_text;
pub mod import;
pub mod infobutton;
pub mod job;
pub mod json_shape;
pub mod keys;
pub mod languages;
pub mod link_check;
pub mod list_part;
pub mod orders;
pub mod packets;
pub mod page_urls;
pub mod pdf_check;
pub mod reports;
pub mod reviews;
pub mod search;
pub mod session;
pub mod table_import;
pub mod text;
pub mod text_bounds;
pub mod thesaurus;
pub mod translation;
pub mod usage;
mod variant_names;
