//! Changing the same fields of many citations: previews, jobs, and skipped citations.

mod undo;

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

pub struct Catalogue {
    folder: tempfile::TempDir,
    provider: Provider,
    server: Server,
    pub admin: Caller,
}

impl Catalogue {
    pub fn with(citations: &[Value]) -> Catalogue {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fill(&data, citations);
        let provider = Provider::start();
        let server = Start::on(&data).signed_in_at(&provider).run();
        let admin = server.bearer(provider.admin());
        Catalogue { folder, provider, server, admin }
    }

    /// The data directory.
    pub fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    async fn bulk(&self, body: Value) -> Answer {
        self.admin.post("/api/system/bulk", &body).await.unwrap()
    }

    async fn preview(&self, target: Value, change: Value) -> Value {
        let mut body = target;
        (body["change"], body["preview"]) = (change, true.into());
        let answer = self.bulk(body).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// Makes the change and waits until it is complete.
    async fn change(&self, target: Value, change: Value) -> Value {
        let mut body = target;
        body["change"] = change;
        let taken = self.bulk(body).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        self.admin.finished_job(&taken.body["id"]).await
    }

    async fn citation(&self, id: &str) -> Value {
        self.admin.get(&format!("/api/citations/{id}")).await.body
    }

    async fn etag(&self, id: &str) -> String {
        let answer = self.admin.get(&format!("/api/citations/{id}")).await;
        answer.headers["etag"].to_str().unwrap().to_owned()
    }

    async fn versions(&self, id: &str) -> Vec<Value> {
        let answer = self.admin.get(&format!("/api/citations/{id}/versions")).await;
        answer.body.as_array().unwrap().clone()
    }

    /// Saves the citation with these members changed.
    async fn save(&self, id: &str, changes: Value) {
        let mut body = self.citation(id).await;
        for (field, value) in changes.as_object().unwrap() {
            body[field] = value.clone();
        }
        let answer = self.admin.put(&format!("/api/citations/{id}"), &body).await.unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

/// A complete citation with this id and these members.
pub fn handout(id: &str, members: Value) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    for (field, value) in members.as_object().unwrap() {
        made[field] = value.clone();
    }
    made
}

pub fn named(ids: &[&str]) -> Value {
    json!({"citations": ids.iter().map(|id| json!({"id": id})).collect::<Vec<_>>()})
}

fn errors(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, 422, "{answer:?}");
    let errors = answer.body["errors"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    errors.iter().map(|error| (text(&error["field"]), text(&error["message"]))).collect()
}

/// Applies every operation to every field: which combinations are 422, which change something, and that each change
/// makes one version with only these fields.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_field_is_changed_by_the_operations_that_make_sense() {
    let catalogue = Catalogue::with(&[
        handout(
            "a",
            json!({"tags": ["Asthma"], "keywords": ["Hot", "Cold"], "audience": ["Parents", "Teens"],
            "authors": ["Nursing", "Ada"], "deptSubmittedBy": {"name": "ICU"}, "reviewCycleMonths": 12,
            "replacedBy": "b"}),
        ),
        handout("b", json!({})),
    ]);
    // Operation, field, value, and the resulting value of the field; null if the operation is invalid.
    let rows = [
        ("add", "authors", json!("Grace"), json!(["Nursing", "Ada", "Grace"])),
        ("remove", "authors", json!(["ada", "Grace"]), json!(["Nursing"])),
        ("set", "authors", json!(["Ada", "Nursing"]), json!(["Ada", "Nursing"])),
        ("add", "keywords", json!(["Warm"]), json!(["Hot", "Cold", "Warm"])),
        ("remove", "keywords", json!("COLD"), json!(["Hot", "Warm"])),
        ("set", "keywords", json!("Fever"), json!(["Fever"])),
        ("add", "tags", json!(["Winter", "asthma"]), json!(["Asthma", "Winter"])),
        ("remove", "tags", json!(["Asthma", "Nothing"]), json!(["Winter"])),
        ("set", "tags", json!([]), json!([])),
        ("add", "audience", json!(["Children"]), json!(["Parents", "Teens", "Children"])),
        ("remove", "audience", json!(["Teens"]), json!(["Parents", "Children"])),
        ("set", "audience", json!(["Teens"]), json!(["Teens"])),
        ("set", "publisher", json!({"name": "Press"}), json!({"name": "Press"})),
        ("set", "materialFormat", json!("Video"), json!("Video")),
        ("set", "keySubjectHeading", json!("Lungs"), json!("Lungs")),
        ("set", "whereToObtain", json!("Online"), json!("Online")),
        ("set", "deptSubmittedBy", json!("Surgery"), json!({"name": "Surgery"})),
        ("remove", "deptSubmittedBy", json!({"name": "surgery"}), json!(null)),
        ("set", "reviewedBy", json!("Grace  Hopper"), json!("Grace Hopper")),
        ("set", "obsolete", json!(true), json!(true)),
        ("remove", "replacedBy", json!("b"), json!(null)),
        ("set", "replacedBy", json!("b"), json!("b")),
        ("remove", "reviewCycleMonths", json!(12), json!(null)),
        ("set", "reviewCycleMonths", json!(24), json!(24)),
    ];
    for (n, (operation, field, value, expected)) in rows.iter().enumerate() {
        let change = json!({*operation: {*field: value}});
        let mut before = catalogue.citation("a").await;
        let preview = catalogue.preview(named(&["a"]), change.clone()).await;
        assert_eq!((&preview["found"], &preview["changing"]), (&json!(1), &json!(1)), "{change}: {preview}");
        let shown = &preview["citations"][0];
        let was = before.get(*field).cloned().unwrap_or_default();
        assert_eq!((&shown["before"][*field], &shown["after"][*field]), (&was, expected), "{change}");
        let job = catalogue.change(named(&["a"]), change.clone()).await;
        assert_eq!((&job["type"], &job["changed"]), (&json!("Bulk Change"), &json!(1)), "{job}");
        let now = catalogue.citation("a").await;
        assert_eq!(now.get(*field).cloned().unwrap_or_default(), *expected, "{change}");
        // Everything else is unchanged.
        before[*field] = expected.clone();
        let without_null = |mut citation: Value| {
            citation.as_object_mut().unwrap().retain(|_, value| !value.is_null());
            citation
        };
        assert_eq!(without_null(now), without_null(before), "{change}");
        let versions = catalogue.versions("a").await;
        assert_eq!((versions.len(), &versions[0]["changed"]), (n + 2, &json!([field])), "{change}");
        // Repeated: there is nothing to change, and no version is made.
        let again = catalogue.change(named(&["a"]), change.clone()).await;
        assert_eq!((&again["changed"], &again["bulk"]["unchanged"]), (&json!(0), &json!(1)), "{change}");
        assert_eq!(catalogue.versions("a").await.len(), n + 2);
    }
    let refused = [
        ("add", "publisher", json!("A")),
        ("add", "obsolete", json!(true)),
        ("add", "reviewedBy", json!("Ada")),
        ("add", "deptSubmittedBy", json!("ICU")),
        ("add", "replacedBy", json!("b")),
        ("add", "reviewCycleMonths", json!(3)),
        ("remove", "materialFormat", json!("Video")),
        ("remove", "obsolete", json!(true)),
        ("set", "whereToObtain", json!(null)),
        ("set", "keywords", json!([])),
        ("set", "replacedBy", json!("nobody")),
        ("set", "title", json!("A")),
        ("set", "reviewCycleMonths", json!(1.5)),
    ];
    let etag = catalogue.etag("a").await;
    for (operation, field, value) in refused {
        for preview in [true, false] {
            let mut body = named(&["a"]);
            (body["change"], body["preview"]) = (json!({operation: {field: value}}), preview.into());
            let found = errors(&catalogue.bulk(body).await);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].0.starts_with(&format!("change.{operation}.{field}")), "{found:?}");
            assert!(found[0].1.ends_with('.'), "{found:?}");
        }
    }
    assert_eq!(catalogue.etag("a").await, etag);
}

#[tokio::test]
async fn several_operations_are_one_version_and_values_are_spelled_as_the_lookups_do() {
    let catalogue = Catalogue::with(&[
        handout("a", json!({"tags": ["Old"]})),
        handout("b", json!({"tags": ["Home Care"]})),
        // An old record: its missing fields are not required.
        json!({"id": "c", "title": "Fever"}),
    ]);
    let change = json!({"add": {"tags": ["homecare", "Brand New"]}, "remove": {"tags": ["OLD"]},
        "set": {"reviewedBy": "Ada", "publisher": "CHILDREN'S"}});
    let preview = catalogue.preview(named(&["a", "handout-b", "c", "a"]), change.clone()).await;
    assert_eq!(
        (&preview["found"], &preview["changing"], &preview["refused"]),
        (&json!(3), &json!(3), &json!(0))
    );
    assert_eq!(preview["newValues"], json!([{"field": "tags", "value": "Brand New"}]));
    let first = &preview["citations"][0];
    assert_eq!((&first["id"], &first["readableId"]), (&json!("a"), &json!("handout-a")));
    assert_eq!(
        first["before"],
        json!({"publisher": {"name": "Children's"}, "tags": ["Old"], "reviewedBy": "R. Reviewer"})
    );
    assert_eq!(
        first["after"],
        json!({"publisher": {"name": "Children's"}, "tags": ["Home Care", "Brand New"], "reviewedBy": "Ada"})
    );
    assert_eq!(preview["states"][1], json!({"id": "b", "etag": catalogue.etag("b").await}));
    assert_eq!(catalogue.versions("a").await.len(), 1, "a preview changes nothing");

    let job = catalogue.change(json!({"citations": preview["states"]}), change.clone()).await;
    assert_eq!((&job["changed"], &job["bulk"]["change"]), (&json!(3), &change), "{job}");
    assert_eq!(job["bulk"]["by"], catalogue.versions("a").await[0]["who"], "{job}");
    for id in ["a", "b", "c"] {
        assert_eq!(catalogue.versions(id).await.len(), 2, "{id}");
    }
    assert_eq!(catalogue.citation("b").await["tags"], json!(["Home Care", "Brand New"]));
    assert_eq!(catalogue.citation("c").await["publisher"]["name"], "Children's");
    let facets = catalogue.admin.get("/api/search/facets").await.body;
    let tags: Vec<&Value> =
        facets["tags"]["buckets"].as_array().unwrap().iter().map(|b| &b["value"]).collect();
    assert_eq!(tags, ["Brand New", "Home Care"]);
}

#[tokio::test]
async fn citations_changed_meanwhile_or_made_invalid_are_skipped_with_reasons() {
    let catalogue = Catalogue::with(&[
        handout("a", json!({"keywords": ["Hot"]})),
        handout("b", json!({"keywords": ["Hot", "Cold"]})),
        handout("c", json!({"keywords": ["Hot", "Cold"]})),
        handout("d", json!({"keywords": ["Cold"]})),
    ]);
    let change = json!({"remove": {"keywords": "Hot"}});
    let seen = catalogue.preview(named(&["a", "b", "c", "d"]), change.clone()).await["states"].clone();
    catalogue.save("c", json!({"notes": "Looked at."})).await;
    let target = json!({"citations": seen});
    let preview = catalogue.preview(target.clone(), change.clone()).await;
    let counts = ["found", "changing", "unchanged", "refused"].map(|count| preview[count].as_u64().unwrap());
    assert_eq!(counts, [4, 1, 1, 2], "{preview}");
    let left = json!([
        {"id": "a", "title": "Handout a", "reason": "Keywords is required, and nothing would be left in it."},
        {"id": "c", "title": "Handout c", "reason": "Somebody has changed it since."},
    ]);
    assert_eq!(preview["left"], left);
    assert_eq!(preview["states"], seen, "the given states are returned");
    let job = catalogue.change(target, change).await;
    assert_eq!((&job["changed"], &job["error"]), (&json!(1), &Value::Null), "{job}");
    let bulk = &job["bulk"];
    assert_eq!((&bulk["citations"], &bulk["done"]), (&json!(4), &json!(4)));
    assert_eq!((&bulk["unchanged"], &bulk["refused"], &bulk["left"]), (&json!(1), &json!(2), &left));
    assert_eq!(catalogue.versions("c").await.len(), 2, "only the save");
    assert_eq!(catalogue.citation("a").await["keywords"], json!(["Hot"]));
}

#[tokio::test]
async fn a_replacement_is_checked_for_each_citation() {
    let catalogue = Catalogue::with(&[
        handout("a", json!({})),
        handout("b", json!({})),
        handout("new", json!({"replacedBy": "newest"})),
        handout("newest", json!({})),
    ]);
    let change = json!({"set": {"obsolete": true, "replacedBy": "new"}});
    let target = named(&["a", "b", "new", "newest"]);
    let preview = catalogue.preview(target.clone(), change.clone()).await;
    let reasons: Vec<&str> =
        preview["left"].as_array().unwrap().iter().map(|one| one["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons.len(), 2, "{preview}");
    assert_eq!(reasons[0], "A citation cannot replace itself.");
    assert!(reasons[1].contains("circle"), "{preview}");
    let job = catalogue.change(target, change).await;
    assert_eq!((&job["changed"], &job["bulk"]["left"]), (&json!(2), &preview["left"]), "{job}");
    let a = catalogue.citation("a").await;
    assert_eq!((&a["obsolete"], &a["replacedBy"]), (&json!(true), &json!("new")));
    assert_eq!(catalogue.citation("newest").await["obsolete"], json!(false));
}

/// Selects all matches of the search with the same query, filter and obsolete switch, on all pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_selects_all_matches_of_the_search() {
    let all: Vec<Value> = (0..130)
        .map(|n| {
            let audience = if n % 2 == 0 { "Parents" } else { "Teens" };
            handout(
                &format!("c{n}"),
                json!({"title": format!("Asthma {n}"), "audience": [audience],
                "obsolete": n % 10 == 0, "tags": ["Old"]}),
            )
        })
        .chain([handout("other", json!({"title": "Fever", "audience": ["Parents"]}))])
        .collect();
    let catalogue = Catalogue::with(&all);
    let found = |query: &'static str| catalogue.admin.get(query);
    let target = json!({"query": {"q": "asthma", "fq": "(and audience:'Parents')", "obsolete": false}});
    let hits =
        found("/api/search?q=asthma&fq=(and%20audience:'Parents')").await.body["hits"]["found"].clone();
    assert_eq!(hits, 52);
    let change = json!({"add": {"tags": "Chosen"}, "remove": {"tags": "Old"}});
    let preview = catalogue.preview(target.clone(), change.clone()).await;
    assert_eq!((&preview["found"], &preview["changing"]), (&hits, &hits), "{preview}");
    assert_eq!(preview["citations"].as_array().unwrap().len(), 50);
    assert_eq!(preview["states"], json!([]));
    let order = found("/api/search?q=asthma&fq=(and%20audience:'Parents')&start=10").await.body;
    let eleventh = order["hits"]["hit"][0]["id"].as_str().unwrap().trim_start_matches("citation:").to_owned();
    assert_eq!(preview["citations"][10]["id"], eleventh.as_str(), "in the order of the search");
    let job = catalogue.change(target, change).await;
    assert_eq!((&job["changed"], &job["bulk"]["citations"]), (&hits, &hits));
    assert_eq!(found("/api/search?q=&fq=tags:'Chosen'&obsolete=true").await.body["hits"]["found"], hits);
    assert_eq!(catalogue.citation("c0").await["tags"], json!(["Old"]), "obsolete");
    assert_eq!(catalogue.citation("c1").await["tags"], json!(["Old"]), "for teens");
    let with_obsolete = json!({"query": {"q": "", "fq": "tags:'Old'", "obsolete": true}});
    let rest = catalogue.change(with_obsolete, json!({"set": {"obsolete": true}})).await;
    assert_eq!((&rest["bulk"]["citations"], &rest["bulk"]["unchanged"]), (&json!(78), &json!(13)), "{rest}");

    let nothing =
        catalogue.preview(json!({"query": {"q": "zzzzqqqq"}}), json!({"set": {"obsolete": true}})).await;
    assert_eq!(nothing["found"], 0);
    let none =
        catalogue.change(json!({"query": {"q": "zzzzqqqq"}}), json!({"set": {"obsolete": true}})).await;
    assert_eq!((&none["complete"], &none["bulk"]["citations"]), (&json!(true), &json!(0)));
}

#[tokio::test]
async fn the_target_must_be_given_once_and_exist() {
    let catalogue = Catalogue::with(&[handout("a", json!({}))]);
    let check = async |target: Value, field: &str| {
        let mut body = target;
        body["change"] = json!({"set": {"obsolete": true}});
        let found = errors(&catalogue.bulk(body).await);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, field, "{found:?}");
    };
    check(json!({}), "citations").await;
    check(json!({"citations": []}), "citations").await;
    check(json!({"citations": [{"id": "a"}], "query": {"q": ""}}), "query").await;
    check(json!({"query": {"fq": "colour:'red'"}}), "query.fq").await;
    check(json!({"query": {"obsolete": "perhaps"}}), "query.obsolete").await;
    check(json!({"citations": [{"id": "a"}, {"id": "nobody", "etag": "\"1\""}]}), "citations[1].id").await;
    let both = catalogue.bulk(json!({"change": {"set": {"title": "A"}}})).await;
    assert_eq!(errors(&both).len(), 2, "all errors are listed");
    for body in
        [json!({"citations": [{"id": "a"}]}), json!({"citations": [{"id": "a"}], "change": {"drop": {}}})]
    {
        assert_eq!(catalogue.bulk(body).await.status, 422);
    }
    let staff = catalogue.server.bearer(catalogue.provider.staff());
    let body = json!({"citations": [{"id": "a"}], "change": {"set": {"obsolete": true}}, "preview": true});
    assert_eq!(staff.post("/api/system/bulk", &body).await.unwrap().status, 403);
    assert_eq!(catalogue.server.visitor().post("/api/system/bulk", &body).await.unwrap().status, 401);
}
