//! Orders from cart to mailbox: sent, worked on by the copy center, followed by the orderer.

mod demo;
mod files;
mod listing;
pub(in crate::domain) mod mails;
mod submit;
mod transitions;

pub use demo::add_demo_orders;
pub use files::{OrderFiles, leave_out_missing, order_files};
pub(in crate::domain) use listing::open_and_late;
pub use listing::{all_queued, every_total, order, order_code, orders_by_orderer, queue, totals};
pub use submit::submit_order;
pub use transitions::{
    BatchTransition, TransitionOutcome, apply_transition, apply_transitions, cancel_own, reply, stale_message,
};
