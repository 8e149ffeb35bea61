//! Litestream beside the primary is not running for a while, during which SQLite restarts the write-ahead log: the
//! changes of that time reach the replicas.

use super::answers::{Visitors, check_everything_arrived};
use super::load::{EDITED, Load};
use super::site::Site;
use crate::support::PATIENCE;
use std::path::Path;
use std::time::Instant;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_made_while_litestream_is_not_running_reach_the_replicas() {
    let mut site = Site::start(None).await;
    let load = Load::prepare(site.admin.clone(), site.nurse.clone()).await;
    site.add_replica(0).await;
    let visitors = [Visitors::new(site.replicas[0].endpoint.clone(), load.known.clone())];
    check_everything_arrived(&site, &load, &visitors).await;

    drop(site.replication.take());
    let log = site.primary_data.join("catalogue.db-wal");
    let (before, begun) = (salts(&log), Instant::now());
    while salts(&log) == before {
        assert!(begun.elapsed() < PATIENCE, "SQLite does not restart the log");
        assert!(load.add().await);
    }
    for which in 0..EDITED {
        load.save(which).await.unwrap();
    }
    site.start_replication();
    check_everything_arrived(&site, &load, &visitors).await;
}

/// The two salts in the header of a write-ahead log, which change when it is restarted (SQLite file format, 4.1).
fn salts(log: &Path) -> Vec<u8> {
    std::fs::read(log).unwrap()[16..24].to_vec()
}
