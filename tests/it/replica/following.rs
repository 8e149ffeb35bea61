//! Whatever happens to the followed database, every response is consistent with one of its states.

use crate::support::hospital::Hospital;
use crate::support::replica::{Followed, changed, state_of, wait_for_log};
use crate::support::{Start, citation, command};
use serde_json::json;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// Citations whose title, abstract and keyword all contain the number of the state.
fn set_state(number: u32) -> String {
    format!(
        "UPDATE citations SET title = 'Title ' || {number}, abstract = 'State ' || {number} || ' ' || hex(zeroblob(3000)); \
         UPDATE lookup_values SET value = 'State ' || {number}, value_key = 'state' || {number} \
         WHERE value_key LIKE 'state%'; \
         INSERT INTO changes (at) VALUES ('2026-01-01T00:00:00.000Z'); \
         UPDATE citations SET changed = (SELECT max(number) FROM changes);"
    )
}

#[tokio::test]
async fn half_written_states_are_never_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let all: Vec<_> = (0..12)
        .map(|n| {
            let mut one = citation(&format!("Handout {n}"));
            (one["id"], one["keywords"]) = (format!("c{n}").into(), json!(["State 0"]));
            one
        })
        .collect();
    crate::support::fill(&data, &all);
    let states: Vec<Vec<u8>> = {
        let mut state = state_of(&data);
        (1..=4)
            .map(|number| {
                state = changed(&state, &set_state(number));
                state.clone()
            })
            .collect()
    };
    let mut followed = Followed::new(folder.path(), &states[0]);
    let replica = followed.replica().run();
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let load: Vec<_> = (0..2)
        .map(|_| {
            let (visitor, stop) = (replica.visitor(), stop.clone());
            tokio::spawn(async move {
                let (mut seen, mut last) = (std::collections::BTreeSet::new(), 0);
                for n in (0..12).cycle() {
                    if stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return seen;
                    }
                    let answer = visitor.get(&format!("/api/citations/c{n}")).await;
                    assert_eq!(answer.status, 200, "{answer:?}");
                    let title = answer.body["title"].as_str().unwrap();
                    let number: u32 = title.strip_prefix("Title ").unwrap().parse().unwrap();
                    let begins = format!("State {number} ");
                    assert!(answer.body["abstract"].as_str().unwrap().starts_with(&begins), "{title}");
                    assert_eq!(answer.body["keywords"], json!([format!("State {number}")]));
                    assert!(number >= last, "an older state was served");
                    last = number;
                    seen.insert(number);
                    assert_eq!(visitor.get("/api/search?q=state").await.body["hits"]["found"], 12);
                }
                seen
            })
        })
        .collect();
    // Repeatedly, with hardly a moment in which it is complete.
    let (mut followed, second, third) = {
        let (second, third) = (states[1].clone(), states[2].clone());
        tokio::task::spawn_blocking(move || {
            followed.apply_slowly(&second, Duration::from_millis(60));
            (followed, second, third)
        })
        .await
        .unwrap()
    };
    let visitor = replica.visitor();
    visitor.wait_until_found("\"title 2\"", 12).await;
    // Killed in the middle; the half-written state stays for a while.
    followed.apply_torn(&third, 9);
    assert!(std::fs::read(&followed.file).unwrap() != second);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(visitor.found("\"title 2\"").await, 12);
    // The writer continues where it was, and further.
    followed.apply(&states[3]);
    visitor.wait_until_found("\"title 4\"", 12).await;
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for load in load {
        let seen = load.await.unwrap();
        assert!(seen.is_subset(&[1, 2, 4].into()), "{seen:?}");
    }
    assert!(!replica.log().contains("ERROR"), "{}", replica.log());
}

#[tokio::test]
async fn a_file_that_is_not_a_handout_catalogue_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    crate::support::fill(&data, &[citation("Asthma")]);
    let good = state_of(&data);
    let mut followed = Followed::new(folder.path(), &good);
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    let mut garbage = good.clone();
    garbage[4096..].fill(0x5a);
    let (other_program, newer) = (
        changed(&good, "PRAGMA application_id = 7"),
        changed(&good, "INSERT INTO refinery_schema_history (version, name) VALUES (99, 'x')"),
    );
    let half = good.len() / 2;
    for (state, words) in [
        (&garbage[..], "it is damaged"),
        (&good[..half], "it is damaged"),
        (b"My letters, 1987.\n".repeat(500).as_slice(), "it is not a database"),
        (&other_program, "it is a database of another program"),
        (&newer, "it has schema 99"),
        (b"", "it is empty"),
    ] {
        followed.apply(state);
        if state.is_empty() {
            // Normal for a moment; it is logged only after a while.
            tokio::time::sleep(Duration::from_millis(1_200)).await;
            let (_, output) = command_on(&followed, &["check"]);
            assert!(output.contains(words), "{output}");
        } else {
            wait_for_log(&replica, words);
        }
        assert_eq!(visitor.found("asthma").await, 1, "{words}");
        assert_eq!(visitor.get("/api/citations/asthma").await.status, 200, "{words}");
        assert_eq!(visitor.get("/readyz").await.status, 200, "{words}");
    }
    let (_, output) = command(&data, &["import", new_file(folder.path(), "Bronchitis").to_str().unwrap()]);
    assert!(output.contains("1 added"), "{output}");
    followed.apply(&state_of(&data));
    visitor.wait_until_found("bronchitis", 1).await;
    assert_eq!(replica.log().matches("it has schema 99").count(), 1, "it was logged once");
    std::fs::remove_file(&followed.file).unwrap();
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(visitor.found("bronchitis").await, 1, "served although the file is gone");
}

fn new_file(folder: &std::path::Path, title: &str) -> std::path::PathBuf {
    let file = folder.join("more.jsonl");
    std::fs::write(&file, citation(title).to_string()).unwrap();
    file
}

/// Runs a command with the settings of the replica.
fn command_on(followed: &Followed, args: &[&str]) -> (bool, String) {
    let file = followed.file.display().to_string();
    let variables = [
        ("HANDOUT_REPLICA__DATABASE", file.as_str()),
        ("HANDOUT_REPLICA__PRIMARY_URL", "https://primary.example.org"),
    ];
    let data = followed.replica_data();
    let args: Vec<&str> =
        ["--replica", "--data", data.to_str().unwrap()].iter().chain(args).copied().collect();
    let ended = crate::support::run_in(data.parent().unwrap(), &variables, &args);
    (ended.code == Some(0), ended.stdout + &ended.stderr)
}

#[tokio::test]
async fn saves_of_the_primary_arrive() {
    let mut merged = citation("Cough");
    merged["keywords"] = json!(["Coughing"]);
    let hospital = Hospital::with(&[citation("Asthma"), merged]);
    let mut followed = Followed::new(hospital.folder.path(), &state_of(&hospital.data()));
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    let facets = visitor.get("/api/search/facets").await.body;
    assert_eq!(visitor.found("asthma").await, 1);
    hospital
        .admin
        .change_values(&[
            json!({"type": "keywords", "oldValue": "Care at home", "newValue": "Home care"}),
            json!({"type": "keywords", "oldValue": "Coughing", "newValue": "Home care"}),
            json!({"type": "authors", "oldValue": "Nursing"}),
        ])
        .await;
    let added = hospital.admin.post("/api/citations", &citation("Zinc")).await.unwrap();
    let synonym = json!({"terms": ["wheeze", "asthma"], "oneWay": false});
    assert_eq!(hospital.admin.post("/api/system/synonyms", &synonym).await.unwrap().status, 201);
    followed.apply(&state_of(&hospital.data()));
    visitor.wait_until_found("zinc", 1).await;
    visitor.wait_until_found("wheeze", 1).await;
    let (here, there) =
        (visitor.get("/api/search/facets").await.body, hospital.admin.get("/api/search/facets").await.body);
    assert!(here == there && here != facets, "{here}");
    let path = format!("/api/citations/{}", added.body["id"].as_str().unwrap());
    let (here, there) = (visitor.get(&path).await, hospital.admin.get(&path).await);
    assert_eq!((here.body, &here.headers["etag"]), (there.body, &there.headers["etag"]));
}

#[tokio::test]
async fn a_restored_primary_is_followed_with_a_new_index() {
    let hospital = Hospital::with(&[citation("Asthma"), citation("Bronchitis")]);
    let Hospital { folder, provider, server, admin, .. } = hospital;
    let data = folder.path().join("data");
    let copy = folder.path().join("copy.db");
    let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    for title in ["Cough", "Croup", "Colic"] {
        assert_eq!(admin.post("/api/citations", &citation(title)).await.unwrap().status, 201);
    }
    let mut followed = Followed::new(folder.path(), &state_of(&data));
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    assert_eq!(visitor.found("").await, 5);
    let before = visitor.get("/api/citations/asthma").await.headers["etag"].clone();
    assert!(server.stop().success());
    let (succeeded, output) = command(&data, &["restore", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let primary = Start::on(&data).signed_in_at(&provider).run();
    // As many changes as before, so that their number alone does not distinguish the two histories.
    let admin = primary.bearer(provider.admin());
    for title in ["Dehydration", "Diarrhea", "Dermatitis"] {
        assert_eq!(admin.post("/api/citations", &citation(title)).await.unwrap().status, 201);
    }
    followed.apply(&state_of(&data));
    visitor.wait_until_found("dermatitis", 1).await;
    assert_eq!((visitor.found("croup").await, visitor.found("").await), (0, 5));
    let (here, there) =
        (visitor.get("/api/citations/asthma").await, admin.get("/api/citations/asthma").await);
    assert_eq!(here.headers["etag"], there.headers["etag"]);
    assert_ne!(here.headers["etag"], before);
    let (here, there) =
        (visitor.get("/api/search/facets").await.body, admin.get("/api/search/facets").await.body);
    assert_eq!(here, there);
    assert_eq!(admin.post("/api/citations", &citation("Eczema")).await.unwrap().status, 201);
    followed.apply(&state_of(&data));
    visitor.wait_until_found("eczema", 1).await;
}

#[tokio::test]
async fn a_damaged_private_copy_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let all: Vec<_> = (0..40).map(|n| citation(&format!("Handout {n}"))).collect();
    crate::support::fill(&data, &all);
    // More than a connection caches.
    let large = changed(&state_of(&data), "UPDATE citations SET abstract = hex(zeroblob(40000))");
    let followed = Followed::new(folder.path(), &large);
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    assert_eq!(visitor.get("/api/citations/handout-1").await.status, 200);
    let copy = followed.replica_data().join("replica-a.db");
    let file = std::fs::OpenOptions::new().write(true).open(&copy).unwrap();
    let length = file.metadata().unwrap().len();
    file.write_all_at(&vec![0xa5; length as usize - 4096], 4096).unwrap();
    let mut was_noticed = false;
    for n in 0..40 {
        let answer = visitor.get(&format!("/api/citations/handout-{n}")).await;
        // Pages that were read before are still cached.
        assert!([200, 503].contains(&answer.status), "{answer:?}");
        was_noticed |= answer.status == 503;
    }
    assert!(was_noticed);
    wait_for_log(&replica, "the private copy is damaged");
    crate::support::replica::wait_for_status(&visitor, "/api/citations/handout-39", 200).await;
    for n in 0..40 {
        assert_eq!(visitor.get(&format!("/api/citations/handout-{n}")).await.status, 200);
    }
}
