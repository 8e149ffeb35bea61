//! The middleware, one job each. `src/web.rs` has its order.

pub(super) mod access;
pub(super) mod audit;
pub(super) mod head_requests;
pub(super) mod panics;
pub(super) mod replica;
pub(super) mod request_log;
pub(super) mod response_headers;
pub(super) mod same_origin;
