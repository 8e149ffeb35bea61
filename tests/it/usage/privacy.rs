//! After a day of all kinds of use, neither database nor log contains anything about who used what.

use super::{FIREFOX, UsedHospital, database, files};
use crate::support::database::tables;
use crate::support::order;
use serde_json::json;
use std::path::Path;

const ADDRESS: &str = "198.51.100.77";
const TRACES: [&str; 5] = [ADDRESS, "198.51.100", FIREFOX, "Firefox", "cookie-of-a-family"];

/// Asserts that neither the database nor its log nor any other file contains a trace, deleted rows included.
fn check_files(data: &Path) {
    for file in files(data) {
        let bytes = std::fs::read(&file).unwrap();
        for trace in TRACES {
            let is_in = bytes.windows(trace.len()).any(|part| part == trace.as_bytes());
            assert!(!is_in, "{trace} in {}", file.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_person_address_browser_or_cookie_is_stored_or_logged_with_a_use() {
    let hospital = UsedHospital::with(|start| start.environment("RUST_LOG", "debug"));
    let cookie = "handout_language=es; visit=cookie-of-a-family";
    let page = hospital.browser("GET", "/citation/asthma", ADDRESS).header("Cookie", cookie);
    assert_eq!(hospital.send(page).await.status, 200);
    let call = hospital.browser("GET", "/api/citations/fever", ADDRESS).header("Cookie", cookie);
    assert_eq!(hospital.send(call.header("Handout-View", "true")).await.status, 200);
    assert_eq!(hospital.opened("asthma", "es", ADDRESS).await.status, 204);
    let code = "/qrredirect?id=fever&url=https%3A%2F%2Fexample.org%2Ffever-es.pdf";
    assert_eq!(hospital.send(hospital.browser("GET", code, ADDRESS)).await.status, 302);
    let report = json!({"citation": "asthma", "lang": "es", "kind": "hard", "text": "Too many long words."});
    assert_eq!(hospital.report(&report, ADDRESS).await.status, 201);
    let ordered = hospital.staff.request("POST", "/api/user/order");
    let asthma = hospital.staff.get("/api/citations/asthma").await.body;
    // The audit trail has the address of an order, but nothing about reading.
    let ordered = ordered.header("X-Forwarded-For", "203.0.113.5").header("User-Agent", FIREFOX);
    assert_eq!(hospital.staff.send(ordered.json(&order(&asthma, 3))).await.unwrap().status, 201);
    hospital.wait_for_totals([2, 1, 1, 3]).await;

    // The names of signed-in staff are stored with what they order, not with what they read.
    let read = hospital.staff.request("GET", "/api/citations/fever").header("Handout-View", "true");
    let read = read.header("X-Forwarded-For", "198.51.100.78").header("User-Agent", FIREFOX);
    assert_eq!(hospital.staff.send(read).await.unwrap().status, 200);
    hospital.wait_for_totals([3, 1, 1, 3]).await;
    assert!(
        files(&hospital.data()).iter().any(|file| file.ends_with("catalogue.db-wal")),
        "the database has a write-ahead log"
    );
    check_files(&hospital.data());

    let log = hospital.server.log();
    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    let data = folder.path().join("data");
    check_files(&data);
    let tables = tables(&data.join("catalogue.db"));
    for (table, rows) in &tables {
        for row in rows {
            assert!(!TRACES.iter().any(|trace| row.contains(trace)), "{table}: {row}");
        }
    }
    assert!(!TRACES.iter().any(|trace| log.contains(trace)), "{log}");
    // The log does not show who opened what either: it contains routes, not paths.
    for used in ["asthma-at-home", "/citation/asthma", "fever-es.pdf", "long words"] {
        assert!(!log.contains(used), "{used}: {log}");
    }
    // No column could contain anything else: no time of day, no order of uses.
    let db = database(&data);
    let columns = |table: &str| -> String {
        let sql = "SELECT group_concat(name, ' ') FROM pragma_table_info(?1)";
        db.query_row(sql, [table], |row| row.get(0)).unwrap()
    };
    assert_eq!(columns("usage_days"), "day citation tag views opens scans pieces");
    assert_eq!(columns("usage_months"), "citation month tag views opens scans pieces");
    assert_eq!(columns("usage_citation_months"), "citation month views opens scans pieces");
    assert_eq!(columns("usage_language_months"), "month tag views opens scans pieces");
    assert_eq!(
        columns("reports"),
        "key id citation packet tag language kind text email screen_language at closed_at notified format"
    );
    assert_eq!((tables["usage_days"].len(), tables["reports"].len()), (4, 1), "{:?}", tables["usage_days"]);
}
