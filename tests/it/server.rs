//! The server itself: settings, commands, connections, pages, hostile requests.

pub mod behind_nginx;
pub mod bodies;
pub mod checks;
pub mod commands;
pub mod compression;
pub mod conditional;
pub mod config;
pub mod connections;
pub mod content;
pub mod help;
pub mod hostile;
mod page_fixtures;
pub mod pages;
pub mod release;
pub mod screen_languages;
pub mod service;
pub mod serving;
pub mod settings;
