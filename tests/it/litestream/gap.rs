//! Litestream silently stops following: a gap in the storage, or a process that hangs. The replica reports the age of
//! its state and continues serving; the follower's script detects it, and restores the whole database as soon as it
//! can.

use super::answers::Visitors;
use super::load::Load;
use super::site::Site;
use crate::support::PATIENCE;
use crate::support::litestream::{Process, wait_until_restored};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follower_that_silently_stopped_is_detected_and_replaced() {
    let mut site = Site::start(None).await;
    (site.max_age_seconds, site.check_seconds) = (3, 0.5);
    let load = Load::prepare(site.admin.clone(), site.nurse.clone()).await;
    let saving = load.begin();
    site.add_replica(0).await;
    let visitor = Visitors::new(site.replicas[0].endpoint.clone(), load.known.clone());
    let asking = tokio::spawn(visitor.clone().keep_asking());
    catch_up(&load, &visitor).await;
    wait_until_ready(&site, 200).await;

    // It hangs: the script stops it and restores.
    assert!(follower(&site).signal("litestream", "-STOP"));
    let begun = Instant::now();
    wait_until_ready(&site, 503).await;
    let hung_noticed = begun.elapsed();
    follower(&site).wait_for("restored whole").await;
    catch_up(&load, &visitor).await;
    wait_until_ready(&site, 200).await;
    let hung_healed = begun.elapsed();
    println!("a follower that hangs: noticed after {hung_noticed:?}, healed after {hung_healed:?}");

    // A gap that no level bridges, made while the follower cannot see it.
    assert!(follower(&site).signal("litestream", "-STOP"));
    let database = site.replicas[0].database.clone();
    wait_until_restored(&database, follower(&site)).await;
    let applied = applied(&database);
    let removed = make_gap(&site.folder().join("storage"), applied).await;
    assert!(follower(&site).signal("litestream", "-CONT"));
    assert!(follower(&site).signal("bash", "-CONT"));
    let begun = Instant::now();
    wait_until_ready(&site, 503).await;
    let gap_noticed = begun.elapsed();
    assert_eq!(site.replicas[0].endpoint.get("/api/search?q=handout").await.unwrap().status, 200);
    // Without a full backup newer than the gap nothing can be restored: the current state stays.
    follower(&site).wait_for("non-contiguous").await;
    assert!(database.exists());

    // The step from the runbook.
    drop(site.replication.take());
    let mut snapshot = site.storage.command(&site.primary_data, &["replicate", "-once", "-force-snapshot"]);
    let done = tokio::task::spawn_blocking(move || snapshot.output().unwrap()).await.unwrap();
    assert!(done.status.success(), "{done:?}");
    site.start_replication();
    let snapshot_made = begun.elapsed();
    catch_up(&load, &visitor).await;
    wait_until_ready(&site, 200).await;
    println!(
        "a gap of {removed} files: noticed after {gap_noticed:?}, healed {:?} after there was a whole copy",
        begun.elapsed() - snapshot_made
    );
    load.end();
    visitor.end();
    for task in saving.into_iter().chain([asking]) {
        task.await.unwrap();
    }
}

fn follower(site: &Site) -> &Process {
    site.replicas[0].follower.as_ref().unwrap()
}

async fn wait_until_ready(site: &Site, status: u16) {
    let begun = Instant::now();
    while site.replicas[0].endpoint.get("/readyz").await.unwrap().status != status {
        assert!(begun.elapsed() < PATIENCE, "/readyz does not answer {status}\n{}", follower(site).log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until the replica shows what is saved now.
async fn catch_up(load: &Load, visitor: &Visitors) {
    let (id, state) = load.mark().await;
    let begun = Instant::now();
    while visitor.state(&id) < state {
        assert!(begun.elapsed() < PATIENCE, "the replica does not show state {state}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The last transaction that the follower has applied.
fn applied(database: &Path) -> u64 {
    let text = std::fs::read_to_string(database.with_extension("db-txid")).unwrap();
    u64::from_str_radix(text.trim(), 16).unwrap()
}

/// Removes the files that continue from a transaction, on every level, as soon as there are later ones; returns how
/// many.
async fn make_gap(storage: &Path, applied: u64) -> usize {
    let begun = Instant::now();
    loop {
        let files = copied(storage);
        let newest = files.iter().map(|(_, _, last)| *last).max().unwrap();
        if newest > applied + 6 {
            let gap = applied + 1..=applied + 3;
            let fill = files.iter().filter(|(_, first, last)| gap.start() <= last && first <= gap.end());
            return fill.map(|(path, ..)| std::fs::remove_file(path).unwrap()).count();
        }
        assert!(begun.elapsed() < PATIENCE, "nothing is copied any more");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The files of storage in a folder, with the first and the last transaction of each.
fn copied(storage: &Path) -> Vec<(PathBuf, u64, u64)> {
    let levels = std::fs::read_dir(storage.join("ltx")).unwrap();
    let files = levels.flat_map(|level| std::fs::read_dir(level.unwrap().path()).unwrap());
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    files
        .filter_map(|file| {
            let path = file.ok()?.path();
            let (first, last) = path.file_stem()?.to_str()?.split_once('-')?;
            let (first, last) = (number(first)?, number(last)?);
            (path.extension()? == "ltx").then_some((path.clone(), first, last))
        })
        .collect()
}
