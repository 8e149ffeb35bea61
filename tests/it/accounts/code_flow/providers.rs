//! Providers as hospitals have them: which scopes they list, how they write lifetimes and groups, and what they say when
//! they refuse.

use super::{Site, status};
use crate::support::browser::{Browser, location};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start, run_in};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A provider whose discovery document has these members too; null removes one.
fn described(besides: Value) -> Provider {
    let provider = Provider::start();
    let mut document = provider.discovery();
    for (name, value) in besides.as_object().unwrap() {
        document[name] = value.clone();
    }
    provider.answers("/.well-known/openid-configuration", 200, document);
    provider
}

impl Site {
    /// A site that finds the groups in this claim.
    fn with_groups_claim(claim: &str) -> Site {
        let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
        let start = Start::on(&folder.path().join("data")).signed_in_at(&provider);
        let server = start.with("IDENTITY__GROUPS_CLAIM", claim).run();
        Site { folder, provider, server }
    }

    /// The rows of the audit trail about groups: actor, outcome and detail.
    fn group_rows(&self) -> Vec<[String; 3]> {
        let db = rusqlite::Connection::open(self.data().join("catalogue.db")).unwrap();
        let mut rows = db
            .prepare(
                "SELECT actor, outcome, detail FROM audit WHERE action = 'sign_in.groups' ORDER BY number",
            )
            .unwrap();
        rows.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    /// Waits until the log has this text this many times, and returns the log.
    async fn log_with(&self, text: &str, times: usize) -> String {
        let begun = Instant::now();
        while self.server.log().matches(text).count() < times {
            assert!(begun.elapsed() < PATIENCE, "not {times} times {text:?}: {}", self.server.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.server.log()
    }
}

/// Runs `handout check` with this provider; returns exit code and output.
fn checked(provider: &Provider, claim: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let issuer = provider.issuer();
    let variables = [
        ("HANDOUT_IDENTITY__ISSUER", issuer.as_str()),
        ("HANDOUT_IDENTITY__CLIENT_ID", "handout"),
        ("HANDOUT_IDENTITY__GROUPS_CLAIM", claim),
    ];
    let ended = run_in(folder.path(), &variables, &["check"]);
    (ended.code, ended.stdout)
}

#[tokio::test]
async fn a_scope_that_the_provider_does_not_list_is_not_asked_for() {
    let entra = json!(["openid", "profile", "email", "offline_access"]);
    for (listed, expected) in [
        (entra, "openid email profile"),
        (json!(["openid", "email", "groups", "profile", "phone"]), "openid email groups profile"),
        (json!(["openid"]), "openid"),
        (json!([]), "openid"),
        (json!(["Groups", 7, null, "email"]), "openid email"),
        (json!(null), "openid email groups profile"),
        (json!("openid email"), "openid email groups profile"),
        (json!({"groups": true}), "openid email groups profile"),
    ] {
        let site = Site::start_with(described(json!({"scopes_supported": listed})));
        let (_, asked) = site.browser().begin("/").await;
        assert_eq!(asked["scope"], expected, "{listed}");
        let mut browser = site.browser();
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
        assert_eq!(back.status(), 303, "{listed}");
    }
}

#[test]
fn check_reports_the_scopes_and_claims_that_a_provider_lacks() {
    let google = described(json!({
        "scopes_supported": ["openid", "email", "profile"],
        "claims_supported": ["aud", "email", "email_verified", "given_name", "family_name", "iss", "sub"],
    }));
    let (code, output) = checked(&google, "groups");
    assert_eq!(code, Some(0), "{output}");
    let line = |what: &str| output.lines().find(|line| line.starts_with(what)).unwrap();
    assert!(line("sign-in scopes").contains("does not list groups"), "{output}");
    assert!(line("sign-in scopes").contains("handout admin grant"), "{output}");
    assert!(line("sign-in claims").contains("does not list groups (claims_supported)"), "{output}");
    let (code, output) = checked(&Provider::start(), "groups");
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("asked for: openid, email, groups, profile\n"), "{output}");
    assert!(!output.contains("notice"), "{output}");
    // Of a path the provider lists the claim that contains it.
    let keycloak = described(json!({
        "claims_supported": ["email", "email_verified", "given_name", "family_name", "realm_access"],
    }));
    let (_, output) = checked(&keycloak, "realm_access.roles");
    assert!(!output.contains("notice"), "{output}");
    let (_, output) = checked(&described(json!({"claims_supported": ["sub", "email"]})), "roles");
    assert!(output.contains("does not list email_verified, given_name, family_name, roles"), "{output}");
    assert!(output.contains("Without email_verified no address counts as verified"), "{output}");
}

#[tokio::test]
async fn a_lifetime_of_any_form_signs_in_and_refreshes() {
    let site = Site::start();
    for (written, lifetime) in [
        (json!("3599"), Some(3599)),
        (json!(3599.0), Some(3599)),
        (json!("3599.5"), Some(3599)),
        (json!(null), None),
        (json!("soon"), None),
        (json!(0), None),
        (json!(-5), None),
        (json!(1e300), None),
        (json!([3599]), None),
    ] {
        let tokens = |n: u32, nonce: &str| {
            let mut tokens = site.tokens("nurse", nonce, json!({}));
            tokens["expires_in"] = written.clone();
            tokens["refresh_token"] = format!("refresh-{n}").into();
            tokens
        };
        let mut browser = site.browser();
        site.sql("DELETE FROM sign_ins");
        let back = site.signs_in(&mut browser, |nonce| tokens(1, nonce)).await;
        assert_eq!(back.status(), 303, "{written}: {}", site.server.log());
        let renew_at = || {
            let db = rusqlite::Connection::open(site.data().join("catalogue.db")).unwrap();
            db.query_row("SELECT renew_at FROM sign_ins", [], |row| row.get::<_, Option<i64>>(0)).unwrap()
        };
        let is_expected = || match (renew_at(), lifetime) {
            (None, None) => true,
            (Some(at), Some(lifetime)) => {
                (lifetime - 120..lifetime).contains(&(at - crate::support::provider::now()))
            }
            _ => false,
        };
        assert!(is_expected(), "{written}: {:?}", renew_at());
        let mut renewed = tokens(2, "");
        renewed["id_token"] = Value::Null;
        site.provider.gives("refresh-1", renewed);
        site.sql("UPDATE sign_ins SET renew_at = 1");
        assert_eq!(status(&mut browser, "/api/user").await, 200, "{written}");
        assert!(is_expected(), "after a refresh {written}: {:?}", renew_at());
    }
}

#[tokio::test]
async fn groups_that_the_provider_left_out_are_reported_once_a_sign_in() {
    let site = Site::start();
    let sources =
        json!({"src1": {"endpoint": format!("{}/graph", site.provider.issuer()), "access_token": "t"}});
    let left_out = json!({"groups": null, "_claim_names": {"groups": "src1"}, "_claim_sources": sources});
    let subject = format!("{}|nurse", site.provider.issuer());
    let reason = "the provider left the groups out, as there are too many for a token";
    for sign_in in 1..=2 {
        let mut browser = site.browser();
        let back = site
            .signs_in(&mut browser, |nonce| {
                let mut tokens = site.tokens("nurse", nonce, left_out.clone());
                tokens["refresh_token"] = "refresh".into();
                tokens
            })
            .await;
        assert_eq!(back.status(), 303);
        assert_eq!(browser.json("/api/user").await["admin"], false);
        let profile = browser.json("/api/user/profile").await;
        assert_eq!(profile["groupsProblem"], "leftOut", "{profile}");
        assert_eq!(profile["claims"]["_claim_names"], json!({"groups": "src1"}));
        let mut renewed = site.tokens("nurse", "", left_out.clone());
        renewed["refresh_token"] = "refresh".into();
        site.provider.gives("refresh", renewed);
        site.sql("UPDATE sign_ins SET renew_at = 1");
        assert_eq!(status(&mut browser, "/api/user").await, 200);
        let expected = [subject.clone(), "failed".into(), reason.into()];
        assert_eq!(site.group_rows(), vec![expected; sign_in], "a renewal does not report it again");
    }
    let log = site.log_with("not all groups of a person are known", 2).await;
    assert!(log.contains(reason) && log.contains(&subject), "{log}");
    assert_eq!(site.provider.requests("/graph"), 0);
}

#[tokio::test]
async fn unknown_groups_of_a_bearer_token_are_reported_once_a_day() {
    let site = Site::start();
    let token = |claims: Value| {
        let mut all = site.provider.claims("nurse", &[]);
        all.as_object_mut().unwrap().remove("groups");
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        site.provider.access_token(&all)
    };
    let left_out = token(json!({"hasgroups": true}));
    for n in 0..3 {
        let caller = site.server.bearer(token(json!({"hasgroups": true, "jti": n.to_string()})));
        assert_eq!(caller.get("/api/user").await.status, 200);
    }
    let rows = site.group_rows();
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0][2].ends_with("(access token)"), "{rows:?}");
    let profile = site.server.bearer(left_out.clone()).get("/api/user/profile").await.body;
    assert_eq!(profile["groupsProblem"], "leftOut", "{profile}");
    // Not after a restart of the same day either.
    let provider = site.provider.key();
    let site = site.restarted(None);
    assert_eq!(site.provider.key().name, provider.name);
    assert_eq!(site.server.bearer(left_out).get("/api/user").await.status, 200);
    assert_eq!(site.group_rows().len(), 1);
}

#[tokio::test]
async fn groups_give_rights_in_every_form() {
    let admins = "education-admins";
    for (claim, claims, is_admin) in [
        ("realm_access.roles", json!({"realm_access": {"roles": ["x", admins]}}), true),
        (
            "resource_access.h.example.roles",
            json!({"resource_access": {"h.example": {"roles": [admins]}}}),
            true,
        ),
        ("https://x.example/groups", json!({"https://x.example/groups": [admins]}), true),
        (
            "realm_access.roles",
            json!({"realm_access.roles": ["x"], "realm_access": {"roles": [admins]}}),
            false,
        ),
        ("groups", json!({"groups": [{"gid": "x", "displayName": admins}]}), true),
        ("groups", json!({"groups": {"cn": admins}}), true),
        ("groups", json!({"groups": admins}), true),
        ("groups", json!({"groups": [format!("/{admins}")]}), false),
        ("groups", json!({"groups": [{"name": "x", "description": admins}]}), false),
    ] {
        let site = Site::with_groups_claim(claim);
        let mut browser = site.browser();
        let mut all = json!({"groups": null});
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, all.clone())).await;
        assert_eq!(back.status(), 303);
        assert_eq!(browser.json("/api/user").await["admin"], is_admin, "{claim} {claims}");
        assert_eq!(site.group_rows(), Vec::<[String; 3]>::new(), "{claim} {claims}");
        assert_eq!(browser.json("/api/user/profile").await.get("groupsProblem"), None);
        // A renewal without groups leaves none, wherever they were.
        site.sql("UPDATE sign_ins SET renew_at = 1");
        let mut access = site.provider.claims("bearer", &[]);
        access.as_object_mut().unwrap().extend(all.as_object().unwrap().clone());
        let bearer = site.server.bearer(site.provider.access_token(&access));
        assert_eq!(bearer.get("/api/user").await.body["admin"], is_admin, "bearer: {claim} {claims}");
    }
    let site = Site::start();
    let mut browser = site.browser();
    let odd = json!({"groups": {"education-admins": true}});
    let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, odd)).await;
    assert_eq!(back.status(), 303);
    assert_eq!(browser.json("/api/user").await["admin"], false);
    assert_eq!(site.group_rows()[0][2], "groups do not have a form that can be read");
    assert_eq!(browser.json("/api/user/profile").await["groupsProblem"], "unreadable");
}

#[tokio::test]
async fn groups_at_a_path_do_not_outlive_a_renewal() {
    let site = Site::with_groups_claim("realm_access.roles");
    let mut browser = site.browser();
    let groups = json!({"groups": null, "realm_access": {"roles": ["education-admins"]}});
    let back = site
        .signs_in(&mut browser, |nonce| {
            let mut tokens = site.tokens("nurse", nonce, groups);
            tokens["refresh_token"] = "refresh".into();
            tokens
        })
        .await;
    assert_eq!(back.status(), 303);
    assert_eq!(browser.json("/api/user").await["admin"], true);
    let mut renewed = site.tokens("nurse", "", json!({}));
    renewed["id_token"] = Value::Null;
    site.provider.gives("refresh", renewed);
    site.sql("UPDATE sign_ins SET renew_at = 1");
    assert_eq!(browser.json("/api/user").await["admin"], false);
}

#[tokio::test]
async fn a_refusal_is_logged_in_the_providers_words_without_tokens() {
    let site = Site::start();
    let mut browser = site.browser();
    let (_, asked) = browser.begin("/").await;
    let text = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let description =
        "AADSTS650053: The application asked for scope 'groups' that doesn't exist.\r\nTrace ID: 7";
    let to = format!(
        "/login/callback?error=invalid_scope&error_description={}&state={}",
        text(description),
        asked["state"]
    );
    assert_eq!(browser.get(&to).await.status(), 403);
    let log = site.log_with("the identity provider refused a sign-in", 1).await;
    let line = log.lines().find(|line| line.contains("the identity provider refused a sign-in")).unwrap();
    assert!(line.contains("invalid_scope") && line.contains("that doesn't exist. Trace ID: 7"), "{line}");

    let refused = json!({"error": "invalid_client", "error_description": "AADSTS7000222: The secret of code-x is expired"});
    site.provider.answers("/token", 401, refused);
    let back = site.signs_in(&mut browser, |nonce| site.tokens("nurse", nonce, json!({}))).await;
    assert_eq!(back.status(), 502);
    site.log_with("invalid_client: AADSTS7000222: The secret of code-x is expired", 1).await;
    site.provider.answers_as_usual("/token");

    // A description that repeats what was sent.
    let (_, asked) = browser.begin("/").await;
    let code = format!("secret-{}", asked["state"]);
    let repeats =
        json!({"error": "invalid_grant", "error_description": format!("the code {code} was used before")});
    site.provider.answers("/token", 400, repeats);
    let back = browser.get(&format!("/login/callback?code={code}&state={}", asked["state"])).await;
    assert_eq!(back.status(), 403);
    let log = site.log_with("invalid_grant: the code … was used before", 1).await;
    assert!(!log.contains(&code), "{log}");
}

/// Begins this many sign-ins in one browser.
async fn begun(browser: &mut Browser, count: usize) -> Vec<(String, String, String)> {
    let mut pending = Vec::new();
    for n in 0..count {
        // Every other tab was at a long address.
        let return_to = format!("/search?q={n}{}", "x".repeat(if n % 2 == 0 { 0 } else { 300 }));
        let (_, asked) = browser.begin(&return_to).await;
        pending.push((return_to, asked["state"].clone(), asked["nonce"].clone()));
    }
    pending
}

#[tokio::test]
async fn the_newest_twenty_tabs_of_a_browser_all_finish_their_sign_ins() {
    let site = Site::start();
    let mut browser = site.browser();
    let pending = begun(&mut browser, 25).await;
    let sent: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(sent.len(), 20);
    // With https the names are longer by `__Host-`.
    let bytes = sent.join("; ").len() + 20 * "__Host-".len();
    assert!(bytes < 4_000, "{bytes} bytes of cookies");
    for (n, (return_to, state, nonce)) in pending.iter().enumerate() {
        site.provider.gives(state, site.tokens("nurse", nonce, json!({})));
        let back = browser.get(&format!("/login/callback?code={state}&state={state}")).await;
        if n < 5 {
            assert_eq!(back.status(), 400, "{n}: one of the oldest");
        } else {
            assert_eq!(&location(&back), return_to, "{n}");
        }
    }
    assert_eq!(browser.cookies.keys().collect::<Vec<_>>(), ["handout"]);
    assert_eq!(status(&mut browser, "/api/user").await, 200);
}
