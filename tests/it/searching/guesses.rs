//! Searches that are shown as a guess, and those about the hospital itself.

use crate::support::{Server, Start, citation, fill};
use serde_json::{Value, json};

fn library(folder: &std::path::Path) -> Server {
    let data = folder.join("data");
    let titles = ["Asthma", "Parkinson's Disease", "Well child visits", "Migraine"];
    fill(&data, &titles.map(citation));
    Start::on(&data).with("HOSPITAL__EMAIL", "help@hospital.example").run()
}

#[tokio::test]
async fn searches_are_marked_as_guesses_and_as_questions_about_the_hospital() {
    let folder = tempfile::tempdir().unwrap();
    let server = library(folder.path());
    let visitor = server.visitor();
    let hits = async |q: &str| visitor.get(&format!("/api/search?q={q}")).await.body["hits"].clone();
    for q in ["where+can+i+park", "visiting+hours", "donde+puedo+estacionar"] {
        let found = hits(q).await;
        assert_eq!(found["intent"], "hospital", "{q}: {found}");
        if found["found"] != 0 {
            assert_eq!(found["understood"]["sure"], false, "{q}: {found}");
        }
    }
    assert_eq!(hits("athsma").await["understood"], json!({"as": "asthma", "kind": "spelling", "sure": true}));
    let whole = hits("asthma").await;
    assert_eq!((&whole["intent"], &whole["understood"]), (&Value::Null, &Value::Null));
    let medicine = hits("imetrex").await;
    assert_eq!(medicine["hit"][0]["fields"]["title"][0], "Migraine", "{medicine}");
}

#[tokio::test]
async fn the_page_of_a_guess_offers_help_before_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = library(folder.path());
    let page = async |q: &str, lang: &str| {
        let request = server.visitor().request("GET", &format!("/search?q={q}"));
        request.header("Accept-Language", lang).send().await.unwrap().text().await.unwrap()
    };
    let text = page("visiting+hours", "en").await;
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"));
    let help = at("href=\"mailto:help@hospital.example\"");
    assert!(help < at("Not all of your words were found. These may be related."));
    at("mailto:help@hospital.example?subject=I%20was%20looking%20for%3A%20visiting%20hours");
    assert!(page("visiting+hours", "es").await.contains("No encontramos todas sus palabras."));
    let sure = page("asthma", "en").await;
    assert!(!sure.contains("mailto:help@hospital.example?subject"), "{sure}");
}
