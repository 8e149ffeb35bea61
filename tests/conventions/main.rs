//! The rules of the source tree, held by tests: who may use whom, no circles, one clock, plain words, true documents.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod assurance;
mod categories;
mod documents;
mod layers;
mod schemas;
mod sizes;
mod sources;
mod words;
