//! Parts that several pages share, in the markup of the components of the same names.

pub(super) mod badge;
pub(super) mod buttons;
pub(super) mod code_on_paper;
pub(super) mod frame;
pub(super) mod header;
pub(super) mod language_offer;
pub(super) mod notice;
pub(super) mod packet_links;
pub(super) mod pagination;
pub(in crate::web::pages) mod preview;
pub(super) mod screen_languages;
pub(super) mod shown_title;
pub(super) mod typed_address;
pub(super) mod version_link;
