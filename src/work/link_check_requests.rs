//! Runs the link checks that people ask for ('Check now').
//!
//! A host is asked by one check at a time, and hosts take turns: however many checks wait for a silent host, those of
//! another one begin at once.

use crate::domain::app::App;
use crate::domain::link_check::{LinkChecker, host_name};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{Id, JoinSet};

/// Hosts that are asked at once.
const MAX_HOSTS: usize = 16;
/// How often the requests are read without a notification, and the pause after an internal error.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until it is dropped.
pub(super) async fn run(app: &Arc<App>, checker: &Arc<LinkChecker>) {
    let mut checks: JoinSet<()> = JoinSet::new();
    let mut hosts: HashMap<Id, String> = HashMap::new();
    let mut turns = HostTurns::default();
    loop {
        match checker.requested().await {
            Ok(requested) => {
                while let Some(url) = turns.next(&requested) {
                    let (checker, host) = (checker.clone(), host_name(&url));
                    let check = checks.spawn(async move {
                        if let Err(e) = checker.check(&url, None).await {
                            tracing::error!(cause = %e, "a link check could not be saved; trying again");
                            tokio::time::sleep(POLL_INTERVAL).await;
                        }
                    });
                    hosts.insert(check.id(), host);
                }
            }
            Err(e) => tracing::error!(cause = %e, "the requested link checks cannot be read; trying again"),
        }
        tokio::select! {
            () = app.background.link_requested.notified() => {}
            Some(done) = checks.join_next_with_id(), if !checks.is_empty() => {
                let id = match done {
                    Ok((id, ())) => id,
                    Err(e) => {
                        tracing::error!(cause = %e, "a link check panicked");
                        e.id()
                    }
                };
                if let Some(host) = hosts.remove(&id) {
                    turns.finish(&host);
                }
            }
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Decides which request is next.
#[derive(Default)]
struct HostTurns {
    /// When each host was last asked, as a number that grows, and whether it is being asked.
    hosts: HashMap<String, Turn>,
    count: u64,
}

struct Turn {
    number: u64,
    is_running: bool,
}

impl HostTurns {
    /// Begins the next check among these addresses, the oldest request first: one on the host that was asked longest ago.
    fn next(&mut self, requested: &[String]) -> Option<String> {
        let running = self.hosts.values().filter(|turn| turn.is_running).count();
        if running >= MAX_HOSTS {
            return None;
        }
        let last_turn = |url: &&String| match self.hosts.get(&host_name(url)) {
            None => Some(0),
            Some(turn) => (!turn.is_running).then_some(turn.number),
        };
        let (url, _) = requested
            .iter()
            .filter_map(|url| Some((url, last_turn(&url)?)))
            // Of equals the first.
            .min_by_key(|(_, number)| *number)?;
        self.count += 1;
        self.hosts.insert(host_name(url), Turn { number: self.count, is_running: true });
        Some(url.clone())
    }

    /// Lets a host be asked again.
    fn finish(&mut self, host: &str) {
        if let Some(turn) = self.hosts.get_mut(host) {
            turn.is_running = false;
        }
        // Hosts asked before everything that runs or ran lately are as good as new.
        let oldest = self.count.saturating_sub(1_000);
        self.hosts.retain(|_, turn| turn.is_running || turn.number > oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(paths: &[&str]) -> Vec<String> {
        paths.iter().map(|path| format!("https://{path}")).collect()
    }

    #[test]
    fn hosts_take_turns_with_one_check_each_at_a_time() {
        let mut turns = HostTurns::default();
        let requested = urls(&["a/1", "a/2", "a/3", "b/1", "b/2"]);
        assert_eq!(turns.next(&requested).as_deref(), Some("https://a/1"));
        assert_eq!(turns.next(&requested).as_deref(), Some("https://b/1"));
        assert_eq!(turns.next(&requested), None, "both hosts are being checked");
        turns.finish("a");
        let requested = urls(&["a/2", "a/3", "b/1", "b/2", "c/1"]);
        assert_eq!(turns.next(&requested).as_deref(), Some("https://c/1"), "never asked");
        assert_eq!(turns.next(&requested).as_deref(), Some("https://a/2"));
        turns.finish("b");
        turns.finish("a");
        let requested = urls(&["a/3", "b/2"]);
        assert_eq!(turns.next(&requested).as_deref(), Some("https://b/2"), "asked longest ago");
    }

    #[test]
    fn a_limited_number_of_hosts_is_checked_at_once() {
        let mut turns = HostTurns::default();
        let requested: Vec<String> = (0..40).map(|n| format!("https://host{n}/")).collect();
        assert_eq!(std::iter::from_fn(|| turns.next(&requested)).count(), MAX_HOSTS);
        turns.finish("host3");
        // The finished request is gone by then.
        assert_eq!(turns.next(&requested[MAX_HOSTS..]).as_deref(), Some("https://host16/"));
    }
}
