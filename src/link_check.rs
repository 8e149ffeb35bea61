//! Checks whether handout URLs still work: an HTTP client for untrusted URLs.
//!
//! [`Checker`] is the interface. It sends one request at a time to a host, connects only to IP addresses that
//! `model/link_check/address.rs` allows, checked again at every hop, and reads only as much as it needs. It stores nothing.

mod answer;
mod checker;
mod client;
mod host_throttle;

pub use answer::{FetchedFile, TextWanted};
pub use checker::Checker;
pub use client::{Limits, MAX_FILE_BYTES, ResolvedIps, Resolver, SystemResolver};
