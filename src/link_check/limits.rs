//! Limits of time and size of a check: parameters, so that tests are quick.

use std::time::Duration;

/// The largest file that a link check reads.
pub const MAX_FILE_BYTES: u64 = 25 * 1024 * 1024;

/// Limits of time and size of a check.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The timeout of one response.
    pub response_timeout: Duration,
    /// A file that arrives at this speed may take longer.
    pub bytes_per_second: u32,
    /// The largest file that is read.
    pub max_bytes: u64,
    /// The pause before each retry.
    pub pauses: [Duration; 3],
    /// The longest Retry-After that is waited for; a longer one ends the retries.
    pub max_retry_after: Duration,
    /// The interval between two requests to a host.
    pub request_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            response_timeout: Duration::from_secs(10),
            bytes_per_second: 128 * 1024,
            max_bytes: MAX_FILE_BYTES,
            pauses: [1, 4, 16].map(Duration::from_secs),
            max_retry_after: Duration::from_secs(10 * 60),
            request_interval: Duration::from_secs(1),
        }
    }
}
