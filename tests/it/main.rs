//! The real binary, from outside: files named like the addresses in `src/web/api`, and the faults it has to bear.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod faults;
mod hostile;
mod sample;
mod service;
mod support;
