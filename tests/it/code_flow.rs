//! The sign-in of a browser at a provider that can do everything wrong; what lasts of it, and what must not be found.

use crate::support::browser::{Browser, Cookies, location};
use crate::support::provider::{CLIENT_ID, Key, Provider, now};
use crate::support::{PATIENCE, Server, Start};
use reqwest::Response;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

struct Site {
    folder: TempDir,
    provider: Provider,
    server: Server,
}

impl Site {
    fn start() -> Site {
        let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
        let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
        Site { folder, provider, server }
    }

    /// The same data in a new process, with sign-in at this provider.
    fn restarted(self, provider: Option<Provider>) -> Site {
        let Site { folder, provider: before, server } = self;
        server.stop();
        let provider = provider.unwrap_or(before);
        let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
        Site { folder, provider, server }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.server.address)
    }

    /// What the token endpoint gives for a sign-in of this person, with an ID token that says this besides.
    fn tokens(&self, sub: &str, nonce: &str, besides: Value) -> Value {
        let mut claims = self.provider.claims(sub, &["nurses"]);
        claims["nonce"] = nonce.into();
        for (name, value) in besides.as_object().unwrap() {
            claims[name] = value.clone();
        }
        json!({
            "access_token": format!("access-{sub}"), "token_type": "Bearer", "expires_in": 3600,
            "id_token": self.provider.sign(&claims),
        })
    }

    /// Signs in; the token endpoint's answer is what `given` makes of the nonce. Answers the callback's answer.
    async fn signs_in(&self, browser: &mut Browser, given: impl FnOnce(&str) -> Value) -> Response {
        let (_, asked) = browser.begin("/order?from=here#top").await;
        let code = format!("code-{}", asked["state"]);
        self.provider.gives(&code, given(&asked["nonce"]));
        browser.get(&format!("/login/callback?code={code}&state={}", asked["state"])).await
    }

    async fn nurse(&self) -> Browser {
        let mut browser = self.browser();
        let back = self.signs_in(&mut browser, |nonce| self.tokens("nurse", nonce, json!({}))).await;
        assert_eq!(location(&back), "/order?from=here#top");
        browser
    }

    /// Changes the database behind the server's back.
    fn sql(&self, sql: &str) {
        let db = rusqlite::Connection::open(self.data().join("catalogue.db")).unwrap();
        db.busy_timeout(PATIENCE).unwrap();
        db.execute_batch(sql).unwrap();
    }

    fn sign_ins(&self) -> i64 {
        let db = rusqlite::Connection::open(self.data().join("catalogue.db")).unwrap();
        db.query_row("SELECT count(*) FROM sign_ins", [], |row| row.get(0)).unwrap()
    }
}

async fn status(browser: &mut Browser, path: &str) -> u16 {
    browser.get(path).await.status().as_u16()
}

/// The sign-in failed: a page says so, and nobody is signed in.
async fn failed(browser: &mut Browser, back: Response, why: &str) {
    assert!(back.status().is_client_error() || back.status().is_server_error(), "{why}: {back:?}");
    assert!(back.headers()["content-type"].to_str().unwrap().starts_with("text/html"), "{why}");
    let page = back.text().await.unwrap();
    assert!(
        page.contains("Try again") && page.contains("/login?return=%2Forder%3Ffrom%3Dhere%23top"),
        "{why}: {page}"
    );
    assert!(!page.contains("<script") && !page.contains("style=\""), "{why}: {page}");
    assert!(browser.cookies.is_empty(), "{why}: {:?}", browser.cookies);
    assert_eq!(status(browser, "/api/user").await, 401, "{why}");
}

#[tokio::test]
async fn two_tabs_sign_in_side_by_side() {
    let site = Site::start();
    let mut browser = site.browser();
    let (_, one) = browser.begin("/one").await;
    let (_, two) = browser.begin("/two").await;
    for (asked, to) in [(&one, "/one"), (&two, "/two")] {
        site.provider.gives(&asked["state"], site.tokens("nurse", &asked["nonce"], json!({})));
        let back = browser.get(&format!("/login/callback?code={0}&state={0}", asked["state"])).await;
        assert_eq!(location(&back), to);
    }
    assert_eq!(browser.cookies.keys().collect::<Vec<_>>(), ["handout"]);
    assert_eq!(site.sign_ins(), 1, "the first one's sign-in has ended with the second one's");
    for _ in 0..20 {
        browser.begin("/").await;
    }
    assert!(browser.cookies.len() <= 6, "sign-ins never finished pile up: {:?}", browser.cookies.keys());
}

#[tokio::test]
async fn a_sign_in_begun_elsewhere_is_not_taken() {
    let site = Site::start();
    let (mut mallory, mut nurse) = (site.browser(), site.browser());
    let (_, asked) = mallory.begin("/").await;
    nurse.begin("/").await;
    site.provider.gives("code", site.tokens("mallory", &asked["nonce"], json!({})));
    let back = nurse.get(&format!("/login/callback?code=code&state={}", asked["state"])).await;
    assert_eq!(back.status(), 400);
    assert!(!nurse.cookies.contains_key("handout"));
}

#[tokio::test]
async fn what_real_providers_send_is_understood() {
    let site = Site::start();
    for besides in [
        json!({"aud": [CLIENT_ID]}),
        json!({"aud": [CLIENT_ID, "account"], "azp": CLIENT_ID}),
        json!({"auth_time": now() as f64 - 0.75, "exp": (now() + 300) as f64 + 0.5}),
        json!({"email_verified": "true"}),
        json!({"updated_at": "2026-01-05T10:00:00.000Z"}),
        json!({"exp": now() - 30}),
        json!({"iat": now() + 45, "nbf": now() + 45}),
        json!({"realm": {"roles": ["x"]}, "groups": "nurses"}),
    ] {
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, besides.clone())).await;
        assert_eq!(back.status(), 303, "{besides}: {}", site.server.log());
        assert_eq!(status(&mut browser, "/api/user").await, 200, "{besides}");
        let claims = browser.json("/api/user/profile").await["claims"].clone();
        for (name, value) in besides.as_object().unwrap() {
            assert_eq!(&claims[name], value, "claims as the provider gives them");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_trusted_signs_nobody_in() {
    let site = Site::start();
    let good = |nonce: &str| {
        site.provider
            .claims("nurse", &[])
            .as_object()
            .map(|claims| {
                let mut claims = claims.clone();
                claims.insert("nonce".into(), nonce.into());
                Value::from(claims)
            })
            .unwrap()
    };
    let with_token =
        |id_token: String| json!({"access_token": "access-x", "token_type": "Bearer", "id_token": id_token});
    for (why, besides) in [
        ("another nonce", json!({"nonce": "another"})),
        ("another client", json!({"aud": "another"})),
        ("several clients", json!({"aud": [CLIENT_ID, "another"]})),
        ("issued to another client", json!({"azp": "another"})),
        ("another issuer", json!({"iss": "https://evil.example"})),
        ("expired", json!({"exp": now() - 120})),
    ] {
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, besides)).await;
        failed(&mut browser, back, why).await;
    }
    for why in ["none", "hmac", "unknown key", "no ID token", "no JSON"] {
        let mut browser = site.browser();
        let back = site
            .signs_in(&mut browser, |nonce| match why {
                "none" => {
                    let part = |json: Value| {
                        base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, json.to_string())
                    };
                    with_token(format!("{}.{}.", part(json!({"alg": "none"})), part(good(nonce))))
                }
                "hmac" => {
                    let header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
                    let secret = jsonwebtoken::EncodingKey::from_secret(&site.provider.key().public);
                    with_token(jsonwebtoken::encode(&header, &good(nonce), &secret).unwrap())
                }
                "unknown key" => with_token(Key::new("1").sign(&good(nonce))),
                "no ID token" => json!({"access_token": "access-x", "token_type": "Bearer"}),
                _ => json!("nonsense with access-x"),
            })
            .await;
        failed(&mut browser, back, why).await;
    }
    site.provider.knows("access-nurse", json!({"sub": "somebody-else"}));
    let mut browser = site.browser();
    let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    failed(&mut browser, back, "userinfo about somebody else").await;
    let log = site.server.log();
    assert_eq!(log.matches("a sign-in failed").count(), 12, "one line for each: {log}");
    assert!(!log.contains("access-x") && !log.contains("eyJ"), "{log}");
}

#[tokio::test]
async fn a_provider_in_trouble_is_told_in_words_and_tried_again() {
    let site = Site::start();
    let discovery = "/.well-known/openid-configuration";
    let mut misnamed = site.provider.discovery();
    misnamed["issuer"] = "https://other.example".into();
    for (why, code, body) in [
        ("wrong issuer", 200, misnamed),
        ("no document", 404, json!({})),
        ("no JSON object", 200, json!("x")),
        ("down", 503, json!({})),
    ] {
        site.provider.answers(discovery, code, body);
        let mut browser = site.browser();
        let answer = browser.get("/login?return=%2Forder%3Ffrom%3Dhere%23top").await;
        failed(&mut browser, answer, why).await;
    }
    site.provider.answers_as_usual(discovery);
    // Try again: the failure is remembered for a moment only.
    let begun = Instant::now();
    let mut browser = site.browser();
    while browser.get("/login?return=/").await.status() != 303 {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for (code, error) in [(500, "server_error"), (400, "invalid_grant"), (401, "invalid_client")] {
        site.provider.answers("/token", code, json!({"error": error, "error_description": "secret-detail"}));
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
        failed(&mut browser, back, error).await;
        assert!(
            site.server.log().lines().any(|line| line.contains("a sign-in failed") && line.contains(error))
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_side_by_side_renew_the_tokens_once() {
    let site = Site::start();
    let mut browser = site.browser();
    let with_refresh = |nonce: &str, n: u32| {
        let mut tokens = site.tokens("nurse", nonce, json!({"groups": ["education-admins"]}));
        tokens["access_token"] = format!("access-{n}").into();
        tokens["refresh_token"] = format!("refresh-{n}").into();
        tokens
    };
    // The renewed ID token need not repeat the nonce; the group is gone by then.
    let mut renewed = with_refresh("", 2);
    let mut claims = site.provider.claims("nurse", &["nurses"]);
    claims["given_name"] = "Augusta".into();
    renewed["id_token"] = site.provider.sign(&claims).into();
    site.provider.gives("refresh-1", renewed);
    let back = site.signs_in(&mut browser, |nonce| with_refresh(nonce, 1)).await;
    assert_eq!(back.status(), 303);
    assert_eq!(browser.json("/api/user").await["admin"], true);
    site.sql("UPDATE sign_ins SET renew_at = 1");
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let mut browser = browser.clone();
            tokio::spawn(async move { browser.get("/api/user").await.json::<Value>().await.unwrap() })
        })
        .collect();
    for call in calls {
        let user = call.await.unwrap();
        assert_eq!(
            (&user["admin"], &user["profile"]["given_name"]),
            (&json!(false), &json!("Augusta")),
            "{user}"
        );
    }
    assert_eq!(browser.json("/api/user/profile").await["accessToken"], "access-2");
    assert_eq!(site.provider.asked("/token"), 2, "once to sign in, once to renew");
}

#[tokio::test]
async fn a_renewal_that_is_refused_ends_the_sign_in_and_one_that_fails_does_not() {
    let site = Site::start();
    let mut browsers = Vec::new();
    for n in 1..=2 {
        let mut browser = site.browser();
        let back = site
            .signs_in(&mut browser, |nonce| {
                let mut tokens = site.tokens("nurse", nonce, json!({}));
                tokens["refresh_token"] = format!("refresh-{n}").into();
                tokens
            })
            .await;
        assert_eq!(back.status(), 303);
        browsers.push(browser);
    }
    site.sql("UPDATE sign_ins SET renew_at = 1");
    site.provider.answers("/token", 503, json!({"error": "temporarily_unavailable"}));
    assert_eq!(
        status(&mut browsers[0], "/api/user").await,
        200,
        "the provider's trouble is not the person's"
    );
    assert_eq!(browsers[0].json("/api/user/profile").await["accessToken"], "access-nurse");
    site.provider.answers("/token", 400, json!({"error": "invalid_grant"}));
    assert_eq!(status(&mut browsers[1], "/api/user").await, 401, "the provider has ended this one");
    assert_eq!(status(&mut browsers[1], "/api/search").await, 200, "and its owner is a visitor again");
    assert_eq!(site.sign_ins(), 1);
}

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
    assert_eq!(status(&mut nurse, "/api/user").await, 200, "its use was noted");
    assert_eq!(status(&mut other, "/api/user").await, 401, "unused for too long");
    assert_eq!(status(&mut other, "/api/search").await, 200, "a stale cookie makes a visitor");
    assert_eq!(other.json("/api/config").await["signIn"], json!({"available": true, "signedIn": false}));
    site.sql(&format!("UPDATE sign_ins SET began = began - {}", 24 * 3600 + 1));
    assert_eq!(status(&mut nurse, "/api/user").await, 401, "too old, however much used");
    assert_eq!(site.sign_ins(), 2);
    site = site.restarted(None);
    let begun = Instant::now();
    while site.sign_ins() > 0 {
        assert!(begun.elapsed() < PATIENCE, "sign-ins that have ended stay in the database");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn another_provider_knows_nobody_of_the_old_one() {
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
    assert_eq!(status(&mut first.clone(), "/api/user").await, 401, "the one before has ended");
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
    let id_token = provider.sign(&claims);
    provider.gives("c", json!({"access_token": "a", "token_type": "bearer", "id_token": id_token}));
    let back = browser.get(&format!("/login/callback?code=c&state={}", asked["state"])).await;
    let set = back.cookies_set();
    let session = set.iter().find(|cookie| cookie.starts_with("__Host-handout=")).unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(session.contains(part), "{session}");
    }
    assert!(!session.contains("Domain"), "{session}");
    assert_eq!(status(&mut browser, "/api/user").await, 200);
}

/// Does any file below this folder hold these bytes?
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
async fn neither_database_nor_log_hold_a_token_or_a_cookie() {
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
    // What the database does hold opens nothing.
    let db = rusqlite::Connection::open(site.data().join("catalogue.db")).unwrap();
    let held: Vec<u8> = db.query_row("SELECT fingerprint FROM sign_ins", [], |row| row.get(0)).unwrap();
    let hex: String = held.iter().map(|byte| format!("{byte:02x}")).collect();
    for guess in [hex, base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, &held)] {
        let mut thief = site.browser();
        thief.cookies.insert("handout".into(), guess);
        assert_eq!(status(&mut thief, "/api/user").await, 401);
    }
}
