//! The text of handouts: reading it from the files that link checks fetch, and how hard it is to read. Contract section
//! 10.4.

pub mod extraction;
pub mod readability;
pub mod stored_files;
