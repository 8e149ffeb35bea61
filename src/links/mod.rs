//! Asks the addresses of handouts whether they still answer: a client for addresses that anybody typed.
//!
//! [`Checker`] is what it offers. It asks one thing at a time of a host, connects only to numbers that
//! `model/link_address.rs` lets through, at every hop anew, and reads no more than it needs. It keeps nothing.

mod answer;
mod checker;
mod client;
mod limits;
mod names;
mod retry_after;
mod trail;
mod turns;

pub use checker::Checker;
pub use limits::Limits;
pub use names::{Names, Numbers, SystemNames};
