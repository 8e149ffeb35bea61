//! The pages: HTML with the content of home, results, citations and packets, readable without scripts, which the screens take
//! over; embedded files; redirects. What the pages show comes from the same functions as the responses of the API.

pub(in crate::web) mod assets;
pub(in crate::web) mod citation;
mod document;
pub(in crate::web) mod frame;
pub(in crate::web) mod help;
pub(in crate::web) mod infobutton;
pub(in crate::web) mod language_choice;
mod languages;
pub(in crate::web) mod packet;
pub(in crate::web) mod packets;
mod parts;
pub(in crate::web) mod plain_page;
pub(in crate::web) mod redirects;
pub(in crate::web) mod screens;
pub(in crate::web) mod search;
pub(in crate::web) mod stored_file;
mod structured_data;
mod text_language;
mod view;
