//! Orders: what is submitted, its states, prices, lists, totals and mails.

pub mod order;
pub mod queue;
pub mod record;
pub mod state;
