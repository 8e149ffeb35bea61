//! Reads handout files: the text of PDF, HTML and plain text, what a PDF lacks for assistive technology, and previews. Stores
//! nothing.
//!
//! [`Extractor`] starts a child process of this program for each file; [`child`] is what runs in it. Files come from
//! anywhere, so that one is never parsed in the server itself: a parser that hangs, crashes or is taken over fails only
//! its own file.

pub mod child;
mod confinement;
mod extractor;
mod normalizing;
mod page_text;
mod pdf;
mod preview;

pub use extractor::{Extractor, PreviewKind, has_pdftoppm};
