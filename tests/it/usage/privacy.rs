//! After a day of use of all kinds, neither database nor log hold anything about who used what.

use super::{FIREFOX, UsedHospital};
use crate::support::database::tables;
use crate::support::order;
use serde_json::json;

const ADDRESS: &str = "198.51.100.77";

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
    let ordered = ordered.header("X-Forwarded-For", ADDRESS).header("User-Agent", FIREFOX);
    assert_eq!(hospital.staff.send(ordered.json(&order(&asthma, 3))).await.unwrap().status, 201);
    hospital.wait_for_totals([2, 1, 1, 3]).await;

    let log = hospital.server.log();
    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    let data = folder.path().join("data");
    let tables = tables(&data.join("catalogue.db"));
    let traces = [ADDRESS, "198.51.100", FIREFOX, "Firefox", "cookie-of-a-family"];
    for (table, rows) in &tables {
        for row in rows {
            assert!(!traces.iter().any(|trace| row.contains(trace)), "{table}: {row}");
        }
    }
    assert!(!traces.iter().any(|trace| log.contains(trace)), "{log}");
    // Who opened what is not in the log either: it has routes, not addresses.
    for used in ["asthma-at-home", "/citation/asthma", "fever-es.pdf", "long words"] {
        assert!(!log.contains(used), "{used}: {log}");
    }
    for file in
        std::fs::read_dir(&data).unwrap().map(|file| file.unwrap().path()).filter(|file| file.is_file())
    {
        let bytes = std::fs::read(&file).unwrap();
        for trace in traces {
            assert!(
                !bytes.windows(trace.len()).any(|part| part == trace.as_bytes()),
                "{trace} in {}",
                file.display()
            );
        }
    }
    // The counts have no column in which anything else could be.
    assert_eq!(
        tables["usage_days"].len() + tables["reports"].len(),
        4,
        "asthma in English and Spanish, fever in Spanish, a report"
    );
}
