//! The real binary, from outside: files named like the addresses in `src/web/api`, and the faults it has to bear.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod backup;
mod bearer;
mod citations;
mod code_flow;
mod commands;
mod config;
mod connections;
mod downloads;
mod faults;
mod hostile;
mod imports;
mod insight;
mod languages;
mod lookups;
mod mail;
mod migrations;
mod orders;
mod pages;
mod permissions;
mod qr;
mod restore;
mod roles;
mod sample;
mod screen_languages;
mod search;
mod service;
mod serving;
mod settings;
mod sign_in;
mod support;
mod targets;
mod transfer;
mod translations;
mod user;
mod words;
