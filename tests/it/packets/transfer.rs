//! Packets as files: exports, imports, dry runs.

use super::library::{
    added, by_code, by_id, change, diabetes, each, handout, library, obsolete, packet, text,
};
use crate::support::{PATIENCE, command, fill};
use serde_json::{Value, json};
use std::path::Path;

fn exported(data: &Path) -> Vec<Value> {
    let file = data.with_extension("packets");
    let (succeeded, output) = command(data, &["export", "--packets", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn import(data: &Path, lines: &str, more: &[&str]) -> (bool, String) {
    let file = data.with_extension("lines");
    std::fs::write(&file, lines).unwrap();
    command(data, &[&["import", "--packets", file.to_str().unwrap()], more].concat())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exported_records_equal_the_imported_ones() {
    let mut citations = diabetes();
    citations.push(handout("new", "New pump", &["English"]));
    let library = library(&citations);
    let mut body = packet("Diabetes", true, &["insulin", "new"]);
    body["department"] = "Endocrinology".into();
    body["description"] = "Two\nlines".into();
    body["items"][0]["note"] = "Read this first.".into();
    let made = added(&library.admin, &body).await;
    body["title"] = "New diabetes".into();
    assert_eq!(change(&library.admin, &by_id(&made), &body).await.status, 200);
    let personal = added(&library.nurse, &packet("Mine", false, &["ketones"])).await;
    let deleted = added(&library.nurse, &packet("Gone", false, &["ketones"])).await;
    let remove = library.nurse.request("DELETE", &by_id(&deleted));
    assert_eq!(library.nurse.send(remove).await.unwrap().status, 204);
    let once = exported(&library.data);
    assert_eq!(
        once[0],
        json!({"id": made["id"], "code": made["code"], "readableIds": ["new-diabetes", "diabetes"],
            "title": "New diabetes", "description": "Two\nlines", "department": "Endocrinology", "published": true,
            "items": [{"citation": "insulin", "note": "Read this first."}, {"citation": "new", "note": null}]})
    );
    assert_eq!(each(&json!(once), "title"), ["New diabetes", "Mine"]);

    // Into another catalogue, in which a citation has become obsolete.
    let data = library.folder.path().join("second");
    citations[3] = obsolete(citations[3].clone(), None);
    fill(&data, &citations);
    let lines: Vec<String> = once.iter().map(Value::to_string).collect();
    let lines = lines.join("\n");
    let (succeeded, output) = import(&data, &lines, &["--dry-run"]);
    assert!(
        succeeded && output.contains("Dry run, nothing written. 2 packets: 2 added, 0 changed, 0 unchanged."),
        "{output}"
    );
    assert!(exported(&data).is_empty());
    let (succeeded, output) = import(&data, &lines, &[]);
    assert!(succeeded && output.contains("2 packets: 2 added, 0 changed, 0 unchanged."), "{output}");
    assert_eq!(exported(&data), once);
    let (_, output) = import(&data, &lines, &[]);
    assert!(output.contains("0 added, 0 changed, 2 unchanged"), "{output}");

    // Imported while the server runs: searches find the packet; its code and owner stay.
    let mut changed = once[1].clone();
    changed["title"] = "Still mine".into();
    let more = json!({"title": "Tonsil packet", "published": true, "department": "Surgery",
        "items": [{"citation": "ketones"}]});
    let (succeeded, output) = import(&library.data, &format!("{changed}\n\n{more}\n"), &[]);
    assert!(succeeded && output.contains("2 packets: 1 added, 1 changed, 0 unchanged."), "{output}");
    let own = library.nurse.get(&by_code(&personal)).await.body;
    assert_eq!((&own["title"], &own["owned"]), (&json!("Still mine"), &json!(true)));
    let begun = std::time::Instant::now();
    while library.visitor.get("/api/search?q=tonsil").await.body["packets"] == json!([]) {
        assert!(begun.elapsed() < PATIENCE, "searches do not find the imported packet");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let history = library.nurse.get(&format!("{}/history", by_id(&personal))).await.body;
    assert_eq!(history[0]["who"], "import");
    assert_eq!(library.visitor.get("/api/packets/tonsil-packet").await.body["department"], "Surgery");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_with_an_invalid_line_changes_nothing_and_names_the_line() {
    let library = library(&diabetes());
    let made = added(&library.admin, &packet("Diabetes", true, &["insulin"])).await;
    let renamed = packet("Diabetes at home", true, &["insulin"]);
    assert_eq!(change(&library.admin, &by_id(&made), &renamed).await.status, 200);
    let deleted = added(&library.admin, &packet("Gone", true, &["insulin"])).await;
    let remove = library.admin.request("DELETE", &by_id(&deleted));
    assert_eq!(library.admin.send(remove).await.unwrap().status, 204);
    let good = r#"{"title": "Good", "items": [{"citation": "insulin"}]}"#;
    let code = text(&made["code"]);
    let items = r#""items": [{"citation": "insulin"}]"#;
    let lines = [
        good.to_owned(),
        String::new(),
        "nonsense".to_owned(),
        r#"{"title": 3}"#.to_owned(),
        r#"{"title": "", "items": [{"citation": "insulin"}, {"citation": "nothing"}]}"#.to_owned(),
        r#"{"title": "A", "items": [{"citation": "insulin"}, {"citation": "nothing"}]}"#.to_owned(),
        format!(r#"{{"title": "A", "code": "{code}", {items}}}"#),
        format!(r#"{{"title": "A", "id": "{}", {items}}}"#, text(&deleted["id"])),
        format!(r#"{{"title": "A", "id": "diabetes", {items}}}"#),
        format!(r#"{{"title": "A", "id": "diabetes-at-home", {items}}}"#),
        format!(r#"{{"title": "A", "id": "{}", {items}}}"#, code.to_lowercase()),
    ];
    for more in [&["--dry-run"][..], &[]] {
        let (succeeded, output) = import(&library.data, &lines.join("\n"), more);
        assert!(!succeeded, "{output}");
        for (line, words) in [
            (3, "this is not JSON"),
            (4, "this is not a packet"),
            (5, "title: Title is required."),
            (6, "items[1].citation: There is no citation with the ID 'nothing'."),
            (7, "code: Another packet has this code."),
            (8, "id: The packet with this ID was deleted."),
            (9, "id: Another packet has this as its readable ID or code."),
            (10, "id: Another packet has this as its readable ID or code."),
            (11, "id: Another packet has this as its readable ID or code."),
        ] {
            let found =
                output.lines().any(|one| one.contains(&format!("line {line}: ")) && one.contains(words));
            assert!(found, "line {line}: {output}");
        }
        assert!(output.contains("9 lines are invalid; nothing was changed"), "{output}");
        assert_eq!(exported(&library.data).len(), 1);
    }
}

#[test]
fn a_file_of_packets_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let (succeeded, output) = command(&folder.path().join("data"), &["import", "--packets", name]);
    assert!(!succeeded && output.contains(&format!("error: {name}: the file cannot be read")), "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_imported_personal_packet_waits_for_its_owner() {
    let source = library(&diabetes());
    let personal = added(&source.nurse, &packet("Mine", false, &["ketones"])).await;
    let published = added(&source.admin, &packet("Everybody's", true, &["insulin"])).await;
    let records = exported(&source.data);
    assert_eq!(
        records.iter().map(|record| &record["owner"]).collect::<Vec<_>>(),
        [&json!("nurse@example.org"), &Value::Null]
    );
    let target = library(&diabetes());
    let mut lines: Vec<Value> = records;
    lines[0]["owner"] = "Nurse@Example.org".into();
    let file = |lines: &[Value]| lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let own =
        async |caller: &crate::support::Caller| caller.get("/api/user/packets").await.body["found"].clone();
    // Another address, or one that is not verified, gets nothing.
    assert_eq!(own(&target.other).await, 0);
    assert_eq!(own(&target.nurse).await, 0);
    let (succeeded, output) = import(&target.data, &file(&lines), &[]);
    assert!(succeeded && output.contains("2 added"), "{output}");
    let (_, output) = import(&target.data, &file(&lines), &[]);
    assert!(output.contains("2 unchanged"), "{output}");
    assert_eq!(target.visitor.get(&by_code(&personal)).await.status, 200);
    let mut doubtful = target.provider.claims("doubtful", &[]);
    doubtful["email"] = "nurse@example.org".into();
    doubtful["email_verified"] = false.into();
    let session = |claims: &Value| target.server.bearer(target.provider.access_token(claims));
    assert_eq!(own(&session(&doubtful)).await, 0);
    let mut first = target.provider.claims("nurse-at-work", &[]);
    first["email"] = "nurse@example.org".into();
    let first = session(&first);
    assert_eq!(own(&first).await, 1);
    assert_eq!(first.get(&by_code(&personal)).await.body["owned"], true);
    // Bound once: another person with the address gets nothing, and an import changes no owner.
    let mut second = target.provider.claims("second", &[]);
    second["email"] = "nurse@example.org".into();
    assert_eq!(own(&session(&second)).await, 0);
    lines[0]["owner"] = "other@example.org".into();
    lines[0]["title"] = "Mine still".into();
    lines[1]["owner"] = "other@example.org".into();
    let (succeeded, output) = import(&target.data, &file(&lines), &[]);
    assert!(succeeded && output.contains("1 changed, 1 unchanged"), "{output}");
    let mut other = target.provider.claims("other-at-work", &[]);
    other["email"] = "other@example.org".into();
    assert_eq!(own(&session(&other)).await, 0);
    assert_eq!(own(&first).await, 1);
    assert_eq!(exported(&target.data)[0]["owner"], "nurse@example.org");
    assert_eq!(target.visitor.get(&format!("/api/packets/{}", text(&published["id"]))).await.status, 200);
}
