//! Reviews of citations and the digest mails about them.

pub(in crate::store) mod digests;
pub(in crate::store) mod list;
