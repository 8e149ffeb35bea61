//! Where the addresses of files lead after changes.

use super::{Library, fetched, pdf, text, version};
use serde_json::json;

#[tokio::test]
async fn an_address_leads_to_the_file_the_link_or_the_other_languages() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    let rows =
        json!([version("English", &digest), {"lang": "Spanish", "url": "https://example.org/a b.pdf"}]);
    let mut fever = library.added("fever", rows).await;
    let visitor = library.server.visitor();
    let leads = async |path: &str| {
        let (status, headers, body) = fetched(&visitor, path, &[]).await;
        (status, text(&headers, "location").to_owned(), String::from_utf8_lossy(&body).into_owned())
    };
    assert_eq!(leads("/file/fever/en").await.0, 200);
    assert_eq!(leads("/file/fever/EN").await.0, 200);
    let (status, location, _) = leads("/file/fever/es").await;
    assert_eq!((status, &*location), (302, "https://example.org/a%20b.pdf"));
    for other in ["/file/title-of-fever/en", "/file/fever/English", "/file/title-of-fever/english"] {
        let (status, location, _) = leads(&format!("{other}?x=1")).await;
        assert_eq!((status, &*location), (308, "/file/fever/en?x=1"), "{other}");
    }
    let (status, location, _) = leads(&format!("/file/title-of-fever/English/{digest}")).await;
    assert_eq!((status, location), (308, format!("/file/fever/en/{digest}")));
    for tag in ["eng", "en-US", "en_GB"] {
        let (status, location, _) = leads(&format!("/file/fever/{tag}")).await;
        assert_eq!((status, &*location), (308, "/file/fever/en"), "{tag}");
    }
    assert_eq!(leads("/file/fever/spa").await.1, "/file/fever/es");
    for (copied, path) in [
        ("/file/fever/en.", "/file/fever/en"),
        ("/file/fever/es%E2%80%9D%20", "/file/fever/es"),
        ("/file/FEVER/en", "/file/fever/en"),
        ("/FILE/Title-of-Fever/EN)", "/file/title-of-fever/EN"),
        (&format!("/file/fever/en/{digest}."), &format!("/file/fever/en/{digest}")),
        (&format!("/file/FEVER/en/{}", digest.to_uppercase()), &format!("/file/fever/en/{digest}")),
    ] {
        let (status, location, _) = leads(&format!("{copied}?x=1")).await;
        assert_eq!((status, location), (302, format!("{path}?x=1")), "{copied}");
    }
    let (status, _, page) = leads("/file/fever/so").await;
    assert_eq!(status, 404);
    assert!(page.contains("/file/fever/en") && page.contains("https://example.org/a b.pdf"), "{page}");
    assert!(page.contains("English") && page.contains("Español"), "{page}");
    for nothing in
        ["/file/none/en", "/file/fever/en/x", &format!("/file/fever/en/{}", "0".repeat(64)), "/file/fever"]
    {
        assert_eq!(leads(nothing).await.0, 404, "{nothing}");
    }
    fever["languages"] = json!([{"lang": "English", "url": "https://example.org/en.pdf"}]);
    assert_eq!(library.saved(&fever).await.status, 200);
    assert_eq!(leads("/file/fever/en").await.1, "https://example.org/en.pdf");
    assert_eq!(leads(&format!("/file/fever/en/{digest}")).await.0, 200, "a former content");
}

#[tokio::test]
async fn former_tags_and_names_of_a_language_lead_to_its_present_address() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    let before = library.added("fever", json!([version("Af Maay", &digest)])).await;
    let (_, headers, _) = fetched(&library.admin, "/api/citations/fever", &[]).await;
    let tag_before = text(&headers, "etag").to_owned();
    let visitor = library.server.visitor();
    let leads = async |path: &str| {
        let (status, headers, _) = fetched(&visitor, path, &[]).await;
        (status, text(&headers, "location").to_owned())
    };
    assert_eq!(leads("/file/fever/Af%20Maay").await.0, 200);
    let tagged = library.admin.put("/api/system/languages/Af%20Maay", &json!({"tag": "ymm"})).await.unwrap();
    assert_eq!(tagged.status, 200, "{tagged:?}");
    assert_eq!(leads("/file/fever/Af%20Maay").await, (308, "/file/fever/ymm".into()));
    // A form that was opened before, with the file and without it.
    let mut sent = before.clone();
    sent["notes"] = "edited".into();
    let request = library.admin.request("PUT", "/api/citations/fever").header("if-match", &*tag_before);
    let saved = library.admin.send(request.json(&sent)).await.unwrap();
    assert_eq!((saved.status, &saved.body["languages"][0]["file"]["digest"]), (200, &json!(digest)));
    sent["languages"][0].as_object_mut().unwrap().remove("file");
    let saved = library.saved(&sent).await;
    assert_eq!((saved.status, &saved.body["languages"][0]["file"]["digest"]), (200, &json!(digest)));
    library
        .admin
        .change_values(&[json!({"type": "languages", "oldValue": "Af Maay", "newValue": "Maay"})])
        .await;
    assert_eq!(leads("/file/fever/ymm").await.0, 200, "the tag stays");
    assert_eq!(leads("/file/fever/Af%20Maay").await, (308, "/file/fever/ymm".into()));
    let tagged = library.admin.put("/api/system/languages/Maay", &json!({"tag": "so"})).await.unwrap();
    assert_eq!(tagged.status, 200, "{tagged:?}");
    assert_eq!(leads("/file/fever/ymm").await, (308, "/file/fever/so".into()));
    library.admin.change_values(&[json!({"type": "languages", "oldValue": "Maay", "newValue": null})]).await;
    assert_eq!(leads("/file/fever/so").await.0, 404);
    assert_eq!(leads(&format!("/file/fever/so/{digest}")).await.0, 200, "a removed version's content stays");
    assert_eq!(leads(&format!("/file/fever/ymm/{digest}")).await.0, 200);
}

#[tokio::test]
async fn a_merge_that_would_give_two_files_one_address_is_not_made_and_named() {
    let library = Library::start();
    let [a, b] =
        [library.uploaded("a.pdf", &pdf("a", 1)).await, library.uploaded("b.pdf", &pdf("b", 1)).await];
    library.added("fever", json!([version("Somali", &a), version("Af Maay", &b)])).await;
    let job = json!({"type": "Batch Update", "config": [
        {"type": "languages", "oldValue": "Af Maay", "newValue": "Somali"}]});
    let taken = library.admin.post("/api/system/jobs", &job).await.unwrap();
    let job = library.admin.finished_job(&taken.body["id"]).await;
    assert!(job["error"].as_str().unwrap_or_default().contains("Title of fever"), "{job}");
    for (part, digest) in [("so", a), ("Af%20Maay", b)] {
        let (status, headers, _) =
            fetched(&library.server.visitor(), &format!("/file/fever/{part}"), &[]).await;
        assert_eq!((status, text(&headers, "etag")), (200, &*format!("\"{digest}\"")));
    }
}

#[tokio::test]
async fn the_record_of_a_day_has_the_file_of_that_day() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    library
        .added(
            "fever",
            json!([version("Spanish", &digest), {"lang": "English", "url": "https://example.org/e.pdf"}]),
        )
        .await;
    let today = jiff::Zoned::now().date();
    let staff = library.server.bearer(library.provider.staff());
    let record = staff.get(&format!("/api/citations/fever?asOf={today}")).await.body;
    let url = format!("{}/file/fever/es/{digest}", library.server.address);
    assert_eq!(record["languages"][0]["url"], url.as_str(), "{record}");
    let path = format!("/file/fever/es?asOf={today}");
    let (status, headers, _) = fetched(&staff, &path, &[]).await;
    assert_eq!((status, text(&headers, "cache-control")), (200, "no-store"));
    let visitor = library.server.visitor();
    let (status, headers, _) = fetched(&visitor, &path, &[("accept", "text/html")]).await;
    assert_eq!((status, text(&headers, "location").starts_with("/login?return=")), (302, true));
    for (caller, address, expected) in [
        (&staff, format!("/file/fever/en?asOf={today}"), 404),
        (&staff, "/file/fever/es?asOf=2999-01-01".to_owned(), 422),
        (&staff, "/file/fever/es?asOf=x".to_owned(), 400),
        (&staff, "/file/fever/es?asOf=2001-01-01".to_owned(), 404),
        (&visitor, format!("/file/fever/es?asOf={today}"), 401),
    ] {
        let (status, headers, _) = fetched(caller, &address, &[]).await;
        assert_eq!((status, text(&headers, "cache-control")), (expected, "no-store"), "{address}");
    }
}
