//! Which uses are counted, and which are not.

use super::{FIREFOX, UsedHospital, counts, database};
use crate::support::{Caller, Start, order};
use serde_json::json;

fn rows(hospital: &UsedHospital) -> Vec<(String, String, [u64; 4])> {
    let db = database(&hospital.data());
    let mut rows = db
        .prepare(
            "SELECT c.id, u.tag, u.views, u.opens, u.scans, u.pieces FROM usage_days u \
             JOIN citations c ON c.key = u.citation ORDER BY c.id, u.tag",
        )
        .unwrap();
    let rows = rows.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?]))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_use_counts_once_for_a_client_in_thirty_seconds() {
    let hospital = UsedHospital::open();
    for _ in 0..2 {
        hospital.view("asthma", "198.51.100.1").await;
        hospital.view("asthma-at-home", "198.51.100.1").await;
        hospital.view("asthma", "198.51.100.2").await;
        let shown = |id: &str| {
            let call = hospital.browser("GET", &format!("/api/citations/{id}"), "198.51.100.1");
            call.header("Handout-View", "true")
        };
        let seen = hospital.send(shown("asthma")).await;
        assert_eq!(seen.status, 200);
        hospital.send(shown("fever").header("Accept-Language", "es-MX")).await;
        assert_eq!(hospital.opened("asthma", "es", "198.51.100.1").await.status, 204);
        assert_eq!(hospital.opened("asthma-at-home", "SPANISH", "198.51.100.1").await.status, 204);
        let code = "/qrredirect?id=asthma&url=https%3A%2F%2Fexample.org%2Fasthma-en.pdf";
        let scan = hospital.send(hospital.browser("GET", code, "198.51.100.1")).await;
        assert_eq!(scan.headers["location"], "https://example.org/asthma-en.pdf");
        let unknown = "/qrredirect?id=fever&url=https%3A%2F%2Felsewhere.example.org";
        hospital.send(hospital.browser("GET", unknown, "198.51.100.1")).await;
    }
    let asthma = hospital.staff.get("/api/citations/asthma").await.body;
    let mut ordered = order(&asthma, 40);
    ordered["orders"][0]["lang"] = "Spanish".into();
    let submit = hospital.staff.request("POST", "/api/user/order").header("Idempotency-Key", "1");
    for _ in 0..2 {
        let answer = hospital.staff.send(submit.try_clone().unwrap().json(&ordered)).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    hospital.wait_for_totals([3, 1, 2, 40]).await;
    let expected = [
        ("asthma", "en", [2, 0, 1, 0]),
        ("asthma", "es", [0, 1, 0, 40]),
        ("fever", "es", [1, 0, 0, 0]),
        ("fever", "und", [0, 0, 1, 0]),
    ];
    assert_eq!(rows(&hospital), expected.map(|(id, tag, counts)| (id.to_owned(), tag.to_owned(), counts)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn robots_head_requests_prefetches_and_other_reads_are_not_counted() {
    let hospital = UsedHospital::open();
    let page = |method: &str| hospital.server.visitor().request(method, "/citation/asthma");
    for robot in ["", "Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5.0"] {
        assert_eq!(hospital.send(page("GET").header("User-Agent", robot)).await.status, 200);
    }
    assert_eq!(hospital.send(page("HEAD").header("User-Agent", FIREFOX)).await.status, 200);
    for (name, value) in
        [("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch"), ("X-Moz", "prefetch")]
    {
        hospital.send(page("GET").header("User-Agent", FIREFOX).header(name, value)).await;
    }
    for path in ["/api/citations/asthma", "/api/search?q=asthma", "/citation/nothing", "/", "/packets"] {
        hospital.send(hospital.browser("GET", path, "198.51.100.1")).await;
    }
    let code = "/qrredirect?id=asthma&url=https%3A%2F%2Fexample.org%2Fasthma-en.pdf";
    let robot = hospital.server.visitor().request("GET", code).header("User-Agent", "ClaudeBot/1.0");
    assert_eq!(hospital.send(robot).await.status, 302);
    let beacon =
        hospital.server.visitor().request("POST", "/api/usage").header("User-Agent", "ClaudeBot/1.0");
    let beacon = beacon.header("Origin", &hospital.server.address);
    let beacon = beacon.json(&json!({"citation": "asthma", "lang": "es", "kind": "open"}));
    assert_eq!(hospital.send(beacon).await.status, 204, "robots get the same answer");
    // Later uses are counted, none of the earlier ones.
    hospital.view("asthma", "198.51.100.9").await;
    hospital.wait_for_totals([1, 0, 0, 0]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_cannot_report_opened_files() {
    let hospital = UsedHospital::open();
    let body = json!({"citation": "asthma", "lang": "es", "kind": "open"});
    let status = async |request: reqwest::RequestBuilder| hospital.send(request).await.status;
    let post = || hospital.browser("POST", "/api/usage", "198.51.100.1").json(&body);
    assert_eq!(status(post().header("Origin", "https://elsewhere.example.org")).await, 403);
    assert_eq!(status(post().header("Sec-Fetch-Site", "cross-site")).await, 403);
    assert_eq!(status(post().header("Origin", &hospital.server.address)).await, 204);
    // A program does not send an origin.
    assert_eq!(status(post()).await, 204);
    let ours = || {
        let request = hospital.browser("POST", "/api/usage", "198.51.100.1");
        request.header("Sec-Fetch-Site", "same-origin")
    };
    let fields = async |body: serde_json::Value| -> Vec<String> {
        let answer = hospital.send(ours().json(&body)).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        let errors = answer.body["errors"].as_array().unwrap().clone();
        errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(fields(json!({"citation": "asthma", "lang": "so", "kind": "open"})).await, ["lang"]);
    assert_eq!(fields(json!({"citation": "x", "lang": "es", "kind": "view"})).await, ["citation", "kind"]);
    assert_eq!(fields(json!({"citation": "asthma", "kind": "open"})).await, ["lang"]);
    assert_eq!(status(ours().body("[]")).await, 400);
    assert_eq!(status(ours().body("x")).await, 400);
    let long = json!({"citation": "x".repeat(20_000), "lang": "es", "kind": "open"});
    assert_eq!(status(ours().json(&long)).await, 413);
    hospital.wait_for_totals([0, 1, 0, 0]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_regional_variant_of_a_language_counts_for_the_matching_version() {
    let hospital = UsedHospital::open();
    let open = async |lang: &str, address: &str| {
        let beacon = hospital.browser("POST", "/api/usage", address);
        let body = json!({"citation": "asthma", "lang": lang, "kind": "open"});
        hospital.send(beacon.json(&body)).await.status
    };
    for (n, (lang, status)) in [
        ("es-MX", 204),
        ("ES-us", 204),
        ("es", 204),
        ("Spanish", 204),
        ("so", 422),
        ("so-SO", 422),
        ("", 422),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(open(lang, &format!("198.51.100.{n}")).await, status, "{lang:?}");
    }
    hospital.wait_for_totals([0, 4, 0, 0]).await;
    let rows = hospital.admin.get("/api/system/usage?by=language").await.body["rows"].clone();
    assert_eq!((&rows[0]["key"], &rows[0]["open"]), (&json!("es"), &json!(4)), "{rows}");
    // Conversely, the version's own tag may be more specific.
    let tagged = hospital.admin.put("/api/system/languages/Spanish", &json!({"tag": "es-MX"})).await.unwrap();
    assert_eq!(tagged.status, 200, "{tagged:?}");
    assert_eq!(open("es", "198.51.100.21").await, 204);
    assert_eq!(open("es-ES", "198.51.100.22").await, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_a_replaced_handout_counts_for_the_one_it_leads_to() {
    let hospital = UsedHospital::open();
    let mut asthma = hospital.admin.get("/api/citations/asthma").await.body;
    asthma["obsolete"] = true.into();
    asthma["replacedBy"] = "fever".into();
    assert_eq!(hospital.admin.put("/api/citations/asthma", &asthma).await.unwrap().status, 200);
    let code = "/qrredirect?id=asthma&url=https%3A%2F%2Fexample.org%2Fasthma-es.pdf";
    let scan = hospital.send(hospital.browser("GET", code, "198.51.100.1")).await;
    assert_eq!(scan.headers["location"], "https://example.org/fever-es.pdf");
    hospital.wait_for_totals([0, 0, 1, 0]).await;
    assert_eq!(rows(&hospital), [("fever".to_owned(), "es".to_owned(), [0, 0, 1, 0])]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn zero_days_count_nothing_and_delete_existing_counts() {
    let hospital = UsedHospital::open();
    hospital.view("asthma", "198.51.100.1").await;
    hospital.wait_for_totals([1, 0, 0, 0]).await;
    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    let hospital = UsedHospital::on(folder, |start| start.with("USAGE__DAYS", 0));
    hospital.wait_for_totals([0; 4]).await;
    hospital.view("asthma", "198.51.100.1").await;
    assert_eq!(hospital.opened("asthma", "es", "198.51.100.1").await.status, 204);
    let asthma = hospital.staff.get("/api/citations/asthma").await.body;
    assert_eq!(hospital.staff.post("/api/user/order", &order(&asthma, 4)).await.unwrap().status, 201);
    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    let count: i64 = database(&folder.path().join("data"))
        .query_row("SELECT count(*) FROM usage_days", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_are_written_when_the_server_stops_and_deleted_when_they_are_old() {
    let hospital = UsedHospital::open();
    hospital.view("asthma", "198.51.100.1").await;
    hospital.view("fever", "198.51.100.1").await;
    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    {
        let db = database(&folder.path().join("data"));
        for (table, column) in [
            ("usage_days", "day = date(day, '-40 days')"),
            ("usage_months", "month = substr(date(month || '-15', '-40 days'), 1, 7)"),
            ("usage_citation_months", "month = substr(date(month || '-15', '-40 days'), 1, 7)"),
        ] {
            let sql = format!(
                "UPDATE {table} SET {column} WHERE citation = (SELECT key FROM citations WHERE id = 'fever')"
            );
            assert_eq!(db.execute(&sql, []).unwrap(), 1);
        }
    }
    let hospital = UsedHospital::on(folder, |start| start.with("USAGE__DAYS", 30));
    let listed = async || hospital.usage("from=2020-01-01").await;
    let begun = std::time::Instant::now();
    while listed().await["found"] != 1 {
        assert!(begun.elapsed() < crate::support::PATIENCE, "{}", listed().await);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(listed().await["rows"][0]["key"], "asthma");
    assert_eq!(listed().await["totals"], counts([1, 0, 0, 0]));
    for table in ["usage_months", "usage_citation_months", "usage_language_months"] {
        let sql = format!("SELECT sum(views) FROM {table}");
        let sum: u64 = database(&hospital.data()).query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(sum, 1, "{table}");
    }
}

/// Counts older than ten seconds are stored, and orders and reports are complete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_loses_at_most_the_last_seconds_of_counts_and_no_report() {
    let hospital = UsedHospital::open();
    for n in 0..20 {
        hospital.view("asthma", &format!("198.51.100.{n}")).await;
    }
    let counted = database(&hospital.data());
    let stored = || {
        let sum = "SELECT coalesce(sum(views), 0) FROM usage_days";
        counted.query_row(sum, [], |row| row.get::<_, u64>(0)).unwrap()
    };
    let begun = std::time::Instant::now();
    while stored() < 20 {
        assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{} of 20 are stored", stored());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    drop(counted);
    let asthma = hospital.staff.get("/api/citations/asthma").await.body;
    assert_eq!(hospital.staff.post("/api/user/order", &order(&asthma, 7)).await.unwrap().status, 201);
    let mut taken = Vec::new();
    for n in 0..8 {
        hospital.view("fever", &format!("198.51.100.{n}")).await;
        let sent = json!({"citation": "fever", "kind": "link", "text": format!("Report {n}")});
        let answer = hospital.report(&sent, &format!("198.51.100.{n}")).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        taken.push(answer.body["id"].clone());
    }
    let UsedHospital { folder, server, .. } = hospital;
    server.kill();
    let hospital = UsedHospital::on(folder, |start: Start| start);
    let usage = hospital.usage("").await;
    let asthma = usage["rows"].as_array().unwrap().iter().find(|row| row["key"] == "asthma").unwrap();
    assert_eq!((&asthma["view"], &asthma["order"]), (&json!(20), &json!(7)), "{usage}");
    let reports = hospital.admin.get("/api/system/reports?state=open").await.body;
    let stored: Vec<_> =
        reports["reports"].as_array().unwrap().iter().map(|report| report["id"].clone()).collect();
    taken.reverse();
    assert_eq!(stored, taken);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_counts_nothing_and_sends_reports_to_the_primary() {
    use crate::support::replica::{Followed, PRIMARY, state_of};
    let hospital = UsedHospital::open();
    let mut followed = Followed::new(hospital.folder.path(), &state_of(&hospital.data()));
    followed.apply(&state_of(&hospital.data()));
    let server = followed.replica().run();
    let visitor: Caller = server.visitor();
    let page = visitor.request("GET", "/citation/asthma").header("User-Agent", FIREFOX);
    assert_eq!(visitor.send(page).await.unwrap().status, 200);
    let sent = [
        ("/api/reports", json!({"citation": "asthma", "kind": "link"})),
        ("/api/usage", json!({"citation": "asthma", "lang": "es", "kind": "open"})),
    ];
    for (path, body) in sent {
        let request = visitor.request("POST", path).header("Origin", &server.address).json(&body);
        let answer = visitor.send(request).await.unwrap();
        assert_eq!((answer.status, &answer.body["primary"]), (503, &json!(PRIMARY)), "{path}");
    }
    assert!(server.stop().success());
}
