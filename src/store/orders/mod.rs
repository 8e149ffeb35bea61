//! Orders: kept with their lines and events, found by number, person, filter or word, summed. Nothing of what was
//! submitted is ever changed; the way of the mails that carry orders is in `store/outbox.rs`.

pub(in crate::store) mod mails;
mod queue;
pub(in crate::store) mod record;
mod submitted;
mod totals;
mod transitions;

pub use submitted::NewOrder;
pub use transitions::{OrderKey, RecordedTransition};
