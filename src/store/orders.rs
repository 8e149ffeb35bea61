//! Orders: kept with their lines and events, found by number, person, filter or word, summed. Nothing of what was
//! submitted is ever changed; the mails that carry orders are in `store/outbox.rs`.

mod queue;
pub(in crate::store) mod record;
mod steps;
mod submitted;
mod totals;

pub use steps::{OrderKey, StepTaken};
pub use submitted::NewOrder;
