//! Packets added, changed, deleted and restored: shapes, rights, errors, conditions.

use super::library::{
    added, by_code, by_id, change, diabetes, each, fields, handout, library, obsolete, packet, text,
};
use crate::support::database::rewrite;
use serde_json::json;

#[tokio::test]
async fn administrators_make_department_packets_and_everybody_reads_them() {
    let library = library(&diabetes());
    let mut body = packet("New type 1 diabetes", true, &["insulin", "low-blood-sugar"]);
    body["description"] = "For the first days.\nCall us.".into();
    body["department"] = "endocrinology".into();
    body["items"][0]["note"] = "Read this first.".into();
    let refused = library.nurse.post("/api/packets", &body).await.unwrap();
    assert_eq!(refused.status, 403, "{refused:?}");
    assert_eq!(library.visitor.post("/api/packets", &body).await.unwrap().status, 401);

    let made = library.admin.post("/api/packets?lang=so", &body).await.unwrap();
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!(made.headers["location"].to_str().unwrap(), by_id(&made.body));
    let seen = library.visitor.get("/api/packets/new-type-1-diabetes?lang=so").await;
    assert_eq!(seen.status, 200, "{seen:?}");
    let mut expected = made.body.clone();
    for (field, value) in [
        ("code", json!(null)),
        ("needsLook", json!(null)),
        ("owned", json!(false)),
        ("editable", json!(false)),
    ] {
        expected[field] = value;
    }
    assert_eq!(seen.body, expected);
    assert_eq!(
        seen.body["items"][0],
        json!({
            "citation": "insulin", "readableId": "insulin-at-home", "title": "Insulin at home", "obsolete": false,
            "whereToObtain": "Copy Center", "printingSpecs": null,
            "version": {"lang": "Somali", "tag": "so", "url": "https://example.org/insulin/Somali.pdf",
                "ksbgNumber": "KSBG-insulin-Somali"},
            "languages": [
                {"lang": "English", "tag": "en", "name": "English", "dir": "ltr",
                    "url": "https://example.org/insulin/English.pdf", "ksbgNumber": "KSBG-insulin-English"},
                {"lang": "Somali", "tag": "so", "name": "Soomaali", "dir": "ltr",
                    "url": "https://example.org/insulin/Somali.pdf", "ksbgNumber": "KSBG-insulin-Somali"},
                {"lang": "Spanish", "tag": "es", "name": "Español", "dir": "ltr",
                    "url": "https://example.org/insulin/Spanish.pdf", "ksbgNumber": "KSBG-insulin-Spanish"}
            ],
            "note": "Read this first.", "replaces": null, "replacement": null
        })
    );
    assert_eq!(seen.body["items"][1]["version"], json!(null), "there is none in Somali");
    assert_eq!(seen.body["department"], "Endocrinology");
    assert_eq!(
        seen.body["languages"],
        json!([
            {"tag": "en", "name": "English", "dir": "ltr", "count": 2},
            {"tag": "es", "name": "Español", "dir": "ltr", "count": 2},
            {"tag": "so", "name": "Soomaali", "dir": "ltr", "count": 1}
        ])
    );
    assert_eq!(library.visitor.get("/api/packets/x?lang=!").await.status, 400);
}

#[tokio::test]
async fn every_error_names_its_field() {
    let library = library(&diabetes());
    let post = async |body| library.nurse.post("/api/packets", &body).await.unwrap();
    assert_eq!(fields(&post(json!({})).await), ["title", "items"]);
    let unknown = packet("Care", false, &["insulin", "nothing", "insulin-at-home"]);
    assert_eq!(fields(&post(unknown).await), ["items[1].citation", "items[2].citation"]);
    assert_eq!(fields(&post(packet("Care", false, &["sugar", "sugar"])).await), ["items[1].citation"]);
    let mut department = packet("x".repeat(201).as_str(), false, &["sugar"]);
    assert_eq!(fields(&post(department.clone()).await), ["title"]);
    department["title"] = "Care".into();
    department["department"] = "Nowhere".into();
    department["items"][0]["note"] = "x".repeat(201).into();
    assert_eq!(fields(&post(department.clone()).await), ["items[0].note", "department"]);
    department["items"][0]["note"] = "x".repeat(200).into();
    assert_eq!(fields(&post(department).await), ["department"]);
    assert_eq!(library.nurse.get("/api/user/packets").await.body["found"], 0);
}

#[tokio::test]
async fn a_change_names_the_state_that_it_replaces() {
    let library = library(&diabetes());
    let made = added(&library.nurse, &packet("Care", false, &["insulin"])).await;
    let path = by_id(&made);
    let wanted = packet("Care at home", false, &["sugar", "insulin"]);
    let put = async |tag: Option<&str>| {
        let mut request = library.nurse.request("PUT", &path).json(&wanted);
        if let Some(tag) = tag {
            request = request.header("If-Match", tag);
        }
        library.nurse.send(request).await.unwrap()
    };
    let first = library.nurse.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
    let in_somali = library.nurse.get(&format!("{path}?lang=so")).await.headers["etag"].clone();
    assert_ne!(first, in_somali.to_str().unwrap(), "the languages have different tags");
    assert_eq!(put(None).await.status, 428);
    assert_eq!(put(Some("\"1\"")).await.status, 412);
    let changed = put(Some(in_somali.to_str().unwrap())).await;
    assert_eq!(changed.status, 200, "{changed:?}");
    assert_eq!(each(&changed.body["items"], "citation"), ["sugar", "insulin"]);
    assert_eq!(put(Some(&first)).await.status, 412);

    let known = library.nurse.request("GET", &path).header("If-None-Match", &changed.headers["etag"]);
    assert_eq!(library.nurse.send(known).await.unwrap().status, 304);
    // When a citation changes, the same state has another representation.
    let mut insulin = library.admin.get("/api/citations/insulin").await.body;
    insulin["title"] = "Insulin".into();
    assert_eq!(library.admin.put("/api/citations/insulin", &insulin).await.unwrap().status, 200);
    let known = library.nurse.request("GET", &path).header("If-None-Match", &changed.headers["etag"]);
    assert_eq!(library.nurse.send(known).await.unwrap().status, 200);
    let remove = async |tag: &str| {
        library.nurse.send(library.nurse.request("DELETE", &path).header("If-Match", tag)).await.unwrap()
    };
    assert_eq!(remove(&first).await.status, 412);
    assert_eq!(remove(changed.headers["etag"].to_str().unwrap()).await.status, 204);
}

#[tokio::test]
async fn a_deleted_packet_answers_410_and_its_names_are_never_reused() {
    let library = library(&diabetes());
    let made = added(&library.admin, &packet("Diabetes", true, &["insulin"])).await;
    let renamed =
        change(&library.admin, &by_id(&made), &packet("Diabetes at home", true, &["insulin"])).await;
    assert_eq!(renamed.body["readableId"], "diabetes-at-home");
    let moved = library.visitor.get("/api/packets/diabetes?lang=es").await;
    assert_eq!(moved.status, 308, "{moved:?}");
    assert_eq!(moved.headers["location"], "/api/packets/diabetes-at-home?lang=es");
    let personal = added(&library.nurse, &packet("Mine", false, &["insulin"])).await;
    let remove =
        async |path: &str| library.admin.send(library.admin.request("DELETE", path)).await.unwrap().status;
    assert_eq!(remove(&by_id(&made)).await, 204);
    assert_eq!(remove(&by_id(&made)).await, 410);
    assert_eq!(remove(&by_code(&personal)).await, 204);
    for path in [by_id(&made), by_code(&made), by_code(&personal), "/api/packets/diabetes".into()] {
        let gone = library.visitor.get(&path).await;
        assert_eq!(gone.status, 410, "{path}: {gone:?}");
        assert_eq!(gone.headers["content-type"], "application/problem+json");
    }
    assert_eq!(library.visitor.get(&by_id(&personal)).await.status, 404, "it could never be read by its ID");
    for (title, readable_id) in
        [("Diabetes", "diabetes-2"), ("Diabetes at home", "diabetes-at-home-2"), ("Download", "download-2")]
    {
        let again = added(&library.admin, &packet(title, true, &["insulin"])).await;
        assert_eq!(again["readableId"], readable_id);
    }
    assert_eq!(library.visitor.get("/api/packets").await.body["found"], 3);
}

#[tokio::test]
async fn earlier_states_are_listed_and_can_be_restored() {
    let library = library(&diabetes());
    let mut first = packet("Care", false, &["insulin"]);
    first["department"] = "Endocrinology".into();
    let made = added(&library.nurse, &first).await;
    let path = by_id(&made);
    assert_eq!(change(&library.nurse, &path, &packet("Care", false, &["sugar"])).await.status, 200);
    // Saving the same content makes no new state.
    assert_eq!(change(&library.nurse, &path, &packet("Care", false, &["sugar"])).await.status, 200);
    let history = library.admin.get(&format!("{path}/history")).await;
    assert_eq!(history.status, 200, "{history:?}");
    assert_eq!(each(&history.body, "version"), [2, 1]);
    assert_eq!(each(&history.body, "action"), ["changed", "added"]);
    assert_eq!(history.body[0]["changed"], json!(["department", "items"]));
    let interface = library.admin.get("/api/openapi.json").await.body;
    for member in history.body[0]["packet"]["items"][0].as_object().unwrap().keys() {
        let documented = &interface["components"]["schemas"]["ContentsItem"]["properties"][member];
        assert!(documented.is_object(), "{member}");
    }
    assert_eq!(
        history.body[1]["packet"],
        json!({"title": "Care", "description": null, "department": "Endocrinology", "published": false,
            "items": [{"citation": "insulin", "title": "Insulin at home", "note": null}]})
    );
    let by_stranger = library.other.get(&format!("{}/history", by_code(&made))).await;
    assert_eq!(by_stranger.status, 403, "{by_stranger:?}");
    let restore = async |version: u32| {
        library.nurse.post(&format!("{path}/restore"), &json!({"version": version})).await.unwrap()
    };
    let restored = restore(1).await;
    assert_eq!(restored.status, 200, "{restored:?}");
    assert_eq!(each(&restored.body["items"], "citation"), ["insulin"]);
    assert_eq!(restored.body["department"], "Endocrinology");
    assert_eq!(restore(3).await.status, 409);
    assert_eq!(restore(4).await.status, 404);
    let who = library.nurse.get(&format!("{path}/history")).await.body[0]["who"].clone();
    assert!(!text(&who).is_empty());
}

#[tokio::test]
async fn a_department_that_is_renamed_merged_or_deleted_reaches_packets() {
    let library = library(&diabetes());
    let departments = json!({"name": "Clinic", "frcContact": null});
    assert_eq!(library.admin.post("/api/system/departments", &departments).await.unwrap().status, 201);
    let mut body = packet("Diabetes", true, &["insulin"]);
    body["department"] = "Clinic".into();
    let path = by_id(&added(&library.admin, &body).await);
    let impact = library.admin.get("/api/system/lookups/impact?type=departments&oldValue=Clinic").await;
    assert_eq!((&impact.body["citations"], &impact.body["packets"]), (&json!(0), &json!(1)));
    let update = async |old: &str, new: Option<&str>| {
        let change = json!({"type": "departments", "oldValue": old, "newValue": new});
        library.admin.change_values(&[change]).await;
        library.visitor.get(&path).await.body["department"].clone()
    };
    assert_eq!(update("Clinic", Some("Day clinic")).await, "Day clinic");
    let listed = library.visitor.get("/api/packets?department=day%20CLINIC").await;
    assert_eq!(listed.body["found"], 1);
    assert_eq!(update("Day clinic", Some("Endocrinology")).await, "Endocrinology");
    assert_eq!(update("Endocrinology", None).await, json!(null));
    let history = library.admin.get(&format!("{path}/history")).await.body;
    assert_eq!(each(&history, "version"), [3, 2, 1], "a rename makes no new state");
    assert_eq!(history[1]["packet"]["department"], "Endocrinology");
}

#[tokio::test]
async fn a_restored_packet_has_the_name_that_its_department_has_today() {
    let library = library(&diabetes());
    let department = json!({"name": "Zeta", "frcContact": "zeta@example.org"});
    assert_eq!(library.admin.post("/api/system/departments", &department).await.unwrap().status, 201);
    let mut body = packet("Care", false, &["insulin"]);
    body["department"] = "Zeta".into();
    let path = by_id(&added(&library.nurse, &body).await);
    assert_eq!(change(&library.nurse, &path, &packet("Care", false, &["sugar"])).await.status, 200);
    let rename = json!({"type": "departments", "oldValue": "Zeta", "newValue": "Eta"});
    library.admin.change_values(&[rename]).await;
    let restore =
        async || library.nurse.post(&format!("{path}/restore"), &json!({"version": 1})).await.unwrap();
    let restored = restore().await;
    assert_eq!((restored.status, &restored.body["department"]), (200, &json!("Eta")), "{restored:?}");
    // A state that an earlier schema stored has no number; then its time tells.
    rewrite(&library.data.join("catalogue.db"), "UPDATE packet_versions SET names_after = NULL");
    assert_eq!(change(&library.nurse, &path, &packet("Care", false, &["sugar"])).await.status, 200);
    let restored = restore().await;
    assert_eq!((restored.status, &restored.body["department"]), (200, &json!("Eta")), "{restored:?}");
    let departments = library.admin.get("/api/system/departments?updated=true").await.body;
    assert_eq!(each(&departments, "name"), ["Endocrinology", "Eta"]);
}

#[tokio::test]
async fn every_error_of_a_packet_is_named_at_once() {
    let mut citations = diabetes();
    citations.push(obsolete(handout("old", "Old pump", &["English"]), None));
    let library = library(&citations);
    let made = added(&library.admin, &packet("Pumps", true, &["insulin"])).await;
    let mut body = packet(" ", true, &["insulin", "old", "nothing", "insulin", "insulin-at-home"]);
    body["description"] = "x".repeat(2_001).into();
    body["department"] = "Nowhere".into();
    body["items"][0]["note"] = "y".repeat(201).into();
    let expected = [
        "title",
        "description",
        "items[0].note",
        "items[3].citation",
        "department",
        "items[1].citation",
        "items[2].citation",
        "items[4].citation",
    ];
    let refused = library.admin.post("/api/packets", &body).await.unwrap();
    assert_eq!((refused.status, fields(&refused)), (422, expected.map(str::to_owned).to_vec()));
    let refused = change(&library.admin, &by_id(&made), &body).await;
    assert_eq!((refused.status, fields(&refused)), (422, expected.map(str::to_owned).to_vec()));
}
