//! Handout: the patient and family education catalogue of a children's hospital, as one binary.
//!
//! `ARCHITECTURE.md` describes the layers; a module depends only on modules in layers below its own.

pub mod audit_sinks;
pub mod cli;
pub mod domain;
pub mod files;
pub mod handout_text;
pub mod identity;
pub mod import_export;
pub mod link_check;
pub mod mail;
pub mod model;
pub mod qr;
pub mod release;
pub mod search;
pub mod settings;
pub mod store;
pub mod table;
pub mod web;
pub mod work;
