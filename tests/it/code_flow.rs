//! The sign-in of a browser at a provider that can do everything wrong; what lasts of it, and what must not be found.

use crate::support::browser::{Browser, Cookies, location};
use crate::support::provider::{CLIENT_ID, Key, Provider, now, signed_by_secret, unsigned};
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
            "id_token": self.provider.id_token(&claims),
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
    let log = site.server.log();
    assert_eq!(log.matches("a sign-in failed").count(), 15, "one line for each: {log}");
    assert!(!log.contains("access-x") && !log.contains("eyJ"), "{log}");
}

#[tokio::test]
async fn an_authorization_response_counts_from_our_provider_alone() {
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
    // A provider that says it names itself must do so.
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
async fn an_address_and_its_verification_of_two_sources_bind_nobody() {
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
    renewed["id_token"] = site.provider.id_token(&claims).into();
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
async fn a_group_that_somebody_left_does_not_outlive_a_renewal() {
    // What a refresh brings: no ID token, or one without groups; userinfo without groups, none, or out of order.
    let unavailable = Some((503, json!({})));
    for (why, with_id_token, userinfo, is_admin) in [
        ("neither tells groups", false, Some((200, json!({"sub": "nurse"}))), false),
        ("userinfo refuses", false, None, false),
        ("userinfo is down", false, unavailable.clone(), false),
        ("an ID token without groups", true, None, false),
        ("an ID token without groups, and userinfo down", true, unavailable, false),
        (
            "userinfo tells the group",
            false,
            Some((200, json!({"sub": "nurse", "groups": ["education-admins"]}))),
            true,
        ),
    ] {
        let site = Site::start();
        let mut browser = site.browser();
        let back = site
            .signs_in(&mut browser, |nonce| {
                let mut tokens = site.tokens("nurse", nonce, json!({"groups": ["education-admins"]}));
                tokens["refresh_token"] = "refresh-1".into();
                tokens
            })
            .await;
        assert_eq!(back.status(), 303);
        assert_eq!(browser.json("/api/user").await["admin"], true);
        let mut renewed = json!({
            "access_token": "access-2", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh-2",
        });
        if with_id_token {
            let mut claims = site.provider.claims("nurse", &[]);
            claims.as_object_mut().unwrap().remove("groups");
            renewed["id_token"] = site.provider.id_token(&claims).into();
        }
        site.provider.gives("refresh-1", renewed);
        if let Some((status, body)) = userinfo {
            site.provider.answers("/userinfo", status, body);
        }
        site.sql("UPDATE sign_ins SET renew_at = 1");
        let user = browser.json("/api/user").await;
        assert_eq!(user["admin"], is_admin, "{why}: {user}");
        assert_eq!(user["profile"]["given_name"], "Ada", "{why}: the name stays known");
        let profile = browser.json("/api/user/profile").await;
        assert_eq!(
            (&profile["accessToken"], &profile["claims"]["sub"]),
            (&json!("access-2"), &json!("nurse"))
        );
        assert_eq!(profile["claims"].get("groups").is_some(), is_admin, "{why}: {profile}");
    }
}

#[tokio::test]
async fn groups_that_could_not_be_asked_for_come_back_soon() {
    let site = Site::start();
    let mut browser = site.browser();
    let tokens = |n: u32, id_token: Option<String>| {
        json!({
            "access_token": format!("access-{n}"), "token_type": "Bearer", "expires_in": 36000,
            "refresh_token": format!("refresh-{n}"), "id_token": id_token,
        })
    };
    site.provider.answers("/userinfo", 503, json!({}));
    let back = site
        .signs_in(&mut browser, |nonce| {
            let mut claims = site.provider.claims("nurse", &[]);
            claims["nonce"] = nonce.into();
            claims.as_object_mut().unwrap().remove("groups");
            tokens(1, Some(site.provider.id_token(&claims)))
        })
        .await;
    assert_eq!(back.status(), 303);
    assert_eq!(browser.json("/api/user").await["admin"], false);
    let db = rusqlite::Connection::open(site.data().join("catalogue.db")).unwrap();
    let renew_at: i64 = db.query_row("SELECT renew_at FROM sign_ins", [], |row| row.get(0)).unwrap();
    assert!(renew_at <= now() + 60, "asked again within a minute, not in hours: {}", renew_at - now());
    site.provider.answers("/userinfo", 200, json!({"sub": "nurse", "groups": ["education-admins"]}));
    site.provider.gives("refresh-1", tokens(2, None));
    site.sql("UPDATE sign_ins SET renew_at = 1");
    assert_eq!(browser.json("/api/user").await["admin"], true);
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
