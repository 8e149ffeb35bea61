//! The SHA-256 of a content, which is what a stored file is called.

use crate::model::text::hex::lower_hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A SHA-256; as text 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// A text that is not a digest.
#[derive(Debug, thiserror::Error)]
#[error("expected 64 lower-case hexadecimal digits")]
pub struct NotADigest;

impl Digest {
    /// The digest with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// The digest of this text; `None` for anything but 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Digest> {
        let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = hex_value(pair[0])? << 4 | hex_value(pair[1])?;
        }
        Some(Digest(bytes))
    }

    /// Where the content is below the folder or prefix of a store: a folder of the first two digits, then the digest.
    pub fn relative_path(self) -> String {
        let digits = self.to_string();
        format!("{}/{digits}", &digits[..2])
    }
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lower_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Digest, NotADigest> {
        Digest::parse(text).ok_or(NotADigest)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(deserializer)?;
        Digest::parse(&text).ok_or_else(|| serde::de::Error::custom(NotADigest))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_digest_is_64_lower_case_digits() {
        let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let digest = Digest::parse(text).unwrap();
        assert_eq!(digest.to_string(), text);
        assert_eq!(digest.relative_path(), format!("e3/{text}"));
        assert_eq!(serde_json::from_value::<Digest>(serde_json::json!(text)).unwrap(), digest);
        for other in ["", &text[1..], &text.to_uppercase(), &text.replace('b', "g"), &format!("{text}0")] {
            assert!(Digest::parse(other).is_none(), "{other}");
        }
    }
}
