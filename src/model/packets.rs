//! Packets: ordered lists of citations that a family gets together. Contract section 10.1.

pub mod access;
pub mod draft;
pub mod languages;
pub mod packet;
