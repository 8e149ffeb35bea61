//! Values as bytes with a checksum.

use serde::{Deserialize, Serialize};

/// The bytes of a value, followed by their CRC-32.
pub(super) fn encode(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = postcard::to_stdvec(value).unwrap_or_default();
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Reads what [`encode`] has written; `None` when it is damaged.
pub(super) fn decode<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Option<T> {
    let (value, checksum) = bytes.split_last_chunk()?;
    (crc32fast::hash(value).to_le_bytes() == *checksum).then(|| postcard::from_bytes(value).ok())?
}
