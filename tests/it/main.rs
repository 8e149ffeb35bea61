//! The real binary, from outside: files named like the addresses in `src/web/api`, and the faults it has to bear.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod backup;
mod bearer;
mod citations;
mod code_flow;
mod config;
mod faults;
mod hostile;
mod insight;
mod lookups;
mod mail;
mod pages;
mod qr;
mod sample;
mod search;
mod service;
mod serving;
mod settings;
mod sign_in;
mod support;
mod transfer;
mod user;
mod words;
