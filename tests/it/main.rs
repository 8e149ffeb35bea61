//! The real binary, from outside: a folder per subject, and the errors that it has to withstand.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod accounts;
mod audit;
mod catalogue;
mod faults;
mod file_store;
mod files;
mod handout_text;
mod index_rebuilds;
mod infobutton;
mod links;
mod litestream;
mod mail;
mod open_web;
mod orders;
mod packets;
mod replica;
mod searching;
mod server;
mod stored_files;
mod support;
mod usage;
