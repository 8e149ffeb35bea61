//! Opaque tokens, and claims that come from the provider.

use super::{is_refused, start, with_changes};
use crate::support::provider::{CLIENT_ID, CLIENT_SECRET, Provider, now};
use crate::support::{Caller, Start};
use serde_json::{Value, json};

/// Twenty concurrent calls are admitted as an administrator.
async fn admitted(caller: &Caller) {
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let caller = caller.clone();
            tokio::spawn(async move { caller.get("/api/user").await })
        })
        .collect();
    for call in calls {
        let answer = call.await.unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.body["admin"], true);
        assert_eq!(answer.body["profile"]["given_name"], "Edda");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opaque_token_is_looked_up_once_by_introspection() {
    let provider = Provider::start();
    provider.introspects("of-nobody-we-know", json!({"active": true, "sub": "edda", "client_id": "another"}));
    for secret in [None, Some(CLIENT_SECRET)] {
        let folder = tempfile::tempdir().unwrap();
        let mut start = Start::on(&folder.path().join("data"))
            .signed_in_at(&provider)
            .with("IDENTITY__AUDIENCE", "handout-api")
            // The provider has introspection, so userinfo alone does not suffice, whether allowed or not.
            .with("IDENTITY__OPAQUE_TOKENS", true);
        if let Some(secret) = secret {
            start = start.with("IDENTITY__CLIENT_SECRET", secret);
        }
        let server = start.run();
        let before = provider.requests("/introspect");
        let edda = |changed: Value| {
            let answer = json!({
                "active": true, "sub": "edda", "client_id": CLIENT_ID, "token_type": "Bearer",
                "exp": now() + 3600, "given_name": "Edda", "groups": ["education-admins"],
                "email": "edda@example.org", "email_verified": true,
            });
            with_changes(answer, changed)
        };
        provider.introspects("opaque", edda(json!({})));
        admitted(&server.bearer("opaque".into())).await;
        assert_eq!(provider.requests("/introspect") - before, 1);
        // By its audience, this token may have been issued to another client.
        provider.introspects("for-us", edda(json!({"client_id": "another", "aud": ["x", "handout-api"]})));
        assert_eq!(server.bearer("for-us".into()).get("/api/user").await.status, 200);
        for (why, changed) in [
            ("not active", json!({"active": false})),
            ("of another client", json!({"client_id": "another"})),
            ("of an unknown client", json!({"client_id": null})),
            ("for another audience", json!({"aud": "another-api"})),
            ("ended", json!({"exp": now() - 90})),
            ("of another issuer", json!({"iss": "https://evil.example"})),
            ("about nobody", json!({"sub": null})),
            ("bound to a key", json!({"token_type": "DPoP"})),
        ] {
            provider.introspects(why, edda(changed));
            provider.knows(why, json!({"sub": "edda", "groups": ["education-admins"]}));
            is_refused(&server, why, why).await;
        }
        is_refused(&server, "unheard-of", "unknown to the provider").await;
        // Claims missing from introspection come from userinfo.
        let less = json!({"given_name": null, "groups": null, "email": null, "email_verified": null});
        provider.introspects("bare", edda(less));
        provider.knows("bare", json!({"sub": "edda", "given_name": "Edda", "groups": ["education-admins"]}));
        admitted(&server.bearer("bare".into())).await;
        provider.answers("/introspect", 503, json!({}));
        assert_eq!(server.bearer("later".into()).get("/api/user").await.status, 503);
        provider.answers("/introspect", 401, json!({"error": "invalid_client"}));
        is_refused(&server, "later still", "the provider does not let us ask").await;
        assert!(server.log().contains("did not answer an introspection"), "{}", server.log());
        provider.answers_as_usual("/introspect");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn userinfo_alone_admits_an_opaque_token_only_if_allowed() {
    let provider = Provider::start();
    provider.knows(
        "opaque-1",
        json!({"sub": "edda", "email": "edda@example.org", "given_name": "Edda", "groups": ["education-admins"]}),
    );
    let (_folder, server) = start(&provider);
    is_refused(&server, "opaque-1", "userinfo does not say for whom it is").await;
    assert_eq!(provider.requests("/userinfo"), 0);
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("IDENTITY__OPAQUE_TOKENS", true)
        .run();
    let edda = server.bearer("opaque-1".into());
    admitted(&edda).await;
    assert_eq!(provider.requests("/userinfo"), 1);
    assert_eq!(edda.get("/api/user/profile").await.body["accessToken"], "opaque-1");
    is_refused(&server, "opaque-2", "unknown to userinfo").await;
    provider.answers("/userinfo", 200, json!({"email": "who@example.org"}));
    is_refused(&server, "opaque-3", "userinfo has no subject").await;
}

#[tokio::test]
async fn claims_missing_from_a_token_come_from_userinfo() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let bare = |sub: &str| {
        let less = json!({"email": null, "email_verified": null, "given_name": null, "family_name": null, "groups": null});
        provider.access_token(&with_changes(provider.claims(sub, &[]), less))
    };
    let token = bare("edda");
    provider.knows(&token, json!({"sub": "edda", "given_name": "Edda", "groups": "education-admins"}));
    let user = server.bearer(token).get("/api/user").await.body;
    assert_eq!((&user["admin"], &user["profile"]["given_name"]), (&json!(true), &json!("Edda")), "{user}");
    // Userinfo of another person is not believed, and a provider may refuse its own JWTs there.
    let token = bare("nora");
    provider.knows(&token, json!({"sub": "edda", "groups": ["education-admins"]}));
    let user = server.bearer(token).get("/api/user").await;
    assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{user:?}");
    let user = server.bearer(bare("uriel")).get("/api/user").await;
    assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{user:?}");
}

#[tokio::test]
async fn a_token_with_fewer_claims_deletes_nothing() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let claims = provider.claims("nurse", &[]);
    let whole = server.bearer(provider.access_token(&claims)).get("/api/user").await.body["profile"].clone();
    assert_eq!(whole, json!({"given_name": "Ada", "family_name": "Nurse", "email": "nurse@example.org"}));
    let less = with_changes(claims, json!({"email": null, "email_verified": null, "given_name": null}));
    let again = server.bearer(provider.access_token(&less)).get("/api/user").await.body["profile"].clone();
    assert_eq!(again, whole);
}

#[tokio::test]
async fn a_token_stays_valid_while_the_provider_is_down() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let staff = server.bearer(provider.staff());
    provider.answers("/.well-known/openid-configuration", 500, json!({}));
    let answer = staff.get("/api/user").await;
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.headers.contains_key("retry-after"));
    let mut elsewhere = provider.discovery();
    elsewhere["issuer"] = "https://evil.example".into();
    provider.answers("/.well-known/openid-configuration", 200, elsewhere);
    until(&staff, "/api/user", 503, || server.log().contains("calls itself https://evil.example")).await;
    provider.answers_as_usual("/.well-known/openid-configuration");
    until(&staff, "/api/user", 200, || true).await;
    // The keys are known now: another outage affects nobody with a JWT.
    provider.answers("/.well-known/openid-configuration", 500, json!({}));
    assert_eq!(server.bearer(provider.admin()).get("/api/user").await.status, 200);
}

/// Repeats the call until it answers with this status and `holds` is true.
async fn until(caller: &Caller, path: &str, status: u16, holds: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    loop {
        let answer = caller.get(path).await;
        if answer.status == status && holds() {
            return;
        }
        assert!(begun.elapsed() < crate::support::PATIENCE, "{path} never answers {status}: {answer:?}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
