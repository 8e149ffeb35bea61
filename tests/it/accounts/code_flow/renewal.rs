//! Renewal of the tokens of a signed-in browser: once, with current groups, and without signing out when the provider
//! fails.

use super::{Site, status};
use crate::support::PATIENCE;
use crate::support::provider::{Provider, now};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Tokens with this number in their texts.
fn numbered_tokens(site: &Site, n: u32, nonce: &str, claims: Value) -> Value {
    let mut tokens = site.tokens("nurse", nonce, claims);
    tokens["access_token"] = format!("access-{n}").into();
    tokens["refresh_token"] = format!("refresh-{n}").into();
    tokens
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_calls_renew_the_tokens_once() {
    let site = Site::start();
    let mut browser = site.browser();
    let groups = json!({"groups": ["education-admins"]});
    // The renewed ID token may lack the nonce; the group was removed in between.
    let mut renewed = numbered_tokens(&site, 2, "", groups.clone());
    let mut claims = site.provider.claims("nurse", &["nurses"]);
    claims["given_name"] = "Augusta".into();
    renewed["id_token"] = site.provider.id_token(&claims).into();
    site.provider.gives("refresh-1", renewed);
    let back = site.signs_in(&mut browser, |nonce| numbered_tokens(&site, 1, nonce, groups)).await;
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
    assert_eq!(site.provider.requests("/token"), 2, "one to sign in, one to renew");
}

#[tokio::test]
async fn a_group_that_somebody_left_does_not_outlive_a_renewal() {
    // Responses to a refresh: no ID token, or one without groups; userinfo without groups, unavailable, or broken.
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
async fn groups_that_could_not_be_fetched_return_soon() {
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
        "an outage of the provider does not end a sign-in"
    );
    assert_eq!(browsers[0].json("/api/user/profile").await["accessToken"], "access-nurse");
    site.provider.answers("/token", 400, json!({"error": "invalid_grant"}));
    assert_eq!(status(&mut browsers[1], "/api/user").await, 401, "the provider has ended this one");
    assert_eq!(status(&mut browsers[1], "/api/search").await, 200, "and its owner is a visitor again");
    assert_eq!(site.sign_ins(), 1);
}

/// A provider accepts a refresh token once: when it has given another one and something else fails, the next attempt uses
/// that one.
#[tokio::test]
async fn a_refresh_token_survives_a_renewal_that_fails_afterwards() {
    let site = Site::start();
    let mut browser = site.browser();
    let back = site.signs_in(&mut browser, |nonce| numbered_tokens(&site, 1, nonce, json!({}))).await;
    assert_eq!(back.status(), 303);
    site.provider.gives("refresh-1", numbered_tokens(&site, 2, "", json!({})));
    site.provider.gives("refresh-2", numbered_tokens(&site, 3, "", json!({})));
    site.provider.answers("/userinfo", 200, json!({"sub": "somebody else"}));
    site.sql("UPDATE sign_ins SET renew_at = 1");
    assert_eq!(browser.json("/api/user/profile").await["accessToken"], "access-1");
    site.provider.answers_as_usual("/userinfo");
    site.sql("UPDATE sign_ins SET renew_at = 1");
    assert_eq!(browser.json("/api/user/profile").await["accessToken"], "access-3");
}

/// The same when the client that the tokens were renewed for has reset its connection in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_token_survives_a_client_that_disconnects() {
    let site = Site::start_with(Provider::start_slow(Duration::from_millis(300)));
    let mut browser = site.browser();
    let back = site.signs_in(&mut browser, |nonce| numbered_tokens(&site, 1, nonce, json!({}))).await;
    assert_eq!(back.status(), 303);
    site.provider.gives("refresh-1", numbered_tokens(&site, 2, "", json!({})));
    site.sql("UPDATE sign_ins SET renew_at = 1");
    let mut client = TcpStream::connect(site.server.address.trim_start_matches("http://")).unwrap();
    let (name, secret) = browser.cookies.first_key_value().unwrap();
    write!(client, "GET /api/user HTTP/1.1\r\nHost: localhost\r\nCookie: {name}={secret}\r\n\r\n").unwrap();
    let begun = Instant::now();
    while site.provider.requests("/token") < 2 {
        assert!(begun.elapsed() < PATIENCE, "nothing is renewed");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    socket2::SockRef::from(&client).set_linger(Some(Duration::ZERO)).unwrap();
    drop(client);
    assert_eq!(browser.json("/api/user/profile").await["accessToken"], "access-2");
    assert_eq!(site.provider.requests("/token"), 2, "one to sign in, one to renew");
}
