//! /api/system/synonyms and /api/system/terms: what administrators add to the search, effective immediately.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation, run_in};
use serde_json::{Value, json};
use std::path::PathBuf;

struct Library {
    folder: tempfile::TempDir,
    server: Server,
    provider: Provider,
    admin: Caller,
}

impl Library {
    /// A library with a citation of each of these titles.
    async fn new(titles: &[&str]) -> Library {
        let folder = tempfile::tempdir().unwrap();
        let provider = Provider::start();
        let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
        let admin = server.bearer(provider.admin());
        for title in titles {
            let mut body = citation(title);
            body["abstract"] = "Nothing else.".into();
            body["keywords"] = json!([title]);
            assert_eq!(admin.post("/api/citations", &body).await.unwrap().status, 201);
        }
        Library { folder, server, provider, admin }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The titles that a search finds.
    async fn titles(&self, q: &str) -> Vec<String> {
        let q: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
        let hits = self.admin.get(&format!("/api/search?q={q}")).await.body["hits"]["hit"].clone();
        let title = |hit: &Value| hit["fields"]["title"][0].as_str().unwrap().to_owned();
        hits.as_array().unwrap().iter().map(title).collect()
    }

    async fn add(&self, terms: &[&str], one_way: bool) -> Value {
        let added = self
            .admin
            .post("/api/system/synonyms", &json!({"terms": terms, "oneWay": one_way}))
            .await
            .unwrap();
        assert_eq!(added.status, 201, "{added:?}");
        assert!(added.headers["location"].to_str().unwrap().starts_with("/api/system/synonyms/"));
        added.body
    }
}

#[tokio::test]
async fn a_synonym_works_from_its_save_until_it_is_deleted() {
    let library = Library::new(&["Quibblewort care", "Zanderblast care"]).await;
    assert!(library.titles("florpness").await.is_empty());
    let entry = library.add(&["florpness", "Quibblewort"], false).await;
    assert_eq!(
        (&entry["version"], &entry["oneWay"], &entry["by"]),
        (&json!(1), &json!(false), &json!("Ada Nurse"))
    );
    assert_eq!(library.titles("Florpness").await, ["Quibblewort care"]);
    let address = format!("/api/system/synonyms/{}", entry["id"].as_str().unwrap());
    let put = async |tag: &str, terms: Value| {
        let request =
            library.admin.request("PUT", &address).header("If-Match", tag).json(&json!({"terms": terms}));
        library.admin.send(request).await.unwrap()
    };
    let changed = put("\"1\"", json!(["florpness", "Zanderblast"])).await;
    assert_eq!((changed.status, &changed.body["version"]), (200, &json!(2)), "{changed:?}");
    assert_eq!(library.titles("florpness").await, ["Zanderblast care"]);
    let stale = put("\"1\"", json!(["florpness", "Quibblewort"])).await;
    assert_eq!(stale.status, 412, "{stale:?}");
    let page = library.admin.get("/api/system/synonyms").await.body;
    assert_eq!((&page["found"], &page["synonyms"]), (&json!(1), &json!([changed.body])));
    // It survives a restart.
    let Library { folder, server, provider, .. } = library;
    assert!(server.stop().success());
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let library = Library { folder, server, provider, admin };
    assert_eq!(library.titles("florpness").await, ["Zanderblast care"]);
    let delete = async || library.admin.send(library.admin.request("DELETE", &address)).await.unwrap().status;
    assert_eq!((delete().await, delete().await), (204, 404));
    assert!(library.titles("florpness").await.is_empty());
    assert_eq!(library.admin.get("/api/system/synonyms").await.body, json!({"found": 0, "synonyms": []}));
}

#[tokio::test]
async fn a_one_way_synonym_works_in_one_direction_and_can_be_previewed() {
    let library = Library::new(&["Quibblewort care", "Florpness care"]).await;
    let trial = json!({"q": "florpness", "terms": ["florpness", "quibblewort"], "oneWay": true});
    let tried = library.admin.post("/api/system/synonyms/try", &trial).await.unwrap();
    assert_eq!(tried.status, 200, "{tried:?}");
    assert_eq!(tried.body["before"], json!({"found": 1, "titles": ["Florpness care"]}));
    assert_eq!(tried.body["after"]["found"], 2, "{:?}", tried.body);
    assert_eq!(library.titles("florpness").await, ["Florpness care"], "a preview changes nothing");
    library.add(&["florpness", "quibblewort"], true).await;
    assert_eq!(library.titles("florpness").await.len(), 2);
    assert_eq!(library.titles("quibblewort").await, ["Quibblewort care"]);
}

#[tokio::test]
async fn invalid_synonyms_are_refused_by_field() {
    let library = Library::new(&[]).await;
    library.add(&["fever", "high temperature"], false).await;
    library.add(&["flu", "influenza"], true).await;
    let many: Vec<String> = (0..21).map(|n| format!("term {n}")).collect();
    for (body, field) in [
        (json!({"terms": ["fever"]}), "terms"),
        (json!({"terms": many}), "terms"),
        (json!({"terms": ["a fever", " "]}), "terms[1]"),
        (json!({"terms": ["fever", "FÉVER"]}), "terms[1]"),
        (json!({"terms": ["fever", "x".repeat(101)]}), "terms[1]"),
        (json!({"terms": ["High  Temperature", "fever"]}), "terms"),
        (json!({"terms": ["flu", "influenza"], "oneWay": true}), "terms"),
        (json!({"oneWay": true}), "terms"),
    ] {
        let refused = library.admin.post("/api/system/synonyms", &body).await.unwrap();
        assert_eq!(refused.status, 422, "{body}: {refused:?}");
        assert_eq!(refused.body["errors"][0]["field"], field, "{body}");
    }
    library.add(&["influenza", "flu"], true).await;
    library.add(&["flu", "influenza"], false).await;
}

#[tokio::test]
async fn synonyms_are_exported_and_imported_as_csv() {
    let library = Library::new(&["Quibblewort care"]).await;
    library.add(&["florpness", "quibblewort"], false).await;
    library.add(&["=sum", "a|b"], true).await;
    let text =
        async |path: &str| library.admin.request("GET", path).send().await.unwrap().text().await.unwrap();
    let file = text("/api/system/synonyms/download").await;
    let import = async |query: &str, body: String| {
        let request =
            library.admin.request("POST", &format!("/api/system/synonyms/import{query}")).body(body);
        library.admin.send(request).await.unwrap()
    };
    let again = import("", file.clone()).await;
    assert_eq!((&again.body["added"], &again.body["unchanged"]), (&json!(0), &json!(2)), "{again:?}");
    let more = format!("{file}glorp|quibblewort,No,,\r\n");
    let dry = import("?dryRun=true", more.clone()).await;
    assert_eq!((&dry.body["added"], &dry.body["written"]), (&json!(1), &json!(false)), "{dry:?}");
    assert!(library.titles("glorp").await.is_empty());
    let faulty = import("", format!("{more}one term,No,,\r\n")).await;
    assert_eq!(faulty.body["faults"][0]["line"], 5, "{faulty:?}");
    assert_eq!(library.admin.get("/api/system/synonyms").await.body["found"], 2);
    assert_eq!(import("", more).await.body["written"], true);
    assert_eq!(library.titles("glorp").await, ["Quibblewort care"]);
    assert_eq!(import("", "Word\r\nx\r\n".into()).await.status, 400);
}

#[tokio::test]
async fn the_last_term_of_the_list_can_be_reached() {
    let library = Library::new(&[]).await;
    let found = library.admin.get("/api/system/terms").await.body["found"].as_u64().unwrap();
    assert!(found > 100_001, "{found} terms");
    let last = library.admin.get(&format!("/api/system/terms?start={}", found - 1)).await;
    assert_eq!(last.body["terms"].as_array().map(Vec::len), Some(1), "{last:?}");
    for beyond in ["-1", "x", "2147483648"] {
        assert_eq!(
            library.admin.get(&format!("/api/system/terms?start={beyond}")).await.status,
            400,
            "{beyond}"
        );
    }
}

#[tokio::test]
async fn a_term_stays_switched_off_until_it_is_switched_on() {
    let library = Library::new(&["Asthma care"]).await;
    assert_eq!(library.titles("asma").await, ["Asthma care"]);
    let page = library.admin.get("/api/system/terms?q=asma").await.body;
    let row = page["terms"].as_array().unwrap().iter().find(|row| row["term"] == "asma").unwrap().clone();
    assert_eq!((&row["concept"], &row["off"]), (&json!("Asthma"), &json!(false)));
    let switch = async |body: Value| library.admin.put("/api/system/terms", &body).await.unwrap();
    assert_eq!(switch(json!({"concept": "ASTHMA", "term": "Asma", "off": true})).await.status, 204);
    assert!(library.titles("asma").await.is_empty());
    let page = library.admin.get("/api/system/terms?q=asma").await.body;
    assert!(page["terms"].as_array().unwrap().iter().any(|row| row["term"] == "asma" && row["off"] == true));
    assert_eq!(switch(json!({"concept": "Asthma", "term": "asma", "off": false})).await.status, 204);
    assert_eq!(library.titles("asma").await, ["Asthma care"]);
    for (body, field) in [
        (json!({"concept": "No such concept", "term": "asma", "off": true}), "concept"),
        (json!({"concept": "Asthma", "term": "no such term", "off": true}), "term"),
    ] {
        let refused = switch(body).await;
        assert_eq!(
            (refused.status, &refused.body["errors"][0]["field"]),
            (422, &json!(field)),
            "{refused:?}"
        );
    }
    let file = library.admin.request("GET", "/api/system/terms/download?q=asma").send().await.unwrap();
    assert!(file.text().await.unwrap().contains(",asma,No,Built in,No"));
}

#[tokio::test]
async fn a_running_server_loads_the_hospitals_own_terms() {
    let library = Library::new(&["Quibblewort care"]).await;
    let table = library.folder.path().join("own.tsv");
    let import = |text: &str, args: &[&str]| {
        std::fs::write(&table, text).unwrap();
        let data = library.data();
        let mut all = vec!["--data", data.to_str().unwrap(), "import", "--terms", table.to_str().unwrap()];
        all.extend(args);
        run_in(library.folder.path(), &[], &all)
    };
    let good = "# ours\ndisease\tQuibblewort\ten:Quibblewort\tes:florpura\n";
    let faulty = import("disease\tA\ten:a\nmood\tB\ten:b\ndisease\tC\n", &[]);
    assert_eq!(faulty.code, Some(1), "{faulty:?}");
    assert!(faulty.stderr.contains("line 2:") && faulty.stderr.contains("line 3:"), "{faulty:?}");
    let dry = import(good, &["--dry-run"]);
    assert_eq!((dry.code, dry.stdout.contains("1 concept with 2 terms")), (Some(0), true), "{dry:?}");
    assert!(library.titles("florpura").await.is_empty());
    assert_eq!(import(good, &[]).code, Some(0));
    library.admin.wait_until_found("florpura", 1).await;
    let rows = library.admin.get("/api/system/terms?q=florpura").await.body;
    assert_eq!((&rows["found"], &rows["terms"][0]["own"]), (&json!(1), &json!(true)), "{rows}");
    let own = library.admin.request("GET", "/api/system/terms/own").send().await.unwrap();
    assert_eq!(own.text().await.unwrap(), good);
    // The next table replaces it, also from the browser.
    let upload = async |query: &str, text: &str| {
        let request =
            library.admin.request("POST", &format!("/api/system/terms/own{query}")).body(text.to_owned());
        library.admin.send(request).await.unwrap()
    };
    assert_eq!(upload("?dryRun=true", "# nothing\n").await.body["written"], false);
    assert_eq!(upload("", "disease\tX\n").await.body["faults"][0]["line"], 1);
    assert_eq!(library.titles("florpura").await.len(), 1);
    assert_eq!(upload("", "# nothing\n").await.body["written"], true);
    assert!(library.titles("florpura").await.is_empty());
    assert_eq!(library.admin.get("/api/system/terms?q=florpura").await.body["found"], 0);
}
