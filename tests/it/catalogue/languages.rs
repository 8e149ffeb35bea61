//! /api/languages and /api/system/languages: tags, native names, writing directions.

use crate::support::hospital::Hospital;
use crate::support::{Answer, PATIENCE, Start, citation, command};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A citation in these languages.
fn in_languages(id: &str, languages: &[&str]) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["languages"] = languages
        .iter()
        .map(|lang| json!({"lang": lang, "url": format!("https://example.org/{id}/{lang}")}))
        .collect();
    made
}

impl Hospital {
    async fn languages(&self) -> Vec<Value> {
        let answer = self.server.visitor().get("/api/languages").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body.as_array().unwrap().clone()
    }

    async fn language(&self, value: &str) -> Value {
        let all = self.languages().await;
        all.iter().find(|language| language["value"] == value).cloned().unwrap_or(Value::Null)
    }

    async fn set_tag(&self, value: &str, tag: Value) -> Answer {
        let path: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
        let path = format!("/api/system/languages/{}", path.replace('+', "%20"));
        self.admin.put(&path, &json!({"tag": tag})).await.unwrap()
    }

    async fn change(&self, old: &str, new: &str) {
        let change = json!({"type": "languages", "oldValue": old, "newValue": new});
        self.admin.change_values(&[change]).await;
    }
}

#[tokio::test]
async fn languages_are_listed_by_use_with_tag_name_and_direction() {
    let mut obsolete = in_languages("old", &["Spanish", "Dari", "English"]);
    obsolete["obsolete"] = true.into();
    let hospital = Hospital::with(&[
        in_languages("a", &["English", "Spanish", "Somali", "Klingonish"]),
        in_languages("b", &["Spanish", "Arabic"]),
        in_languages("c", &["Spanish", "Somali", "Chinese (Traditional)"]),
        obsolete,
    ]);
    let expected = json!([
        {"value": "Spanish", "tag": "es", "name": "Español", "dir": "ltr", "count": 3},
        {"value": "Somali", "tag": "so", "name": "Soomaali", "dir": "ltr", "count": 2},
        {"value": "Arabic", "tag": "ar", "name": "العربية", "dir": "rtl", "count": 1},
        {"value": "Chinese (Traditional)", "tag": "zh-Hant", "name": "繁體中文", "dir": "ltr", "count": 1},
        {"value": "English", "tag": "en", "name": "English", "dir": "ltr", "count": 1},
        {"value": "Klingonish", "tag": null, "name": "Klingonish", "dir": "auto", "count": 1},
        {"value": "Dari", "tag": "prs", "name": "دری", "dir": "rtl", "count": 0},
    ]);
    assert_eq!(Value::from(hospital.languages().await), expected);
}

#[tokio::test]
async fn the_list_is_sent_again_only_when_it_changed() {
    let hospital = Hospital::with(&[in_languages("a", &["Spanish", "Klingonish"])]);
    let visitor = hospital.server.visitor();
    let tag = visitor.get("/api/languages").await.headers["etag"].clone();
    let again = || visitor.request("GET", "/api/languages").header("If-None-Match", tag.clone());
    assert_eq!(visitor.send(again()).await.unwrap().status, 304);
    assert_eq!(hospital.set_tag("Klingonish", json!("tlh")).await.status, 200);
    let changed = visitor.send(again()).await.unwrap();
    assert_eq!((changed.status, &changed.body[0]["tag"]), (200, &json!("tlh")));
}

#[tokio::test]
async fn only_administrators_set_tags_and_only_registered_ones() {
    let hospital = Hospital::with(&[in_languages("a", &["Spanish", "Af Maay / Maxaa"])]);
    let body = json!({"tag": "ymm"});
    let path = "/api/system/languages/Spanish";
    assert_eq!(hospital.server.visitor().put(path, &body).await.unwrap().status, 401);
    let staff = hospital.server.bearer(hospital.provider.staff());
    assert_eq!(staff.put(path, &body).await.unwrap().status, 403);
    assert_eq!(hospital.set_tag("Elvish", json!("es")).await.status, 404);
    for tag in ["", "xx", "es_MX", "spanish", "es-ZZZ", "es-b-ccc"] {
        let refused = hospital.set_tag("Spanish", json!(tag)).await;
        assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("tag")), "{tag}");
    }
    assert_eq!(hospital.admin.put(path, &json!({})).await.unwrap().status, 422);
    assert_eq!(hospital.language("Spanish").await["tag"], "es");

    // Case does not matter, nor which characters the value contains.
    let set = hospital.set_tag("af maay / maxaa", json!("YMM-latn")).await;
    let expected =
        json!({"value": "Af Maay / Maxaa", "tag": "ymm-Latn", "name": "Af Maay / Maxaa", "dir": "ltr"});
    assert_eq!((set.status, set.body), (200, expected));
    let set = hospital.set_tag("Spanish", json!("es-mx")).await;
    assert_eq!((&set.body["tag"], &set.body["name"]), (&json!("es-MX"), &json!("Español de México")));
    assert_eq!(hospital.language("Spanish").await["tag"], "es-MX");
    assert_eq!(hospital.set_tag("Spanish", Value::Null).await.body["tag"], "es");
}

#[tokio::test]
async fn a_tag_survives_a_rename_but_not_a_merge_or_a_deletion() {
    let hospital = Hospital::with(&[
        in_languages("a", &["Maay"]),
        in_languages("b", &["Maxaa"]),
        in_languages("c", &["Somali"]),
    ]);
    assert_eq!(hospital.set_tag("Maay", json!("ymm")).await.status, 200);
    hospital.change("Maay", "Af Maay").await;
    assert_eq!(hospital.language("Maay").await, Value::Null);
    assert_eq!(hospital.language("Af Maay").await["tag"], "ymm");

    // Merged into a language with a tag of its own, and into one without.
    assert_eq!(hospital.set_tag("Maxaa", json!("so-SO")).await.status, 200);
    hospital.change("Maxaa", "Somali").await;
    assert_eq!(
        hospital.language("Somali").await,
        json!({
            "value": "Somali", "tag": "so", "name": "Soomaali", "dir": "ltr", "count": 2
        })
    );
    assert_eq!(hospital.set_tag("Somali", json!("so-ET")).await.status, 200);
    hospital.change("Af Maay", "Somali").await;
    assert_eq!(hospital.language("Somali").await["tag"], "so-ET");

    // Deleted and added again: it is a new value.
    let delete = json!({"type": "Batch Update", "config": [{"type": "languages", "oldValue": "Somali"}]});
    assert_eq!(hospital.admin.post("/api/system/jobs", &delete).await.unwrap().status, 202);
    let begun = Instant::now();
    while !hospital.languages().await.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "the language is still there");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let again = hospital.admin.post("/api/citations", &in_languages("d", &["Somali"])).await.unwrap();
    assert_eq!(again.status, 201, "{again:?}");
    assert_eq!(hospital.language("Somali").await["tag"], "so");
}

#[tokio::test]
async fn a_rename_keeps_the_tag_that_a_language_has_by_its_name() {
    let hospital = Hospital::with(&[in_languages("a", &["English", "Vietnamese"])]);
    let impact = async |old: &str, new: &str| {
        let path = format!("/api/system/lookups/impact?type=languages&oldValue={old}&newValue={new}");
        hospital.admin.get(&path).await.body["languageTag"].clone()
    };
    assert_eq!(impact("Vietnamese", "Tieng%20Viet%20print").await, "vi");
    assert_eq!(impact("Vietnamese", "english").await, "en", "a merge");
    hospital.change("Vietnamese", "Tieng Viet print").await;
    let renamed = hospital.language("Tieng Viet print").await;
    assert_eq!((&renamed["tag"], &renamed["dir"]), (&json!("vi"), &json!("ltr")), "{renamed}");
    let found = hospital.server.visitor().get("/api/search?q=handout&lang=vi").await;
    assert_eq!(found.body["hits"]["hit"][0]["version"]["lang"], "Tieng Viet print", "{found:?}");
    // The next rename changes the tag; renaming to a name of the built-in table adds no other tag.
    assert_eq!(impact("Tieng%20Viet%20print", "Somali").await, "vi");
    hospital.change("Tieng Viet print", "Viet").await;
    assert_eq!(hospital.language("Viet").await["tag"], "vi");
}

#[tokio::test]
async fn an_import_adds_languages_and_a_backup_preserves_tags() {
    let hospital = Hospital::with(&[in_languages("a", &["English", "Klingonish"])]);
    assert_eq!(hospital.set_tag("Klingonish", json!("tlh")).await.status, 200);
    let file = hospital.folder.path().join("more.jsonl");
    std::fs::write(&file, in_languages("b", &["Karen", "Elvish"]).to_string()).unwrap();
    let (succeeded, output) = command(&hospital.data(), &["import", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    hospital.server.visitor().wait_until_found("Handout", 2).await;
    assert_eq!(hospital.language("Karen").await["tag"], "ksw");
    assert_eq!(hospital.language("Elvish").await["tag"], Value::Null);

    let copy = hospital.folder.path().join("copy.db");
    let (succeeded, output) = command(&hospital.data(), &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let before = hospital.languages().await;
    let other = hospital.folder.path().join("other");
    let (succeeded, output) = command(&other, &["restore", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let restored = Start::on(&other).run().visitor().get("/api/languages").await;
    assert_eq!(restored.body, Value::from(before));
}

#[tokio::test]
async fn a_search_returns_the_version_in_the_preferred_language() {
    let hospital = Hospital::with(&[
        in_languages("alpha", &["English", "Spanish"]),
        in_languages("beta", &["English", "Somali", "Klingonish"]),
    ]);
    let visitor = hospital.server.visitor();
    let versions = async |query: &str| {
        let answer = visitor.get(&format!("/api/search?q={query}")).await;
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        let hits = answer.body["hits"]["hit"].as_array().unwrap().clone();
        hits.iter().map(|hit| json!([hit["id"], hit["version"]["lang"]])).collect::<Value>()
    };
    let somali = visitor.get("/api/search?q=handout&lang=SO").await.body["hits"]["hit"][0].clone();
    let expected =
        json!({"lang": "Somali", "tag": "so", "url": "https://example.org/beta/Somali", "ksbgNumber": null});
    assert_eq!(
        (&somali["id"], &somali["version"]),
        (&json!("citation:beta"), &expected),
        "the preferred version"
    );
    for spanish in ["es-mx", "es_MX", "spa", "sp", "Spanish"] {
        let found = versions(&format!("handout&lang={spanish}")).await;
        assert_eq!(found[0], json!(["citation:alpha", "Spanish"]), "{spanish}");
    }
    assert_eq!(versions("&lang=so").await, json!([["citation:alpha", null], ["citation:beta", "Somali"]]));
    assert_eq!(versions("handout&lang=").await, versions("handout").await);
    let plain = visitor.get("/api/search?q=handout").await.body["hits"]["hit"][0].clone();
    assert!(plain.get("version").is_none(), "{plain}");
    for malformed in ["es--MX", "e", "no%20such%20language", "es-", "%C3%B1"] {
        let refused = visitor.get(&format!("/api/search?q=handout&lang={malformed}")).await;
        assert_eq!(refused.status, 400, "{malformed}");
        assert!(refused.body["detail"].as_str().unwrap().starts_with("lang:"), "{refused:?}");
    }
    // A new tag applies as soon as it is saved, and is preserved by a rename.
    assert_eq!(versions("handout&lang=tlh").await[0][1], Value::Null);
    assert_eq!(hospital.set_tag("Klingonish", json!("tlh")).await.status, 200);
    assert_eq!(versions("handout&lang=tlh").await[0], json!(["citation:beta", "Klingonish"]));
    hospital.change("Klingonish", "Klingon (written)").await;
    assert_eq!(versions("handout&lang=tlh").await[0], json!(["citation:beta", "Klingon (written)"]));
}

#[tokio::test]
async fn a_disjunctive_facet_is_counted_without_its_own_selection() {
    let hospital = Hospital::with(&[
        in_languages("a", &["Spanish", "English"]),
        in_languages("b", &["Somali"]),
        in_languages("c", &["Arabic", "Somali"]),
    ]);
    let visitor = hospital.server.visitor();
    let counts = async |any: &str| {
        let fq = "(and (or languages:'Spanish' languages:'Arabic') audience:'Parents')";
        let answer = visitor.get(&format!("/api/search?q=&fq={fq}&any={any}")).await;
        assert_eq!((answer.status, &answer.body["hits"]["found"]), (200, &json!(2)), "{answer:?}");
        let buckets = answer.body["facets"]["languages"]["buckets"].as_array().unwrap().clone();
        buckets.iter().map(|bucket| json!([bucket["value"], bucket["count"]])).collect::<Value>()
    };
    let narrowed = json!([["Arabic", 1], ["English", 1], ["Somali", 1], ["Spanish", 1]]);
    for any in ["", "audience", "tags"] {
        assert_eq!(counts(any).await, narrowed, "{any}");
    }
    for any in ["languages", "audience,languages"] {
        assert_eq!(
            counts(any).await,
            json!([["Arabic", 1], ["English", 1], ["Somali", 2], ["Spanish", 1]]),
            "{any}"
        );
    }
    for unknown in ["language", "languages,", "incomplete"] {
        let refused = visitor.get(&format!("/api/search?q=&any={unknown}")).await;
        assert_eq!(refused.status, 400, "{unknown}");
        assert!(refused.body["detail"].as_str().unwrap().starts_with("any:"), "{refused:?}");
    }
}
