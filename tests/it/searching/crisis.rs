//! Searches of people who may be in danger: the notice above the results, and that nothing about them is stored.

use crate::support::hospital::Hospital;
use crate::support::{Caller, PATIENCE, Start, citation};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn contacts(answer: &Value) -> Vec<&str> {
    let lines = answer["hits"]["notice"]["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    lines.iter().map(|line| line["contact"].as_str().unwrap()).collect()
}

async fn search(caller: &Caller, query: &str) -> Value {
    let answer = caller.get(&format!("/api/search?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {answer:?}");
    answer.body
}

#[tokio::test]
async fn a_search_of_somebody_in_danger_has_a_notice_beside_its_results() {
    let hospital = Hospital::with(&[citation("Suicide prevention"), citation("Asthma")]);
    let visitor = hospital.server.visitor();
    let answer = search(&visitor, "q=suicide&start=0").await;
    assert_eq!(answer["hits"]["found"], 1, "the results stay: {answer}");
    assert_eq!(answer["hits"]["notice"]["category"], "suicide");
    assert_eq!(
        answer["hits"]["notice"]["lines"][0],
        json!({"name": "988 Suicide & Crisis Lifeline", "contact": "988",
            "languages": ["en", "es", "interpreter"], "hours": "24/7"})
    );
    assert_eq!(contacts(&answer), ["988", "text HOME to 741741", "911"]);
    for query in [
        "q=quiero+morir",
        "q=Quiero%20morir&start=10",
        "q=suicide&fq=audience:%27Parents%27",
        "q=suicide&obsolete=true&no_boost=true&lang=es&any=languages",
        "q=%22suicide%22&record=false",
        "q=%E8%87%AA%E6%9D%80",
        "q=don%E2%80%99t+want+to+live",
    ] {
        assert_eq!(contacts(&search(&visitor, query).await).first(), Some(&"988"), "{query}");
        assert_eq!(contacts(&search(&hospital.staff, query).await).first(), Some(&"988"), "{query}");
    }
    let both = search(&visitor, "q=overdose+and+suicide").await;
    assert_eq!(both["hits"]["notice"]["category"], "overdose", "the most urgent");
    assert_eq!(contacts(&both), ["1-800-222-1222", "988", "911", "text HOME to 741741"]);
    for query in ["q=asthma", "q=", "q=t%E1%BB%AB+t%E1%BB%AB"] {
        assert_eq!(search(&visitor, query).await["hits"]["notice"], Value::Null, "{query}");
    }
}

/// Whether a file in a folder contains a text.
fn holds(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return holds(&path, text);
        }
        std::fs::read(&path).unwrap().windows(text.len()).any(|part| part == text.as_bytes())
    })
}

#[tokio::test]
async fn nothing_of_such_a_search_is_stored_or_counted() {
    let hospital = Hospital::with(&[citation("Asthma")]);
    for (caller, word) in [(&hospital.staff, "zarzamora"), (&hospital.server.visitor(), "zarzaparrilla")] {
        for lang in ["", "&lang=so"] {
            search(caller, &format!("q=quiero+morir+{word}&start=0{lang}")).await;
            search(caller, &format!("q=asthma+suicide+{word}&start=0{lang}")).await;
        }
        // Written after the others: when this one is stored, they would be too.
        search(caller, "q=ordinary+milkweed&start=0").await;
    }
    let begun = Instant::now();
    loop {
        let insight = hospital.admin.get("/api/system/searches").await.body;
        if insight["total"] == 2 {
            assert_eq!(insight["rarer"], 1, "{insight}");
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{insight}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(hospital.staff.get("/api/user").await.body["searches"], json!(["ordinary milkweed"]));
    let gaps = hospital.admin.get("/api/system/translations?lang=so&state=missing").await.body;
    assert_eq!(gaps["citations"][0]["searches"], 0, "{gaps}");
    let data = hospital.data();
    let log = hospital.server.log();
    assert!(hospital.server.stop().success());
    assert!(holds(&data, "milkweed"), "ordinary searches are stored");
    for word in ["zarza", "quiero morir"] {
        assert!(!holds(&data, word) && !log.contains(word), "{word}");
    }
}

#[tokio::test]
async fn help_lines_of_the_hospital_replace_the_built_in_ones_and_an_empty_list_turns_the_notice_off() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let own = "[{category = 'suicide', name = 'Night desk', contact = '555-0100', languages = ['so'], hours = 'Nights'}]";
    let server = Start::on(&data).with("SEARCH__CRISIS_LINES", own).run();
    let answer = search(&server.visitor(), "q=suicide").await;
    assert_eq!(
        answer["hits"]["notice"],
        json!({"category": "suicide", "lines":
            [{"name": "Night desk", "contact": "555-0100", "languages": ["so"], "hours": "Nights"}]})
    );
    let none = search(&server.visitor(), "q=overdose").await;
    assert_eq!(none["hits"]["notice"], Value::Null, "no line helps with it");
    server.stop();
    let server = Start::on(&data).with("SEARCH__CRISIS_LINES", "[]").run();
    assert_eq!(search(&server.visitor(), "q=suicide").await["hits"]["notice"], Value::Null);
}
