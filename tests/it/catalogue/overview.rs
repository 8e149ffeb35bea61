//! /api/system/overview: compares every number with the list it links to, and with a plain loop over the catalogue.
//! Also the list of duplicates, which has no file of its own.

use crate::support::hospital::Hospital;
use crate::support::{PATIENCE, citation, order};
use handout::model::clock;
use handout::model::day::Day;
use handout::model::reviews::{ReviewState, review_status};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const REQUIRED: [&str; 5] = ["abstract", "reviewedBy", "originator", "keySubjectHeading", "publishDate"];

/// Citations with every kind of problem, each at its own interval, so that most combinations occur.
fn catalogue() -> Vec<Value> {
    let today = clock::today();
    (0..140_usize)
        .map(|n| {
            let mut made = citation(&format!("Handout {n}"));
            made["id"] = format!("c{n}").into();
            made["obsolete"] = (n % 9 == 0).into();
            let days = (n as i64 * 37) % 1_600;
            let reviewed = (n % 11 != 0).then(|| today.saturating_sub(jiff::Span::new().days(days)));
            made["deptReviewDate"] = reviewed.map(|day| format!("{day}T00:00:00.000Z")).into();
            made["reviewCycleMonths"] = (n % 5 == 0).then_some(6).into();
            if n % 7 == 0 {
                made[REQUIRED[n % REQUIRED.len()]] = Value::Null;
            }
            if n % 13 == 0 {
                made["title"] = format!("Fever at home {}", n % 3).into();
            }
            let version = |lang: &str| json!({
                "lang": lang,
                "ksbgNumber": (n % 4 == 0).then(|| format!("KSBG {}", if n % 8 == 0 { n % 48 } else { n })),
                "url": format!("https://x.example.org/{lang}/{}.pdf", if n % 10 < 2 { n / 20 } else { n })
            });
            let languages = ["English", "Spanish", "Somali"].iter().take(1 + n % 3);
            made["languages"] = languages.map(|lang| version(lang)).collect();
            if n % 17 == 0 {
                // The same title as another citation, except for its case.
                made["title"] = ["Twins", "T W I N S"][n % 2].into();
            }
            made
        })
        .collect()
}

/// The texts of a citation that no other should share, in the form in which they are compared.
fn unique_texts(citation: &Value) -> BTreeSet<String> {
    let compared = |kind: &str, text: &Value| {
        let text: String = text.as_str()?.to_lowercase().split_whitespace().collect();
        (!text.is_empty()).then(|| format!("{kind} {text}"))
    };
    let languages = citation["languages"].as_array().unwrap().iter();
    let of_languages = languages
        .flat_map(|version| [compared("number", &version["ksbgNumber"]), compared("url", &version["url"])]);
    of_languages.chain([compared("title", &citation["title"])]).flatten().collect()
}

/// Groups of ids, each with the texts they share.
fn duplicates(citations: &[&Value]) -> BTreeMap<BTreeSet<String>, BTreeSet<String>> {
    let mut having: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for citation in citations {
        for text in unique_texts(citation) {
            having.entry(text).or_default().insert(citation["id"].as_str().unwrap().to_owned());
        }
    }
    let mut groups: BTreeMap<BTreeSet<String>, BTreeSet<String>> = BTreeMap::new();
    for (text, ids) in having.into_iter().filter(|(_, ids)| ids.len() > 1) {
        groups.entry(ids).or_default().insert(text);
    }
    groups
}

/// The numbers of the catalogue, counted in a loop.
fn counted_in_loop(all: &[Value]) -> Value {
    let in_use: Vec<&Value> = all.iter().filter(|citation| citation["obsolete"] != true).collect();
    let today = Day::from(clock::today());
    let is_overdue = |citation: &&&Value| {
        let reviewed = citation["deptReviewDate"].as_str().and_then(Day::parse);
        let cycle = citation["reviewCycleMonths"].as_u64().unwrap_or(36);
        review_status(reviewed, u32::try_from(cycle).unwrap(), 90, today).0 == ReviewState::Overdue
    };
    let has = |citation: &Value, lang: &str| {
        citation["languages"].as_array().unwrap().iter().any(|version| version["lang"] == lang)
    };
    let lacks = |citation: &&&Value| {
        let is_blank = |field: &str| citation[field].as_str().is_none_or(|text| text.trim().is_empty());
        REQUIRED.iter().chain(&["deptReviewDate"]).any(|field| is_blank(field))
    };
    json!({
        "reviewsOverdue": in_use.iter().filter(is_overdue).count(),
        "translationsMissing": in_use.iter().filter(|citation| !has(citation, "Spanish")).count(),
        "incomplete": in_use.iter().filter(lacks).count(),
        "duplicates": duplicates(&in_use).len(),
        "packetsWithObsolete": 0,
    })
}

/// The numbers according to the lists.
async fn listed(hospital: &Hospital) -> Value {
    let get = async |path: &str| {
        let answer = hospital.admin.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    };
    let incomplete = get("/api/search?q=&start=0&fq=incomplete:%27any%27").await;
    json!({
        "reviewsOverdue": get("/api/system/reviews?state=overdue").await["found"],
        "linksBroken": get("/api/system/links?state=broken").await["found"],
        "translationsMissing": get("/api/system/translations?lang=es&state=missing").await["found"],
        "searchesWithoutResult": get("/api/system/searches").await["foundMissed"],
        "incomplete": incomplete["hits"]["found"],
        "duplicates": get("/api/system/duplicates").await["found"],
        "packetsWithObsolete": get("/api/packets?obsolete=true").await["found"],
        "filesInaccessible": get("/api/system/accessibility?finding=failures").await["found"],
        "reportsOpen": get("/api/system/reports?state=open").await["found"],
        "ordersOpen": get("/api/orders?state=received,waiting,printing,ready").await["found"],
        "ordersLate": get("/api/orders?late=true").await["found"],
        // It has no list.
        "mailsRefused": 0,
    })
}

async fn check(hospital: &Hospital, all: &[Value]) -> Value {
    let overview = hospital.admin.get("/api/system/overview?lang=es").await;
    assert_eq!(overview.status, 200, "{overview:?}");
    assert_eq!(overview.body, listed(hospital).await, "the lists");
    for (name, expected) in counted_in_loop(all).as_object().unwrap() {
        assert_eq!(overview.body[name], *expected, "{name}, counted in a loop");
    }
    overview.body
}

/// Orders the first citation, required this many days from today; returns the order number.
async fn ordered(hospital: &Hospital, saved: &Value, days: i64) -> String {
    let mut body = order(saved, 3);
    body["dateRequired"] = clock::today().saturating_add(jiff::Span::new().days(days)).to_string().into();
    let answer = hospital.staff.post("/api/user/order", &body).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body["number"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_number_matches_its_list_and_the_catalogue() {
    let mut all = catalogue();
    let hospital = Hospital::with(&all);
    let numbers = check(&hospital, &all).await;
    for (name, least) in
        [("reviewsOverdue", 10), ("translationsMissing", 10), ("incomplete", 10), ("duplicates", 5)]
    {
        assert!(numbers[name].as_u64().unwrap() >= least, "{name}: {numbers}");
    }
    assert_eq!(numbers["ordersOpen"], 0);

    // Orders: one open, one sent, one overdue since midnight.
    let first = hospital.admin.get("/api/citations/c1").await.body;
    ordered(&hospital, &first, 0).await;
    let sent = ordered(&hospital, &first, 3).await;
    let late = ordered(&hospital, &first, 0).await;
    let step =
        hospital.admin.request("POST", &format!("/api/orders/{sent}/state")).header("If-Match", "\"1\"");
    assert_eq!(hospital.admin.send(step.json(&json!({"state": "sent"}))).await.unwrap().status, 200);
    let db = rusqlite::Connection::open(hospital.data().join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let yesterday = clock::today().yesterday().unwrap().to_string();
    db.execute("UPDATE orders SET date_required = ?1 WHERE number = ?2", [yesterday, late]).unwrap();
    let numbers = check(&hospital, &all).await;
    assert_eq!((&numbers["ordersOpen"], &numbers["ordersLate"]), (&json!(2), &json!(1)));

    // Searches without a result are counted with a delay, and shown after three people have searched.
    let count = async |total: u64| {
        let begun = Instant::now();
        while hospital.admin.get("/api/system/searches").await.body["withoutResult"] != total {
            assert!(begun.elapsed() < PATIENCE, "the searches are not counted");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    for caller in [&hospital.staff, &hospital.colleague] {
        assert_eq!(caller.get("/api/search?q=zzyzxqq&start=0").await.status, 200);
    }
    count(2).await;
    assert_eq!(check(&hospital, &all).await["searchesWithoutResult"], 0, "too rare to be shown");
    assert_eq!(hospital.admin.get("/api/system/searches").await.body["rarerMissed"], 1);
    assert_eq!(hospital.admin.get("/api/search?q=zzyzxqq&start=0").await.status, 200);
    count(3).await;
    assert_eq!(check(&hospital, &all).await["searchesWithoutResult"], 1);
    assert_eq!(hospital.admin.get("/api/system/searches").await.body["rarerMissed"], 0);

    // Links, checked in earlier nights; some URLs belong to several citations.
    for (n, state) in
        ["gone", "unreachable", "soft404", "ok", "moved", "changed", "blocked"].iter().enumerate()
    {
        db.execute(
            "INSERT INTO links (url, result, state, bad_nights, checked, is_file) \
             SELECT DISTINCT url, ?1, ?1, 3, '2026-01-01T03:00:00.000Z', 1 FROM language_versions \
             WHERE url IS NOT NULL AND (length(url) * 31 + citation) % 7 = ?2 ON CONFLICT (url) DO NOTHING",
            rusqlite::params![state, n],
        )
        .unwrap();
    }
    assert!(check(&hospital, &all).await["linksBroken"].as_u64().unwrap() > 20);

    // Edits, reviews and obsolete marks count at once.
    for (id, change) in [
        ("c2", json!({"title": "Handout 4", "deptReviewDate": "2001-01-01T00:00:00.000Z"})),
        ("c8", json!({"obsolete": true})),
        ("c31", json!({"languages": [{"lang": "Spanish", "ksbgNumber": "ksbg4", "url": null}]})),
        ("c5", json!({"title": "handout6", "deptReviewDate": null})),
    ] {
        let n = all.iter().position(|citation| citation["id"] == id).unwrap();
        let mut changed = hospital.admin.get(&format!("/api/citations/{id}")).await.body;
        for (field, value) in change.as_object().unwrap() {
            changed[field] = value.clone();
            all[n][field] = value.clone();
        }
        // An edit requires every required field.
        for field in REQUIRED.iter().chain(&["deptReviewDate"]) {
            if changed[*field].is_null() {
                let given = citation("x")[*field].clone();
                changed[*field] = given.clone();
                all[n][*field] = given;
            }
        }
        let saved = hospital.admin.put(&format!("/api/citations/{id}"), &changed).await.unwrap();
        assert_eq!(saved.status, 200, "{id}: {saved:?}");
        check(&hospital, &all).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicates_are_listed_as_groups_with_what_is_the_same() {
    let all = catalogue();
    let hospital = Hospital::with(&all);
    let in_use: Vec<&Value> = all.iter().filter(|citation| citation["obsolete"] != true).collect();
    let expected = duplicates(&in_use);
    let list = hospital.admin.get("/api/system/duplicates").await.body;
    let groups = list["groups"].as_array().unwrap();
    assert_eq!(groups.len(), list["found"], "all on one page");
    let mut found: BTreeMap<BTreeSet<String>, BTreeSet<String>> = BTreeMap::new();
    for group in groups {
        let citations = group["citations"].as_array().unwrap();
        assert_eq!(citations.len(), group["count"], "{group}");
        for one in citations {
            let kept = in_use.iter().find(|kept| kept["id"] == one["id"]).unwrap();
            assert_eq!(one["title"], kept["title"]);
            assert!(one["readableId"].as_str().is_some_and(|id| !id.is_empty()), "{one}");
        }
        let ids = citations.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        let shared = group["same"].as_array().unwrap().iter().map(|shared| {
            let kind = match shared["kind"].as_str().unwrap() {
                "title" => "title",
                "itemNumber" => "number",
                "address" => "url",
                other => panic!("{other}"),
            };
            let text = shared["text"].as_str().unwrap().to_lowercase();
            format!("{kind} {}", text.split_whitespace().collect::<String>())
        });
        found.insert(ids, shared.collect());
    }
    assert_eq!(found, expected);
    assert_eq!(groups[0]["same"][0]["kind"], "title", "titles first");

    for former in ["/doubles", "/api/system/doubles", "/api/system/doubles/download"] {
        assert_eq!(hospital.admin.get(former).await.status, 404, "{former}");
    }
    let csv = hospital.admin.request("GET", "/api/system/duplicates/download").send().await.unwrap();
    assert!(csv.headers()["content-disposition"].to_str().unwrap().contains("duplicates.csv"));
    let csv = csv.text().await.unwrap();
    let rows: usize = expected.keys().map(BTreeSet::len).sum();
    assert_eq!(csv.lines().count(), rows + 1, "a row for each citation of a group");
    assert!(csv.contains("\"title: Twins\"") || csv.contains("title: Twins"), "{csv}");
    assert!(csv.contains(&format!("{}/citation/", hospital.server.address)), "{csv}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_duplicates_come_in_pages_and_a_large_group_shows_its_first_citations() {
    let pairs = (0..120).map(|n| (format!("p{n}"), format!("Pair {}", n / 2)));
    let crowd = (0..30).map(|n| (format!("many{n}"), "Alike".to_owned()));
    let all: Vec<Value> = pairs
        .chain(crowd)
        .map(|(id, title)| {
            let mut made = citation(&title);
            made["languages"] = json!([{"lang": "English", "url": format!("https://x.example.org/{id}")}]);
            made["id"] = id.into();
            made
        })
        .collect();
    let hospital = Hospital::with(&all);
    let first = hospital.admin.get("/api/system/duplicates").await.body;
    let second = hospital.admin.get("/api/system/duplicates?start=50").await.body;
    assert_eq!((&first["found"], first["groups"].as_array().unwrap().len()), (&json!(61), 50));
    assert_eq!((&second["found"], second["groups"].as_array().unwrap().len()), (&json!(61), 11));
    let alike = &first["groups"][0];
    assert_eq!(alike["same"], json!([{"kind": "title", "text": "Alike"}]));
    assert_eq!((&alike["count"], alike["citations"].as_array().unwrap().len()), (&json!(30), 20));
    assert_eq!(hospital.admin.get("/api/system/duplicates?start=x").await.status, 400);
}

#[tokio::test]
async fn by_default_translations_are_counted_in_the_most_used_language_other_than_english() {
    let versions =
        |langs: &[&str]| -> Value { langs.iter().map(|lang| json!({"lang": lang, "url": null})).collect() };
    let all: Vec<Value> = [&["English", "Somali"][..], &["English", "Somali", "Spanish"], &["English"]]
        .into_iter()
        .map(|langs| {
            let mut made = citation("Handout");
            made["languages"] = versions(langs);
            made
        })
        .collect();
    let hospital = Hospital::with(&all);
    let missing = async |query: &str| {
        hospital.admin.get(&format!("/api/system/overview{query}")).await.body["translationsMissing"].clone()
    };
    assert_eq!((missing("").await, missing("?lang=es").await), (json!(1), json!(2)));
    let refused = hospital.admin.get("/api/system/overview?lang=no_tag!").await;
    assert_eq!(refused.status, 400, "{refused:?}");
    let empty = Hospital::with(&[]);
    let numbers = empty.admin.get("/api/system/overview").await.body;
    assert!(numbers.as_object().unwrap().values().all(|number| *number == 0), "{numbers}");
}
