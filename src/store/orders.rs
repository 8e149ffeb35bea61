//! Orders: stored with their lines and events, found by number, person, filter or word, and summed. Submitted data never
//! changes; the delivery of mails about orders is in `store/outbox.rs`.

mod queue;
pub(super) mod record;
mod submitted;
mod transitions;

pub use submitted::{LineFacts, NewOrder};
pub use transitions::{OrderHead, RecordedTransition};
