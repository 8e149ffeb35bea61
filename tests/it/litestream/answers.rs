//! Visitors who call a replica continuously, and checks of its answers: every state shown must have been sent to the
//! primary, and nothing once shown may be missing or older later.

use super::Endpoint;
use super::load::{EDITED, Known, Load, state_of};
use super::site::Site;
use crate::support::{Answer, PATIENCE};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// States of each citation, and when each was first shown, oldest first.
type Seen = HashMap<String, Vec<(u64, Instant)>>;

/// The visitors of one replica.
#[derive(Clone)]
pub struct Visitors {
    endpoint: Arc<Endpoint>,
    known: Arc<Mutex<Known>>,
    pub seen: Arc<Mutex<Seen>>,
    /// The last answers, for error messages: time, address, citation, state and entity tag.
    last: Arc<Mutex<VecDeque<String>>>,
    /// Numbers that a search has found.
    found: Arc<Mutex<HashSet<String>>>,
    pub answered: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

impl Visitors {
    pub fn new(endpoint: Arc<Endpoint>, known: Arc<Mutex<Known>>) -> Visitors {
        Visitors {
            endpoint,
            known,
            seen: Arc::default(),
            last: Arc::default(),
            found: Arc::default(),
            answered: Arc::default(),
            over: Arc::default(),
        }
    }

    /// Stops the calls.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The last state of a citation that was shown; 0 before the first.
    pub fn state(&self, id: &str) -> u64 {
        self.seen.lock().unwrap().get(id).and_then(|states| states.last()).map_or(0, |(state, _)| *state)
    }

    /// Calls until stopped. Panics at the first wrong answer.
    pub async fn keep_asking(self) {
        for n in 0_usize.. {
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            for (id, number) in self.citations_to_ask_for(n) {
                self.ask_for(&id).await;
                if n.is_multiple_of(4) {
                    self.search_for(&id, &number).await;
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The citations to request in this round: those that change, the newest, and one of the others.
    fn citations_to_ask_for(&self, n: usize) -> Vec<(String, String)> {
        let known = self.known.lock().unwrap();
        let all = &known.citations;
        let youngest = all.len().saturating_sub(2).max(EDITED + 1);
        let chosen =
            all.iter().take(EDITED + 1).chain(all.iter().skip(youngest)).chain(all.get(n % all.len().max(1)));
        chosen.map(|tracked| (tracked.id.clone(), tracked.number.clone())).collect()
    }

    async fn get(&self, path: &str) -> Option<Answer> {
        let answer = self.endpoint.get(path).await?;
        self.answered.fetch_add(1, Ordering::Relaxed);
        Some(answer)
    }

    fn note(&self, id: &str, state: u64, answer: &Answer) {
        let address = self.endpoint.caller().1.map(|caller| caller.address);
        let mut last = self.last.lock().unwrap();
        last.push_back(format!(
            "{} {address:?} {id} {state} {:?}",
            jiff::Timestamp::now(),
            answer.headers.get("etag")
        ));
        if last.len() > 200 {
            last.pop_front();
        }
    }

    /// Requests a citation, and checks the answer.
    pub async fn ask_for(&self, id: &str) {
        let before = self.state(id);
        let Some(answer) = self.get(&format!("/api/citations/{id}")).await else { return };
        if answer.status == 404 && before == 0 {
            return;
        }
        assert_eq!(answer.status, 200, "{id} was shown in state {before}, and now: {answer:?}");
        let state = state_of(&answer.body);
        self.note(id, state, &answer);
        let sent = self
            .known
            .lock()
            .unwrap()
            .citations
            .iter()
            .find(|tracked| tracked.id == id)
            .map(|tracked| tracked.sent);
        assert!(sent.is_none_or(|sent| state <= sent), "{id} is shown in state {state}, which nobody sent");
        assert!(
            state >= before,
            "{id} was shown in state {before}, and is now in state {state}; the last answers:\n{}",
            self.last
                .lock()
                .unwrap()
                .iter()
                .filter(|line| line.contains(id))
                .cloned()
                .collect::<Vec<_>>()
                .join("\n")
        );
        if state > before {
            self.seen.lock().unwrap().entry(id.to_owned()).or_default().push((state, Instant::now()));
        }
    }

    async fn search_for(&self, id: &str, number: &str) {
        let was_found = self.found.lock().unwrap().contains(number);
        let Some(answer) = self.get(&format!("/api/search?q=%22{number}%22&start=0&record=false")).await
        else {
            return;
        };
        assert_eq!(answer.status, 200, "{answer:?}");
        let hits = answer.body["hits"]["hit"].as_array().unwrap();
        assert!(hits.len() <= 1, "{number}: {hits:?}");
        let Some(hit) = hits.first() else {
            assert!(!was_found, "{number} was found, and is no more: {}", answer.body);
            return;
        };
        assert_eq!(hit["id"].as_str().unwrap().trim_start_matches("citation:"), id);
        if !was_found {
            self.found.lock().unwrap().insert(number.to_owned());
        }
    }
}

/// Checks that everything acknowledged is at the primary, and at the replicas once they have caught up.
pub async fn check_everything_arrived(site: &Site, load: &Load, visitors: &[Visitors]) {
    let wanted: Vec<(String, u64)> = {
        let known = load.known.lock().unwrap();
        let last = known
            .citations
            .iter()
            .filter_map(|tracked| tracked.acknowledged.last().map(|(state, _)| (tracked.id.clone(), *state)));
        last.collect()
    };
    for (id, state) in &wanted {
        let answer = site.admin.get(&format!("/api/citations/{id}")).await.unwrap();
        assert_eq!(answer.status, 200, "{id} was acknowledged in state {state}");
        let begun = Instant::now();
        for visitor in visitors {
            while visitor.state(id) < *state {
                assert!(begun.elapsed() < PATIENCE, "a replica does not show {id} in state {state}");
                visitor.ask_for(id).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}
