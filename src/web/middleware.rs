//! The middleware: log, audit trail, security headers, rate limit, same-origin check, replica.

pub(in crate::web) mod audit;
pub(in crate::web) mod rate_limit;
pub(in crate::web) mod replica;
pub(in crate::web) mod request_log;
pub(in crate::web) mod same_origin;
pub(in crate::web) mod security_headers;
