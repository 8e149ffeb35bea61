//! The OpenAPI document: served from the committed description, which a test compares with the handlers.

#[cfg(test)]
mod description;
pub(in crate::web) mod document;
#[cfg(test)]
mod operation;
