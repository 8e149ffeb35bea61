//! Checks whether handout URLs still work: an HTTP client for untrusted URLs.
//!
//! [`Checker`] is the interface. It sends one request at a time to a host, connects only to IP addresses that
//! `model/link_check/address.rs` allows, checked again at every hop, and reads only as much as it needs. It stores nothing.

mod answer;
mod checker;
mod client;
mod fetched_file;
mod host_throttle;
mod limits;
mod redirect_chain;
mod resolver;
mod retry_after;

pub use checker::Checker;
pub use fetched_file::{FetchedFile, TextWanted};
pub use limits::{Limits, MAX_FILE_BYTES};
pub use resolver::{ResolvedIps, Resolver, SystemResolver};
