//! Access tokens in the Authorization header: real ones, forged ones, and a provider that changes its keys or is away.

use crate::support::provider::{CLIENT_ID, CLIENT_SECRET, Key, Provider, now, signed_by_secret, unsigned};
use crate::support::{Caller, Server, Start, command};
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use serde_json::{Value, json};
use tempfile::TempDir;

fn start(provider: &Provider) -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).signed_in_at(provider).run();
    (folder, server)
}

/// These claims with some of them changed; null takes one away.
fn but(mut claims: Value, changed: Value) -> Value {
    for (name, value) in changed.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

/// What a provider's public key looks like in the forms in which libraries have taken it for a shared secret.
fn public_as_secrets(key: &Key) -> Vec<Vec<u8>> {
    // SubjectPublicKeyInfo of a point on P-256 (RFC 5480).
    let head = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
        0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ];
    let der = [head.as_slice(), &key.public].concat();
    let base64 = BASE64_STANDARD.encode(&der);
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n{}\n-----END PUBLIC KEY-----\n",
        &base64[..64],
        &base64[64..]
    );
    vec![key.public.clone(), der, pem.into_bytes(), key.published().to_string().into_bytes()]
}

async fn is_refused(server: &Server, token: &str, why: &str) {
    for path in ["/api/user", "/api/search?q=x", "/api/config"] {
        let answer = server.bearer(token.to_owned()).get(path).await;
        assert_eq!(answer.status, 401, "{why} at {path}: {answer:?}");
        assert_eq!(answer.headers["www-authenticate"], "Bearer", "{why}");
        assert_eq!(answer.headers["content-type"], "application/problem+json", "{why}");
    }
}

#[tokio::test]
async fn forged_tokens_open_nothing() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let claims = provider.claims("admin", &["education-admins"]);
    assert_eq!(server.bearer(provider.access_token(&claims)).get("/api/user").await.status, 200);
    for (why, changed) in [
        ("expired", json!({"exp": now() - 3600})),
        ("expired for longer than clocks differ", json!({"exp": now() - 90})),
        ("without an end", json!({"exp": null})),
        ("not valid yet", json!({"nbf": now() + 3600})),
        ("issued in the future", json!({"iat": now() + 90})),
        ("for somebody else", json!({"aud": "another-client"})),
        ("for several others", json!({"aud": ["another-client", "handout"]})),
        ("for nobody", json!({"aud": null})),
        ("of another issuer", json!({"iss": "https://evil.example"})),
        ("of an issuer that begins alike", json!({"iss": format!("{}.evil.example", provider.issuer())})),
        ("of no issuer", json!({"iss": null})),
        ("about nobody", json!({"sub": null})),
    ] {
        is_refused(&server, &provider.access_token(&but(claims.clone(), changed)), why).await;
    }
    is_refused(&server, &Key::new("unheard-of").sign("at+jwt", &claims), "signed with an unknown key").await;
    is_refused(&server, &Key::new("1").sign("at+jwt", &claims), "signed with another key of the same name")
        .await;
    for alg in ["none", "None", "NONE", "nOnE"] {
        for header in [json!({"alg": alg, "typ": "at+jwt"}), json!({"alg": alg, "kid": "1", "typ": "at+jwt"})]
        {
            is_refused(&server, &format!("{}.", unsigned(&header, &claims)), alg).await;
        }
    }
    for secret in public_as_secrets(&provider.key()) {
        for alg in ["HS256", "HS384", "HS512"] {
            for header in [json!({"typ": "at+jwt"}), json!({"typ": "at+jwt", "kid": "1"})] {
                let token = signed_by_secret(alg, header, &claims, &secret);
                is_refused(&server, &token, "signed with the public key as a shared secret").await;
            }
        }
    }
    let token = provider.staff();
    let parts: Vec<&str> = token.split('.').collect();
    let payload = BASE64_URL_SAFE_NO_PAD.encode(claims.to_string());
    is_refused(&server, &format!("{}.{payload}.{}", parts[0], parts[2]), "with another's claims").await;
    is_refused(&server, &format!("{}.{}.", parts[0], parts[1]), "without its signature").await;
    is_refused(&server, &format!("{}.{}", parts[0], parts[1]), "cut off").await;
    is_refused(&server, "..", "two dots").await;
    is_refused(&server, "opaque-and-unknown", "opaque").await;
    // A key set of its own, named in the header, does not count.
    let own = Key::new("own");
    let header = json!({
        "alg": "ES256", "typ": "at+jwt", "kid": "own", "jku": "https://evil.example/keys", "jwk": own.published(),
    });
    is_refused(&server, &own.sign_with(header, &claims), "with a key of its own").await;
    let critical = json!({"alg": "ES256", "typ": "at+jwt", "kid": "1", "crit": ["exp"]});
    is_refused(&server, &provider.key().sign_with(critical, &claims), "with an unknown extension").await;
    for header in ["Bearer", "Bearer ", "Basic YTpi", "bearer  "] {
        let visitor = server.visitor();
        let answer = visitor
            .send(visitor.request("GET", "/api/search").header("Authorization", header))
            .await
            .unwrap();
        assert_eq!(answer.status, 401, "{header:?}: {answer:?}");
    }
}

#[tokio::test]
async fn tokens_that_are_no_access_tokens_open_nothing() {
    let provider = Provider::start();
    let folder = tempfile::tempdir().unwrap();
    let with_audience = Start::on(&folder.path().join("other"))
        .signed_in_at(&provider)
        .with("IDENTITY__AUDIENCE", "handout-api")
        .run();
    let (_folder, server) = start(&provider);
    let claims = provider.claims("admin", &["education-admins"]);
    let logout = json!({"http://schemas.openid.net/event/backchannel-logout": {}});
    for (why, typ, changed) in [
        ("ID token", "JWT", json!({"nonce": "n"})),
        ("ID token for several", "JWT", json!({"aud": [CLIENT_ID, "handout-api"], "azp": CLIENT_ID})),
        ("logout token", "logout+jwt", json!({"events": logout})),
        ("logout token without a type", "JWT", json!({"events": logout})),
        (
            "logout token for several",
            "logout+jwt",
            json!({"aud": [CLIENT_ID, "handout-api"], "events": logout}),
        ),
        ("ID token of another client", "JWT", json!({"aud": "another", "azp": "another"})),
        ("access token for another", "at+jwt", json!({"aud": "another", "client_id": CLIENT_ID})),
    ] {
        let token = provider.key().sign(typ, &but(claims.clone(), changed));
        is_refused(&server, &token, why).await;
        is_refused(&with_audience, &token, why).await;
    }
    let untyped = json!({"alg": "ES256", "kid": "1"});
    is_refused(&server, &provider.key().sign_with(untyped.clone(), &claims), "ID token without a type").await;
    // With an audience of its own, an access token needs no type: ID tokens have another audience.
    let ours = but(claims, json!({"aud": "handout-api"}));
    for token in [provider.key().sign_with(untyped, &ours), provider.key().sign("JWT", &ours)] {
        assert_eq!(with_audience.bearer(token).get("/api/user").await.status, 200);
    }
}

#[tokio::test]
async fn clocks_may_differ_by_a_minute() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let claims = provider.claims("nurse", &[]);
    for changed in [
        json!({"exp": now() - 30}),
        json!({"nbf": now() + 30, "iat": now() + 30}),
        json!({"aud": ["other", CLIENT_ID]}),
        json!({"exp": (now() + 60) as f64 + 0.5, "auth_time": now() as f64 - 0.25}),
    ] {
        let answer = server
            .bearer(provider.access_token(&but(claims.clone(), changed.clone())))
            .get("/api/user")
            .await;
        assert_eq!(answer.status, 200, "{changed}: {answer:?}");
    }
}

#[tokio::test]
async fn the_audience_can_be_set() {
    let provider = Provider::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("IDENTITY__AUDIENCE", "handout-api")
        .run();
    let claims = provider.claims("nurse", &[]);
    assert_eq!(server.bearer(provider.access_token(&claims)).get("/api/user").await.status, 401);
    let meant = provider.access_token(&but(claims, json!({"aud": "handout-api"})));
    assert_eq!(server.bearer(meant).get("/api/user").await.status, 200);
}

#[tokio::test]
async fn a_changed_key_is_fetched_at_once_but_not_for_every_guess() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    assert_eq!(server.bearer(provider.staff()).get("/api/user").await.status, 200);
    assert_eq!(provider.asked("/keys"), 1);
    provider.change_key("2");
    assert_eq!(server.bearer(provider.admin()).get("/api/user").await.status, 200);
    assert_eq!(provider.asked("/keys"), 2);
    is_refused(
        &server,
        &Key::new("1").sign("at+jwt", &provider.claims("nurse", &[])),
        "the name of the old key",
    )
    .await;
    for n in 0..20 {
        let guess = Key::new(&format!("guess-{n}")).sign("at+jwt", &provider.claims("nurse", &[]));
        is_refused(&server, &guess, "a guess").await;
    }
    assert_eq!(provider.asked("/keys"), 2, "guesses make the keys be fetched again and again");
}

/// Twenty calls at once are let in as an administrator.
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
            // Introspection is there: userinfo alone does not count, allowed or not.
            .with("IDENTITY__OPAQUE_TOKENS", true);
        if let Some(secret) = secret {
            start = start.with("IDENTITY__CLIENT_SECRET", secret);
        }
        let server = start.run();
        let before = provider.asked("/introspect");
        let edda = |changed: Value| {
            let answer = json!({
                "active": true, "sub": "edda", "client_id": CLIENT_ID, "token_type": "Bearer",
                "exp": now() + 3600, "given_name": "Edda", "groups": ["education-admins"],
                "email": "edda@example.org", "email_verified": true,
            });
            but(answer, changed)
        };
        provider.introspects("opaque", edda(json!({})));
        admitted(&server.bearer("opaque".into())).await;
        assert_eq!(provider.asked("/introspect") - before, 1);
        // By its audience it may have been issued to another client.
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
        // What it leaves out comes from userinfo.
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
async fn userinfo_alone_lets_an_opaque_token_in_only_where_that_is_allowed() {
    let provider = Provider::start();
    provider.knows(
        "opaque-1",
        json!({"sub": "edda", "email": "edda@example.org", "given_name": "Edda", "groups": ["education-admins"]}),
    );
    let (_folder, server) = start(&provider);
    is_refused(&server, "opaque-1", "userinfo does not say for whom it is").await;
    assert_eq!(provider.asked("/userinfo"), 0);
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("IDENTITY__OPAQUE_TOKENS", true)
        .run();
    let edda = server.bearer("opaque-1".into());
    admitted(&edda).await;
    assert_eq!(provider.asked("/userinfo"), 1);
    assert_eq!(edda.get("/api/user/profile").await.body["accessToken"], "opaque-1");
    is_refused(&server, "opaque-2", "unknown to userinfo").await;
    provider.answers("/userinfo", 200, json!({"email": "who@example.org"}));
    is_refused(&server, "opaque-3", "userinfo has no subject").await;
}

#[tokio::test]
async fn what_a_token_leaves_out_comes_from_userinfo() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let bare = |sub: &str| {
        let less = json!({"email": null, "email_verified": null, "given_name": null, "family_name": null, "groups": null});
        provider.access_token(&but(provider.claims(sub, &[]), less))
    };
    let token = bare("edda");
    provider.knows(&token, json!({"sub": "edda", "given_name": "Edda", "groups": "education-admins"}));
    let user = server.bearer(token).get("/api/user").await.body;
    assert_eq!((&user["admin"], &user["profile"]["given_name"]), (&json!(true), &json!("Edda")), "{user}");
    // Somebody else's userinfo is not believed, and a provider may refuse its own JWTs there.
    let token = bare("nora");
    provider.knows(&token, json!({"sub": "edda", "groups": ["education-admins"]}));
    let user = server.bearer(token).get("/api/user").await;
    assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{user:?}");
    let user = server.bearer(bare("uriel")).get("/api/user").await;
    assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{user:?}");
}

#[tokio::test]
async fn a_token_that_says_less_takes_nothing_away() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    let claims = provider.claims("nurse", &[]);
    let whole = server.bearer(provider.access_token(&claims)).get("/api/user").await.body["profile"].clone();
    assert_eq!(whole, json!({"given_name": "Ada", "family_name": "Nurse", "email": "nurse@example.org"}));
    let less = but(claims, json!({"email": null, "email_verified": null, "given_name": null}));
    let again = server.bearer(provider.access_token(&less)).get("/api/user").await.body["profile"].clone();
    assert_eq!(again, whole);
}

#[tokio::test]
async fn a_provider_that_is_away_is_not_the_tokens_fault() {
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
    // Known now: its going away again stops nobody with a JWT.
    provider.answers("/.well-known/openid-configuration", 500, json!({}));
    assert_eq!(server.bearer(provider.admin()).get("/api/user").await.status, 200);
}

/// Asks until this status comes and this holds.
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

#[tokio::test]
async fn administrators_by_record_are_bound_by_a_verified_address_and_end_at_once() {
    let provider = Provider::start();
    let (folder, server) = start(&provider);
    let data = folder.path().join("data");
    let admin = |args: &[&str]| command(&data, &[&["admin"], args].concat());
    let is_admin = async |sub: &str, changed: Value| {
        let token = provider.access_token(&but(provider.claims(sub, &[]), changed));
        server.bearer(token).get("/api/user").await.body["admin"].clone()
    };
    let (well, said) = admin(&["grant", "Edda@Example.org"]);
    assert!(well && said.contains("first sign-in"), "{said}");
    assert!(admin(&["list"]).1.contains("edda@example.org (waits"), "{}", admin(&["list"]).1);
    // Somebody who only claims the address does not get it.
    assert_eq!(
        is_admin("mallory", json!({"email": "edda@example.org", "email_verified": false})).await,
        false
    );
    assert_eq!(
        is_admin("mallory", json!({"email": "edda@example.org", "email_verified": null})).await,
        false
    );
    assert_eq!(is_admin("edda", json!({"email": "EDDA@example.org"})).await, true);
    // Bound to the person now: whoever brings the address later gets nothing, and she keeps it under another one.
    assert_eq!(is_admin("later", json!({"email": "edda@example.org"})).await, false);
    assert_eq!(is_admin("edda", json!({"email": "edda.new@example.org"})).await, true);
    assert!(!admin(&["list"]).1.contains("waits"));
    let (well, said) = admin(&["revoke", "EDDA.new@example.org"]);
    assert!(well, "{said}");
    assert_eq!(
        is_admin("edda", json!({"email": "edda.new@example.org"})).await,
        false,
        "revoking takes effect at once"
    );
    assert!(!admin(&["revoke", "edda.new@example.org"]).0, "there is nothing to revoke any more");
    // Address and verification of two sources make nobody an administrator.
    assert!(admin(&["grant", "boss@example.org"]).0);
    for (token, userinfo) in [
        (json!({"email": "boss@example.org", "email_verified": null}), json!({"email_verified": true})),
        (
            json!({"email": "boss@example.org", "email_verified": null}),
            json!({"email": "mallory@example.org", "email_verified": true}),
        ),
        (json!({"email": null}), json!({"email": "boss@example.org"})),
        (json!({"email": "mallory@example.org"}), json!({"email": "boss@example.org"})),
    ] {
        let claims = but(but(provider.claims("mallory", &[]), json!({"given_name": null})), token.clone());
        let token = provider.access_token(&claims);
        provider.knows(&token, but(userinfo.clone(), json!({"sub": "mallory"})));
        let user = server.bearer(token).get("/api/user").await;
        assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{claims} {userinfo}");
    }
    // From one source they do, also when that is userinfo.
    let claims = but(provider.claims("boss", &[]), json!({"email": null, "email_verified": null}));
    let token = provider.access_token(&claims);
    provider.knows(&token, json!({"sub": "boss", "email": "Boss@example.org", "email_verified": true}));
    assert_eq!(server.bearer(token).get("/api/user").await.body["admin"], true);
    let (well, said) = admin(&["grant", "later@example.org"]);
    assert!(well, "{said}");
    assert!(!admin(&["grant", "no address"]).0);
    assert_eq!(is_admin("known", json!({})).await, false);
    assert!(admin(&["grant", "known@example.org"]).1.contains("is an administrator now"));
    assert_eq!(is_admin("known", json!({})).await, true, "granting takes effect at once");
}

#[tokio::test]
async fn addresses_differ_in_case_alone_in_any_script_and_never_beyond() {
    let provider = Provider::start();
    let (folder, server) = start(&provider);
    let data = folder.path().join("data");
    let admin = |args: &[&str]| command(&data, &[&["admin"], args].concat());
    let is_admin = async |sub: &str, email: &str| {
        let claims = but(provider.claims(sub, &[]), json!({"email": email}));
        server.bearer(provider.access_token(&claims)).get("/api/user").await.body["admin"].clone()
    };
    // Waiting for a sign-in, bound by it, found again by grant and revoke: one rule.
    assert!(admin(&["grant", "J\u{d6}RG@example.org"]).0);
    assert_eq!(is_admin("joerg", "j\u{f6}rg@EXAMPLE.org").await, true);
    assert!(admin(&["revoke", "J\u{f6}Rg@example.org"]).0, "{}", admin(&["list"]).1);
    assert_eq!(is_admin("joerg", "j\u{f6}rg@EXAMPLE.org").await, false);
    assert_eq!(is_admin("ivan", "\u{418}\u{432}\u{430}\u{43d}@example.org").await, false);
    let (well, said) = admin(&["grant", "\u{438}\u{432}\u{430}\u{43d}@example.org"]);
    assert!(well && said.contains("is an administrator now"), "{said}");
    assert_eq!(is_admin("ivan", "\u{418}\u{432}\u{430}\u{43d}@example.org").await, true);
    // The Kelvin sign is no k.
    assert!(admin(&["grant", "backup@example.org"]).0);
    assert_eq!(is_admin("mallory", "bac\u{212a}up@example.org").await, false);
    assert!(!admin(&["revoke", "bac\u{212a}up@example.org"]).0);
    assert_eq!(is_admin("backup", "Backup@example.org").await, true);
}
