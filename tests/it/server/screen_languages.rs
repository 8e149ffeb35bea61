//! The language of the screens: which one a caller gets, on the screens and on the server's own pages.

use crate::support::provider::Provider;
use crate::support::{Start, citation, run_in};
use reqwest::header::HeaderMap;
use serde_json::json;

/// Status, headers and text of a page for a caller with this cookie and accepted languages, each empty for none.
async fn page(
    server: &crate::support::Server,
    path: &str,
    cookie: &str,
    accepted: &str,
) -> (u16, HeaderMap, String) {
    let mut request = server.visitor().request("GET", path);
    if !cookie.is_empty() {
        request = request.header("Cookie", format!("handout_language={cookie}"));
    }
    if !accepted.is_empty() {
        request = request.header("Accept-Language", accepted);
    }
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.headers().clone(), answer.text().await.unwrap())
}

#[tokio::test]
async fn every_page_is_in_the_language_of_the_caller() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    assert_eq!(admin.post("/api/citations", &citation("Asthma")).await.unwrap().status, 201);
    for (path, status, english, spanish) in [
        ("/", 200, "<title>Patient and Family Education", "<title>Materiales educativos"),
        ("/search?q=asthma", 200, "Search results for", "Resultados de la búsqueda de"),
        ("/order", 200, "needs JavaScript", "necesita JavaScript"),
        (
            "/citation/asthma",
            200,
            "<title>Asthma | Patient Education",
            "<title>Asthma | Educación para pacientes",
        ),
        ("/citation/none", 404, "<title>No citation found", "<title>No se encontró"),
        ("/nowhere", 404, "<title>Page not found", "<title>Página no encontrada"),
        ("/login/callback?state=x", 400, "Sign-in did not work", "No se pudo iniciar sesión"),
    ] {
        for (cookie, accepted, expected, tag) in [
            ("", "", english, "en"),
            ("", "es-MX,es;q=0.9,en;q=0.8", spanish, "es"),
            ("es", "en-US", spanish, "es"),
            ("en", "es", english, "en"),
            ("xx", "so", english, "en"),
        ] {
            let (found, headers, text) = page(&server, path, cookie, accepted).await;
            assert_eq!(found, status, "{path}");
            let says = format!("{path} {cookie:?} {accepted:?}: {text}");
            assert!(text.contains(&format!("<html lang=\"{tag}\" dir=\"ltr\">")), "{says}");
            assert!(text.contains(expected), "{says}");
            assert!(headers["vary"].to_str().unwrap().ends_with("Accept-Language, Cookie"), "{path}");
        }
    }
    let (_, english, _) = page(&server, "/", "", "").await;
    let again = server.visitor().request("GET", "/").header("If-None-Match", english["etag"].clone());
    assert_eq!(again.header("Cookie", "handout_language=es").send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn the_setting_lists_the_languages_and_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let english = json!({"tag": "en", "name": "English", "dir": "ltr"});
    let spanish = json!({"tag": "es", "name": "Español", "dir": "ltr"});
    let described = async |server: &crate::support::Server| {
        server.visitor().get("/api/config").await.body["screenLanguages"].clone()
    };
    assert_eq!(described(&Start::on(&data).run()).await, json!([english, spanish]));
    let server = Start::on(&data).with("HOSPITAL__SCREEN_LANGUAGES", "[\"es\", \"en\"]").run();
    assert_eq!(described(&server).await, json!([spanish, english]));
    assert!(page(&server, "/", "", "so").await.2.contains("<html lang=\"es\""));
    drop(server);
    let server = Start::on(&data).with("HOSPITAL__SCREEN_LANGUAGES", "[\"en\"]").run();
    assert_eq!(described(&server).await, json!([english]));
    assert!(page(&server, "/", "es", "es").await.2.contains("<html lang=\"en\""), "Spanish is not offered");
    drop(server);
    for wrong in ["[]", "[\"tlh\"]", "[\"es\", \"es\"]", "es"] {
        let ended = run_in(folder.path(), &[("HANDOUT_HOSPITAL__SCREEN_LANGUAGES", wrong)], &["check"]);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(
            ended.stderr.contains("hospital.screen_languages") && ended.stderr.contains("\"en\", \"es\""),
            "{wrong}: {ended:?}"
        );
    }
}
