//! kill -9 at random moments of a restore.

use super::{Moments, kill_rounds};
use crate::support::database::{count_citations, files_named};
use crate::support::provider::Provider;
use crate::support::{Start, binary, citation, command};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const IN_COPY: u32 = 5;
const IN_DATABASE: u32 = 12;

fn restore(data: &Path, copy: &Path) -> Child {
    Command::new(binary())
        .arg("--data")
        .arg(data)
        .arg("restore")
        .arg(copy)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn exported(data: &Path) -> u32 {
    let file = data.join("exported.jsonl");
    let (succeeded, output) = command(data, &["export", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    u32::try_from(std::fs::read_to_string(file).unwrap().lines().count()).unwrap()
}

/// A killed restore leaves either the old catalogue or the new one, intact, and the old one is preserved with its last
/// save. The next restore ignores what the killed one left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_restore_leaves_the_old_or_the_new_catalogue() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..IN_DATABASE {
        if n == IN_COPY {
            let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
            assert!(succeeded, "{output}");
        }
        let saved = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
        assert_eq!(saved.status, 201);
    }
    // The last saves are only in the write-ahead log.
    server.kill();
    let fresh = |name: &str| {
        let dir = folder.path().join(name);
        std::fs::create_dir(&dir).unwrap();
        for file in ["catalogue.db", "catalogue.db-wal", "catalogue.db-shm"] {
            std::fs::copy(data.join(file), dir.join(file)).unwrap();
        }
        dir
    };
    let whole = fresh("whole");
    let begun = Instant::now();
    assert!(restore(&whole, &copy).wait().unwrap().success());
    let took = begun.elapsed();
    assert_eq!(exported(&whole), IN_COPY);
    let kept = files_named(&whole, ".replaced-");
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(count_citations(&kept[0]), IN_DATABASE, "it is preserved with its last saves");

    let mut moments = Moments::new("killed restores");
    let (mut old, mut new) = (0, 0);
    for round in 0..rounds {
        let data = fresh(&format!("round{round}"));
        let mut child = restore(&data, &copy);
        tokio::time::sleep(moments.within(took)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        match exported(&data) {
            IN_COPY => new += 1,
            IN_DATABASE => old += 1,
            other => panic!("round {round} left {other} citations"),
        }
        let kept = files_named(&data, ".replaced-");
        assert!(kept.iter().all(|kept| count_citations(kept) == IN_DATABASE), "round {round}");
        assert!(restore(&data, &copy).wait().unwrap().success(), "round {round}");
        assert_eq!(exported(&data), IN_COPY, "round {round}");
        let (succeeded, output) = command(&data, &["check"]);
        assert!(succeeded, "round {round}: {output}");
        std::fs::remove_dir_all(&data).unwrap();
    }
    println!(
        "kill -9: {rounds} restores cut off: {old} times the old catalogue, {new} times the new one, always intact"
    );
}
