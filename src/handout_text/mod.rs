//! Reads the text of handout files: PDF, HTML and plain text. Stores nothing.
//!
//! [`Extractor`] starts a child process of this program for each file; [`child`] is what runs in it. Files come from
//! anywhere, so that one is never parsed in the server itself: a parser that hangs, crashes or is taken over fails only
//! its own file.

mod accessibility;
pub mod child;
mod confinement;
mod extractor;
mod normalizing;
mod page_text;
mod pdf_facts;
mod pdf_text;
mod preview;

pub use extractor::{Extractor, PreviewKind, has_pdftoppm};
