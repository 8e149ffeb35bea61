//! The watch over links: nights, checks that somebody asks for, the list.

mod faults;
mod watch;
