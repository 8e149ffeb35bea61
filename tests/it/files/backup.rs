//! A backup taken while the server runs and restored elsewhere has every row of every table.

use crate::support::database::{fill_every_table, tables};
use crate::support::provider::Provider;
use crate::support::{Start, citation, command};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_backup_holds_every_row_of_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let (data, elsewhere) = (folder.path().join("data"), folder.path().join("elsewhere"));
    let copy = folder.path().join("copy.db");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    fill_every_table(&server, &provider, 15).await;

    let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "beside a running server: {output}");
    let (succeeded, output) = command(&data, &["restore", copy.to_str().unwrap()]);
    assert!(!succeeded && output.contains("error:"), "restored under a running server: {output}");
    drop(server);
    let (succeeded, output) = command(&elsewhere, &["restore", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");

    let (mut before, mut after) = (tables(&copy), tables(&elsewhere.join("catalogue.db")));
    assert!(before.len() > 15, "{:?}", before.keys());
    for name in [
        "citations",
        "orders",
        "users",
        "jobs",
        "lookup_values",
        "citation_versions",
        "usage_days",
        "usage_months",
        "usage_citation_months",
        "usage_language_months",
        "reports",
        "report_events",
        "unanswered_codes",
    ] {
        assert!(!before[name].is_empty(), "{name} is empty");
    }
    // Intended differences: a restored database has a mark, and begins a new history.
    let restorations =
        |of: &mut std::collections::BTreeMap<String, Vec<String>>| of.remove("restorations").unwrap().len();
    assert_eq!((restorations(&mut before), restorations(&mut after)), (0, 1));
    assert_ne!(before.remove("catalogue"), after.remove("catalogue"));
    let recorded = after.get_mut("audit").unwrap();
    recorded.retain(|row| !row.contains("Text(\"restore\")"));
    assert_eq!(recorded.len(), before["audit"].len());
    assert_eq!(before, after);

    let server = Start::on(&elsewhere).signed_in_at(&provider).run();
    server.visitor().wait_until_found("handout", 15).await;
    let orders = server.bearer(provider.staff()).get("/api/user/orders").await.body;
    assert_eq!(orders.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_backup_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..40 {
        assert_eq!(
            admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap().status,
            201
        );
    }
    assert!(server.stop().success());
    let whole = std::fs::read(data.join("catalogue.db")).unwrap();
    let copy = folder.path().join("copy.db");
    for (what, bytes) in [
        ("cut off", whole[..whole.len() / 2].to_vec()),
        ("another kind of file", b"not a database".to_vec()),
        ("empty", Vec::new()),
    ] {
        std::fs::write(&copy, bytes).unwrap();
        let (succeeded, output) = command(&data, &["restore", copy.to_str().unwrap()]);
        assert!(!succeeded && output.contains("error:"), "{what}: {output}");
        assert!(
            std::fs::read(data.join("catalogue.db")).unwrap() == whole,
            "{what}: the database was changed"
        );
    }
}
