//! A file that arrives as the body of a request. A slow line may take as long as it needs; one that stops is ended.

use crate::web::problem::{Problem, body_error};
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Payload};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The minimum number of bytes that must arrive in each [`PROGRESS_TIMEOUT`].
const PROGRESS_BYTES: usize = 16 << 10;
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(15);

/// The pieces of the file.
pub(in crate::web) struct ArrivingFile {
    payload: Payload,
    deadline: Instant,
    since_deadline: usize,
}

impl ArrivingFile {
    pub(in crate::web) fn new(payload: Payload) -> ArrivingFile {
        ArrivingFile { payload, deadline: Instant::now() + PROGRESS_TIMEOUT, since_deadline: 0 }
    }

    /// The next piece; `None` at the end of the file. 408 when too little has arrived for 15 seconds.
    pub(in crate::web) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let Ok(next) = timeout_at(self.deadline, self.payload.next()).await else {
            let message = "The file stopped arriving. Nothing was stored.";
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, message));
        };
        let Some(piece) = next.transpose().map_err(|e| body_error(&e))? else { return Ok(None) };
        self.since_deadline += piece.len();
        if self.since_deadline >= PROGRESS_BYTES {
            self.deadline = Instant::now() + PROGRESS_TIMEOUT;
            self.since_deadline = 0;
        }
        Ok(Some(piece))
    }
}
