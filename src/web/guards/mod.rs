//! What every request passes before its handler, from the outside in: log and metrics, security headers, who asks,
//! rate limit, same origin.

pub(in crate::web) mod body_slots;
pub(in crate::web) mod client_address;
pub(in crate::web) mod download_slots;
pub(in crate::web) mod rate_limit;
pub(in crate::web) mod replica;
pub(in crate::web) mod request_log;
pub(in crate::web) mod same_origin;
pub(in crate::web) mod security_headers;
pub(in crate::web) mod turns;
