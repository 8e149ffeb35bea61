//! The sign-in of a browser, with a provider that can misbehave in every way.

mod lifetime;
mod providers;
mod renewal;

use crate::support::browser::{Browser, location};
use crate::support::provider::{CLIENT_ID, Key, Provider, now, signed_by_secret, unsigned};
use crate::support::{PATIENCE, Server, Start};
use reqwest::Response;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tempfile::TempDir;

struct Site {
    folder: TempDir,
    provider: Provider,
    server: Server,
}

impl Site {
    fn start() -> Site {
        Site::start_with(Provider::start())
    }

    fn start_with(provider: Provider) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
        Site { folder, provider, server }
    }

    /// The same data in a new process, with this provider.
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

    /// What the token endpoint answers for a sign-in of this person; `besides` are further claims of the ID token.
    fn tokens(&self, sub: &str, nonce: &str, besides: Value) -> Value {
        let mut claims = self.provider.claims(sub, &["nurses"]);
        claims["nonce"] = nonce.into();
        for (name, value) in besides.as_object().unwrap() {
            claims[name] = value.clone();
        }
        json!({
            "access_token": format!("access-{sub}"), "token_type": "Bearer", "expires_in": 3600,
            "id_token": self.provider.id_token(&claims),
        })
    }

    /// Signs in with the token response that `given` makes from the nonce. Returns the response of the callback.
    async fn signs_in(&self, browser: &mut Browser, given: impl FnOnce(&str) -> Value) -> Response {
        let (_, asked) = browser.begin("/order?from=here#top").await;
        let code = format!("code-{}", asked["state"]);
        self.provider.gives(&code, given(&asked["nonce"]));
        browser.get(&format!("/login/callback?code={code}&state={}", asked["state"])).await
    }

    /// The URL of a callback that completes a sign-in of the nurse.
    async fn callback(&self, browser: &mut Browser) -> String {
        let (_, asked) = browser.begin("/").await;
        let code = format!("code-{}", asked["state"]);
        self.provider.gives(&code, self.tokens("nurse", &asked["nonce"], json!({})));
        format!("/login/callback?code={code}&state={}", asked["state"])
    }

    async fn nurse(&self) -> Browser {
        let mut browser = self.browser();
        let back = self.signs_in(&mut browser, |nonce| self.tokens("nurse", nonce, json!({}))).await;
        assert_eq!(location(&back), "/order?from=here#top");
        browser
    }

    /// Changes the database while the server runs.
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

/// Asserts that the sign-in failed: a page explains it, and nobody is signed in.
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
async fn two_tabs_sign_in_concurrently() {
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
    assert_eq!(site.sign_ins(), 1, "the second sign-in has ended the first one");
}

#[tokio::test]
async fn a_sign_in_that_another_browser_began_is_refused() {
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
async fn responses_of_real_providers_are_accepted() {
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
            assert_eq!(&claims[name], value, "claims are shown unchanged");
        }
    }
}

#[tokio::test]
async fn untrustworthy_responses_sign_nobody_in() {
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
        ("issued in the future", json!({"iat": now() + 90})),
        ("not valid yet", json!({"nbf": now() + 90})),
        ("with a beginning that is no time", json!({"nbf": "tomorrow"})),
    ] {
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, besides)).await;
        failed(&mut browser, back, why).await;
    }
    for why in ["none", "hmac", "unknown key", "no ID token", "no JSON"] {
        let mut browser = site.browser();
        let back = site
            .signs_in(&mut browser, |nonce| match why {
                "none" => with_token(format!("{}.", unsigned(&json!({"alg": "none"}), &good(nonce)))),
                "hmac" => {
                    let secret = site.provider.key().public;
                    with_token(signed_by_secret("HS256", json!({"typ": "JWT"}), &good(nonce), &secret))
                }
                "unknown key" => with_token(Key::new("1").sign("JWT", &good(nonce))),
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
    // The log lines arrive through a pipe, some after the last response.
    let begun = Instant::now();
    while site.server.log().matches("a sign-in failed").count() < 15 && begun.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let log = site.server.log();
    assert_eq!(log.matches("a sign-in failed").count(), 15, "one line for each: {log}");
    assert!(!log.contains("access-x") && !log.contains("eyJ"), "{log}");
}

#[tokio::test]
async fn an_authorization_response_is_accepted_only_from_our_provider() {
    let site = Site::start();
    let back = async |iss: Option<&str>, error: bool| {
        let mut browser = site.browser();
        let (_, asked) = browser.begin("/order?from=here#top").await;
        let state = &asked["state"];
        site.provider.gives(state, site.tokens("nurse", &asked["nonce"], json!({})));
        let iss = iss.map(|iss| {
            format!("&iss={}", url::form_urlencoded::byte_serialize(iss.as_bytes()).collect::<String>())
        });
        let what = if error { "error=access_denied".into() } else { format!("code={state}") };
        let to = format!("/login/callback?{what}&state={state}{}", iss.unwrap_or_default());
        let back = browser.get(&to).await;
        (browser, back)
    };
    let issuer = site.provider.issuer();
    assert_eq!(back(None, false).await.1.status(), 303);
    assert_eq!(back(Some(&issuer), false).await.1.status(), 303);
    let others = ["https://evil.example", "", &format!("{issuer}/"), &format!("{issuer}.evil.example")];
    for other in others {
        for error in [false, true] {
            let (mut browser, back) = back(Some(other), error).await;
            assert_eq!(back.status(), 502, "{other}");
            failed(&mut browser, back, other).await;
        }
    }
    // A provider that announces the `iss` parameter must send it.
    let mut document = site.provider.discovery();
    document["authorization_response_iss_parameter_supported"] = true.into();
    site.provider.answers("/.well-known/openid-configuration", 200, document);
    let site = site.restarted(None);
    let mut browser = site.browser();
    let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    assert_eq!(back.status(), 502);
    failed(&mut browser, back, "no issuer").await;
}

#[tokio::test]
async fn an_address_that_another_source_verified_binds_nobody() {
    let site = Site::start();
    let grant = || crate::support::command(&site.data(), &["admin", "grant", "boss@example.org"]).0;
    assert!(grant());
    for (id_token, userinfo, is_admin) in [
        (
            json!({"email": "boss@example.org", "email_verified": null}),
            json!({"email_verified": true}),
            false,
        ),
        (json!({"email": null, "email_verified": true}), json!({"email": "boss@example.org"}), false),
        (json!({"email": "nurse@example.org"}), json!({"email": "boss@example.org"}), false),
        (
            json!({"email": "boss@example.org", "email_verified": null}),
            json!({"email": "nurse@example.org", "email_verified": true}),
            false,
        ),
        (
            json!({"email": "nurse@example.org"}),
            json!({"email": "boss@example.org", "email_verified": true}),
            false,
        ),
        (
            json!({"email": null, "email_verified": null}),
            json!({"email": "boss@example.org", "email_verified": true}),
            true,
        ),
    ] {
        let mut userinfo = userinfo;
        userinfo["sub"] = "nurse".into();
        site.provider.knows("access-nurse", userinfo.clone());
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, id_token.clone())).await;
        assert_eq!(back.status(), 303, "{}", site.server.log());
        let user = browser.json("/api/user").await;
        assert_eq!(user["admin"], is_admin, "{id_token} {userinfo}: {user}");
    }
}

#[tokio::test]
async fn claims_that_the_id_token_lacks_come_from_userinfo() {
    let site = Site::start();
    let of_userinfo = json!({"sub": "nurse", "groups": ["education-admins"], "email": "boss@example.org",
        "email_verified": true, "given_name": "Grace", "locale": "en"});
    site.provider.knows("access-nurse", of_userinfo);
    let absent = json!({"groups": null, "email": null, "email_verified": null, "given_name": null});
    for (changes, is_admin, email, name) in
        [(json!({}), false, "nurse@example.org", "Ada"), (absent, true, "boss@example.org", "Grace")]
    {
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, changes.clone())).await;
        assert_eq!(back.status(), 303, "{}", site.server.log());
        let user = browser.json("/api/user").await;
        let profile = json!({"given_name": name, "family_name": "Nurse", "email": email});
        assert_eq!((&user["admin"], &user["profile"]), (&json!(is_admin), &profile), "{changes}");
        let claims = &browser.json("/api/user/profile").await["claims"];
        assert_eq!([&claims["email"], &claims["locale"]], [email, "en"], "{claims}");
    }
}

#[tokio::test]
async fn a_provider_error_is_explained_and_retried() {
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
    // Trying again soon succeeds: the failure is remembered only for a moment.
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

#[tokio::test]
async fn a_pending_sign_in_is_used_once_and_few_of_its_callbacks_are_answered() {
    let site = Site::start();
    let mut browser = site.browser();
    let callback = site.callback(&mut browser).await;
    let requests_before = site.provider.requests("/token");
    // Each is sent with the cookie of the pending sign-in, whatever the outcome of the others.
    let callbacks = (0..80).map(|_| browser.request("GET", &callback).send());
    let answers = futures_util::future::join_all(callbacks).await;
    let statuses: Vec<u16> =
        answers.iter().map(|answer| answer.as_ref().unwrap().status().as_u16()).collect();
    let count = |status: u16| statuses.iter().filter(|found| **found == status).count();
    assert_eq!((count(303), count(400), count(429)), (1, 4, 75), "{statuses:?}");
    assert_eq!(site.provider.requests("/token") - requests_before, 1);
    let refused = answers.iter().flatten().find(|answer| answer.status() == 429).unwrap();
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    // Another sign-in of the same browser is not affected.
    let callback = site.callback(&mut browser).await;
    assert_eq!(browser.get(&callback).await.status(), 303);
}
