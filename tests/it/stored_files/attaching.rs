//! The files of a folder, attached to the versions that their names mean.

use super::{Library, fetched, pdf, version};
use crate::support::{Ended, run_in};
use serde_json::{Value, json};
use std::path::PathBuf;

impl Library {
    /// A folder with these files.
    fn folder(&self, files: &[(&str, &[u8])]) -> PathBuf {
        let dir = self.folder.path().join("share");
        for (name, content) in files {
            let path = dir.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        dir
    }

    fn attach(&self, more: &[&str]) -> Ended {
        let data = self.folder.path().join("data");
        let dir = self.folder.path().join("share");
        let args = ["--data", data.to_str().unwrap(), "files", "attach", dir.to_str().unwrap()];
        run_in(self.folder.path(), &[], &[&args, more].concat())
    }

    async fn with_title(&self, id: &str, title: &str, languages: Value) {
        let mut new = crate::support::citation(title);
        new["id"] = id.into();
        new["languages"] = languages;
        let answer = self.admin.post("/api/citations", &new).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
    }

    async fn content(&self, address: &str) -> (u16, Vec<u8>) {
        let (status, _, content) = fetched(&self.server.visitor(), address, &[]).await;
        (status, content)
    }

    async fn history(&self, id: &str) -> usize {
        self.admin.get(&format!("/api/citations/{id}/versions")).await.body.as_array().unwrap().len()
    }
}

fn row(lang: &str, number: &str) -> Value {
    json!({"lang": lang, "ksbgNumber": number})
}

fn line<'e>(ended: &'e Ended, file: &str) -> &'e str {
    let begins = format!("{file}: ");
    ended
        .stdout
        .lines()
        .rev()
        .find(|line| line.starts_with(&begins))
        .unwrap_or_else(|| panic!("{file}: {ended:?}"))
}

fn last_line(ended: &Ended) -> &str {
    ended.stdout.lines().last().unwrap_or_default()
}

#[tokio::test]
async fn files_go_where_their_names_say_and_again_changes_nothing() {
    let library = Library::start();
    library.with_title("asthma", "Asthma", json!([row("English", "KSBG104"), row("Spanish", "")])).await;
    library.with_title("fever", "Niños con fiebre", json!([row("Spanish", "")])).await;
    let (asthma, spanish, fever) = (pdf("Asthma", 3), pdf("Asma", 1), pdf("Fiebre", 1));
    library.folder(&[
        ("KSBG104 final.pdf", &asthma),
        ("Spanish/Asthma.pdf", &spanish),
        ("Nin\u{303}os con fiebre - Espan\u{303}ol.pdf", &fever),
        ("Thumbs.db", b"x"),
        (".DS_Store", b"x"),
    ]);
    let dry = library.attach(&["--dry-run"]);
    assert_eq!(dry.code, Some(0), "{dry:?}");
    assert!(line(&dry, "Spanish/Asthma.pdf").contains("would be attached: Asthma (Spanish)"), "{dry:?}");
    assert_eq!(library.content("/file/asthma/en").await.0, 404);
    let first = library.attach(&[]);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert_eq!(
        last_line(&first),
        "3 attached, 0 replaced, 0 unchanged, 0 skipped, 0 left (0 ambiguous, 0 unmatched), 2 ignored"
    );
    assert_eq!(library.content("/file/asthma/en").await, (200, asthma));
    assert_eq!(library.content("/file/asthma/es").await, (200, spanish));
    let record = library.admin.get("/api/citations/fever").await.body;
    let version = &record["languages"][0];
    assert_eq!(
        (&version["file"]["name"], &version["pages"]),
        (&json!("Niños con fiebre - Español.pdf"), &json!(1))
    );
    assert_eq!(library.history("asthma").await, 3);
    let again = library.attach(&[]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(last_line(&again).starts_with("0 attached, 0 replaced, 3 unchanged"), "{again:?}");
    assert_eq!(library.history("asthma").await, 3);
}

#[tokio::test]
async fn what_a_person_decided_stays_and_what_was_attached_follows_a_changed_file() {
    let library = Library::start();
    for id in ["one", "two", "three"] {
        library.added(id, json!([row("English", "")])).await;
    }
    let names = ["Title of one.pdf", "Title of two.pdf", "Title of three.pdf"];
    let contents = names.map(|name| pdf(name, 1));
    library.folder(&[0, 1, 2].map(|n| (names[n], &*contents[n])));
    assert_eq!(library.attach(&[]).code, Some(0));
    let own = pdf("By a person", 1);
    let digest = library.uploaded("own.pdf", &own).await;
    let mut one = library.admin.get("/api/citations/one").await.body;
    one["languages"] = json!([version("English", &digest)]);
    assert_eq!(library.saved(&one).await.status, 200);
    let mut two = library.admin.get("/api/citations/two").await.body;
    two["languages"] = json!([{"lang": "English", "ksbgNumber": "", "url": "https://example.org/two.pdf"}]);
    assert_eq!(library.saved(&two).await.status, 200);
    let again = library.attach(&[]);
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(line(&again, names[0]).contains("has another file since 20"), "{again:?}");
    assert!(line(&again, names[1]).contains("has a link"), "{again:?}");
    assert!(line(&again, names[2]).contains("unchanged"), "{again:?}");
    let changed = pdf("Changed", 2);
    library.folder(&[0, 1, 2].map(|n| (names[n], &*changed)));
    let third = library.attach(&[]);
    assert!(third.stdout.contains(&format!("{}: would be replaced", names[2])), "{third:?}");
    assert!(
        last_line(&third).starts_with("0 attached, 1 replaced, 0 unchanged, 0 skipped, 2 left"),
        "{third:?}"
    );
    assert_eq!(library.content("/file/one/en").await, (200, own));
    assert_eq!(library.content("/file/three/en").await, (200, changed.clone()));
    let all = library.attach(&["--replace"]);
    assert_eq!(all.code, Some(0), "{all:?}");
    assert_eq!(library.content("/file/one/en").await, (200, changed.clone()));
    let scanned =
        library.server.visitor().get("/qrredirect?id=two&url=https%3A%2F%2Fexample.org%2Ftwo.pdf").await;
    assert!(scanned.headers["location"].to_str().unwrap().ends_with("/file/two/en"), "{scanned:?}");
}

#[tokio::test]
async fn what_cannot_be_stored_is_left_with_its_reason() {
    let library = Library::start();
    let numbers = ["KSBG1", "KSBG2", "KSBG3", "KSBG4", "KSBG5", "KSBG6", "KSBG7"];
    for number in numbers {
        library.added(&number.to_lowercase(), json!([row("English", number)])).await;
    }
    let whole = pdf("Whole", 1);
    let zeros = vec![0; 4_096];
    library.folder(&[
        ("KSBG1.pdf", &whole),
        ("KSBG2.pdf", b""),
        ("KSBG3.pdf", &whole[..whole.len() / 2]),
        ("KSBG4.pdf", &zeros),
        ("KSBG5.pdf", b"<!DOCTYPE html><html><body>Please sign in</body></html>"),
        ("KSBG6.pdf.crdownload", &whole),
        ("KSBG7.pdf.part", &whole),
        ("Unknown.pdf", &whole),
        ("KSBG1-KSBG2.pdf", &whole),
    ]);
    let report = library.folder.path().join("report.csv");
    let ended = library.attach(&["--report", report.to_str().unwrap()]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for (file, reason) in [
        ("KSBG1.pdf", "attached"),
        ("KSBG2.pdf", "left: Title of ksbg2 (English): empty: perhaps not downloaded from the cloud"),
        ("KSBG3.pdf", "not a whole PDF"),
        ("KSBG4.pdf", "empty"),
        ("KSBG5.pdf", "web page"),
        ("KSBG6.pdf.crdownload", "left: still being written"),
        ("KSBG7.pdf.part", "left: still being written"),
        ("Unknown.pdf", "unmatched"),
        ("KSBG1-KSBG2.pdf", "ambiguous: 2 item numbers in the name: ksbg1 (Title of ksbg1, English); ksbg2"),
    ] {
        assert!(line(&ended, file).contains(reason), "{file}: {ended:?}");
    }
    let table = std::fs::read_to_string(&report).unwrap();
    let mut lines = table.trim_start_matches('\u{feff}').lines();
    assert_eq!(lines.next(), Some("File,Result,Reason,Citation,Title,Language,Candidates"));
    assert_eq!(
        lines.next(),
        Some(
            "KSBG1-KSBG2.pdf,ambiguous,2 item numbers in the name,,,,\"ksbg1 (Title of ksbg1, English); ksbg2 (Title of ksbg2, English)\""
        )
    );
    assert_eq!(lines.next(), Some("KSBG1.pdf,attached,,ksbg1,Title of ksbg1,English,"));
    assert_eq!(lines.count(), 7);
    let workbook = library.folder.path().join("report.xlsx");
    library.attach(&["--dry-run", "--report", workbook.to_str().unwrap()]);
    assert!(std::fs::read(&workbook).unwrap().starts_with(b"PK"));
    assert_eq!(library.attach(&["--report", "report.txt"]).code, Some(2));
}

#[tokio::test]
async fn several_files_for_one_version_are_attached_only_if_they_are_equal() {
    let library = Library::start();
    for id in ["one", "two", "three"] {
        library.added(id, json!([row("English", "")])).await;
    }
    let content = pdf("Same", 1);
    library.folder(&[
        ("Title of one.pdf", &content),
        ("Copy of Title of one.pdf", &content),
        ("Title of two.pdf", &content),
        ("Title of two final.pdf", &pdf("Other", 1)),
        ("Title of three.pdf", &content),
        ("Title of three.txt", b"Some text."),
    ]);
    let ended = library.attach(&[]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        last_line(&ended).starts_with("2 attached, 0 replaced, 0 unchanged, 2 skipped, 2 left (2 ambiguous"),
        "{ended:?}"
    );
    assert_eq!(library.content("/file/two/en").await.0, 404);
    assert_eq!(library.content("/file/three/en").await, (200, content));
    assert_eq!(library.attach(&[]).code, Some(1));
    let none = run_in(library.folder.path(), &[], &["--data", "data", "files", "attach", "nowhere"]);
    assert_eq!(none.code, Some(1), "{none:?}");
    assert!(none.stderr.starts_with("error: reading nowhere"), "{none:?}");
}

#[tokio::test]
async fn item_numbers_tell_versions_in_one_language_apart() {
    let library = Library::start();
    library.with_title("steps", "Steps", json!([row("English", "ST1"), row("English", "ST2")])).await;
    let second = pdf("The second", 1);
    library.folder(&[("ST2.pdf", &second)]);
    let names = json!({"names": ["ST2.pdf", "Steps.pdf"]});
    let files = library.admin.post("/api/files/match", &names).await.unwrap().body["files"].clone();
    assert_eq!((&files[0]["lang"], &files[0]["ksbgNumber"]), (&json!("English"), &json!("ST2")), "{files}");
    let candidates = files[1]["candidates"].as_array().unwrap();
    assert_eq!(
        candidates.iter().map(|one| &one["ksbgNumber"]).collect::<Vec<_>>(),
        ["ST1", "ST2"],
        "{files}"
    );
    assert_eq!(library.attach(&[]).code, Some(0));
    let rows = library.admin.get("/api/citations/steps").await.body["languages"].clone();
    assert_eq!((&rows[0]["file"], &rows[1]["file"]["name"]), (&Value::Null, &json!("ST2.pdf")), "{rows}");
}

#[tokio::test]
async fn names_are_matched_before_files_are_sent() {
    let library = Library::start();
    library.with_title("asthma", "Asthma", json!([row("English", "KSBG104"), row("Spanish", "")])).await;
    let digest = library.uploaded("croup.pdf", &pdf("Croup", 1)).await;
    library.with_title("croup", "Croup", json!([version("English", &digest)])).await;
    let names =
        ["Spanish/Asthma.pdf", "Croup.pdf", "Fever.pdf", "a/.DS_Store", "KSBG104.pdf", "Asthma en.pdf"];
    let answer = library.admin.post("/api/files/match", &json!({"names": names})).await.unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
    let files = answer.body["files"].as_array().unwrap();
    let part = |name: &str| files.iter().map(|file| file[name].clone()).collect::<Vec<_>>();
    assert_eq!(part("name"), names);
    assert_eq!(part("state"), ["matched", "matched", "unmatched", "ignored", "ambiguous", "ambiguous"]);
    assert_eq!(
        files[1],
        json!({"name": "Croup.pdf", "state": "matched", "citation": "croup", "title": "Croup", "lang": "English",
               "has": "file", "reason": null, "candidates": []})
    );
    assert_eq!(files[0]["has"], Value::Null);
    assert_eq!(files[4]["candidates"], json!([{"citation": "asthma", "title": "Asthma", "lang": "English"}]));
    let status = async |body: Value| library.admin.post("/api/files/match", &body).await.unwrap().status;
    assert_eq!(status(json!({"names": vec!["a.pdf"; 5_001]})).await, 422);
    assert_eq!(status(json!({"names": ["x".repeat(4 << 20)]})).await, 413);
    assert_eq!(status(json!({"names": ["x".repeat(2 << 20)]})).await, 200);
    assert_eq!(status(json!({})).await, 422);
    let visitor = library.server.visitor().post("/api/files/match", &json!({"names": []})).await.unwrap();
    assert_eq!(visitor.status, 401);
}
