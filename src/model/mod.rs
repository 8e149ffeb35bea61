//! What things are: plain types and pure rules, with no input or output.
//!
//! Everything above may use this folder; it uses nothing of ours.

pub mod category;
pub mod category_fields;
pub mod characters;
pub mod citation;
pub mod citation_draft;
pub mod citation_history;
mod citation_parts;
pub mod clock;
pub mod day;
pub mod doubles;
pub mod email_address;
pub mod error;
pub mod error_chain;
pub mod filter;
pub mod html;
pub mod import;
pub mod insight;
pub mod item_number;
pub mod job;
pub mod json_fields;
pub mod json_size;
pub mod language;
pub mod language_names;
pub mod language_tag;
pub mod order;
pub mod order_price;
pub mod order_queue;
pub mod order_record;
pub mod order_state;
pub mod order_totals;
pub mod readable_id;
pub mod required_fields;
pub mod review;
pub mod rights;
pub mod rule_values;
pub mod script;
pub mod search;
pub mod server_texts;
pub mod session;
mod sorted_lines;
pub mod terms;
pub mod translation;
pub mod user;
pub mod words;
