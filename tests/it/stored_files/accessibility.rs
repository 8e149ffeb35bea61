//! Checks of files for what people who use assistive technology need, and what becomes of the findings.

use super::{Library, eventually, fetched, pdf, text, upload, version};
use crate::support::{Answer, Caller};
use serde_json::{Value, json};

/// The findings of a list, by name.
fn names(findings: &Value) -> Vec<&str> {
    findings.as_array().unwrap().iter().map(|finding| finding["finding"].as_str().unwrap()).collect()
}

/// What is known of a file once it is checked.
async fn checked(admin: &Caller, digest: &str, lang: &str) -> Value {
    let path = format!("/api/files/{digest}?lang={lang}");
    eventually(async || {
        let known = admin.get(&path).await.body;
        (known["state"] != "pending").then_some(known)
    })
    .await
}

async fn listed(library: &Library, query: &str) -> Answer {
    library.admin.get(&format!("/api/system/accessibility{query}")).await
}

#[tokio::test]
async fn a_file_is_checked_after_its_upload_whatever_is_read_of_it() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic when the fever lasts", 1)).await;
    let known = checked(&library.admin, &digest, "en").await;
    assert_eq!((&known["state"], &known["reason"]), (&json!("checked"), &json!(null)));
    assert_eq!(names(&known["findings"]), ["notTagged", "noLanguage", "noTitle"]);
    let expected =
        json!({"finding": "notTagged", "count": null, "pages": null, "blocking": true, "note": null});
    assert_eq!(known["findings"][0], expected);
    let picture = upload(&library.admin, "a.txt", b"Plain text of a handout").await;
    let known = checked(&library.admin, picture.body["digest"].as_str().unwrap(), "en").await;
    assert_eq!((&known["state"], &known["findings"]), (&json!("unchecked"), &json!([])));
    assert!(known["reason"].as_str().unwrap().contains("PDF"));
}

#[tokio::test]
async fn findings_are_for_the_signed_in_and_another_format_is_offered_to_all() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    let citation = library
        .added(
            "fever",
            json!([version("English", &digest), {"lang": "Spanish", "url": "https://files.example/a.pdf"}]),
        )
        .await;
    checked(&library.admin, &digest, "en").await;
    let visitor = library.server.visitor();
    let shown = visitor.get("/api/citations/fever").await.body;
    assert_eq!(shown["languages"][0]["otherFormat"], true);
    assert_eq!(shown["languages"][0].get("findings"), None);
    assert_eq!(shown["languages"][1].get("otherFormat"), None);
    let shown = library.admin.get("/api/citations/fever").await.body;
    assert_eq!(names(&shown["languages"][0]["findings"])[0], "notTagged");
    assert_eq!(shown["languages"][1].get("findings"), None, "its link was never asked");
    // Nothing of it belongs to the version.
    let mut sent = citation.clone();
    sent["languages"][0]["findings"] = json!([{"finding": "noText"}]);
    sent["languages"][0]["otherFormat"] = json!(false);
    assert_eq!(library.saved(&sent).await.status, 200);
    let history = library.admin.get("/api/citations/fever/history").await.body.to_string();
    assert!(!history.contains("otherFormat") && !history.contains("noText"), "{history}");
}

#[tokio::test]
async fn a_new_finding_changes_the_representation_but_not_the_state() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    checked(&library.admin, &digest, "en").await;
    let (_, headers, _) = fetched(&library.admin, "/api/citations/fever", &[]).await;
    let tag = text(&headers, "etag").to_owned();
    let aside = json!({"digest": digest, "finding": "notTagged", "note": "A form of the state"});
    assert_eq!(library.admin.post("/api/system/accessibility", &aside).await.unwrap().status, 204);
    let (status, headers, _) =
        fetched(&library.admin, "/api/citations/fever", &[("if-none-match", &tag)]).await;
    assert_eq!(status, 200);
    assert_ne!(text(&headers, "etag"), tag);
    let citation = library.admin.get("/api/citations/fever").await.body;
    let request =
        library.admin.request("PUT", "/api/citations/fever").header("if-match", &*tag).json(&citation);
    assert_eq!(library.admin.send(request).await.unwrap().status, 200);
}

#[tokio::test]
async fn the_list_has_the_files_of_versions_in_use() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    library.added("fever", json!([version("English", &digest), version("Spanish", &digest)])).await;
    library.added("links", json!([{"lang": "English", "url": "https://files.example/a.pdf"}])).await;
    checked(&library.admin, &digest, "en").await;
    let all = listed(&library, "").await;
    assert_eq!((all.status, &all.body["found"]), (200, &json!(2)), "{all:?}");
    let first = &all.body["files"][0];
    assert_eq!(
        (&first["citation"], &first["lang"], &first["digest"]),
        (&json!("fever"), &json!("English"), &json!(digest))
    );
    assert_eq!((&first["state"], &first["opens"]), (&json!("checked"), &json!(0)));
    let counts = &all.body["counts"];
    for (name, count) in [
        ("notTagged", 2),
        ("failures", 2),
        ("blocking", 2),
        ("checked", 2),
        ("unchecked", 1),
        ("noHeadings", 0),
    ] {
        assert_eq!(counts[name], count, "{name}: {counts}");
    }
    for (query, found) in [
        ("?finding=notTagged", 2),
        ("?finding=notTagged&lang=es", 1),
        ("?finding=notTagged&lang=Spanish", 1),
        ("?finding=noText", 0),
        ("?finding=unchecked", 1),
        ("?finding=aside", 0),
        ("?start=1", 2),
    ] {
        assert_eq!(listed(&library, query).await.body["found"], found, "{query}");
    }
    assert_eq!(listed(&library, "?finding=odd").await.status, 400);
    assert_eq!(library.admin.get("/api/system/overview").await.body["filesInaccessible"], 2);
    let (status, _, csv) = fetched(&library.admin, "/api/system/accessibility/download?lang=en", &[]).await;
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(status, 200);
    assert!(
        csv.contains("Title,Department,Language,Item Number,URL,Findings,Criteria,Checked,Opens,ID"),
        "{csv}"
    );
    assert!(csv.contains("Not tagged; No language is stated; No title is shown"), "{csv}");
    assert!(csv.contains("1.3.1; 2.4.2; 3.1.1"), "{csv}");
    for (caller, expected) in
        [(library.server.visitor(), 401), (library.server.bearer(library.provider.staff()), 403)]
    {
        assert_eq!(caller.get("/api/system/accessibility").await.status, expected);
    }
}

#[tokio::test]
async fn a_finding_is_set_aside_for_a_content_and_taken_back() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    checked(&library.admin, &digest, "en").await;
    let set = async |digest: &str, finding: &str, note: &str| {
        let body = json!({"digest": digest, "finding": finding, "note": note});
        library.admin.post("/api/system/accessibility", &body).await.unwrap().status
    };
    assert_eq!(set(&"0".repeat(64), "notTagged", "x").await, 404);
    assert_eq!(set(&digest, "odd", "x").await, 422);
    assert_eq!(set(&digest, "notTagged", &"x".repeat(501)).await, 422);
    for finding in ["notTagged", "noLanguage", "noTitle"] {
        assert_eq!(set(&digest, finding, "Repaired next month").await, 204);
    }
    let all = listed(&library, "").await.body;
    assert_eq!((&all["found"], &all["counts"]["aside"]), (&json!(0), &json!(1)));
    let aside = listed(&library, "?finding=aside").await.body;
    assert_eq!(aside["files"][0]["findings"][0]["note"], "Repaired next month");
    let shown = library.server.visitor().get("/api/citations/fever").await.body;
    assert_eq!(shown["languages"][0].get("otherFormat"), None);
    assert_eq!(library.admin.get("/api/system/overview").await.body["filesInaccessible"], 0);
    assert_eq!(set(&digest, "notTagged", " ").await, 204);
    assert_eq!(listed(&library, "?finding=blocking").await.body["found"], 1);
}

#[tokio::test]
async fn a_family_asks_for_another_format() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let visitor = library.server.visitor();
    let report = |more: Value| {
        let mut report = json!({"citation": "fever", "lang": "en", "kind": "format"});
        report.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        report
    };
    for wrong in [json!({"format": "braille"}), json!({"text": "x"}), json!({"format": "odd", "text": "x"})] {
        assert_eq!(
            visitor.post("/api/reports", &report(wrong.clone())).await.unwrap().status,
            422,
            "{wrong}"
        );
    }
    let sent = report(json!({"format": "largePrint", "email": "ana@example.org"}));
    assert_eq!(visitor.post("/api/reports", &sent).await.unwrap().status, 201);
    let listed = library.admin.get("/api/system/reports?kind=format").await.body;
    assert_eq!((&listed["found"], &listed["reports"][0]["format"]), (&json!(1), &json!("largePrint")));
    assert_eq!(listed["reports"][0]["kind"], "format");
    assert_eq!(library.admin.get("/api/system/reports?kind=other").await.body["found"], 0);
    let (_, _, csv) = fetched(&library.admin, "/api/system/reports/download", &[]).await;
    assert!(String::from_utf8(csv).unwrap().contains("Needed in another format: large print"));
}
