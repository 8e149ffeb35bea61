//! Signed access tokens in the Authorization header: valid ones, forged ones, and a provider that changes its keys.

mod administrators;
mod opaque;

use crate::support::provider::{CLIENT_ID, Key, Provider, now, signed_by_secret, unsigned};
use crate::support::{Server, Start};
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use serde_json::{Value, json};
use tempfile::TempDir;

fn start(provider: &Provider) -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).signed_in_at(provider).run();
    (folder, server)
}

/// These claims with some of them changed; null removes one.
fn with_changes(mut claims: Value, changed: Value) -> Value {
    for (name, value) in changed.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

/// The provider's public key in the forms in which libraries have mistaken it for a shared secret.
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
async fn forged_tokens_are_refused() {
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
        is_refused(&server, &provider.access_token(&with_changes(claims.clone(), changed)), why).await;
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
    // A key set named in the token's header is ignored.
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
async fn tokens_other_than_access_tokens_are_refused() {
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
        let token = provider.key().sign(typ, &with_changes(claims.clone(), changed));
        is_refused(&server, &token, why).await;
        is_refused(&with_audience, &token, why).await;
    }
    let untyped = json!({"alg": "ES256", "kid": "1"});
    is_refused(&server, &provider.key().sign_with(untyped.clone(), &claims), "ID token without a type").await;
    // An access token with an audience of its own needs no type, because ID tokens have another audience.
    let ours = with_changes(claims, json!({"aud": "handout-api"}));
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
            .bearer(provider.access_token(&with_changes(claims.clone(), changed.clone())))
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
    let meant = provider.access_token(&with_changes(claims, json!({"aud": "handout-api"})));
    assert_eq!(server.bearer(meant).get("/api/user").await.status, 200);
}

#[tokio::test]
async fn a_changed_key_is_fetched_at_once_but_not_for_every_unknown_key() {
    let provider = Provider::start();
    let (_folder, server) = start(&provider);
    assert_eq!(server.bearer(provider.staff()).get("/api/user").await.status, 200);
    assert_eq!(provider.requests("/keys"), 1);
    provider.change_key("2");
    assert_eq!(server.bearer(provider.admin()).get("/api/user").await.status, 200);
    assert_eq!(provider.requests("/keys"), 2);
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
    assert_eq!(provider.requests("/keys"), 2, "unknown key IDs cause repeated fetches");
}
