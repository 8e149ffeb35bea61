//! Link checks: nightly ones, checks on request, the list.

mod certificates;
mod checks;
mod fairness;
mod faults;
mod redirects;
mod request_rate;
mod watch;
