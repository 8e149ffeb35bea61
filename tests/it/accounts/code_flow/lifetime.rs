//! How long a sign-in lasts, what ends it, and which parts of it are never stored.

use super::{Site, status};
use crate::support::browser::{Browser, Cookies, location};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_sign_in_outlives_a_restart_and_ends_unused_or_old() {
    let mut site = Site::start();
    let (mut nurse, mut other) = (site.nurse().await, site.nurse().await);
    site = site.restarted(None);
    for browser in [&mut nurse, &mut other] {
        browser.address = site.server.address.clone();
        assert_eq!(status(browser, "/api/user").await, 200);
    }
    site.sql(&format!("UPDATE sign_ins SET used = used - {}", 8 * 3600 - 30));
    assert_eq!(status(&mut nurse, "/api/user").await, 200, "used in time");
    site.sql(&format!("UPDATE sign_ins SET used = used - {}", 60));
    assert_eq!(status(&mut nurse, "/api/user").await, 200, "its use was recorded");
    assert_eq!(status(&mut other, "/api/user").await, 401, "unused for too long");
    assert_eq!(status(&mut other, "/api/search").await, 200, "a caller with a stale cookie is a visitor");
    assert_eq!(other.json("/api/config").await["signIn"], json!({"available": true, "signedIn": false}));
    site.sql(&format!("UPDATE sign_ins SET began = began - {}", 24 * 3600 + 1));
    assert_eq!(status(&mut nurse, "/api/user").await, 401, "too old, even if used");
    assert_eq!(site.sign_ins(), 2);
    site = site.restarted(None);
    let begun = Instant::now();
    while site.sign_ins() > 0 {
        assert!(begun.elapsed() < PATIENCE, "expired sign-ins stay in the database");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn sign_ins_of_another_provider_are_not_accepted() {
    let mut site = Site::start();
    let mut nurse = site.nurse().await;
    site = site.restarted(Some(Provider::start()));
    nurse.address = site.server.address.clone();
    assert_eq!(status(&mut nurse, "/api/user").await, 401);
    assert_eq!(nurse.submit("/logout", &[]).await.status(), 303);
}

#[tokio::test]
async fn every_sign_in_has_a_new_id_and_signing_out_works_without_the_provider() {
    let site = Site::start();
    let mut nurse = site.nurse().await;
    let first = nurse.clone();
    let back = site.signs_in(&mut nurse, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    assert_eq!(back.status(), 303);
    assert_ne!(first.cookies["handout"], nurse.cookies["handout"]);
    assert_eq!(status(&mut first.clone(), "/api/user").await, 401, "the previous one has ended");
    assert_eq!(nurse.clone().get("/logout").await.status(), 405);
    let strange = nurse.request("POST", "/logout").header("Origin", "https://evil.example");
    assert_eq!(nurse.clone().send(strange).await.status(), 403);
    assert_eq!(status(&mut nurse, "/api/user").await, 200);
    let before = nurse.clone();
    let out = nurse.submit("/logout", &[]).await;
    let end = url::Url::parse(&location(&out)).unwrap();
    let message: std::collections::HashMap<_, _> = end.query_pairs().into_owned().collect();
    assert_eq!(end.path(), "/end");
    assert_eq!(message["post_logout_redirect_uri"], format!("{}/", site.server.address));
    assert_eq!(message["id_token_hint"].split('.').count(), 3);
    assert!(nurse.cookies.is_empty());
    assert_eq!(status(&mut before.clone(), "/api/user").await, 401);
    let mut nobody = site.browser();
    assert_eq!(location(&nobody.submit("/logout", &[]).await), "/");
}

#[tokio::test]
async fn under_https_cookies_are_bound_to_the_host() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
        .run();
    let mut browser = Browser::at(&server.address);
    let (_, asked) = browser.begin("/").await;
    assert_eq!(asked["redirect_uri"], "https://handouts.example.org/login/callback");
    let mut claims = provider.claims("nurse", &[]);
    claims["nonce"] = asked["nonce"].clone().into();
    let id_token = provider.id_token(&claims);
    provider.gives("c", json!({"access_token": "a", "token_type": "bearer", "id_token": id_token}));
    let back = browser.get(&format!("/login/callback?code=c&state={}", asked["state"])).await;
    let set = back.cookies_set();
    let session = set.iter().find(|cookie| cookie.starts_with("__Host-handout=")).unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(session.contains(part), "{session}");
    }
    assert!(!session.contains("Domain"), "{session}");
    assert_eq!(status(&mut browser, "/api/user").await, 200);
    let set = browser.get("/language/es").await.cookies_set();
    let language = set.iter().find(|cookie| cookie.starts_with("__Host-handout_language=es;")).unwrap();
    assert!(language.contains("Secure") && language.contains("Path=/"), "{language}");
    assert!(!language.contains("Domain"), "{language}");
}

/// The first file below this folder that contains these bytes.
fn found_in(folder: &Path, needle: &[u8]) -> Option<PathBuf> {
    std::fs::read_dir(folder).unwrap().flatten().find_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return found_in(&path, needle);
        }
        let bytes = std::fs::read(&path).unwrap();
        bytes.windows(needle.len()).any(|window| window == needle).then_some(path)
    })
}

#[tokio::test]
async fn neither_database_nor_log_contains_a_token_or_a_cookie() {
    let site = Site::start();
    let mut browser = site.browser();
    let mut given = Value::Null;
    let back = site
        .signs_in(&mut browser, |nonce| {
            let mut tokens = site.tokens("nurse", nonce, json!({}));
            tokens["access_token"] = "access-token-that-nobody-may-find".into();
            tokens["refresh_token"] = "refresh-token-that-nobody-may-find".into();
            given = tokens.clone();
            tokens
        })
        .await;
    assert_eq!(back.status(), 303);
    let shown = browser.json("/api/user/profile").await;
    assert_eq!(shown["accessToken"], given["access_token"], "its owner sees it");
    let bearer = site.provider.staff();
    assert_eq!(site.server.bearer(bearer.clone()).get("/api/user").await.status, 200);
    browser.get("/api/search?q=secret-symptom").await;
    assert_eq!(browser.json("/api/user").await["searches"], json!(["secret-symptom"]));
    site.provider.answers("/userinfo", 401, json!({"error": "no-such-token"}));
    assert_eq!(site.server.bearer("opaque-that-nobody-may-find".into()).get("/api/user").await.status, 401);
    let id_token = given["id_token"].as_str().unwrap();
    let log = site.server.log();
    for (what, secret) in [
        ("access token", given["access_token"].as_str().unwrap()),
        ("refresh token", given["refresh_token"].as_str().unwrap()),
        ("ID token", id_token),
        ("its signature", id_token.rsplit('.').next().unwrap()),
        ("bearer token", bearer.as_str()),
        ("unknown bearer token", "opaque-that-nobody-may-find"),
        ("cookie", browser.cookies["handout"].as_str()),
    ] {
        assert_eq!(found_in(&site.data(), secret.as_bytes()), None, "{what}");
        assert!(!log.contains(secret), "the log holds the {what}");
    }
    for private in ["secret-symptom", "nurse@example.org", "Ada", "code-"] {
        assert!(!log.contains(private), "the log holds {private}: {log}");
    }
    // The values that the database does contain cannot be used to sign in.
    let db = rusqlite::Connection::open(site.data().join("catalogue.db")).unwrap();
    let held: Vec<u8> = db.query_row("SELECT fingerprint FROM sign_ins", [], |row| row.get(0)).unwrap();
    let hex: String = held.iter().map(|byte| format!("{byte:02x}")).collect();
    for guess in [hex, base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, &held)] {
        let mut thief = site.browser();
        thief.cookies.insert("handout".into(), guess);
        assert_eq!(status(&mut thief, "/api/user").await, 401);
    }
}

#[tokio::test]
async fn what_cannot_be_stored_of_a_sign_in_or_its_end_is_explained_on_a_page() {
    let site = Site::start();
    let mut browser = site.browser();
    let begun = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    assert_eq!(begun.status(), 303);
    let db = rusqlite::Connection::open(site.data().join("catalogue.db")).unwrap();
    for action in ["INSERT", "DELETE"] {
        let refuse = format!(
            "CREATE TRIGGER refuse_{action} BEFORE {action} ON sign_ins BEGIN SELECT RAISE(FAIL, 'refused'); END"
        );
        db.execute_batch(&refuse).unwrap();
    }

    let ended = browser.submit("/logout", &[]).await;
    assert_failed_page(&ended);
    assert!(ended.text().await.unwrap().contains("You are signed out in this browser."));
    assert_eq!(browser.json("/api/config").await["signIn"]["signedIn"], false);

    let failed = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    assert_failed_page(&failed);
    assert!(failed.text().await.unwrap().contains("Try again"));
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
}

fn assert_failed_page(answer: &reqwest::Response) {
    assert_eq!(answer.status(), 500);
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
}
