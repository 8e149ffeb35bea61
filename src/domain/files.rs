//! Stored files of handouts: uploaded, referred to, served, withdrawn, deleted. Contract section 11.1.

pub mod adoption;
pub mod attach;
pub mod backup;
pub mod backup_folder;
pub mod cleanup;
pub(super) mod folder;
pub mod matching;
pub mod name_matches;
pub mod previews;
pub mod serving;
pub mod transfer;
pub mod upload;
pub mod watch;
pub mod withdrawal;
