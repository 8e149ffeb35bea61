//! The pages: HTML with the content of home, results, citations and packets, readable without scripts, which the screens take
//! over; embedded files; redirects. What the pages show comes from the same functions as the responses of the API.

pub(super) mod assets;
pub(super) mod citation;
mod document;
pub(super) mod frame;
pub(super) mod help;
pub(super) mod infobutton;
pub(super) mod language_choice;
mod languages;
pub(super) mod packet;
pub(super) mod packets;
mod parts;
pub(super) mod plain_page;
pub(super) mod redirects;
pub(super) mod screens;
pub(super) mod search;
pub(super) mod stored_file;
mod structured_data;
mod text_language;
mod view;
