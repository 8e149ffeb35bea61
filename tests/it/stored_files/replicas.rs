//! Replicas with a store of their own, and their promotion.

use super::{Library, eventually, fetched, pdf, version};
use crate::support::replica::{Followed, state_of};
use crate::support::{PATIENCE, run_in};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_fetches_the_files_and_answers_with_the_primary_meanwhile() {
    let library = Library::start();
    let (first, second) = (pdf("Fever", 1), pdf("Fever again", 1));
    let former = library.uploaded("fever.pdf", &first).await;
    let mut fever = library.added("fever", json!([version("English", &former)])).await;
    let current = library.uploaded("fever.pdf", &second).await;
    fever["languages"] = json!([version("English", &current)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let state = state_of(&library.folder.path().join("data"));
    let followed = Followed::new(library.folder.path(), &state);

    // Without its primary it leads there.
    let gone = "http://127.0.0.1:1";
    let replica = followed.replica().with("REPLICA__PRIMARY_URL", gone).run();
    let (status, headers, _) = fetched(&replica.visitor(), "/file/fever/en", &[]).await;
    assert_eq!((status, headers["location"].to_str().unwrap()), (302, &*format!("{gone}/file/fever/en")));
    let begun = Instant::now();
    loop {
        let sent = replica.visitor().request("GET", "/metrics").send().await.unwrap();
        let metrics = sent.text().await.unwrap();
        if metrics.contains("handout_files_missing 2") {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{metrics}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(replica.stop().success());
    let data = followed.replica_data();
    let (data_text, database) = (data.to_str().unwrap(), followed.file.to_str().unwrap());
    let variables = [
        ("HANDOUT_REPLICA__ENABLED", "true"),
        ("HANDOUT_REPLICA__DATABASE", database),
        ("HANDOUT_REPLICA__PRIMARY_URL", gone),
        ("HANDOUT_DATA__DIR", data_text),
    ];
    let check = run_in(library.folder.path(), &variables, &["check"]);
    assert!(check.stdout.contains("; 2 of 2 stored files are not here yet"), "{check:?}");
    let refused = run_in(library.folder.path(), &variables, &["promote"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains(&former) && refused.stderr.contains(&current), "{refused:?}");

    let replica = followed.replica().with("REPLICA__PRIMARY_URL", &library.server.address).run();
    let visitor = replica.visitor();
    let begun = Instant::now();
    for (address, content) in
        [("/file/fever/en".to_owned(), &second), (format!("/file/fever/en/{former}"), &first)]
    {
        while fetched(&visitor, &address, &[]).await.0 != 200 {
            assert!(begun.elapsed() < PATIENCE, "{}", replica.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(&fetched(&visitor, &address, &[]).await.2, content);
    }
    assert!(replica.stop().success());
    // Only a person has opened a file of the primary.
    let agent = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
    fetched(&library.server.visitor(), "/file/fever/en", &[agent]).await;
    let opened = eventually(async || {
        let usage = library.admin.get("/api/system/usage?from=2020-01-01&to=2999-12-31&by=language").await;
        usage.body["totals"]["open"].as_u64().filter(|opened| *opened > 0)
    });
    assert_eq!(opened.await, 1);
    let promoted = run_in(library.folder.path(), &variables, &["promote"]);
    assert_eq!(promoted.code, Some(0), "{promoted:?}");
}
