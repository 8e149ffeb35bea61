//! The section of stored files.

use crate::model::files::StoreAddress;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use url::Url;

/// `[files]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Files {
    pub store: StoreAddress,
    /// The largest file that is taken, in megabytes of 1,048,576 bytes.
    pub max_mb: u32,
    /// Whether what link checks fetch is stored.
    pub keep: KeepCopies,
    /// The address of the S3-compatible store; that of AWS without it.
    pub s3_endpoint: Option<Url>,
    pub s3_region: String,
    pub s3_access_key: Option<String>,
    pub s3_access_key_file: Option<PathBuf>,
    pub s3_secret_key: Option<String>,
    pub s3_secret_key_file: Option<PathBuf>,
}

impl Default for Files {
    fn default() -> Self {
        Files {
            store: StoreAddress::DataDirectory,
            max_mb: 50,
            keep: KeepCopies::Off,
            s3_endpoint: None,
            s3_region: "us-east-1".into(),
            s3_access_key: None,
            s3_access_key_file: None,
            s3_secret_key: None,
            s3_secret_key_file: None,
        }
    }
}

impl Files {
    /// The largest file that is taken.
    pub fn max_bytes(&self) -> u64 {
        u64::from(self.max_mb) << 20
    }
}

/// Which files of other servers are stored when a link check fetches them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeepCopies {
    /// None.
    #[default]
    Off,
    /// Each new content.
    Changed,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::path::Path;

    #[test]
    fn the_proxies_of_the_guides_let_files_of_the_default_size_through() {
        for page in ["docs/operations/install.md", "assets/replicas/nginx.conf"] {
            let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
            let block = text.split("location /api/files {").nth(1).unwrap().split('}').next().unwrap();
            let limit = block.split("client_max_body_size ").nth(1).unwrap().split("m;").next().unwrap();
            assert!(limit.parse::<u32>().unwrap() > Files::default().max_mb, "{page}: {limit}");
            assert!(block.contains("proxy_request_buffering off;"), "{page}");
        }
    }
}
