//! Every call of the documented API by every role, compared with the table of `src/model/accounts.rs`.

use crate::support::provider::Provider;
use crate::support::{Caller, Start, command};
use handout::model::accounts::{Right, Role, Roles};
use serde_json::json;

/// Who may make a call.
#[derive(Clone, Copy, PartialEq)]
enum Access {
    Everybody,
    SignedIn,
    Having(Right),
}
use Access::{Everybody, Having, SignedIn};
use Right::{EditCitations, ManageLookups, ManagePackets, ManageWords, ReadAudit, SeeInsight, WorkOnOrders};

/// Every call, who may make it, and the status for callers that are admitted. The bodies are nonsense, so that an
/// admitted call never changes anything.
const CALLS: [(&str, &str, Access, u16); 129] = [
    ("GET", "/api/config", Everybody, 200),
    ("GET", "/api/search?q=", Everybody, 200),
    ("GET", "/api/search/facets", Everybody, 200),
    ("GET", "/api/search/suggestions?q=a", Everybody, 200),
    ("GET", "/api/languages", Everybody, 200),
    ("GET", "/api/citations/x", Everybody, 404),
    ("GET", "/api/citations/x?asOf=2026-01-01", SignedIn, 404),
    ("GET", "/api/citations/x/qr.png?url=u", Everybody, 404),
    ("GET", "/api/search/download?q=", SignedIn, 200),
    ("GET", "/api/user", SignedIn, 200),
    ("GET", "/api/user/profile", SignedIn, 200),
    ("GET", "/api/user/orders", SignedIn, 200),
    ("POST", "/api/user/session", SignedIn, 422),
    ("POST", "/api/user/order", SignedIn, 422),
    ("POST", "/api/user/orders/x/cancel", SignedIn, 422),
    ("POST", "/api/user/orders/x/reply", SignedIn, 422),
    ("POST", "/api/user/translation-requests", SignedIn, 422),
    ("GET", "/api/orders/x", SignedIn, 404),
    ("GET", "/api/orders", Having(WorkOnOrders), 200),
    ("GET", "/api/orders/download", Having(WorkOnOrders), 200),
    ("GET", "/api/orders/totals", Having(WorkOnOrders), 200),
    ("GET", "/api/orders/totals/download", Having(WorkOnOrders), 200),
    ("GET", "/api/orders/x/qr.png", Having(WorkOnOrders), 404),
    ("POST", "/api/orders/x/state", Having(WorkOnOrders), 422),
    ("POST", "/api/orders/state", Having(WorkOnOrders), 422),
    ("GET", "/api/system/jobs", SignedIn, 200),
    ("POST", "/api/system/jobs", Having(ManageLookups), 422),
    ("GET", "/api/system/departments?updated=true", Having(ManageLookups), 200),
    ("POST", "/api/system/departments", Having(ManageLookups), 422),
    ("GET", "/api/system/lookups/rules", Having(ManageLookups), 200),
    ("GET", "/api/system/lookups/impact?type=tags&oldValue=x", Having(ManageLookups), 404),
    ("PUT", "/api/system/languages/x", Having(ManageLookups), 422),
    ("GET", "/api/system/export", Having(EditCitations), 200),
    ("POST", "/api/system/imports", Having(EditCitations), 201),
    ("GET", "/api/system/imports", Having(EditCitations), 200),
    ("GET", "/api/system/imports/x", Having(EditCitations), 404),
    ("DELETE", "/api/system/imports/x", Having(EditCitations), 404),
    ("GET", "/api/system/imports/x/preview", Having(EditCitations), 404),
    ("PUT", "/api/system/imports/x", Having(EditCitations), 422),
    ("POST", "/api/system/imports/x/run", Having(EditCitations), 422),
    ("GET", "/api/system/mappings", Having(EditCitations), 200),
    ("POST", "/api/system/mappings", Having(EditCitations), 422),
    ("PUT", "/api/system/mappings/x", Having(EditCitations), 422),
    ("DELETE", "/api/system/mappings/x", Having(EditCitations), 404),
    ("POST", "/api/citations", Having(EditCitations), 422),
    ("PUT", "/api/citations/x", Having(EditCitations), 422),
    ("GET", "/api/citations/x/versions", Having(EditCitations), 404),
    ("POST", "/api/citations/x/restore", Having(EditCitations), 422),
    ("POST", "/api/citations/x/review", Having(EditCitations), 422),
    ("POST", "/api/citations/x/store", Having(EditCitations), 422),
    ("POST", "/api/citations/x/attach", Having(EditCitations), 422),
    ("POST", "/api/files", Having(EditCitations), 400),
    ("POST", "/api/files/match", Having(EditCitations), 422),
    ("GET", "/api/files/x", Having(EditCitations), 404),
    ("GET", "/api/files/x/content", Having(EditCitations), 404),
    ("POST", "/api/files/x/withdraw", Having(EditCitations), 404),
    ("GET", "/api/orders/x/files", Having(WorkOnOrders), 404),
    ("GET", "/api/orders/files?id=x", Having(WorkOnOrders), 404),
    ("GET", "/api/system/overview", Having(EditCitations), 200),
    ("GET", "/api/system/duplicates", Having(EditCitations), 200),
    ("GET", "/api/system/duplicates/download", Having(EditCitations), 200),
    ("GET", "/api/system/reviews", Having(EditCitations), 200),
    ("GET", "/api/system/reviews/download", Having(EditCitations), 200),
    ("POST", "/api/system/reviews", Having(EditCitations), 422),
    ("GET", "/api/system/links", Having(EditCitations), 200),
    ("GET", "/api/system/links/download", Having(EditCitations), 200),
    ("POST", "/api/system/links/check", Having(EditCitations), 422),
    ("GET", "/api/citations/x/links", SignedIn, 404),
    ("POST", "/api/system/bulk", Having(EditCitations), 422),
    ("POST", "/api/system/jobs/x/undo", Having(EditCitations), 404),
    ("GET", "/api/system/synonyms", Having(ManageWords), 200),
    ("GET", "/api/system/synonyms/download", Having(ManageWords), 200),
    ("POST", "/api/system/synonyms", Having(ManageWords), 422),
    ("POST", "/api/system/synonyms/try", Having(ManageWords), 422),
    ("POST", "/api/system/synonyms/import", Having(ManageWords), 400),
    ("PUT", "/api/system/synonyms/x", Having(ManageWords), 422),
    ("DELETE", "/api/system/synonyms/x", Having(ManageWords), 404),
    ("GET", "/api/system/promotions", Having(ManageWords), 200),
    ("GET", "/api/system/promotions/download", Having(ManageWords), 200),
    ("POST", "/api/system/promotions", Having(ManageWords), 422),
    ("PUT", "/api/system/promotions/x", Having(ManageWords), 422),
    ("DELETE", "/api/system/promotions/x", Having(ManageWords), 404),
    ("GET", "/api/system/promotions/x/history", Having(ManageWords), 404),
    ("GET", "/api/system/terms", Having(ManageWords), 200),
    ("GET", "/api/system/terms/download", Having(ManageWords), 200),
    ("GET", "/api/system/terms/own", Having(ManageWords), 200),
    ("POST", "/api/system/terms/own?dryRun=true", Having(ManageWords), 200),
    ("PUT", "/api/system/terms", Having(ManageWords), 422),
    ("GET", "/api/system/translations?lang=so", Having(SeeInsight), 200),
    ("GET", "/api/system/translations/download?lang=so", Having(SeeInsight), 200),
    ("GET", "/api/system/translation-requests", Having(SeeInsight), 200),
    ("GET", "/api/system/translation-requests/download", Having(SeeInsight), 200),
    ("POST", "/api/system/translation-requests/x/close", Having(SeeInsight), 404),
    ("GET", "/api/system/searches", Having(SeeInsight), 200),
    ("GET", "/api/packets", Everybody, 200),
    ("GET", "/api/packets/download", Everybody, 200),
    ("GET", "/api/packets/x", Everybody, 404),
    ("GET", "/api/packets?obsolete=true", Having(ManagePackets), 200),
    ("GET", "/api/qr?packet=x", Everybody, 404),
    ("GET", "/api/user/packets", SignedIn, 200),
    ("GET", "/api/user/packets/download", SignedIn, 200),
    ("POST", "/api/packets", SignedIn, 422),
    ("PUT", "/api/packets/x", SignedIn, 404),
    ("DELETE", "/api/packets/x", SignedIn, 404),
    ("GET", "/api/packets/x/history", SignedIn, 404),
    ("POST", "/api/packets/x/restore", SignedIn, 422),
    ("GET", "/api/system/searches/download", Having(SeeInsight), 200),
    ("GET", "/api/system/searches/codes", Having(SeeInsight), 200),
    ("GET", "/api/system/searches/codes/download", Having(SeeInsight), 200),
    ("GET", "/api/search/completions?q=a", Everybody, 200),
    ("GET", "/api/infobutton", Everybody, 200),
    ("POST", "/api/usage", Everybody, 422),
    ("POST", "/api/reports", Everybody, 422),
    ("GET", "/api/citations/x/usage", SignedIn, 404),
    ("GET", "/api/system/usage", Having(SeeInsight), 200),
    ("GET", "/api/system/usage/download", Having(SeeInsight), 200),
    ("GET", "/api/system/reports", Having(EditCitations), 200),
    ("GET", "/api/system/reports/download", Having(EditCitations), 200),
    ("POST", "/api/system/reports/x", Having(EditCitations), 422),
    ("GET", "/api/citations/x/readability", SignedIn, 404),
    ("GET", "/api/system/readability", Having(EditCitations), 200),
    ("GET", "/api/system/readability/download", Having(EditCitations), 200),
    ("GET", "/api/system/accessibility", Having(EditCitations), 200),
    ("GET", "/api/system/accessibility/download", Having(EditCitations), 200),
    ("POST", "/api/system/accessibility", Having(EditCitations), 404),
    ("GET", "/api/files/x/preview?w=160", Having(EditCitations), 404),
    ("GET", "/api/system/sbom", Having(EditCitations), 200),
    ("GET", "/api/system/audit", Having(ReadAudit), 200),
    ("GET", "/api/system/audit/download", Having(ReadAudit), 200),
];

/// Documented paths outside `/api`, open to everybody, and their status.
const PAGES: [(&str, u16); 11] = [
    ("/file/x/es", 404),
    ("/file/x/es/0", 404),
    ("/file/x/es/preview?w=160", 404),
    ("/file/x/es/0/preview?w=160", 404),
    ("/infobutton", 303),
    ("/i/x", 404),
    ("/i/x/es", 404),
    ("/opensearch.xml", 200),
    ("/sitemap.xml", 200),
    ("/sitemap-7.xml", 404),
    ("/feed.atom", 200),
];

/// Whether a path, without its query, matches a documented path.
fn matches_path(described: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap();
    let (form, parts): (Vec<&str>, Vec<&str>) = (described.split('/').collect(), path.split('/').collect());
    let fits = |form: &str, part: &str| match form.split_once('{') {
        None => form == part,
        Some((start, rest)) => {
            part.starts_with(start) && part.ends_with(rest.split_once('}').map_or("", |(_, end)| end))
        }
    };
    form.len() == parts.len() && form.iter().zip(&parts).all(|(form, part)| fits(form, part))
}

async fn check(who: &str, caller: &Caller, roles: Option<Roles>) {
    for (method, path, whom, through) in CALLS {
        let expected = match (whom, roles) {
            (Everybody, _) => through,
            (_, None) => 401,
            (SignedIn, Some(_)) => through,
            (Having(right), Some(roles)) => {
                if roles.give(right) {
                    through
                } else {
                    403
                }
            }
        };
        let mut request = caller.request(method, path);
        if method != "GET" {
            request = request.header("If-Match", "\"1\"").json(&json!({"nothing": "of use"}));
        }
        let answer = caller.send(request).await.unwrap();
        assert_eq!(answer.status, expected, "{method} {path} as {who}: {answer:?}");
        if expected == 401 {
            assert_eq!(answer.headers["www-authenticate"], "Bearer", "{method} {path}");
        }
        if expected >= 400 {
            assert_eq!(answer.headers["content-type"], "application/problem+json", "{method} {path}");
            assert_eq!(answer.body["status"], json!(expected), "{method} {path}");
            for field in ["type", "title", "detail"] {
                assert!(answer.body[field].is_string(), "{method} {path}: {:?}", answer.body);
            }
        }
        if roles.is_some() || expected >= 400 {
            assert_eq!(answer.headers["cache-control"], "no-store", "{method} {path} as {who}");
        }
    }
    for (path, expected) in PAGES {
        let answer = caller.get(path).await;
        assert_eq!(answer.status, expected, "{path} as {who}: {answer:?}");
    }
}

#[tokio::test]
async fn every_call_is_allowed_only_to_its_roles() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("ORDERS__COPY_CENTER_GROUP", "copy-center")
        .with("AUDIT__GROUP", "it-auditors")
        .run();
    let described = server.visitor().get("/api/openapi.json").await.body;
    for (path, operations) in described["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            let known = CALLS
                .iter()
                .any(|(of, call, ..)| of.eq_ignore_ascii_case(method) && matches_path(path, call))
                || method == "get" && PAGES.iter().any(|(page, _)| matches_path(path, page));
            assert!(known, "{method} {path} is documented, but the tables here lack it");
        }
    }
    check("a visitor", &server.visitor(), None).await;
    check("somebody on the staff", &server.bearer(provider.staff()), Some(Roles::default())).await;
    let groups = [
        (Role::Admin, "education-admins"),
        (Role::CopyCenter, "copy-center"),
        (Role::Auditor, "it-auditors"),
    ];
    for (role, group) in groups {
        let caller = server.bearer(provider.token(role.name(), &[group]));
        check(role.name(), &caller, Some(Roles::new(role))).await;
    }
    for path in ["/api/config", "/api/search", "/api/user", "/api/citations/x", "/api/orders"] {
        let answer = server.bearer("no.token.ofours".into()).get(path).await;
        assert_eq!(answer.status, 401, "a bad token at {path}: {answer:?}");
    }
}

/// A large body from a caller without the right is refused before it is read.
#[tokio::test]
async fn a_call_without_the_right_is_refused_before_its_body_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let staff = server.bearer(provider.staff());
    let large = "x".repeat(2 << 20);
    let refused = staff.send(staff.request("POST", "/api/orders/state").body(large.clone())).await;
    // Either the whole response arrives, or the connection ends while the body is still being sent.
    assert!(refused.as_ref().map_or(true, |answer| answer.status == 403), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_copy_center_role_comes_from_a_group_or_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server =
        Start::on(&data).signed_in_at(&provider).with("ORDERS__COPY_CENTER_GROUP", "Print Shop").run();
    let roles = async |sub: &str, groups: &[&str]| {
        let user = server.bearer(provider.token(sub, groups)).get("/api/user").await.body;
        (user["admin"].clone(), user["roles"].clone())
    };
    assert_eq!(roles("nurse", &[]).await, (json!(false), json!([])));
    assert_eq!(roles("casey", &["Print Shop"]).await, (json!(false), json!(["copy-center"])));
    assert_eq!(
        roles("both", &["Print Shop", "education-admins"]).await,
        (json!(true), json!(["admin", "copy-center"]))
    );
    assert_eq!(roles("admin", &["education-admins"]).await, (json!(true), json!(["admin", "copy-center"])));

    let admin = |args: &[&str]| {
        let (succeeded, output) = command(&data, &[&["admin"], args].concat());
        assert!(succeeded, "{args:?}: {output}");
        output
    };
    // One exists already, the other one is added later.
    admin(&["grant", "nurse@example.org", "--role", "copy-center"]);
    admin(&["grant", "--role", "copy-center", "late@example.org"]);
    assert_eq!(roles("nurse", &[]).await, (json!(false), json!(["copy-center"])));
    let listed = admin(&["list"]);
    assert!(listed.contains("nurse@example.org, copy-center\n"), "{listed}");
    assert!(listed.contains("late@example.org (waits for the first sign-in), copy-center\n"), "{listed}");
    assert_eq!(roles("late", &[]).await, (json!(false), json!(["copy-center"])));
    // A second role does not replace the first one, and each is revoked separately.
    admin(&["grant", "nurse@example.org"]);
    assert_eq!(roles("nurse", &[]).await, (json!(true), json!(["admin", "copy-center"])));
    admin(&["revoke", "nurse@example.org"]);
    assert_eq!(roles("nurse", &[]).await, (json!(false), json!(["copy-center"])));
    admin(&["revoke", "nurse@example.org", "--role", "copy-center"]);
    assert_eq!(roles("nurse", &[]).await, (json!(false), json!([])));
    let (succeeded, output) =
        command(&data, &["admin", "revoke", "nurse@example.org", "--role", "copy-center"]);
    assert!(!succeeded && output.contains("does not belong to the copy center by record"), "{output}");
    let (succeeded, output) = command(&data, &["admin", "grant", "a@example.org", "--role", "printer"]);
    assert!(!succeeded && output.contains("copy-center"), "{output}");
}
