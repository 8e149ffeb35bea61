//! Releases: files checked by their detached signature (minisign) and by the list of checksums beside them, and the parts
//! that this program is made of.

mod checksums;
mod parts;
mod signature;

pub use checksums::{LIST_NAME, ListedFile, checksum_of, listed_files};
pub use parts::parts_list;
pub use signature::{Key, SignedFile, signature_beside, verify};
