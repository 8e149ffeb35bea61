//! /api/system/searches: what people search for, but not who.

use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

struct Hospital {
    folder: tempfile::TempDir,
    server: Server,
    provider: Provider,
    admin: Caller,
}

impl Hospital {
    async fn open() -> Hospital {
        let folder = tempfile::tempdir().unwrap();
        let provider = Provider::start();
        let server = start(&folder.path().join("data"), &provider).run();
        let admin = server.bearer(provider.admin());
        let saved = admin.post("/api/citations", &citation("Asthma at home")).await.unwrap();
        assert_eq!(saved.status, 201, "{saved:?}");
        Hospital { folder, server, provider, admin }
    }

    /// A search by a visitor from this address.
    async fn search(&self, client: &str, query: &str) {
        let visitor = self.server.visitor();
        let request =
            visitor.request("GET", &format!("/api/search?{query}")).header("X-Forwarded-For", client);
        let answer = visitor.send(request).await.unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    async fn insight(&self) -> Value {
        let answer = self.admin.get("/api/system/searches").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// The insight once it contains this many searches.
    async fn insight_of(&self, total: u64) -> Value {
        let begun = Instant::now();
        loop {
            let insight = self.insight().await;
            if insight["total"] == total {
                return insight;
            }
            assert!(begun.elapsed() < PATIENCE, "not {total}: {insight}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    fn database(&self) -> rusqlite::Connection {
        let db = rusqlite::Connection::open(self.folder.path().join("data/catalogue.db")).unwrap();
        db.busy_timeout(PATIENCE).unwrap();
        db
    }
}

fn start(data: &Path, provider: &Provider) -> Start {
    Start::on(data).signed_in_at(provider).with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.0/8\"]")
}

fn texts(list: &Value) -> Vec<(String, u64)> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| (text["q"].as_str().unwrap().to_owned(), text["count"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn texts_are_counted_once_per_client_and_shown_from_three_clients_on() {
    let hospital = Hospital::open().await;
    for client in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        hospital.search(client, "q=Asthma").await;
        hospital.search(client, "q=%20asthma%20&start=0").await;
        hospital.search(client, "q=xyzzyplugh").await;
    }
    hospital.search("198.51.100.1", "q=home").await;
    hospital.search("198.51.100.2", "q=home").await;
    // A signed-in person is one client, whatever the address.
    let nurse = hospital.server.bearer(hospital.provider.staff());
    for client in ["198.51.100.7", "198.51.100.8"] {
        let request = nurse.request("GET", "/api/search?q=ASTHMA").header("X-Forwarded-For", client);
        assert_eq!(nurse.send(request).await.unwrap().status, 200);
    }
    let insight = hospital.insight_of(9).await;
    assert_eq!(insight["withoutResult"], 3);
    assert_eq!(texts(&insight["top"]), [("asthma".into(), 4), ("xyzzyplugh".into(), 3)]);
    assert_eq!(texts(&insight["missed"]), [("xyzzyplugh".into(), 3)]);
    assert_eq!((&insight["found"], &insight["foundMissed"]), (&json!(2), &json!(1)));
    let today = jiff::Zoned::now().date().to_string();
    assert_eq!(insight["top"][0]["lastDay"], today);
    let next = hospital.admin.get("/api/system/searches?days=1&start=1").await.body;
    assert_eq!(texts(&next["top"]), [("xyzzyplugh".into(), 3)]);
    let file = hospital.admin.request("GET", "/api/system/searches/download?days=7").send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "text/csv; charset=utf-8");
    let file = file.text().await.unwrap();
    assert!(file.contains("asthma,4") && file.contains("xyzzyplugh,3") && !file.contains("home"), "{file}");
    for wrong in ["days=0", "days=x", "start=-1"] {
        assert_eq!(hospital.admin.get(&format!("/api/system/searches?{wrong}")).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn identifying_texts_and_pages_and_filters_are_never_stored() {
    let hospital = Hospital::open().await;
    let long = "x".repeat(61);
    for n in 1..=3 {
        let client = format!("198.51.100.{n}");
        for query in [
            "q=nora%40example.org",
            "q=nora%EF%BC%A0example.org",
            "q=record+123456",
            "q=12-34-56",
            "q=one+two+three+four+five+six+seven+eight+nine",
            &format!("q={long}"),
            "q=asthma&start=10",
            "q=asthma&fq=audience:%27Parents%27",
            "q=",
        ] {
            hospital.search(&client, query).await;
        }
        hospital.search(&client, "q=last").await;
    }
    let insight = hospital.insight_of(3).await;
    assert_eq!(texts(&insight["top"]), [("last".into(), 3)]);
    let db = hospital.database();
    let mut rows = db.prepare("SELECT * FROM searches").unwrap();
    assert_eq!(rows.column_names().collect::<Vec<_>>(), ["day", "q", "count", "missed", "without_result"]);
    let texts: Vec<String> = rows.query_map([], |row| row.get(1)).unwrap().map(Result::unwrap).collect();
    assert_eq!(texts, ["last"]);
}

#[tokio::test]
async fn counts_end_with_the_days_of_the_setting() {
    let hospital = Hospital::open().await;
    let fill = |db: &rusqlite::Connection| {
        let today = jiff::Zoned::now().date();
        for days in [0, 1, 6, 7, 100, -3] {
            let day = today.checked_sub(jiff::Span::new().days(days)).unwrap().to_string();
            db.execute("INSERT OR REPLACE INTO searches VALUES (?1, 'fever', 3, 0, 0)", [day]).unwrap();
        }
    };
    let days = |db: &rusqlite::Connection| -> i64 {
        db.query_row("SELECT count(*) FROM searches", [], |row| row.get(0)).unwrap()
    };
    let db = hospital.database();
    fill(&db);
    let data = hospital.folder.path().join("data");
    assert_eq!(hospital.insight().await["total"], 12, "90 days, future ones excluded");
    assert_eq!(hospital.admin.get("/api/system/searches?days=7").await.body["total"], 9);
    hospital.server.stop();
    for (setting, kept) in [(7, 3), (0, 0)] {
        fill(&db);
        let server = start(&data, &hospital.provider).with("SEARCH__INSIGHT_DAYS", setting).run();
        let begun = Instant::now();
        while days(&db) != kept {
            assert!(begun.elapsed() < PATIENCE, "{} days are left with {setting}", days(&db));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(server.visitor().get("/api/search?q=fever").await.status, 200);
        let admin = server.bearer(hospital.provider.admin());
        assert_eq!(admin.get("/api/system/searches").await.body["total"], 3 * kept);
        // Stopping writes the counts that are in memory: none, because nothing is stored.
        server.stop();
        assert_eq!(days(&db), kept);
    }
}

#[tokio::test]
async fn a_day_has_a_limited_number_of_texts() {
    let hospital = Hospital::open().await;
    let db = hospital.database();
    let today = jiff::Zoned::now().date().to_string();
    db.execute(
        "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000) \
         INSERT INTO searches SELECT ?1, 'text ' || n, 1, 0, 0 FROM n",
        [&today],
    )
    .unwrap();
    hospital.search("198.51.100.1", "q=asthma").await;
    hospital.search("198.51.100.1", "q=text+7").await;
    hospital.insight_of(20_001).await;
    let known: i64 =
        db.query_row("SELECT count(*) FROM searches WHERE q = 'asthma'", [], |row| row.get(0)).unwrap();
    assert_eq!(known, 0);
}

#[tokio::test]
async fn missed_texts_are_listed_by_language() {
    let hospital = Hospital::open().await;
    let today = jiff::Zoned::now().date().to_string();
    let db = hospital.database();
    for (text, count) in [("wheezing", 9), ("кашель", 5), ("насморк", 4), ("xyzzyplugh", 3), ("rare", 2)]
    {
        db.execute("INSERT INTO searches VALUES (?1, ?2, ?3, ?3, 0)", (&today, text, count)).unwrap();
    }
    let all = hospital.insight().await;
    let languages = json!([
        {"tag": "und-Cyrl", "texts": 2}, {"tag": "en", "texts": 1}, {"tag": "und", "texts": 1}
    ]);
    assert_eq!((&all["languages"], &all["foundMissed"]), (&languages, &json!(4)));
    let of = async |query: &str| hospital.admin.get(&format!("/api/system/searches?{query}")).await.body;
    let cyrillic = of("language=und-Cyrl").await;
    assert_eq!(texts(&cyrillic["missed"]), [("кашель".into(), 5), ("насморк".into(), 4)]);
    assert_eq!((&cyrillic["foundMissed"], &cyrillic["languages"]), (&json!(2), &languages));
    assert_eq!(texts(&of("language=und-Cyrl&start=1").await["missed"]), [("насморк".into(), 4)]);
    assert_eq!(texts(&of("language=und").await["top"]), [("xyzzyplugh".into(), 3)]);
    assert_eq!(texts(&of("language=so").await["missed"]), []);
    let file =
        hospital.admin.request("GET", "/api/system/searches/download?language=en").send().await.unwrap();
    let file = file.text().await.unwrap();
    assert!(file.contains("wheezing,9") && !file.contains("xyzzyplugh"), "{file}");
}
