//! QR codes, and the card that is copied or saved: code, title and address on one image.
//!
//! Everything is drawn with the embedded fonts; nothing of the machine's is used.

mod card;
mod code;
mod image;
mod text;

pub use card::card_png;
pub use code::code_png;
