//! The middleware, one job each. `src/web.rs` has its order.

pub(in crate::web) mod access;
pub(in crate::web) mod audit;
pub(in crate::web) mod head_requests;
pub(in crate::web) mod panics;
pub(in crate::web) mod replica;
pub(in crate::web) mod request_log;
pub(in crate::web) mod response_headers;
pub(in crate::web) mod same_origin;
