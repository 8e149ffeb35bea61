//! Checks the links of handouts: those of a night, and those that people request ('Check now').
//!
//! Several hosts are checked at once, each by one task; `src/link_check` decides how fast one host is asked. Stopping drops
//! the tasks and with them their connections: an address whose result was not stored is still due.

use crate::domain::app::App;
use crate::domain::handout_text;
use crate::domain::link_check::{LinkChecker, NightPlan, host_name};
use crate::settings::LinkChecks;
use crate::work::periodic::{Stop, until_stopped};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{Id, JoinSet};

/// Hosts that are asked at once in a night, and for people.
const MAX_HOSTS: usize = 8;
const MAX_REQUESTED_HOSTS: usize = 16;
/// How often the clock and the requests are read, and the pause after an internal error.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` changes; what is being asked then is dropped.
pub(super) async fn run(app: Arc<App>, stop: Stop) {
    if let Err(e) = handout_text::delete_unwanted(app.clone()).await {
        tracing::error!(cause = %e, "the texts of handouts cannot be deleted");
    }
    let checker = Arc::new(LinkChecker::new(app.clone()));
    let nightly = app.settings.links.check == LinkChecks::Nightly;
    let nights = async {
        if nightly {
            all_nights(&checker).await;
        }
    };
    let checking = async {
        tokio::join!(nights, run_requested(&app, &checker));
    };
    until_stopped(stop, checking).await;
}

async fn all_nights(checker: &Arc<LinkChecker>) {
    loop {
        match checker.plan().await {
            Ok(Some(plan)) => one_night(checker, plan).await,
            Ok(None) => {}
            Err(e) => tracing::error!(cause = %e, "which links are due cannot be read; trying again"),
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Checks everything that is due in a night. A check that fails internally stays due.
async fn one_night(checker: &Arc<LinkChecker>, plan: NightPlan) {
    let night = plan.night;
    let count: usize = plan.hosts.iter().map(Vec::len).sum();
    if count > 0 {
        tracing::info!(links = count, hosts = plan.hosts.len(), "checking links");
    }
    let mut tasks = JoinSet::new();
    for addresses in plan.hosts {
        if tasks.len() >= MAX_HOSTS {
            log_end(tasks.join_next().await);
        }
        let checker = checker.clone();
        tasks.spawn(async move {
            for address in addresses {
                if !checker.is_night(night) {
                    return;
                }
                if let Err(e) = checker.check(&address, Some(night)).await {
                    tracing::error!(cause = %e, "the result of a link check could not be stored; trying again");
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        log_end(Some(task));
    }
    match checker.finish(night).await {
        Ok(true) if count > 0 => tracing::info!(links = count, "all links of this night were checked"),
        Ok(_) => {}
        Err(e) => tracing::error!(cause = %e, "the end of a night of link checks could not be stored"),
    }
}

fn log_end(task: Option<Result<(), tokio::task::JoinError>>) {
    if let Some(Err(e)) = task {
        tracing::error!(cause = %e, "the checks of a host panicked");
    }
}

/// Runs the checks that people request, until it is dropped.
///
/// A host is asked by one check at a time, and hosts take turns: however many checks wait for a silent host, those of
/// another one begin at once.
async fn run_requested(app: &Arc<App>, checker: &Arc<LinkChecker>) {
    let mut checks: JoinSet<()> = JoinSet::new();
    let mut hosts: HashMap<Id, String> = HashMap::new();
    let mut turns = HostTurns::default();
    loop {
        match checker.requested_urls().await {
            Ok(requested) => {
                while let Some(url) = turns.next(&requested) {
                    let (checker, host) = (checker.clone(), host_name(&url));
                    let check = checks.spawn(async move {
                        if let Err(e) = checker.check(&url, None).await {
                            tracing::error!(cause = %e, "a link check could not be saved; trying again");
                            tokio::time::sleep(CHECK_INTERVAL).await;
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
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
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
        if running >= MAX_REQUESTED_HOSTS {
            return None;
        }
        let last_turn = |url: &&String| match self.hosts.get(&host_name(url)) {
            None => Some(0),
            Some(turn) => (!turn.is_running).then_some(turn.number),
        };
        let (url, _) = requested
            .iter()
            .filter_map(|url| Some((url, last_turn(&url)?)))
            // Ties go to the first.
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
        // Hosts asked before everything that runs or ran lately are treated as never asked.
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
        assert_eq!(std::iter::from_fn(|| turns.next(&requested)).count(), MAX_REQUESTED_HOSTS);
        turns.finish("host3");
        // The finished request is gone by then.
        assert_eq!(turns.next(&requested[MAX_REQUESTED_HOSTS..]).as_deref(), Some("https://host16/"));
    }
}
