//! kill -9 at random moments of an index rebuild, with a server in use that is sometimes killed too.

use super::{MORE_ROUNDS, Moments, kill_rounds};
use crate::support::provider::Provider;
use crate::support::{Caller, Start, binary, citation, command, fill};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const BEFORE: u64 = 400;

/// A unique word.
fn word(number: u64) -> String {
    format!("{:09}", 100_000_000 + number)
}

fn rebuild(data: &Path) -> Child {
    Command::new(binary())
        .arg("--data")
        .arg(data)
        .arg("--rebuild-index")
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn save(admin: &Caller, saved: &mut u64) {
    let answer = admin.post("/api/citations", &citation(&format!("Handout {}", word(*saved)))).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    *saved += 1;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_rebuild_loses_no_change() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let before: Vec<Value> = (0..BEFORE).map(|n| citation(&format!("Handout {}", word(n)))).collect();
    fill(&data, &before);
    let provider = Provider::start();
    let mut saved = BEFORE;
    let mut server = Start::on(&data).signed_in_at(&provider).run();
    let begun = Instant::now();
    assert!(rebuild(&data).wait().unwrap().success());
    let took = begun.elapsed();
    let mut moments = Moments::new("killed rebuilds");
    let (mut cut_off, mut killed) = (0, 0);
    for round in 0..rounds + MORE_ROUNDS {
        if round >= rounds && cut_off > 0 {
            break;
        }
        let admin = server.bearer(provider.admin());
        let mut child = rebuild(&data);
        let until = Instant::now() + moments.within(took + Duration::from_millis(100));
        while Instant::now() < until {
            save(&admin, &mut saved).await;
        }
        child.kill().unwrap();
        cut_off += u64::from(!child.wait().unwrap().success());
        save(&admin, &mut saved).await;
        // Also while the server switches to the new index.
        if round % 2 == 1 {
            tokio::time::sleep(moments.within(Duration::from_millis(600))).await;
            server.kill();
            killed += 1;
            server = Start::on(&data).signed_in_at(&provider).run();
        }
        let visitor = server.visitor();
        for number in [saved - 1, saved / 2, round % BEFORE] {
            visitor.wait_until_found(&format!("\"{}\"", word(number)), 1).await;
        }
        visitor.wait_until_found("handout", saved).await;
        assert!(!server.log().contains("cannot follow"), "round {round}: {}", server.log());
    }
    assert!(cut_off > 0, "no rebuild was interrupted");
    assert!(rebuild(&data).wait().unwrap().success());
    server.visitor().wait_until_found("handout", saved).await;
    assert!(server.stop().success());
    let (succeeded, output) = command(&data, &["check"]);
    assert!(succeeded, "{output}");
    println!(
        "kill -9: {cut_off} of {rounds} rebuilds and {killed} servers killed, all {saved} citations found"
    );
}
