//! What queries say beyond labels: sentence frames, complaints about a part of the body, medicines, initials.
//!
//! The tables are our own (`assets/terms`); they are read when first needed.

pub(super) mod complaint_table;
pub(super) mod complaints;
pub(super) mod frames;
pub(super) mod initials;
pub(super) mod query_text;
pub(super) mod recognized_concepts;
