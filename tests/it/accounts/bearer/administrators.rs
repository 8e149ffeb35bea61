//! Administrators added by a record, which a verified address binds to a person.

use super::{start, with_changes};
use crate::support::command;
use crate::support::provider::Provider;
use serde_json::{Value, json};

#[tokio::test]
async fn administrators_by_record_are_bound_by_a_verified_address_and_revoked_at_once() {
    let provider = Provider::start();
    let (folder, server) = start(&provider);
    let data = folder.path().join("data");
    let admin = |args: &[&str]| command(&data, &[&["admin"], args].concat());
    let is_admin = async |sub: &str, changed: Value| {
        let token = provider.access_token(&with_changes(provider.claims(sub, &[]), changed));
        server.bearer(token).get("/api/user").await.body["admin"].clone()
    };
    let (succeeded, output) = admin(&["grant", "Edda@Example.org"]);
    assert!(succeeded && output.contains("first sign-in"), "{output}");
    assert!(admin(&["list"]).1.contains("edda@example.org (waits"), "{}", admin(&["list"]).1);
    // Claiming the address is not enough.
    assert_eq!(
        is_admin("mallory", json!({"email": "edda@example.org", "email_verified": false})).await,
        false
    );
    assert_eq!(
        is_admin("mallory", json!({"email": "edda@example.org", "email_verified": null})).await,
        false
    );
    assert_eq!(is_admin("edda", json!({"email": "EDDA@example.org"})).await, true);
    // Now bound to the person: others who get the address later get nothing, and she stays administrator under another
    // address.
    assert_eq!(is_admin("later", json!({"email": "edda@example.org"})).await, false);
    assert_eq!(is_admin("edda", json!({"email": "edda.new@example.org"})).await, true);
    assert!(!admin(&["list"]).1.contains("waits"));
    let (succeeded, output) = admin(&["revoke", "EDDA.new@example.org"]);
    assert!(succeeded, "{output}");
    assert_eq!(
        is_admin("edda", json!({"email": "edda.new@example.org"})).await,
        false,
        "revoking takes effect at once"
    );
    assert!(!admin(&["revoke", "edda.new@example.org"]).0, "there is nothing to revoke any more");
    // An address and its verification from two different sources make nobody an administrator.
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
        let claims = with_changes(
            with_changes(provider.claims("mallory", &[]), json!({"given_name": null})),
            token.clone(),
        );
        let token = provider.access_token(&claims);
        provider.knows(&token, with_changes(userinfo.clone(), json!({"sub": "mallory"})));
        let user = server.bearer(token).get("/api/user").await;
        assert_eq!((user.status, &user.body["admin"]), (200, &json!(false)), "{claims} {userinfo}");
    }
    // From the same source they do, also if that is userinfo.
    let claims = with_changes(provider.claims("boss", &[]), json!({"email": null, "email_verified": null}));
    let token = provider.access_token(&claims);
    provider.knows(&token, json!({"sub": "boss", "email": "Boss@example.org", "email_verified": true}));
    assert_eq!(server.bearer(token).get("/api/user").await.body["admin"], true);
    let (succeeded, output) = admin(&["grant", "later@example.org"]);
    assert!(succeeded, "{output}");
    assert!(!admin(&["grant", "no address"]).0);
    assert_eq!(is_admin("known", json!({})).await, false);
    assert!(admin(&["grant", "known@example.org"]).1.contains("is an administrator now"));
    assert_eq!(is_admin("known", json!({})).await, true, "granting takes effect at once");
}

#[tokio::test]
async fn addresses_are_compared_without_case_in_any_script_and_otherwise_exactly() {
    let provider = Provider::start();
    let (folder, server) = start(&provider);
    let data = folder.path().join("data");
    let admin = |args: &[&str]| command(&data, &[&["admin"], args].concat());
    let is_admin = async |sub: &str, email: &str| {
        let claims = with_changes(provider.claims(sub, &[]), json!({"email": email}));
        server.bearer(provider.access_token(&claims)).get("/api/user").await.body["admin"].clone()
    };
    // Waiting for a sign-in, binding by it, finding the record again by grant and revoke: all compare alike.
    assert!(admin(&["grant", "J\u{d6}RG@example.org"]).0);
    assert_eq!(is_admin("joerg", "j\u{f6}rg@EXAMPLE.org").await, true);
    assert!(admin(&["revoke", "J\u{f6}Rg@example.org"]).0, "{}", admin(&["list"]).1);
    assert_eq!(is_admin("joerg", "j\u{f6}rg@EXAMPLE.org").await, false);
    assert_eq!(is_admin("ivan", "\u{418}\u{432}\u{430}\u{43d}@example.org").await, false);
    let (succeeded, output) = admin(&["grant", "\u{438}\u{432}\u{430}\u{43d}@example.org"]);
    assert!(succeeded && output.contains("is an administrator now"), "{output}");
    assert_eq!(is_admin("ivan", "\u{418}\u{432}\u{430}\u{43d}@example.org").await, true);
    // The Kelvin sign is not the letter k.
    assert!(admin(&["grant", "backup@example.org"]).0);
    assert_eq!(is_admin("mallory", "bac\u{212a}up@example.org").await, false);
    assert!(!admin(&["revoke", "bac\u{212a}up@example.org"]).0);
    assert_eq!(is_admin("backup", "Backup@example.org").await, true);
}
