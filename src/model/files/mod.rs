//! Stored files: their digests, types and names.

mod digest;
mod file_address;
mod file_name;
mod file_type;
mod store_address;
mod upload;

pub use digest::Digest;
pub use file_address::FileAddress;
pub use file_name::FileName;
pub use file_type::FileType;
pub use store_address::StoreAddress;
pub use upload::UploadedFile;

/// A content that a database refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    pub digest: Digest,
    /// In bytes.
    pub size: u64,
    /// The name at its last upload.
    pub name: String,
}
