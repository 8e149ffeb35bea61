//! Where stored files are: the value of `files.store`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A store of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum StoreAddress {
    /// The folder `files` of the data directory.
    #[default]
    DataDirectory,
    /// Below a prefix of a bucket; the prefix has no slash at its ends and may be empty.
    S3 { bucket: String, prefix: String },
}

impl StoreAddress {
    /// The store of this text: empty, or `s3://bucket` and perhaps a prefix.
    pub fn parse(text: &str) -> Option<StoreAddress> {
        if text.trim().is_empty() {
            return Some(StoreAddress::DataDirectory);
        }
        let (bucket, prefix) = match text.trim().strip_prefix("s3://")? {
            rest if rest.contains('/') => rest.split_once('/')?,
            bucket => (bucket, ""),
        };
        let prefix = prefix.trim_matches('/');
        let is_bucket = (3..=63).contains(&bucket.len())
            && bucket
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
            && bucket.starts_with(|c: char| c.is_ascii_alphanumeric())
            && bucket.ends_with(|c: char| c.is_ascii_alphanumeric());
        let is_prefix = prefix.is_empty()
            || prefix.split('/').all(|part| {
                let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
                !matches!(part, "" | "." | "..") && part.bytes().all(is_plain)
            });
        (is_bucket && is_prefix)
            .then(|| StoreAddress::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::DataDirectory => Ok(()),
            StoreAddress::S3 { bucket, prefix } if prefix.is_empty() => write!(f, "s3://{bucket}"),
            StoreAddress::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

impl Serialize for StoreAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StoreAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoreAddress, D::Error> {
        let text = String::deserialize(deserializer)?;
        StoreAddress::parse(&text).ok_or_else(|| serde::de::Error::custom("not a store of files"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_the_data_directory_or_in_s3() {
        let s3 = |bucket: &str, prefix: &str| {
            Some(StoreAddress::S3 { bucket: bucket.into(), prefix: prefix.into() })
        };
        assert_eq!(StoreAddress::parse(""), Some(StoreAddress::DataDirectory));
        assert_eq!(StoreAddress::parse("s3://handouts"), s3("handouts", ""));
        assert_eq!(StoreAddress::parse("s3://hand.outs-1/a/b_c/"), s3("hand.outs-1", "a/b_c"));
        for other in ["files", "/srv/files", "s3:", "s3://", "s3://ab", "s3://Handouts", "s3://handouts/a//b"]
            .into_iter()
            .chain([
                "s3://handouts/../x",
                "s3://handouts/a b",
                "s3://-x-",
                "https://x.example/y",
                "gs://handouts",
            ])
        {
            assert_eq!(StoreAddress::parse(other), None, "{other}");
        }
    }
}
