//! Public pages and calls answer as on the primary; everything else is redirected or refused with its address.

use crate::support::provider::Provider;
use crate::support::replica::{Followed, PRIMARY, locks_of, state_of};
use crate::support::{Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

const PUBLIC_URL: &str = "https://handouts.example.org";
const PUBLIC_PAGES: [&str; 7] = [
    "/",
    "/search?q=asthma",
    "/citation/asthma-at-home",
    "/citation/none",
    "/packets",
    "/packet/none",
    "/nothing",
];
const PAGES_OF_THE_SIGNED_IN: [&str; 22] = [
    "/packet/add",
    "/packet/edit/x%2Fy",
    "/my_packets",
    "/citation/add",
    "/citation/edit/x%2Fy",
    "/order",
    "/my_orders?page=2",
    "/orders",
    "/orders/26-000001",
    "/profile",
    "/manage_lookups",
    "/search_insight",
    "/usage?by=month",
    "/reports?state=closed",
    "/translations?lang=so",
    "/overview",
    "/review",
    "/links",
    "/duplicates",
    "/import_export",
    "/jobs",
    "/jobs/change?q=a%20b&obsolete=true",
];

fn asthma() -> Value {
    let mut asthma = citation("Asthma at home");
    asthma["id"] = "asthma-1".into();
    asthma["keywords"] = json!(["Asthma", "Wheezing"]);
    asthma["codes"] = json!([{"system": "icd10cm", "code": "J45.909", "display": "Asthma"}]);
    asthma["languages"] = json!([
        {"lang": "English", "ksbgNumber": "KSBG1001", "url": "https://example.org/asthma.pdf"},
        {"lang": "Spanish", "ksbgNumber": "KSBG1002", "url": "https://example.org/asma.pdf"}
    ]);
    asthma
}

/// A primary with a catalogue, one of whose citations has a former readable ID, and a replica of it.
async fn primary_and_replica(folder: &std::path::Path, provider: &Provider) -> (Server, Server, Followed) {
    let data = folder.join("data");
    let mut obsolete = citation("Cough drops");
    obsolete["obsolete"] = true.into();
    fill(&data, &[asthma(), citation("Fever and chills"), obsolete]);
    let primary = Start::on(&data).signed_in_at(provider).with("SERVER__PUBLIC_URL", PUBLIC_URL).run();
    let admin = primary.bearer(provider.admin());
    let mut fever = admin.get("/api/citations/fever-and-chills").await.body;
    fever["title"] = "Fever".into();
    let path = format!("/api/citations/{}", fever["id"].as_str().unwrap());
    assert_eq!(admin.put(&path, &fever).await.unwrap().status, 200);
    let followed = Followed::new(folder, &state_of(&data));
    // It also has the settings of the primary, as with a shared settings file.
    let replica = followed.replica().signed_in_at(provider).with("SERVER__PUBLIC_URL", PUBLIC_URL).run();
    (primary, replica, followed)
}

/// The whole response without headers that vary. Of a page only its content, because a replica has another
/// configuration.
async fn whole(caller: &Caller, method: &str, path: &str) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let answer = caller.request(method, path).send().await.unwrap();
    let mut headers: Vec<(String, String)> = answer
        .headers()
        .iter()
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect();
    headers.sort();
    let is_page =
        answer.headers().get("content-type").is_some_and(|of| of.as_bytes().starts_with(b"text/html"));
    let (status, body) = (answer.status().as_u16(), answer.bytes().await.unwrap().to_vec());
    if !is_page {
        return (status, headers, body);
    }
    headers.retain(|(name, _)| !["etag", "content-length"].contains(&name.as_str()));
    let html = String::from_utf8(body).unwrap();
    let content =
        html.split("<main").nth(1).and_then(|rest| rest.split("</main>").next()).unwrap_or_default();
    // People sign in at the primary.
    let content = content.replace("https://primary.example.org/login", "/login");
    (status, headers, content.into_bytes())
}

#[tokio::test]
async fn public_requests_are_answered_as_by_the_primary() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (primary, replica, _followed) = primary_and_replica(folder.path(), &provider).await;
    let (primary, replica) = (primary.visitor(), replica.visitor());
    let address = "https%3A%2F%2Fexample.org%2Fasma.pdf";
    for path in [
        "/api/search?q=",
        "/api/search?q=asthma",
        "/api/search?q=asthmaa&lang=es",
        "/api/search?q=&obsolete=true&fq=(and%20languages:%27Spanish%27)&any=languages",
        "/api/search?q=%22care%20at%20home%22&no_boost=true",
        "/api/search?start=x",
        "/api/search/facets?updated=true",
        "/api/search/suggestions?q=ast",
        "/api/languages",
        "/api/citations/asthma-1",
        "/api/citations/asthma-at-home",
        "/api/citations/fever-and-chills",
        "/api/citations/cough-drops",
        "/api/citations/none",
        &format!("/api/citations/asthma-1/qr.png?url={address}"),
        &format!("/api/citations/asthma-1/qr.png?url={address}&card=1"),
        "/api/citations/asthma-1/qr.png?url=https%3A%2F%2Fexample.org%2Fnone.pdf",
        &format!("/qrredirect?id=asthma-1&url={address}"),
        "/qrredirect?id=asthma-1&url=https%3A%2F%2Felsewhere.example.org",
        "/citation/fever-and-chills",
        "/citation/edit",
        "/order/",
        "/api/infobutton?mainSearchCriteria.v.c=J45.909&mainSearchCriteria.v.cs=2.16.840.1.113883.6.90",
        "/infobutton?mainSearchCriteria.v.dn=asthma",
        "/robots.txt",
        "/sitemap.xml",
        "/sitemap-1.xml",
        "/opensearch.xml",
        "/api/search/completions?q=ast",
        "/feed.atom",
        "/feed.atom?q=asthma",
        "/i/ksbg-1001",
        "/i/KSBG1001/es",
        "/api/openapi.json",
        "/api/none",
        "/healthz",
        "/readyz",
        "/plain.css",
    ]
    .into_iter()
    .chain(PUBLIC_PAGES)
    {
        for method in ["GET", "HEAD"] {
            let (expected, found) =
                (whole(&primary, method, path).await, whole(&replica, method, path).await);
            assert_eq!(expected.0, found.0, "{method} {path}");
            assert_eq!(expected.1, found.1, "{method} {path}");
            assert!(expected.2 == found.2, "{method} {path}: {}", String::from_utf8_lossy(&found.2));
        }
    }
    let known = replica.get("/api/citations/asthma-1").await.headers["etag"].clone();
    let again = replica.request("GET", "/api/citations/asthma-1").header("If-None-Match", known);
    assert_eq!(replica.send(again).await.unwrap().status, 304);
}

#[tokio::test]
async fn requests_that_need_the_primary_lead_there() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (primary, replica, _followed) = primary_and_replica(folder.path(), &provider).await;
    // A session of the primary is not accepted here.
    let (visitor, admin) = (primary.visitor(), replica.bearer(provider.admin()));
    let described = replica.visitor().get("/api/openapi.json").await.body;
    let mut refused = 0;
    for (path, item) in described["paths"].as_object().unwrap() {
        let path =
            path.replace("{id}", "asthma-1").replace("{value}", "English").replace("{number}", "26-000001");
        let path = path.replace("{tag}", "es").replace("{digest}", &"0".repeat(64));
        assert!(!path.contains('{'), "{path}");
        for method in item.as_object().unwrap().keys() {
            let method = method.to_uppercase();
            let needs_primary = method != "GET" || visitor.get(&path).await.status == 401;
            let request = admin.request(&method, &path).header("cookie", "handout=a; __Host-handout=b");
            let answer = admin.send(request).await.unwrap();
            if !needs_primary {
                assert_ne!(answer.status, 503, "{method} {path}: {answer:?}");
                continue;
            }
            refused += 1;
            is_refused(&answer, &format!("{method} {path}"));
        }
    }
    assert!(refused > 60, "{refused} calls need the primary");
    is_refused(&admin.get("/api/citations/asthma-1?asOf=2026-01-01").await, "as of a day");
    for path in PAGES_OF_THE_SIGNED_IN.into_iter().chain([
        "/login?return=/a%20b",
        "/login/callback?code=1",
        "/logout",
    ]) {
        for method in ["GET", "HEAD"] {
            let answer = admin.send(admin.request(method, path)).await.unwrap();
            assert_eq!(answer.status, 302, "{method} {path}");
            assert_eq!(answer.headers["location"], format!("{PRIMARY}{path}"), "{method} {path}");
            assert_eq!(answer.headers["cache-control"], "no-store", "{method} {path}");
        }
    }
    let sign_out = admin.send(admin.request("POST", "/logout")).await.unwrap();
    assert_eq!(
        (sign_out.status, &sign_out.headers["location"]),
        (307, &format!("{PRIMARY}/logout").parse().unwrap())
    );
    for (method, path, status) in
        [("POST", "/api/none", 404), ("PATCH", "/api/citations/x", 405), ("POST", "/order", 405)]
    {
        assert_eq!(admin.send(admin.request(method, path)).await.unwrap().status, status, "{method} {path}");
    }
    let config = replica.visitor().get("/api/config").await.body;
    assert_eq!(
        config["signIn"],
        json!({"available": true, "signedIn": false, "url": format!("{PRIMARY}/login")})
    );
    assert_eq!(
        (&config["replica"]["primaryUrl"], &config["replica"]["stale"]),
        (&json!(PRIMARY), &json!(false))
    );
    let of_primary = primary.visitor().get("/api/config").await.body;
    assert!(of_primary["replica"].is_null() && of_primary["signIn"].get("url").is_none(), "{of_primary}");
    let record = replica.visitor().get("/citation/asthma-1?lang=es&asOf=2026-01-01").await;
    assert_eq!(
        (record.status, &record.headers["location"]),
        (302, &format!("{PRIMARY}/citation/asthma-1?lang=es&asOf=2026-01-01").parse().unwrap())
    );
}

#[tokio::test]
async fn a_bad_bearer_token_is_refused_as_by_the_primary() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (primary, replica, _followed) = primary_and_replica(folder.path(), &provider).await;
    replica.visitor().get("/api/search?q=asthma").await;
    assert_eq!(provider.requests("/.well-known/openid-configuration"), 1, "only by the primary");
    let mut expired = provider.claims("nurse", &[]);
    expired["exp"] = 1.into();
    let tampered = format!("{}x", provider.staff());
    for token in ["nonsense", "a.b.c", "", &tampered, &provider.access_token(&expired)] {
        for path in ["/api/search?q=asthma", "/api/config", "/api/citations/asthma-1", "/api/user"] {
            for server in [&primary, &replica] {
                let answer = server.bearer(token.to_owned()).get(path).await;
                assert_eq!(answer.status, 401, "'{token}' {path}: {answer:?}");
                assert_eq!(answer.headers["www-authenticate"], "Bearer", "'{token}' {path}");
            }
        }
    }
    let nurse = replica.bearer(provider.staff());
    assert_eq!(nurse.get("/api/search?q=asthma").await.status, 200);
    assert_eq!(nurse.get("/api/config").await.body["signIn"]["signedIn"], false);
    is_refused(&nurse.get("/api/user").await, "a good token");
}

#[tokio::test]
async fn a_replica_without_a_provider_takes_a_caller_with_a_token_for_a_visitor() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    fill(&data, &[asthma()]);
    let replica = Followed::new(folder.path(), &state_of(&data)).replica().run();
    for token in [provider.staff(), provider.admin(), "nonsense".to_owned()] {
        let caller = replica.bearer(token);
        for path in ["/api/search?q=asthma", "/api/config", "/api/citations/asthma-1", "/api/packets"] {
            assert_eq!(caller.get(path).await.status, 200, "{path}");
        }
        for path in ["/api/user", "/api/user/profile", "/api/system/jobs", "/api/orders"] {
            is_refused(&caller.get(path).await, path);
        }
        is_refused(&caller.post("/api/citations", &citation("New")).await.unwrap(), "POST /api/citations");
    }
}

fn is_refused(answer: &crate::support::Answer, what: &str) {
    assert_eq!(answer.status, 503, "{what}: {answer:?}");
    assert_eq!(answer.headers["content-type"], "application/problem+json", "{what}");
    assert_eq!(answer.body["primary"], PRIMARY, "{what}");
    assert!(answer.body["detail"].as_str().unwrap().contains(PRIMARY), "{what}");
    for header in ["retry-after", "www-authenticate", "link", "set-cookie"] {
        assert!(!answer.headers.contains_key(header), "{what} has {header}");
    }
}

#[tokio::test]
async fn the_database_is_neither_written_nor_locked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[asthma()]);
    let followed = Followed::new(folder.path(), &state_of(&data));
    let place = followed.file.parent().unwrap().to_owned();
    let set = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set(&followed.file, 0o400);
    set(&followed.file.with_extension("db-txid"), 0o400);
    set(&place, 0o500);
    let before = followed.traces();
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    for _ in 0..20 {
        assert_eq!(visitor.found("asthma").await, 1);
        assert_eq!(visitor.get("/api/citations/asthma-1").await.status, 200);
        assert_eq!(visitor.post("/api/citations", &asthma()).await.unwrap().status, 503);
        assert_eq!(locks_of(&followed.file), Vec::<String>::new());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(replica.stop().success());
    assert!(followed.traces() == before, "somebody wrote to the directory");
    set(&place, 0o700);
}
