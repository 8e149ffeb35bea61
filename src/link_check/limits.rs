//! How much time and room a check may take: parameters, so that tests are quick.

use std::time::Duration;

/// How much time and room a check may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// For one answer.
    pub answers_within: Duration,
    /// A file that comes at this pace may take longer.
    pub bytes_per_second: u32,
    /// The largest file that is read.
    pub max_bytes: u64,
    /// Pauses before the further tries.
    pub pauses: [Duration; 3],
    /// The longest Retry-After that is waited for; a longer one ends the tries.
    pub max_retry_after: Duration,
    /// Between two requests to a host.
    pub between_requests: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            answers_within: Duration::from_secs(10),
            bytes_per_second: 128 * 1024,
            max_bytes: 25 * 1024 * 1024,
            pauses: [1, 4, 16].map(Duration::from_secs),
            max_retry_after: Duration::from_secs(10 * 60),
            between_requests: Duration::from_secs(1),
        }
    }
}
