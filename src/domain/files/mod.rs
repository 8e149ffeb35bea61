//! Stored files of handouts: uploaded, referred to, served, withdrawn, deleted. Contract section 11.1.

pub mod adoption;
pub mod cleanup;
pub mod contents;
pub mod copies;
pub mod lock;
pub mod serving;
pub mod upload;
pub mod withdrawal;
