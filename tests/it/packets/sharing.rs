//! Who may open, list and change which packet: owners, anyone with the code, administrators, everybody.

use super::library::{PUBLIC_URL, added, by_code, by_id, change, diabetes, each, library, packet, text};
use crate::catalogue::qr;
use serde_json::json;

#[tokio::test]
async fn a_personal_packet_opens_for_anyone_who_has_its_code() {
    let library = library(&diabetes());
    let made = added(&library.nurse, &packet("For Amina", false, &["insulin"])).await;
    let code = text(&made["code"]);
    assert_eq!(made["readableId"], json!(null));
    assert!(
        code.len() == 12 && code.chars().all(|c| "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(c)),
        "{code}"
    );
    for (who, caller) in [("the owner", &library.nurse), ("an administrator", &library.admin)] {
        let seen = caller.get(&by_id(&made)).await;
        assert_eq!((seen.status, &seen.body["code"]), (200, &made["code"]), "{who}");
    }
    let as_heard = code.to_lowercase().replace('1', "l").replace('0', "o");
    let as_heard = format!("{}-{}%20{}", &as_heard[..4], &as_heard[4..8], &as_heard[8..]);
    for caller in [&library.other, &library.visitor] {
        for path in [by_id(&made), "/api/packets/for-amina".into()] {
            assert_eq!(caller.get(&path).await.status, 404, "{path}");
        }
        let seen = caller.get(&format!("/api/packets/{as_heard}")).await;
        assert_eq!((seen.status, &seen.body["code"]), (200, &json!(null)), "{seen:?}");
        assert_eq!((&seen.body["owned"], &seen.body["editable"]), (&json!(false), &json!(false)));
    }
    let page = library.visitor.request("GET", &format!("/packet/{code}")).send().await.unwrap();
    assert!(page.text().await.unwrap().contains("<meta name=\"robots\" content=\"noindex\">"));
    // The code allows nothing but reading.
    let wanted = packet("Mine now", false, &["sugar"]);
    assert_eq!(change(&library.other, &by_code(&made), &wanted).await.status, 403);
    let remove = library.other.request("DELETE", &by_code(&made));
    assert_eq!(library.other.send(remove).await.unwrap().status, 403);
    assert_eq!(change(&library.admin, &by_id(&made), &wanted).await.status, 200);
    assert_eq!(library.visitor.get("/api/packets").await.body["found"], 0);
    assert_eq!(library.other.get("/api/user/packets").await.body["found"], 0);
    let own = library.nurse.get("/api/user/packets").await.body;
    assert_eq!((&own["found"], &own["packets"][0]["title"]), (&json!(1), &json!("Mine now")));
    assert_eq!(library.visitor.get("/api/user/packets").await.status, 401);
}

#[tokio::test]
async fn publishing_keeps_the_code_and_gives_a_readable_id() {
    let library = library(&diabetes());
    let made = added(&library.nurse, &packet("Diabetes", false, &["insulin"])).await;
    let wanted = packet("Diabetes", true, &["insulin"]);
    assert_eq!(change(&library.nurse, &by_id(&made), &wanted).await.status, 403);
    let published = change(&library.admin, &by_id(&made), &wanted).await.body;
    assert_eq!((&published["readableId"], &published["code"]), (&json!("diabetes"), &made["code"]));
    assert_eq!(published["owned"], false);
    let of_owner = library.nurse.get("/api/packets/diabetes").await.body;
    assert_eq!((&of_owner["owned"], &of_owner["editable"]), (&json!(true), &json!(false)));
    assert_eq!(change(&library.nurse, &by_id(&made), &packet("Other", true, &["sugar"])).await.status, 403);
    assert_eq!(library.visitor.get(&by_code(&made)).await.body["title"], "Diabetes");
    let page = library.visitor.request("GET", "/packet/diabetes").send().await.unwrap();
    assert!(!page.text().await.unwrap().contains("noindex"));
    let own = library.nurse.get("/api/user/packets").await.body;
    assert_eq!(each(&own["packets"], "published"), [true]);

    let personal = change(&library.admin, &by_id(&made), &packet("Diabetes", false, &["insulin"])).await;
    assert_eq!(personal.status, 200, "{personal:?}");
    assert_eq!(library.visitor.get("/api/packets/diabetes").await.status, 404);
    assert_eq!(library.visitor.get(&by_code(&made)).await.status, 200);
    assert_eq!(library.visitor.get("/api/packets").await.body["found"], 0);
    assert_eq!(
        change(&library.nurse, &by_id(&made), &packet("Again mine", false, &["sugar"])).await.status,
        200
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_at_most_200_personal_packets() {
    let library = library(&diabetes());
    let mut last = json!(null);
    for n in 0..200 {
        last = added(&library.nurse, &packet(&format!("Packet {n}"), false, &["insulin"])).await;
    }
    let body = packet("One more", false, &["insulin"]);
    let refused = library.nurse.post("/api/packets", &body).await.unwrap();
    assert_eq!(super::library::fields(&refused), ["published"]);
    added(&library.other, &body).await;
    let page = library.nurse.get("/api/user/packets?start=150").await.body;
    assert_eq!((&page["found"], page["packets"].as_array().unwrap().len()), (&json!(200), 50));
    assert_eq!(page["packets"][49]["title"], "Packet 0", "the most recently changed come first");
    let file = library.nurse.request("GET", "/api/user/packets/download").send().await.unwrap();
    assert_eq!(file.text().await.unwrap().lines().count(), 201);
    // Deleted or published packets no longer count.
    assert_eq!(library.nurse.send(library.nurse.request("DELETE", &by_id(&last))).await.unwrap().status, 204);
    added(&library.nurse, &body).await;
    assert_eq!(library.nurse.post("/api/packets", &body).await.unwrap().status, 422);
}

#[tokio::test]
async fn lists_are_filtered_and_downloaded() {
    let library = library(&diabetes());
    for (title, department) in [("=Diabetes", Some("Endocrinology")), ("After surgery", None)] {
        let mut body = packet(title, true, &["insulin", "sugar"]);
        body["department"] = json!(department);
        added(&library.admin, &body).await;
    }
    let all = library.visitor.get("/api/packets").await.body;
    assert_eq!(each(&all["packets"], "title"), ["After surgery", "=Diabetes"]);
    assert_eq!(all["packets"][1]["count"], 2);
    assert_eq!(
        all["packets"][1]["languages"][0],
        json!({"tag": "en", "name": "English", "dir": "ltr", "count": 2})
    );
    assert_eq!((&all["packets"][1]["code"], &all["packets"][1]["needsLook"]), (&json!(null), &json!(null)));
    let some = library.admin.get("/api/packets?department=endocrinology").await.body;
    assert_eq!(each(&some["packets"], "title"), ["=Diabetes"]);
    assert_eq!(some["packets"][0]["needsLook"], 0);
    assert_eq!(
        library.visitor.get("/api/packets?start=1").await.body["packets"].as_array().unwrap().len(),
        1
    );
    for wrong in ["start=-1", "obsolete=maybe", "start=1&start=2"] {
        assert_eq!(library.visitor.get(&format!("/api/packets?{wrong}")).await.status, 400, "{wrong}");
    }
    assert_eq!(library.visitor.get("/api/packets?obsolete=true").await.status, 401);
    assert_eq!(library.nurse.get("/api/packets?obsolete=true").await.status, 403);
    let file = library.visitor.request("GET", "/api/packets/download?department=Endocrinology");
    let file = file.send().await.unwrap();
    assert_eq!(file.headers()["content-disposition"], "attachment; filename=\"packets.csv\"");
    let file = file.text().await.unwrap();
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(
        lines[0].trim_start_matches('\u{feff}'),
        "Title,Description,Department,Published,Handouts,Languages,Obsolete,Last Changed,Link"
    );
    assert!(
        lines[1].starts_with("'=Diabetes,,Endocrinology,Yes,2,English (2); Español (2); Soomaali (1),,"),
        "{file}"
    );
    assert!(lines[1].ends_with(&format!(",{PUBLIC_URL}/packet/diabetes")), "{file}");
    assert_eq!(lines.len(), 2);
}

#[tokio::test]
async fn the_page_of_a_packet_has_its_status_and_title() {
    let library = library(&diabetes());
    let made = added(&library.admin, &packet("After <tonsil> surgery", true, &["sugar"])).await;
    let personal = added(&library.nurse, &packet("Mine", false, &["sugar"])).await;
    let page = async |path: &str| {
        let answer = library.visitor.request("GET", path).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (status, html) = page("/packet/after-tonsil-surgery?lang=so").await;
    assert_eq!(status, 200);
    assert!(html.contains("<title>After &lt;tonsil&gt; surgery"), "{html}");
    assert!(html.contains(&format!("{PUBLIC_URL}/packet/after-tonsil-surgery\"")), "{html}");
    for (path, expected) in [
        ("/packets".to_owned(), 200),
        (format!("/packet/{}", text(&personal["code"])), 200),
        (format!("/packet/{}", text(&personal["id"])), 404),
        ("/packet/nothing".into(), 404),
        ("/packet/edit".into(), 404),
        ("/packet/add".into(), 200),
        ("/packet/edit/x".into(), 200),
        ("/my_packets".into(), 200),
        ("/packets/".into(), 308),
    ] {
        assert_eq!(page(&path).await.0, expected, "{path}");
    }
    assert_eq!(library.admin.send(library.admin.request("DELETE", &by_id(&made))).await.unwrap().status, 204);
    assert_eq!(page("/packet/after-tonsil-surgery").await.0, 410);
}

#[tokio::test]
async fn the_code_of_a_packet_leads_to_its_page() {
    let library = library(&diabetes());
    let published = added(&library.admin, &packet("After surgery", true, &["sugar"])).await;
    let personal = added(&library.nurse, &packet("Mine", false, &["sugar"])).await;
    let address = |packet: &serde_json::Value, name: &str| format!("/api/qr?packet={}", text(&packet[name]));
    let (width, _, read) =
        qr::read(&library.visitor, &format!("{}&lang=zh-hans", address(&published, "id"))).await;
    assert_eq!((width, read), (192, format!("{PUBLIC_URL}/packet/after-surgery?lang=zh-Hans")));
    let (width, _, read) =
        qr::read(&library.visitor, &format!("{}&card=1", address(&published, "code"))).await;
    assert_eq!((width, read), (700, format!("{PUBLIC_URL}/packet/after-surgery")));
    let mine = format!("{PUBLIC_URL}/packet/{}", text(&personal["code"]));
    assert_eq!(qr::read(&library.nurse, &address(&personal, "id")).await.2, mine);
    assert_eq!(qr::read(&library.visitor, &address(&personal, "code")).await.2, mine);
    let of_published = address(&published, "id");
    for (path, status, detail) in [
        (address(&personal, "id"), 404, ""),
        ("/api/qr".into(), 400, "packet: this is required."),
        ("/api/qr?packet=".into(), 400, "packet: this is required."),
        (format!("{of_published}&lang=!"), 400, "lang"),
        (format!("{of_published}&card=xyz"), 400, "card: expected 1 or 0."),
    ] {
        let answer = library.visitor.get(&path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.body["detail"].as_str().unwrap().starts_with(detail), "{path}: {answer:?}");
    }
}
