//! Reviews of citations and the digest of what is due.

pub mod digest;
pub mod review;
