//! Orders: what is submitted, its states, prices, lists and totals.

pub mod order;
pub mod price;
pub mod queue;
pub mod record;
pub mod state;
pub mod totals;
pub mod transitions;
