//! Why bytes on a connection are not a request.

use actix_web::web::Bytes;
use std::sync::Arc;

/// Why a request could not be taken from the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum RequestError {
    /// It is not an HTTP request.
    Malformed,
    /// Its head is larger than the limit.
    TooLarge,
    /// Its head did not arrive in time.
    TooSlow,
}

/// Makes the complete response, head and body, to what is not a request. The connection writes it and closes.
pub(in crate::web) type RespondToUnreadable = Arc<dyn Fn(RequestError) -> Bytes + Send + Sync>;
