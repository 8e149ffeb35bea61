//! Every acknowledged save is shown by every replica, with storage in a folder and in a bucket.

use super::answers::Visitors;
use super::load::{EDITED, Load};
use super::site::Site;
use crate::support::PATIENCE;
use crate::support::litestream::Storage;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long people keep saving.
const SPAN: Duration = Duration::from_secs(5);
/// On a busy machine they continue until there are more saves than this.
const MIN_SAVES: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_save_arrives_at_two_replicas_over_a_folder() {
    every_save_arrives("storage in a folder", None, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_save_arrives_at_a_replica_over_s3() {
    let storage = Storage::in_s3().await;
    every_save_arrives("storage in a bucket", Some(storage.clone()), 1).await;
    println!("requests to the S3-compatible server: {}", storage.requests());
    assert!(storage.requests() > 0);
}

async fn every_save_arrives(what: &str, storage: Option<Storage>, replicas: usize) {
    let mut site = Site::start(storage).await;
    let load = Load::prepare(site.admin.clone(), site.nurse.clone()).await;
    for number in 0..replicas {
        site.add_replica(number).await;
    }
    let visitors: Vec<Visitors> = site
        .replicas
        .iter()
        .map(|replica| Visitors::new(replica.endpoint.clone(), load.known.clone()))
        .collect();
    let asking: Vec<_> = visitors.iter().map(|visitor| tokio::spawn(visitor.clone().keep_asking())).collect();
    let saving = load.begin();
    let saves = || -> Vec<(String, u64, Instant)> {
        let known = load.known.lock().unwrap();
        let edited = known.citations.iter().enumerate().filter(|(n, _)| *n != EDITED);
        edited
            .flat_map(|(_, tracked)| {
                tracked.acknowledged.iter().map(|(state, at)| (tracked.id.clone(), *state, *at))
            })
            .collect()
    };
    tokio::time::sleep(SPAN).await;
    let extended = Instant::now();
    while saves().len() <= MIN_SAVES && extended.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    load.end();
    for task in saving {
        task.await.unwrap();
    }
    let saved = saves();
    // Requests those that were added in between.
    let begun = Instant::now();
    for visitor in &visitors {
        for (id, state, _) in &saved {
            while visitor.state(id) < *state {
                assert!(begun.elapsed() < PATIENCE, "{what}: a replica does not show {id} in state {state}");
                visitor.ask_for(id).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        visitor.end();
    }
    for task in asking {
        task.await.unwrap();
    }
    let mut delays = Vec::new();
    for visitor in &visitors {
        let seen = visitor.seen.lock().unwrap();
        for (id, state, at) in &saved {
            let shown = seen[id].iter().find(|(shown, _)| shown >= state).unwrap().1;
            // Saves before the first request have no meaningful delay.
            if begun.duration_since(*at) < SPAN {
                delays.push(shown.saturating_duration_since(*at));
            }
        }
    }
    delays.sort_unstable();
    let answered: u64 = visitors.iter().map(|visitor| visitor.answered.load(Ordering::Relaxed)).sum();
    println!(
        "{what}: {} saves, shown by {replicas} replicas after {:?} in the median, {:?} at most; {answered} answers",
        saved.len(),
        delays[delays.len() / 2],
        delays.last().unwrap(),
    );
    assert!(saved.len() > MIN_SAVES, "too little was saved");
}
