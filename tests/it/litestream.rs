//! Replicas and a standby with the real Litestream, using the scripts and settings of the units in `assets/replicas`.
//! Each test prints its figures (`cargo nextest run --test it litestream --no-capture`).
//!
//! Whatever is killed at random moments is killed twice by default and `HANDOUT_LITESTREAM_ROUNDS` times on demand
//! (`make failover` for 100).

mod answers;
mod arrivals;
mod failover;
mod gap;
mod interruption;
mod kills;
mod load;
mod site;
mod units;

use crate::support::{Answer, Caller};
use std::sync::Mutex;

/// The address of a server that tests call while it is killed and restarted; `None` while it is down.
#[derive(Default)]
struct Endpoint(Mutex<(u64, Option<Caller>)>);

impl Endpoint {
    /// Sets the server that answers here; `None` before it is killed.
    fn set(&self, caller: Option<Caller>) {
        let mut endpoint = self.0.lock().unwrap();
        *endpoint = (endpoint.0 + 1, caller);
    }

    fn caller(&self) -> (u64, Option<Caller>) {
        self.0.lock().unwrap().clone()
    }

    /// Calls the server; `None` when it is down or was killed meanwhile. Panics if a running server does not answer.
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
