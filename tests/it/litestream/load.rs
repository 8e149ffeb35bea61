//! People who continuously save, rename and order at the primary, and the changes that it acknowledged.

use super::Endpoint;
use crate::support::{Answer, PATIENCE, citation, order};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Citations that are saved repeatedly.
pub const EDITED: usize = 4;

/// A citation with its sent and acknowledged states. Its title has a unique number.
pub struct Tracked {
    pub id: String,
    pub number: String,
    body: Value,
    /// The highest state that was sent.
    pub sent: u64,
    /// States and when they were acknowledged, oldest first.
    pub acknowledged: Vec<(u64, Instant)>,
}

/// What was acknowledged.
#[derive(Default)]
pub struct Known {
    /// `EDITED` that are saved repeatedly, then one whose tag is renamed, then those that were added.
    pub citations: Vec<Tracked>,
    /// Number of an order, and when it was acknowledged.
    pub orders: Vec<(String, Instant)>,
    /// The last number given to an order.
    last_order: u64,
}

#[derive(Clone)]
pub struct Load {
    pub known: Arc<Mutex<Known>>,
    primary: Arc<Endpoint>,
    nurse: Arc<Endpoint>,
    over: Arc<AtomicBool>,
    next_number: Arc<AtomicU64>,
}

impl Load {
    /// Adds the citations to be saved. `primary` is an administrator there, `nurse` a staff member.
    pub async fn prepare(primary: Arc<Endpoint>, nurse: Arc<Endpoint>) -> Load {
        let load = Load {
            known: Arc::default(),
            primary,
            nurse,
            over: Arc::default(),
            next_number: Arc::new(AtomicU64::new(0)),
        };
        for _ in 0..=EDITED {
            assert!(load.add().await, "nothing can be saved");
        }
        load
    }

    /// Starts saving, renaming and ordering; an error ends its task.
    pub fn begin(&self) -> Vec<JoinHandle<()>> {
        vec![
            tokio::spawn(self.clone().keep_saving()),
            tokio::spawn(self.clone().keep_renaming()),
            tokio::spawn(self.clone().keep_ordering()),
        ]
    }

    /// Stops the load; requests already sent may still be acknowledged.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The response of `endpoint`; `None` if there was none because the server has ended.
    async fn send(
        endpoint: &Endpoint,
        method: &str,
        path: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Option<Answer> {
        let (epoch, caller) = endpoint.caller();
        let caller = caller?;
        let mut request = caller.request(method, path).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answered = caller.send(request).await;
        let is_same = endpoint.caller().0 == epoch;
        match answered {
            Ok(answer) => Some(answer),
            Err(e) => {
                assert!(!is_same, "{method} {path} was not answered: {e}");
                None
            }
        }
    }

    /// Adds a citation; returns whether it was acknowledged.
    pub async fn add(&self) -> bool {
        let n = self.next_number.fetch_add(1, Ordering::Relaxed);
        // The spelling correction never corrects digits.
        let number = format!("{:09}", 100_000_000 + n);
        let mut body = citation(&format!("Handout {number}"));
        body["abstract"] = state_text(1).into();
        if n == EDITED as u64 {
            body["tags"] = json!(["Kept 1"]);
        }
        let Some(answer) = Load::send(&self.primary, "POST", "/api/citations", &body, None).await else {
            return false;
        };
        let now = Instant::now();
        assert_eq!(answer.status, 201, "{answer:?}");
        let id = answer.body["id"].as_str().unwrap().to_owned();
        let tracked = Tracked { id, number, body: answer.body, sent: 1, acknowledged: vec![(1, now)] };
        self.known.lock().unwrap().citations.push(tracked);
        true
    }

    /// Saves the next state of one of the edited citations; returns it once it is acknowledged.
    pub async fn save(&self, which: usize) -> Option<u64> {
        let (path, body, state) = {
            let mut known = self.known.lock().unwrap();
            let tracked = &mut known.citations[which];
            tracked.sent += 1;
            let mut body = tracked.body.clone();
            body["abstract"] = state_text(tracked.sent).into();
            (format!("/api/citations/{}", tracked.id), body, tracked.sent)
        };
        let answer = Load::send(&self.primary, "PUT", &path, &body, None).await?;
        let now = Instant::now();
        assert_eq!(answer.status, 200, "{answer:?}");
        self.known.lock().unwrap().citations[which].acknowledged.push((state, now));
        Some(state)
    }

    async fn keep_saving(self) {
        for n in 0.. {
            if self.is_over() {
                return;
            }
            if n % 5 == 0 {
                self.add().await;
            } else {
                self.save(n % EDITED).await;
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    /// Renames the tag of the citation that has one to the next number.
    async fn keep_renaming(self) {
        while !self.is_over() {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let path = format!("/api/citations/{}", self.known.lock().unwrap().citations[EDITED].id);
            let Some(answer) = self.primary.get(&path).await else { continue };
            assert_eq!(answer.status, 200, "{answer:?}");
            let next = {
                let mut known = self.known.lock().unwrap();
                known.citations[EDITED].sent += 1;
                known.citations[EDITED].sent
            };
            let change = json!({"type": "tags", "oldValue": answer.body["tags"][0], "newValue": format!("Kept {next}")});
            let job = json!({"type": "Batch Update", "config": [change]});
            if let Some(answer) = Load::send(&self.primary, "POST", "/api/system/jobs", &job, None).await {
                // An earlier rename that was still waiting may have come first.
                assert!([202, 404, 422].contains(&answer.status), "{answer:?}");
            }
        }
    }

    async fn keep_ordering(self) {
        for n in 0.. {
            if self.is_over() {
                return;
            }
            let body = order(&self.known.lock().unwrap().citations[0].body, 5);
            let key = format!("order-{n}");
            let answer = Load::send(&self.nurse, "POST", "/api/user/order", &body, Some(&key)).await;
            if let Some(answer) = answer {
                assert_eq!(answer.status, 201, "{answer:?}");
                let number = answer.body["number"].as_str().unwrap().to_owned();
                let mut known = self.known.lock().unwrap();
                let given = number.split_once('-').unwrap().1.parse().unwrap();
                assert!(given > known.last_order, "{number} was given after {}", known.last_order);
                known.last_order = given;
                known.orders.push((number, Instant::now()));
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// Saves until the primary acknowledges it; returns which citation, and the state.
    pub async fn mark(&self) -> (String, u64) {
        let begun = Instant::now();
        loop {
            if let Some(state) = self.save(0).await {
                return (self.known.lock().unwrap().citations[0].id.clone(), state);
            }
            assert!(begun.elapsed() < PATIENCE, "nothing is saved any more");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn state_text(state: u64) -> String {
    format!("What to do at home, state {state}")
}

/// The state that a citation shows: the last word of its abstract, or of its only tag.
pub fn state_of(citation: &Value) -> u64 {
    let text = citation["tags"][0].as_str().or(citation["abstract"].as_str());
    let state = text.and_then(|text| text.rsplit(' ').next()?.parse().ok());
    state.unwrap_or_else(|| panic!("no state that anybody saved: {citation}"))
}
