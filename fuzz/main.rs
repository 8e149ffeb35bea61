//! Fuzzing on stable Rust: hostile inputs made from the seeds in `fuzz/corpus/`, for everything that reads input.
//!
//! `make test` gives each target a few thousand inputs, `make fuzz` runs each for a minute (`HANDOUT_FUZZ_SECONDS`). A
//! failure prints the input and the seed; add the input to the corpus in the commit with the fix.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod mutate;
mod targets;
