//! kill -9 of primary, Litestream and replicas at random moments: replicas never answer wrongly nor fail while they are
//! up, everything recovers by itself, and when the primary's machine is lost, the standby takes over.

use super::answers::{Visitors, check_everything_arrived};
use super::failover::{Takeover, take_over};
use super::load::Load;
use super::site::Site;
use crate::faults::{Moments, how_many, percentile};
use crate::support::PATIENCE;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What is killed.
#[derive(Debug, Clone, Copy)]
enum Victim {
    Primary,
    /// Litestream beside the primary.
    Replication,
    /// Litestream beside a replica: alone, so that the service manager restarts it, or together with its script.
    Follower {
        replica: usize,
        with_script: bool,
    },
    Replica(usize),
    /// The primary's machine, for good: the first replica's machine becomes the primary.
    Machine,
}

const VICTIMS: [Victim; 7] = [
    Victim::Machine,
    Victim::Primary,
    Victim::Replication,
    Victim::Follower { replica: 0, with_script: false },
    Victim::Replica(1),
    Victim::Follower { replica: 1, with_script: true },
    Victim::Replica(0),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_answer_correctly_whatever_is_killed() {
    let rounds = usize::try_from(how_many("HANDOUT_LITESTREAM_ROUNDS", 2)).unwrap();
    let mut moments = Moments::new("kill -9 with Litestream");
    let mut site = Site::start(None).await;
    let load = Load::prepare(site.admin.clone(), site.nurse.clone()).await;
    site.add_replica(0).await;
    site.add_replica(1).await;
    let visitors: Vec<Visitors> = site
        .replicas
        .iter()
        .map(|replica| Visitors::new(replica.endpoint.clone(), load.known.clone()))
        .collect();
    let asking: Vec<_> = visitors.iter().map(|visitor| tokio::spawn(visitor.clone().keep_asking())).collect();
    let saving = load.begin();
    let (mut caught_up, mut takeovers) = (Vec::new(), Vec::<Takeover>::new());
    for round in 0..rounds {
        tokio::time::sleep(moments.within(Duration::from_millis(1_500))).await;
        // The first rounds kill each of them, the machine first; later ones choose at random.
        let drawn = moments.within(Duration::from_secs(1)).as_millis() as usize;
        let victim = VICTIMS[if round < VICTIMS.len() { round } else { drawn % VICTIMS.len() }];
        let begun = Instant::now();
        if let Some(takeover) = kill(&mut site, &load, &visitors, victim).await {
            takeovers.push(takeover);
        }
        let (id, state) = load.mark().await;
        for visitor in &visitors {
            while visitor.state(&id) < state {
                let waited = begun.elapsed();
                assert!(waited < PATIENCE, "a replica did not catch up after round {round}, {victim:?}");
                assert!(asking.iter().all(|task| !task.is_finished()), "a visitor gave up after {victim:?}");
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        if rounds > 20 {
            println!(
                "round {round}, {victim:?}: everybody shows what was saved afterwards after {:?}",
                begun.elapsed()
            );
        }
        caught_up.push(begun.elapsed());
    }
    load.end();
    visitors.iter().for_each(Visitors::end);
    for task in saving.into_iter().chain(asking) {
        task.await.unwrap();
    }
    check_everything_arrived(&site, &load, &visitors).await;
    let answered: u64 = visitors.iter().map(|visitor| visitor.answered.load(Ordering::Relaxed)).sum();
    let saves: usize =
        load.known.lock().unwrap().citations.iter().map(|tracked| tracked.acknowledged.len()).sum();
    println!(
        "{rounds} rounds: {saves} saves acknowledged, {answered} answers of replicas, none wrong; all caught up after {:?} in \
         the median, {:?} at most",
        percentile(&mut caught_up, 0.5),
        percentile(&mut caught_up, 1.0),
    );
    let mut took: Vec<Duration> = takeovers.iter().map(|takeover| takeover.took).collect();
    let mut reach: Vec<Duration> = takeovers.iter().map(|takeover| takeover.lost_back_to).collect();
    println!(
        "{} takeovers: the new primary answered after {:?} in the median, {:?} at most; {} of {} left something out, saved at \
         most {:?} before the end",
        takeovers.len(),
        percentile(&mut took, 0.5),
        percentile(&mut took, 1.0),
        reach.iter().filter(|back_to| !back_to.is_zero()).count(),
        takeovers.len(),
        percentile(&mut reach, 1.0),
    );
}

/// Kills the victim, and restarts what a service manager would restart.
async fn kill(site: &mut Site, load: &Load, visitors: &[Visitors], victim: Victim) -> Option<Takeover> {
    match victim {
        Victim::Primary => {
            // Litestream stops with its primary and is started after it, as the unit defines.
            site.kill_primary();
            drop(site.replication.take());
            site.start_primary();
            site.start_replication();
        }
        Victim::Replication => {
            drop(site.replication.take());
            site.start_replication();
        }
        Victim::Follower { replica, with_script: false } => {
            // The process does not exist if it has just ended by itself.
            site.replicas[replica].follower.as_ref().unwrap().signal("litestream", "-KILL");
        }
        Victim::Follower { replica, with_script: true } => {
            drop(site.replicas[replica].follower.take());
            site.start_follower(replica);
        }
        Victim::Replica(replica) => {
            site.kill_replica(replica);
            site.start_replica(replica);
        }
        Victim::Machine => return Some(take_over(site, load, visitors).await),
    }
    None
}
