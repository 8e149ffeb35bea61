//! Events that are not writes, before they are in the audit trail. Refused calls and failed sign-ins are limited, so
//! that nobody fills the disk with them: a number per client and minute are recorded, the others are counted.

use crate::model::audit::event::AuditEvent;
use crate::model::clock::{self, UnixTime};
use crate::model::error::{Result, lock};
use crate::store::Store;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

/// Maximum number of events that wait while the disk is full.
const MAX_WAITING: usize = 10_000;
/// Maximum number of recorded refusals of one client in a minute.
const MAX_OF_CLIENT: u64 = 20;
/// Maximum number of recorded refusals of all clients in a minute.
const MAX_OF_ALL: u64 = 300;
/// Maximum number of clients that are distinguished in a minute.
const MAX_CLIENTS: usize = 100;
const MINUTE_S: i64 = 60;

/// Events that wait to be written; those of several callers share a transaction.
#[derive(Default)]
pub(in crate::domain) struct AuditQueue {
    waiting: Mutex<Vec<AuditEvent>>,
    /// Held while events are written: a caller that waits for it finds its own event written by another one.
    writing: Mutex<()>,
    /// Refusals of the current minute.
    pub refusals: RefusalLimit,
}

impl AuditQueue {
    /// Adds events; returns those for which there is no room.
    pub fn add(&self, mut events: Vec<AuditEvent>) -> Vec<AuditEvent> {
        let mut waiting = lock(&self.waiting);
        let room = MAX_WAITING.saturating_sub(waiting.len()).min(events.len());
        let lost = events.split_off(room);
        waiting.extend(events);
        lost
    }

    /// Writes the waiting events; on an error they wait for the next call.
    pub fn write(&self, store: &Store) -> Result<()> {
        let _turn = lock(&self.writing);
        let events = std::mem::take(&mut *lock(&self.waiting));
        if events.is_empty() {
            return Ok(());
        }
        let written = store.write(|db| events.iter().try_for_each(|event| db.append_audit(event)));
        if written.is_err() {
            let mut waiting = lock(&self.waiting);
            let later = std::mem::replace(&mut *waiting, events);
            waiting.extend(later);
        }
        written
    }
}

/// The refusals of the current minute.
#[derive(Default)]
pub struct RefusalLimit(Mutex<Minute>);

impl RefusalLimit {
    /// Whether to record a refusal of this client; otherwise it is counted.
    pub fn take(&self, client: Option<IpAddr>) -> bool {
        let minute = &mut *lock(&self.0);
        if minute.clients.is_empty() && minute.others == 0 {
            minute.began = clock::seconds();
        }
        if minute.clients.len() >= MAX_CLIENTS && !minute.clients.contains_key(&client) {
            minute.others += 1;
            return false;
        }
        let (recorded, counted) = minute.clients.entry(client).or_default();
        if *recorded < MAX_OF_CLIENT && minute.recorded < MAX_OF_ALL {
            *recorded += 1;
            minute.recorded += 1;
            return true;
        }
        *counted += 1;
        false
    }

    /// Takes the counts of a minute once it is over, or at once when the server stops.
    pub fn unrecorded(&self, is_stopping: bool) -> Vec<Unrecorded> {
        let mut minute = lock(&self.0);
        if !is_stopping && (clock::seconds() - minute.began).abs() < MINUTE_S {
            return Vec::new();
        }
        let ended = std::mem::take(&mut *minute);
        let of_clients = ended.clients.into_iter().map(|(client, (_, counted))| (client, counted));
        of_clients.chain([(None, ended.others)]).filter(|(_, counted)| *counted > 0).collect()
    }
}

#[derive(Default)]
struct Minute {
    began: UnixTime,
    recorded: u64,
    /// The numbers of recorded and of only counted refusals.
    clients: HashMap<Option<IpAddr>, (u64, u64)>,
    /// The number of refusals counted for further clients.
    others: u64,
}

/// How many refusals of a client were counted without being recorded; `None` for several clients together.
pub type Unrecorded = (Option<IpAddr>, u64);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::SignedDuration;

    fn client(n: u32) -> Option<IpAddr> {
        Some(std::net::Ipv4Addr::from(n).into())
    }

    #[test]
    fn a_flood_of_one_client_is_counted() {
        clock::moved::stop();
        let limit = RefusalLimit::default();
        assert_eq!((0..1_000).filter(|_| limit.take(client(1))).count(), 20);
        assert!(limit.take(client(2)), "others are recorded");
        assert_eq!(limit.unrecorded(false), []);
        clock::moved::forward(SignedDuration::from_secs(MINUTE_S));
        assert_eq!(limit.unrecorded(false), [(client(1), 980)]);
        assert!(limit.take(client(1)), "a new minute");
        assert_eq!(limit.unrecorded(true), []);
    }

    #[test]
    fn a_flood_of_many_clients_is_counted() {
        clock::moved::stop();
        let limit = RefusalLimit::default();
        let recorded = (0..100_000).filter(|n| limit.take(client(n % 1_000))).count();
        assert_eq!(recorded, 300);
        let unrecorded = limit.unrecorded(true);
        assert!(unrecorded.len() <= 101);
        assert_eq!(unrecorded.iter().map(|(_, count)| count).sum::<u64>(), 99_700);
    }
}
