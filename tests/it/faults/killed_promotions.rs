//! kill -9 at random moments of a promotion.

use super::{Moments, kill_rounds};
use crate::support::database::{count_citations, files_named};
use crate::support::replica::{Followed, state_of};
use crate::support::{Start, binary, citation, command, fill};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const CITATIONS: u32 = 40;

fn promote(data: &Path, source: &Path) -> Child {
    Command::new(binary())
        .arg("--data")
        .arg(data)
        .args(["promote", "--force"])
        .arg(source)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A killed promotion leaves either a replica's data directory, which can be promoted again, or a primary's, intact and
/// searchable.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_promotion_leaves_a_replica_or_a_primary() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let primary = folder.path().join("primary");
    let records: Vec<_> = (0..CITATIONS).map(|n| citation(&format!("Handout {n}"))).collect();
    fill(&primary, &records);
    let followed = Followed::new(folder.path(), &state_of(&primary));
    assert!(followed.replica().run().stop().success());
    let source = followed.file.clone();
    let fresh = |name: &str| {
        let data = folder.path().join(name);
        let copied = Command::new("cp").arg("-r").arg(followed.replica_data()).arg(&data).status().unwrap();
        assert!(copied.success());
        data
    };
    let whole = fresh("whole");
    let begun = Instant::now();
    assert!(promote(&whole, &source).wait().unwrap().success());
    let took = begun.elapsed();

    let mut moments = Moments::new("killed promotions");
    let (mut replicas, mut primaries) = (0, 0);
    for round in 0..rounds {
        let data = fresh(&format!("round{round}"));
        let mut child = promote(&data, &source);
        tokio::time::sleep(moments.within(took)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let database = data.join("catalogue.db");
        let again = promote(&data, &source).wait().unwrap().success();
        match again {
            true => replicas += 1,
            // The promotion was already complete.
            false => primaries += 1,
        }
        assert_eq!(count_citations(&database), CITATIONS, "round {round}");
        // The server removes what a promotion left behind if it was killed at its very end.
        assert!(!again || files_named(&data, ".promoting-").is_empty(), "round {round}");
        assert!(Start::on(&data).run().stop().success(), "round {round}");
        assert!(files_named(&data, "replica-").is_empty(), "round {round}");
        let (succeeded, output) = command(&data, &["check"]);
        assert!(succeeded && output.contains("holds every change"), "round {round}: {output}");
        std::fs::remove_dir_all(&data).unwrap();
    }
    println!(
        "kill -9: {rounds} promotions cut off: {replicas} times a replica's folder was left, {primaries} times a primary's"
    );
}
