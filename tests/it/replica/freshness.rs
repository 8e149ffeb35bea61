//! The age of a replica's state, and where it is shown.

use crate::support::replica::{Followed, changed, state_of, wait_for_status};
use crate::support::{Start, citation, fill, run_in};
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// A state whose primary recorded the time this many seconds ago.
fn noted_ago(state: &[u8], seconds: i64) -> Vec<u8> {
    changed(
        state,
        &format!(
            "UPDATE freshness SET after_change = (SELECT max(number) FROM changes), \
             noted = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '{} seconds')",
            -seconds
        ),
    )
}

fn check(followed: &Followed) -> (Option<i32>, String) {
    let file = followed.file.display().to_string();
    let data = followed.replica_data();
    let variables = [
        ("HANDOUT_REPLICA__DATABASE", file.as_str()),
        ("HANDOUT_REPLICA__PRIMARY_URL", "https://primary.example.org"),
    ];
    let ended =
        run_in(data.parent().unwrap(), &variables, &["check", "--replica", "--data", data.to_str().unwrap()]);
    (ended.code, ended.stdout)
}

#[tokio::test]
async fn a_state_that_gets_too_old_is_reported_and_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let state = state_of(&data);
    let mut followed = Followed::new(folder.path(), &noted_ago(&state, 296));
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    assert_eq!(visitor.get("/readyz").await.status, 200);
    let (code, output) = check(&followed);
    assert_eq!(code, Some(0), "{output}");
    assert!(
        output.contains("is whole")
            && output.contains("holds 1 citation")
            && output.contains("4 minutes ago"),
        "{output}"
    );
    wait_for_status(&visitor, "/readyz", 503).await;
    let unready = visitor.request("GET", "/readyz").send().await.unwrap();
    assert_eq!(unready.headers()["retry-after"], "5");
    assert_eq!(unready.text().await.unwrap(), "the catalogue is 5 minutes old\n");
    let config = visitor.get("/api/config").await.body;
    assert_eq!(config["replica"]["stale"], json!(true));
    assert!((301..=420).contains(&config["replica"]["ageSeconds"].as_u64().unwrap()), "{config}");
    let metrics = visitor.request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    let line = metrics.lines().find(|line| line.starts_with("handout_replica_age_seconds ")).unwrap();
    assert!(line.rsplit(' ').next().unwrap().parse::<u64>().unwrap() > 300, "{line}");
    assert!(!metrics.contains("handout_jobs_waiting"), "only the primary has this metric");
    assert_eq!(visitor.found("asthma").await, 1);
    assert_eq!(visitor.get("/healthz").await.status, 200);
    let (code, output) = check(&followed);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("WRONG") && output.contains("replica.max_age_seconds is 300"), "{output}");
    // If a clock is ahead, the age is never negative.
    followed.apply(&noted_ago(&state, -100));
    wait_for_status(&visitor, "/readyz", 200).await;
    assert_eq!(visitor.get("/api/config").await.body["replica"]["ageSeconds"], json!(0));
    assert_eq!(check(&followed).0, Some(0));
}

fn noted(data: &Path) -> (String, u64) {
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    db.query_row("SELECT noted, (SELECT coalesce(max(number), 0) FROM changes) FROM freshness", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
    .unwrap()
}

#[tokio::test]
async fn the_primary_records_the_time_and_changes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let long_ago = "2026-01-01T00:00:00.000Z";
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    db.execute_batch(&format!(
        "UPDATE changes SET at = '{long_ago}'; UPDATE freshness SET noted = '{long_ago}'"
    ))
    .unwrap();
    drop(db);
    let (before, latest) = noted(&data);
    assert_eq!(before, long_ago);
    let primary = Start::on(&data).run();
    let begun = Instant::now();
    while noted(&data).0 == long_ago {
        assert!(begun.elapsed() < crate::support::PATIENCE, "the time is not recorded");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let etag = primary.visitor().get("/api/citations/asthma").await.headers["etag"].clone();
    assert_eq!(noted(&data).1, latest, "no change number was taken");
    let (succeeded, output) = crate::support::command(&data, &["check"]);
    assert!(
        succeeded && output.contains("the database was last written 0 seconds ago")
            || output.contains("seconds ago"),
        "{output}"
    );
    let first = noted(&data).0;
    assert!(primary.stop().success());
    // Within the minute nothing is recorded.
    let primary = Start::on(&data).run();
    assert_eq!(primary.visitor().get("/api/citations/asthma").await.headers["etag"], etag);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(noted(&data).0, first);
}
