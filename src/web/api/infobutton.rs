//! Answers to health records.

pub mod feed;
