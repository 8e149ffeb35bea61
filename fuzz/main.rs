//! Fuzzing on stable: hostile input made from the seeds in `fuzz/corpus/`, against everything that reads it.
//!
//! `make test` gives each target a few thousand inputs, `make fuzz` a minute (`HANDOUT_FUZZ_SECONDS`). A failure
//! prints the input and the seed; add the input to the corpus together with the mending.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod mutate;
mod targets;
