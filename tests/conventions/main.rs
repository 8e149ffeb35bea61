//! Rules of the source tree that tests check: layers, cycles, one clock, file sizes, the glossary, accurate documents.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod assurance;
mod categories;
mod documents;
mod guide;
mod layers;
mod schemas;
mod sizes;
mod sources;
mod words;
