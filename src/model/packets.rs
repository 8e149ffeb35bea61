//! Packets: ordered lists of citations that a family gets together. Contract section 10.1.

pub mod access;
pub mod code;
pub mod draft;
pub mod import;
pub mod languages;
pub mod packet;
pub mod record;
