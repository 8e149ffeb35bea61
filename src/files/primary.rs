//! Fetches the contents that a replica lacks from its primary.

use crate::files::s3::http_client;
use crate::files::staged::{Received, StagedFile, StagingError};
use crate::model::error::{Error, Result, error_chain};
use crate::model::files::Digest;
use std::time::Duration;

/// How long the primary may take to answer, and between two pieces of a file.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// An address may have changed since the state of the replica.
const MAX_REDIRECTS: usize = 3;

/// The files of a primary, by their public addresses.
pub struct PrimaryFiles {
    client: reqwest::Client,
}

impl PrimaryFiles {
    pub fn new() -> Result<PrimaryFiles> {
        Ok(PrimaryFiles { client: http_client(reqwest::redirect::Policy::limited(MAX_REDIRECTS))? })
    }

    /// Fetches a content from this address into `staged`. An answer with other bytes is an error. Nobody opens the file, so
    /// the primary is not to count it as opened.
    pub async fn fetch(&self, url: &str, digest: Digest, mut staged: StagedFile) -> Result<Received> {
        let unavailable =
            |cause: String| Error::Unavailable(format!("fetching {digest} from {url}: {cause}"));
        let late = || unavailable("no answer in time".into());
        let sent = tokio::time::timeout(
            RESPONSE_TIMEOUT,
            self.client.get(url).header("sec-purpose", "prefetch").send(),
        )
        .await;
        let mut response = sent.map_err(|_| late())?.map_err(|e| unavailable(error_chain(&e)))?;
        if response.status() != reqwest::StatusCode::OK {
            return Err(unavailable(format!("status {}", response.status())));
        }
        loop {
            let chunk = tokio::time::timeout(RESPONSE_TIMEOUT, response.chunk()).await;
            let Some(chunk) = chunk.map_err(|_| late())?.map_err(|e| unavailable(error_chain(&e)))? else {
                break;
            };
            staged.write(&chunk).map_err(|e| match e {
                StagingError::TooLarge { .. } => unavailable("it is larger than the file".into()),
                StagingError::Disk(e) => e,
            })?;
        }
        let received = staged.finish();
        if received.digest == digest { Ok(received) } else { Err(unavailable("other bytes".into())) }
    }
}
