//! Orders from cart to mailbox: sent, worked on by the copy center, followed by the orderer.

mod files;
mod listing;
mod submit;
mod transitions;

pub use files::{OrderFiles, leave_out_missing, order_files};
pub(super) use listing::open_and_late;
pub use listing::{all_queued, order, order_code, orders_by_orderer, queue, totals};
pub(super) use submit::fill_in_lines;
pub use submit::submit_order;
pub use transitions::{
    BatchTransition, TransitionOutcome, apply_transition, apply_transitions, cancel_own, reply, stale_message,
};
