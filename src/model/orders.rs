//! Orders: what is submitted, its states, prices, lists, totals and mails.

pub mod mail;
pub mod order;
pub mod price;
pub mod queue;
pub mod record;
pub mod state;
pub mod totals;
pub mod transitions;
