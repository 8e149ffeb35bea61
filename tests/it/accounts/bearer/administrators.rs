//! Administrators by record, bound by a verified address.

use super::{but, start};
use crate::support::command;
use crate::support::provider::Provider;
use serde_json::{Value, json};

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
    // Bound to the person now: others who get the address later get nothing, and she keeps the role under another address.
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
    // The Kelvin sign is not a k.
    assert!(admin(&["grant", "backup@example.org"]).0);
    assert_eq!(is_admin("mallory", "bac\u{212a}up@example.org").await, false);
    assert!(!admin(&["revoke", "bac\u{212a}up@example.org"]).0);
    assert_eq!(is_admin("backup", "Backup@example.org").await, true);
}
