//! Every open connection, by client. When a client, or all of them together, has too many, the one that has been
//! without progress for the longest is closed: new connections are always accepted, and active ones stay.

use crate::web::limits::client_address::{client_key, plain};
use futures_util::task::AtomicWaker;
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Instant;

/// Open connections of one client. A proxy in `server.trusted_proxies`, which connects for many, has no such limit.
const MAX_PER_CLIENT: usize = 512;
/// Open connections of all clients together. Each takes up to 100 kB while it is being served.
const MAX_CONNECTIONS: usize = 2_048;

/// The open connections of this server.
#[derive(Debug)]
pub(in crate::web) struct Registry {
    trusted: Vec<IpNet>,
    started: Instant,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    clients: HashMap<Option<IpAddr>, Vec<Arc<Connection>>>,
    count: usize,
}

/// A connection, shared by its layers and the registry.
#[derive(Debug)]
pub(super) struct Connection {
    /// `None` for proxies and for peers without an address.
    client: Option<IpAddr>,
    /// Milliseconds from the registry's start to the latest byte read or written.
    progress_ms: AtomicU64,
    /// Whether a handler is running: closing the connection would lose its work.
    is_working: AtomicBool,
    is_closed: AtomicBool,
    waker: AtomicWaker,
}

/// A place in the registry, released when dropped.
#[derive(Debug)]
pub(super) struct Place {
    registry: Arc<Registry>,
    connection: Arc<Connection>,
}

impl Registry {
    pub fn new(trusted: &[IpNet]) -> Arc<Registry> {
        Arc::new(Registry { trusted: trusted.to_vec(), started: Instant::now(), open: Mutex::default() })
    }

    /// Adds a new connection; closes the most idle one if there are too many.
    pub(super) fn open(self: &Arc<Self>, peer: Option<IpAddr>) -> Place {
        let peer = peer.map(plain);
        let client = peer.filter(|peer| !self.trusted.iter().any(|net| net.contains(peer))).map(client_key);
        let connection = Arc::new(Connection {
            client,
            progress_ms: AtomicU64::new(self.now_ms()),
            is_working: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        let mut open = self.lock();
        if client.is_some() && open.clients.get(&client).is_some_and(|all| all.len() >= MAX_PER_CLIENT) {
            open.close_most_idle(client);
        }
        if open.count >= MAX_CONNECTIONS
            && let Some(client) = open.client_with_most()
        {
            open.close_most_idle(client);
        }
        open.clients.entry(client).or_default().push(connection.clone());
        open.count += 1;
        Place { registry: self.clone(), connection }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // A panic cannot leave it inconsistent.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn client_with_most(&self) -> Option<Option<IpAddr>> {
        self.clients.iter().max_by_key(|(_, all)| all.len()).map(|(client, _)| *client)
    }

    /// Closes the connection of this client that has been idle the longest.
    fn close_most_idle(&mut self, client: Option<IpAddr>) {
        let Some(all) = self.clients.get_mut(&client) else { return };
        let rank = |connection: &Connection| {
            (connection.is_working.load(Ordering::Relaxed), connection.progress_ms.load(Ordering::Relaxed))
        };
        let most_idle = all.iter().enumerate().min_by_key(|(_, connection)| rank(connection));
        if let Some((index, _)) = most_idle {
            let connection = all.swap_remove(index);
            self.count -= 1;
            connection.is_closed.store(true, Ordering::Release);
            connection.waker.wake();
        }
    }
}

impl Place {
    /// Records that a byte was read or written.
    pub fn progress(&self) {
        self.connection.progress_ms.store(self.registry.now_ms(), Ordering::Relaxed);
    }

    /// Records whether a handler is running.
    pub fn set_working(&self, is_working: bool) {
        self.connection.is_working.store(is_working, Ordering::Relaxed);
    }

    /// Whether this connection must close. Wakes `waker` when that changes.
    pub fn is_closed(&self, waker: &Waker) -> bool {
        self.connection.waker.register(waker);
        self.connection.is_closed.load(Ordering::Acquire)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.registry.lock();
        let client = self.connection.client;
        let Some(all) = open.clients.get_mut(&client) else { return };
        let Some(index) = all.iter().position(|other| Arc::ptr_eq(other, &self.connection)) else { return };
        all.swap_remove(index);
        if all.is_empty() {
            open.clients.remove(&client);
        }
        open.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn is_closed(place: &Place) -> bool {
        place.is_closed(Waker::noop())
    }

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn the_most_idle_connection_of_a_client_makes_room_for_its_next() {
        let registry = Registry::new(&[]);
        let other = registry.open(address("198.51.100.2"));
        let mut places: Vec<Place> =
            (0..MAX_PER_CLIENT).map(|_| registry.open(address("198.51.100.1"))).collect();
        for place in &places {
            place.connection.progress_ms.store(1_000, Ordering::Relaxed);
        }
        places[0].connection.progress_ms.store(1, Ordering::Relaxed);
        places[0].set_working(true);
        places[7].connection.progress_ms.store(500, Ordering::Relaxed);
        places.push(registry.open(address("198.51.100.1")));
        let closed: Vec<usize> = (0..places.len()).filter(|n| is_closed(&places[*n])).collect();
        assert_eq!(closed, [7], "neither the one at work, nor the newest");
        assert!(!is_closed(&other));
        assert_eq!(registry.lock().count, MAX_PER_CLIENT + 1);
        drop(places);
        drop(other);
        assert!(registry.lock().clients.is_empty());
        assert_eq!(registry.lock().count, 0);
    }

    #[test]
    fn a_trusted_proxy_is_held_to_the_limit_of_all_only() {
        let registry = Registry::new(&["10.0.0.0/8".parse().unwrap()]);
        let visitor = registry.open(address("198.51.100.2"));
        let places: Vec<Place> = (0..MAX_CONNECTIONS).map(|_| registry.open(address("10.0.0.1"))).collect();
        assert_eq!(places.iter().filter(|place| is_closed(place)).count(), 1);
        assert!(!is_closed(&visitor));
        assert_eq!(registry.lock().count, MAX_CONNECTIONS);
    }

    #[test]
    fn an_ipv6_client_is_its_network() {
        let registry = Registry::new(&[]);
        let places: Vec<Place> =
            (0..=MAX_PER_CLIENT).map(|n| registry.open(address(&format!("2001:db8::{n:x}")))).collect();
        assert_eq!(places.iter().filter(|place| is_closed(place)).count(), 1);
    }
}
