//! Bodies of requests and responses.

pub(in crate::web) mod arriving_file;
pub(in crate::web) mod json;
pub(in crate::web) mod response_buffer;
pub(in crate::web) mod table;
