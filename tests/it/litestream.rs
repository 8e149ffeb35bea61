//! Replicas and a standby with the real Litestream, over the units' scripts and settings in `assets/replicas`. Each test
//! prints its figures (`cargo nextest run --test it litestream --no-capture`).
//!
//! What is killed at random moments is killed twice by default and `HANDOUT_LITESTREAM_ROUNDS` times on demand
//! (`make failover` for 100).

mod answers;
mod arrivals;
mod failover;
mod gap;
mod kills;
mod load;
mod site;
mod units;

use crate::support::{Answer, Caller};
use std::sync::Mutex;

/// Where a server answers just now, if it does: tests ask it all the time while it is killed and started.
#[derive(Default)]
struct Seat(Mutex<(u64, Option<Caller>)>);

impl Seat {
    /// Somebody answers here from now on; `None` before it is killed.
    fn set(&self, caller: Option<Caller>) {
        let mut seat = self.0.lock().unwrap();
        *seat = (seat.0 + 1, caller);
    }

    fn caller(&self) -> (u64, Option<Caller>) {
        self.0.lock().unwrap().clone()
    }

    /// Asks anyone who answers here; `None` when nobody does, or was killed meanwhile. Panics without an answer otherwise.
    async fn get(&self, path: &str) -> Option<Answer> {
        let (epoch, caller) = self.caller();
        let caller = caller?;
        let answered = caller.send(caller.request("GET", path)).await;
        if self.caller().0 != epoch {
            return None;
        }
        Some(answered.unwrap_or_else(|e| panic!("{path} at {} was not answered: {e}", caller.address)))
    }
}
