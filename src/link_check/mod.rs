//! Asks the addresses of handouts whether they still answer: a client for addresses that anybody typed.
//!
//! [`Checker`] is what it offers. It asks one thing at a time of a host, connects only to IP addresses that
//! `model/link_check/address.rs` lets through, at every hop anew, and reads no more than it needs. It keeps nothing.

mod answer;
mod checker;
mod client;
mod host_throttle;
mod limits;
mod redirect_chain;
mod resolver;
mod retry_after;

pub use checker::Checker;
pub use limits::Limits;
pub use resolver::{ResolvedIps, Resolver, SystemResolver};
