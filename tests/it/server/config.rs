//! GET /api/config, addresses for machines, and the documented API.

use crate::support::provider::Provider;
use crate::support::{Start, citation, fill};
use serde_json::{Value, json};

#[tokio::test]
async fn the_configuration_has_the_hospitals_texts_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("HOSPITAL__NAME", "Harbor Children's")
        .with("HOSPITAL__EMAIL", "help@example.org")
        .with("HOSPITAL__LINKS__SERVICE_DESK", "https://desk.example.org/new?a=1")
        .run();
    let config = server.visitor().get("/api/config").await;
    assert_eq!(config.status, 200);
    assert_eq!(
        config.body,
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "publicUrl": server.address,
            "hospital": {
                "name": "Harbor Children's", "itemNumberLabel": "Children's Item Number",
                "email": "help@example.org", "orderEmail": null
            },
            "links": {
                "serviceDesk": "https://desk.example.org/new?a=1", "translation": null,
                "createMaterials": null, "healthLiteracy": null, "dashboard": null
            },
            "signIn": {"available": false, "signedIn": false},
            "screenLanguages": [
                {"tag": "en", "name": "English", "dir": "ltr"},
                {"tag": "es", "name": "Español", "dir": "ltr"}
            ],
            "files": {"maxMb": 50, "types": [
                {"type": "application/pdf", "extensions": ["pdf"]},
                {"type": "image/png", "extensions": ["png"]},
                {"type": "image/jpeg", "extensions": ["jpg", "jpeg"]},
                {"type": "audio/mpeg", "extensions": ["mp3"]},
                {"type": "audio/mp4", "extensions": ["m4a"]},
                {"type": "video/mp4", "extensions": ["mp4", "m4v"]},
                {"type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "extensions": ["docx"]},
                {"type": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "extensions": ["pptx"]},
                {"type": "text/plain", "extensions": ["txt"]}
            ]},
            "elsewhere": []
        })
    );
}

#[tokio::test]
async fn the_configuration_has_the_signed_in_person() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let asked = server.visitor().get("/api/config").await;
    assert_eq!(asked.body["signIn"], json!({"available": true, "signedIn": false}));
    assert!(!asked.headers.contains_key("handout-person"));
    let answer = server.bearer(provider.staff()).get("/api/config").await;
    assert_eq!(answer.body["signIn"], json!({"available": true, "signedIn": true}));
    assert_eq!(answer.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn health_checks_and_metrics_report_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma action plan")]);
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    assert_eq!(visitor.get("/healthz").await.status, 200);
    visitor.wait_until_found("asthma", 1).await;
    assert_eq!(visitor.get("/readyz").await.status, 200);
    let robots = visitor.request("GET", "/robots.txt").send().await.unwrap().text().await.unwrap();
    assert!(robots.contains("Disallow: /api/"), "{robots}");
    let counts = async || visitor.request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    let empty = |counted: &str| -> u32 {
        let line = counted.lines().find_map(|l| l.strip_prefix("handout_searches_without_result_total "));
        line.unwrap().parse().unwrap()
    };
    let before = empty(&counts().await);
    assert_eq!(visitor.found("nothingatall").await, 0);
    let counted = counts().await;
    assert_eq!(empty(&counted), before + 1);
    for line in [
        "handout_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 1",
        "handout_index_lag_changes 0",
        "handout_jobs_waiting 0",
        "handout_order_mails_waiting 0",
        "handout_citations 1",
    ] {
        assert!(counted.lines().any(|l| l == line), "{line} is missing:\n{counted}");
    }
    for name in
        ["handout_request_duration_seconds_bucket", "handout_database_bytes", "handout_sign_ins_total"]
    {
        assert!(counted.contains(name), "{name} is missing:\n{counted}");
    }
}

#[tokio::test]
async fn metrics_are_not_served_through_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")
        .with("SERVER__METRICS_FROM", "[\"10.9.0.0/16\"]")
        .run();
    let visitor = server.visitor();
    let status = async |client: &str| {
        let request = visitor.request("GET", "/metrics").header("X-Forwarded-For", client);
        visitor.send(request).await.unwrap().status
    };
    assert_eq!(visitor.get("/metrics").await.status, 200);
    assert_eq!(status("198.51.100.7").await, 404);
    assert_eq!(status("10.9.1.2").await, 200);
}

#[tokio::test]
async fn the_openapi_document_covers_every_call() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let described = server.visitor().get("/api/openapi.json").await;
    assert_eq!(described.status, 200);
    assert!(described.body["openapi"].as_str().unwrap().starts_with("3.1"));
    for (method, path) in [
        ("get", "/api/config"),
        ("get", "/api/search"),
        ("get", "/api/search/facets"),
        ("get", "/api/search/suggestions"),
        ("get", "/api/languages"),
        ("put", "/api/system/languages/{value}"),
        ("post", "/api/user/translation-requests"),
        ("get", "/api/system/translation-requests"),
        ("get", "/api/system/translation-requests/download"),
        ("post", "/api/system/translation-requests/{id}/close"),
        ("get", "/api/system/translations"),
        ("get", "/api/system/translations/download"),
        ("get", "/api/search/download"),
        ("get", "/api/user"),
        ("get", "/api/user/profile"),
        ("post", "/api/user/session"),
        ("post", "/api/user/order"),
        ("get", "/api/user/orders"),
        ("post", "/api/user/orders/{id}/cancel"),
        ("post", "/api/user/orders/{id}/reply"),
        ("get", "/api/orders"),
        ("get", "/api/orders/download"),
        ("get", "/api/orders/totals"),
        ("get", "/api/orders/totals/download"),
        ("get", "/api/orders/{id}"),
        ("get", "/api/orders/{id}/qr.png"),
        ("post", "/api/orders/{id}/state"),
        ("post", "/api/orders/state"),
        ("get", "/api/citations/{id}"),
        ("post", "/api/citations"),
        ("put", "/api/citations/{id}"),
        ("get", "/api/citations/{id}/versions"),
        ("post", "/api/citations/{id}/restore"),
        ("get", "/api/citations/{id}/qr.png"),
        ("get", "/api/system/jobs"),
        ("post", "/api/system/jobs"),
        ("get", "/api/system/departments"),
        ("post", "/api/system/departments"),
        ("get", "/api/system/lookups/impact"),
        ("get", "/api/system/synonyms"),
        ("post", "/api/system/synonyms"),
        ("put", "/api/system/synonyms/{id}"),
        ("delete", "/api/system/synonyms/{id}"),
        ("get", "/api/system/synonyms/download"),
        ("post", "/api/system/synonyms/import"),
        ("post", "/api/system/synonyms/try"),
        ("get", "/api/system/terms"),
        ("put", "/api/system/terms"),
        ("get", "/api/system/terms/download"),
        ("get", "/api/system/terms/own"),
        ("post", "/api/system/terms/own"),
        ("get", "/api/system/searches"),
        ("get", "/api/system/searches/download"),
        ("get", "/api/system/searches/codes"),
        ("get", "/api/system/searches/codes/download"),
        ("post", "/api/system/imports"),
        ("post", "/api/system/imports/{id}/run"),
        ("get", "/api/system/export"),
        ("get", "/api/search/completions"),
        ("get", "/infobutton"),
        ("get", "/i/{number}"),
        ("get", "/i/{number}/{tag}"),
        ("get", "/opensearch.xml"),
        ("get", "/sitemap.xml"),
        ("get", "/sitemap-{number}.xml"),
        ("get", "/feed.atom"),
    ] {
        assert!(described.body["paths"][path][method].is_object(), "{method} {path} is not described");
    }
}

#[tokio::test]
async fn unknown_api_paths_and_wrong_methods_answer_problems() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let visitor = server.visitor();
    for (method, path, status, allow) in [
        ("GET", "/api/nothing", 404, None),
        ("GET", "/api", 404, None),
        ("GET", "/api/search/nothing", 404, None),
        ("POST", "/api/search", 405, Some("GET, HEAD")),
        ("DELETE", "/api/citations/x", 405, Some("GET, HEAD, PUT")),
        ("GET", "/api/user/order", 405, Some("POST")),
        ("GET", "/logout", 405, Some("POST")),
        ("PUT", "/logout", 405, Some("POST")),
        ("PUT", "/healthz", 405, Some("GET, HEAD")),
        ("POST", "/search", 405, Some("GET, HEAD")),
        ("POST", "/infobutton", 405, Some("GET, HEAD")),
        ("POST", "/i/KSBG1/es", 405, Some("GET, HEAD")),
        ("POST", "/sitemap-1.xml", 405, Some("GET, HEAD")),
        ("POST", "/nothing", 404, None),
    ] {
        let answer = visitor.send(visitor.request(method, path)).await.unwrap();
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json", "{method} {path}");
        assert_eq!(answer.body["status"], Value::from(status), "{method} {path}");
        let allowed = answer.headers.get("allow").map(|v| v.to_str().unwrap());
        assert_eq!(allowed, allow, "{method} {path}");
    }
}
