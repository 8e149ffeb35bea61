//! Orders from cart to mailbox: sent, worked on by the copy center, followed by whoever ordered.

mod clock;
mod demo;
mod listing;
pub(in crate::domain) mod mails;
mod steps;
mod submit;

pub use demo::add_demo_orders;
pub(in crate::domain) use listing::open_and_late;
pub use listing::{all_queued, every_total, order, order_code, orders_by_orderer, queue, totals};
pub use steps::{
    BatchTransition, Step, apply_transition, apply_transitions, cancel_own, reply, stale_message,
};
pub use submit::submit_order;
