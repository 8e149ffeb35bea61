//! The OpenAPI document.

pub(in crate::web) mod document;
pub(in crate::web) mod operation;
