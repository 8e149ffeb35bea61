//! Searches: what they ask and return, filters, counts, and searches of people in danger.

pub mod crisis;
pub mod elsewhere;
pub mod filter;
pub mod insight;
pub mod promotion;
pub mod request;
