//! Imports by steps over HTTP: file, mapping, preview, run, undo. Contract section 11.3, 'Calls'.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server with an administrator.
pub(super) struct Office {
    pub folder: TempDir,
    pub provider: Provider,
    pub server: Server,
    pub admin: Caller,
}

pub(super) fn office() -> Office {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    Office { folder, provider, server, admin }
}

impl Office {
    pub async fn send(&self, name: &str, file: impl Into<Vec<u8>>) -> Answer {
        let path = format!("/api/system/imports?name={name}");
        self.admin.send(self.admin.request("POST", &path).body(file.into())).await.unwrap()
    }

    /// Sends a file; returns its path and the answer.
    pub async fn add(&self, file: &str) -> (String, Answer) {
        let answer = self.send("list.csv", file).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        (answer.headers["location"].to_str().unwrap().to_owned(), answer)
    }

    pub async fn preview(&self, path: &str) -> (String, Value) {
        let answer = self.admin.get(&format!("{path}/preview")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        (answer.headers["etag"].to_str().unwrap().to_owned(), answer.body)
    }

    async fn run(&self, path: &str, etag: &str, body: Value) -> Answer {
        let request = self.admin.request("POST", &format!("{path}/run")).header("If-Match", etag).json(&body);
        self.admin.send(request).await.unwrap()
    }

    /// Runs an import and waits for its job.
    async fn finish(&self, path: &str, body: Value) -> Value {
        let (etag, _) = self.preview(path).await;
        let started = self.run(path, &etag, body).await;
        assert_eq!((started.status, &started.body["type"]), (202, &json!("Import")), "{started:?}");
        self.admin.finished_job(&started.body["id"]).await
    }

    async fn title(&self, id: &str) -> Value {
        self.admin.get(&format!("/api/citations/{id}")).await.body["title"].clone()
    }
}

#[tokio::test]
async fn a_table_is_sent_mapped_previewed_and_run() {
    let office = office();
    let (path, sent) = office.add("ID;Thing;Item #;Keywords\na;Fever;KS1;Hot|Warm\nb;;KS2;\n").await;
    assert_eq!(
        (&sent.body["format"], &sent.body["delimiter"], &sent.body["encoding"]),
        (&json!("csv"), &json!(";"), &json!("UTF-8"))
    );
    assert_eq!(
        (&sent.body["name"], &sent.body["sheets"]),
        (&json!("list.csv"), &json!([{"name": "", "rows": 3, "hidden": false}]))
    );
    let columns = sent.body["columns"].as_array().unwrap();
    assert_eq!((&columns[1]["header"], &columns[1]["field"]), (&json!("Thing"), &Value::Null));
    assert_eq!((&columns[3]["field"], &columns[3]["samples"]), (&json!("keywords"), &json!(["Hot|Warm"])));
    let mut mapping = sent.body["mapping"].clone();
    assert_eq!(mapping["headerRow"], 1);
    mapping["columns"][1]["field"] = "title".into();
    let put = |etag: Option<&str>, body: Value| {
        let mut request = office.admin.request("PUT", &path);
        if let Some(etag) = etag {
            request = request.header("If-Match", etag);
        }
        let (request, admin) = (request.json(&body), &office.admin);
        async move { admin.send(request).await.unwrap() }
    };
    let first = sent.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(put(None, json!({"mapping": mapping})).await.status, 428);
    let mut wrong = mapping.clone();
    wrong["columns"][0]["field"] = "colour".into();
    let refused = put(Some(&first), json!({"mapping": wrong})).await;
    assert_eq!(
        (refused.status, &refused.body["errors"][0]["field"]),
        (422, &json!("mapping.columns[0].field"))
    );
    let mapped = put(Some(&first), json!({"mapping": mapping})).await;
    assert_eq!((mapped.status, &mapped.body["columns"][1]["field"]), (200, &json!("title")), "{mapped:?}");
    assert_eq!(put(Some(&first), json!({"mapping": mapping})).await.status, 412);
    let (etag, preview) = office.preview(&path).await;
    assert_eq!(preview["counts"], json!({"new": 1, "changed": 0, "unchanged": 0, "bad": 1}));
    assert_eq!((&preview["rows"][0]["row"], &preview["rows"][0]["outcome"]), (&json!(3), &json!("bad")));
    assert_eq!(preview["rows"][0]["cells"][0]["cell"], "B3");
    assert_eq!((&preview["rows"][1]["id"], &preview["rows"][1]["proposal"]), (&json!("a"), &json!("add")));
    assert_eq!(office.run(&path, "\"9.9\"", json!({})).await.status, 412);
    let refused = office.run(&path, &etag, json!({})).await;
    assert_eq!(
        (refused.status, &refused.body["errors"][0]["field"]),
        (422, &json!("skipBad")),
        "{refused:?}"
    );
    let job = office.finish(&path, json!({"skipBad": true})).await;
    assert_eq!((&job["changed"], &job["skipped"]), (&json!(1), &json!([])), "{job}");
    assert_eq!(office.title("a").await, "Fever");
    assert_eq!(office.run(&path, &etag, json!({"skipBad": true})).await.status, 409);
    let list = office.admin.get("/api/system/imports").await.body;
    assert_eq!(
        (&list["found"], &list["imports"][0]["state"], &list["imports"][0]["total"]),
        (&json!(1), &json!("complete"), &json!(1)),
        "{list}"
    );
    assert_eq!(office.admin.request("DELETE", &path).send().await.unwrap().status(), 204);
    assert_eq!(office.admin.get(&path).await.status, 404);
}

#[tokio::test]
async fn what_was_changed_since_the_preview_is_skipped_and_an_import_is_undone() {
    let office = office();
    let (path, _) = office.add("ID,Title\na,Fever\nb,Cough\n").await;
    office.finish(&path, json!({})).await;
    let (path, _) = office.add("ID,Title,Notes\na,Fever,one\nb,Cough,two\n,Rash,three\n,Itch,four\n").await;
    let (etag, preview) = office.preview(&path).await;
    assert_eq!(preview["counts"], json!({"new": 2, "changed": 2, "unchanged": 0, "bad": 0}), "{preview}");
    let change = &preview["rows"][0]["changes"][0];
    assert_eq!(*change, json!({"field": "notes", "before": null, "after": "one"}));
    let (other, _) = office.add("ID,Abstract\na,Changed\n").await;
    office.finish(&other, json!({})).await;
    let (other, _) = office.add("Title\nItch\n").await;
    office.finish(&other, json!({})).await;
    let started = office.run(&path, &etag, json!({})).await;
    assert_eq!(started.status, 202, "{started:?}");
    let job = office.admin.finished_job(&started.body["id"]).await;
    assert_eq!(job["changed"], 2, "{job}");
    let skipped = job["skipped"].as_array().unwrap();
    assert_eq!((&skipped[0]["row"], &skipped[0]["id"]), (&json!(2), &json!("a")), "{job}");
    assert_eq!((&skipped[1]["row"], skipped.len()), (&json!(5), 2), "{job}");
    assert_eq!(office.admin.get("/api/citations/b").await.body["notes"], "two");
    assert_eq!(office.admin.get("/api/citations/rash").await.body["obsolete"], false);
    let undo = format!("/api/system/jobs/{}/undo", job["id"].as_str().unwrap());
    let undone = office.admin.post(&undo, &json!({})).await.unwrap();
    assert_eq!(undone.status, 202, "{undone:?}");
    let undone = office.admin.finished_job(&undone.body["id"]).await;
    assert_eq!(undone["changed"], 2, "{undone}");
    assert_eq!(office.admin.get("/api/citations/b").await.body["notes"], Value::Null);
    assert_eq!(office.admin.get("/api/citations/rash").await.body["obsolete"], true);
    assert_eq!(office.admin.post(&undo, &json!({})).await.unwrap().status, 409);
}

#[tokio::test]
async fn decisions_replace_what_the_preview_proposes() {
    let office = office();
    let (path, _) = office.add("ID,Title,Item #\na,Fever,1\nb,Cough,2\nc,Cold,3\n").await;
    office.finish(&path, json!({})).await;
    let (path, _) = office.add("Title,Item #,Notes\nFever,2,x\nCold,,y\nCough,,z\n").await;
    let (etag, preview) = office.preview(&path).await;
    let bad = &preview["rows"][0];
    assert_eq!((&bad["outcome"], &bad["row"]), (&json!("bad"), &json!(2)), "{preview}");
    assert_eq!(bad["likely"].as_array().unwrap().len(), 2, "{preview}");
    for (decision, field) in [
        (json!({"row": 99, "action": "skip"}), "decisions[0].row"),
        (json!({"row": 2, "action": "update", "id": "c"}), "decisions[0].id"),
    ] {
        let refused = office.run(&path, &etag, json!({"decisions": [decision]})).await;
        assert_eq!(
            (refused.status, &refused.body["errors"][0]["field"]),
            (422, &json!(field)),
            "{refused:?}"
        );
    }
    let decisions = json!([{"row": 2, "action": "update", "id": "b"}, {"row": 3, "action": "add"}, {"row": 4, "action": "skip"}]);
    let job = office.finish(&path, json!({"decisions": decisions})).await;
    assert_eq!((&job["changed"], &job["skipped"]), (&json!(2), &json!([])), "{job}");
    let b = office.admin.get("/api/citations/b").await.body;
    assert_eq!((&b["title"], &b["notes"]), (&json!("Fever"), &json!("x")));
    assert_eq!(office.admin.get("/api/citations/c").await.body["notes"], Value::Null);
    assert_eq!(office.admin.get("/api/citations/cold-2").await.body["notes"], "y");
}

#[tokio::test]
async fn json_lines_are_previewed_and_run_likewise() {
    let office = office();
    let (path, sent) = office.add("{\"id\": \"a\", \"title\": \"Fever\"}\n{\"id\": \"b\"}\n").await;
    assert_eq!((&sent.body["format"], &sent.body["mapping"]), (&json!("jsonl"), &Value::Null));
    let (_, preview) = office.preview(&path).await;
    assert_eq!(preview["counts"], json!({"new": 1, "changed": 0, "unchanged": 0, "bad": 1}));
    assert_eq!(
        (&preview["rows"][0]["row"], &preview["rows"][0]["cells"][0]["field"]),
        (&json!(2), &json!("title"))
    );
    let job = office.finish(&path, json!({"skipBad": true})).await;
    assert_eq!(job["changed"], 1);
    assert_eq!(office.title("a").await, "Fever");
}

#[tokio::test]
async fn imports_are_those_of_the_caller_and_unreadable_files_say_what_to_do() {
    let office = office();
    let (path, _) = office.add("Title\nFever\n").await;
    let other = office.server.bearer(office.provider.token("other", &["education-admins"]));
    for (method, path) in [("GET", path.clone()), ("GET", format!("{path}/preview")), ("DELETE", path)] {
        assert_eq!(other.send(other.request(method, &path)).await.unwrap().status, 404);
    }
    for (file, part) in [
        ("<html><table>", "web page"),
        ("", "The file is empty. It needs a header row"),
        ("\n \r\n\t\n", "The file is empty. It needs a header row"),
        ("id|title\n1|x\n", "'|'"),
    ] {
        let answer = office.send("x.xlsx", file).await;
        assert_eq!(answer.status, 422, "{file}: {answer:?}");
        assert!(answer.body.to_string().contains(part), "{answer:?}");
    }
    let large = office.admin.request("POST", "/api/system/imports").body(vec![b'a'; (64 << 20) + 1]);
    // The server may close the connection before the whole file is sent.
    if let Ok(answer) = office.admin.send(large).await {
        assert_eq!(answer.status, 413, "{answer:?}");
    }
}

#[tokio::test]
async fn a_saved_mapping_is_used_for_the_next_file() {
    let office = office();
    let (_, sent) = office.add("Thing,Extra\nFever,x\n").await;
    let mut mapping = sent.body["mapping"].clone();
    mapping["columns"][0]["field"] = "title".into();
    mapping["constants"] = json!({"materialFormat": "Handout"});
    let draft = json!({"name": "Our list", "mapping": mapping});
    let saved = office.admin.post("/api/system/mappings", &draft).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    assert_eq!(office.admin.post("/api/system/mappings", &draft).await.unwrap().status, 409);
    let (path, sent) = office.add("Thing,Extra\nCough,y\n").await;
    assert_eq!(sent.body["columns"][0]["reason"], "From the mapping 'Our list'.", "{sent:?}");
    office.finish(&path, json!({})).await;
    assert_eq!(office.admin.get("/api/citations/cough").await.body["materialFormat"], "Handout");
    let at = saved.headers["location"].to_str().unwrap().to_owned();
    let renamed = json!({"name": "Renamed", "mapping": mapping});
    assert_eq!(office.admin.put(&at, &renamed).await.unwrap().status, 200);
    let list = office.admin.get("/api/system/mappings").await.body;
    assert_eq!((&list["found"], &list["mappings"][0]["name"]), (&json!(1), &json!("Renamed")));
    assert_eq!(office.admin.request("DELETE", &at).send().await.unwrap().status(), 204);
}
