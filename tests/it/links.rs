//! The watch over links: nights, checks that somebody asks for, the list.

mod certificates;
mod checks;
mod fairness;
mod faults;
mod redirects;
mod request_rate;
mod watch;
