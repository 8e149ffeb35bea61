//! The browser's sign-in, from the first redirect to the end of the session, with the demo's own provider.

use crate::support::browser::{Browser, Cookies, location};
use crate::support::{binary, command};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A demo that runs until the test ends.
struct Demo {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
}

impl Demo {
    fn start() -> Demo {
        Demo::with(&[])
    }

    /// A demo with these environment variables.
    fn with(variables: &[(&str, &str)]) -> Demo {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(binary())
            .args(["--demo", "--listen", "127.0.0.1:0"])
            .env_clear()
            .env("TMPDIR", folder.path())
            .envs(variables.iter().copied())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address =
            lines.find_map(|line| line.find("http://").map(|at| line[at..].trim().to_owned())).unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        Demo { child, address, folder }
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.address)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Signs in and returns where the browser ends up.
async fn sign_in(browser: &mut Browser, account: &str, return_to: &str) -> String {
    let (_, asked) = browser.begin(return_to).await;
    let mut form: Vec<(String, String)> = asked.into_iter().collect();
    form.push(("account".into(), account.into()));
    let chosen = browser.submit("/demo-idp/authorize", &form).await;
    let back = browser.get(&location(&chosen)).await;
    location(&back)
}

#[tokio::test]
async fn each_account_signs_in_and_returns_to_where_it_was() {
    let demo = Demo::start();
    for (account, is_admin) in [("visitor-nurse", false), ("unit-clerk", false), ("education-admin", true)] {
        let mut browser = demo.browser();
        assert_eq!(sign_in(&mut browser, account, "/order?from=here").await, "/order?from=here");
        let user = browser.json("/api/user").await;
        assert_eq!(user["admin"], is_admin, "{account}: {user}");
        assert!(user["profile"]["given_name"].is_string(), "{user}");
        assert_eq!(browser.json("/api/config").await["signIn"]["signedIn"], true);
    }
}

#[tokio::test]
async fn the_demo_accepts_settings_without_outside_effects() {
    let demo = Demo::with(&[("HANDOUT_USAGE__DAYS", "0")]);
    let mut browser = demo.browser();
    sign_in(&mut browser, "education-admin", "/").await;
    assert_eq!(browser.json("/api/system/usage").await["days"], 0);
}

#[tokio::test]
async fn signing_in_and_out_is_recorded() {
    let demo = Demo::start();
    let mut nurse = demo.browser();
    sign_in(&mut nurse, "visitor-nurse", "/").await;
    let ended = nurse.submit("/logout", &[]).await;
    assert_eq!(ended.status(), 303);
    let mut auditor = demo.browser();
    sign_in(&mut auditor, "it-auditor", "/audit").await;
    let page = auditor.json("/api/system/audit?action=sign_in").await;
    let of = |row: &serde_json::Value| {
        let text = |member: &str| row[member].as_str().unwrap().to_owned();
        assert_eq!((text("outcome"), text("client")), ("ok".into(), "127.0.0.1".into()));
        let sub = text("actor").rsplit('|').next().unwrap().to_owned();
        (text("action"), sub, text("role"), text("name"))
    };
    let row = |action: &str, sub: &str, role: &str, name: &str| {
        (action.to_owned(), sub.to_owned(), role.to_owned(), name.to_owned())
    };
    let rows: Vec<_> = page["rows"].as_array().unwrap().iter().map(of).collect();
    let expected = [
        row("sign_in", "it-auditor", "auditor", "Iris Tanaka"),
        row("sign_in", "visitor-nurse", "staff", "Nora Vance"),
    ];
    assert_eq!(rows, expected);
    let page = auditor.json("/api/system/audit?action=sign_out").await;
    assert_eq!(of(&page["rows"][0]), row("sign_out", "visitor-nurse", "staff", "Nora Vance"));
}

#[tokio::test]
async fn all_sign_ins_of_a_person_can_be_ended_by_them_and_by_a_command() {
    let demo = Demo::start();
    let signed_in =
        async |browser: &mut Browser| browser.json("/api/config").await["signIn"]["signedIn"] == true;
    let mut browsers = Vec::new();
    for account in ["visitor-nurse", "visitor-nurse", "unit-clerk", "unit-clerk"] {
        let mut browser = demo.browser();
        sign_in(&mut browser, account, "/").await;
        browsers.push(browser);
    }
    let ended = browsers[0].submit("/logout?everywhere=true", &[]).await;
    assert_eq!(ended.status(), 303);
    let mut left = Vec::new();
    for browser in &mut browsers {
        left.push(signed_in(browser).await);
    }
    assert_eq!(left, [false, false, true, true]);

    let mut folders = std::fs::read_dir(demo.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let data = folders.find(|path| path.join("catalogue.db").exists()).unwrap();
    let (succeeded, output) = command(&data, &["admin", "end-sessions", "Unit-Clerk@example.org"]);
    assert!(succeeded && output.contains("2 sign-ins were ended."), "{output}");
    assert!(!signed_in(&mut browsers[2]).await && !signed_in(&mut browsers[3]).await);
    let (succeeded, output) = command(&data, &["admin", "end-sessions", "nobody@example.org"]);
    assert!(
        !succeeded && output.contains("nobody with the address nobody@example.org has signed in yet"),
        "{output}"
    );

    let mut auditor = demo.browser();
    sign_in(&mut auditor, "it-auditor", "/").await;
    let page = auditor.json("/api/system/audit?action=sign_in.end").await;
    let of = |row: &serde_json::Value| {
        [&row["object"], &row["detail"]].map(|text| text.as_str().unwrap().to_owned())
    };
    let rows: Vec<_> = page["rows"].as_array().unwrap().iter().map(of).collect();
    assert_eq!(rows, [["address/Unit-Clerk@example.org", "2"], ["", "2"]]);
}

#[tokio::test]
async fn the_browser_holds_a_session_cookie_and_nothing_else() {
    let demo = Demo::start();
    let mut browser = demo.browser();
    let begun = browser.get("/login?return=/").await;
    let asked = url::Url::parse(&location(&begun)).unwrap();
    let asked: BTreeMap<String, String> = asked.query_pairs().into_owned().collect();
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(asked["response_type"], "code");
    for name in ["state", "nonce", "code_challenge"] {
        assert!(asked[name].len() > 15, "{name}: {asked:?}");
    }
    for scope in ["openid", "email", "groups", "profile"] {
        assert!(asked["scope"].split(' ').any(|s| s == scope), "{asked:?}");
    }
    for cookie in begun.cookies_set() {
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    }
    let mut browser = demo.browser();
    sign_in(&mut browser, "unit-clerk", "/").await;
    assert_eq!(browser.cookies.keys().collect::<Vec<_>>(), ["handout"]);
}

#[tokio::test]
async fn a_return_address_must_be_on_this_site() {
    let demo = Demo::start();
    for bad in ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""] {
        assert_eq!(sign_in(&mut demo.browser(), "unit-clerk", bad).await, "/", "{bad}");
    }
}

#[tokio::test]
async fn an_unexpected_callback_is_explained() {
    let demo = Demo::start();
    let mut browser = demo.browser();
    for address in
        ["/login/callback", "/login/callback?code=x&state=y", "/login/callback?error=access_denied"]
    {
        let answer = browser.get(address).await;
        assert_eq!(answer.status(), 400, "{address}");
        let page = answer.text().await.unwrap();
        assert!(page.contains("Try again"), "{address}: {page}");
    }
    let begun = browser.get("/login?return=/").await;
    let state = url::Url::parse(&location(&begun)).unwrap();
    let state = state.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    let refused = browser.get(&format!("/login/callback?error=access_denied&state={state}")).await;
    assert_eq!(refused.status(), 403);
    assert!(refused.text().await.unwrap().contains("Try again"));
}

#[tokio::test]
async fn a_change_authorized_by_the_cookie_must_come_from_our_own_pages() {
    let demo = Demo::start();
    let mut browser = demo.browser();
    sign_in(&mut browser, "unit-clerk", "/").await;
    let change = async |header: Option<(&str, &str)>| {
        let mut request = browser
            .http
            .post(format!("{}/api/user/session", demo.address))
            .header("Cookie", format!("handout={}", browser.cookies["handout"]))
            .json(&serde_json::json!({"favorites": [], "order": []}));
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(change(None).await, 403);
    assert_eq!(change(Some(("Origin", "https://evil.example"))).await, 403);
    assert_eq!(change(Some(("Sec-Fetch-Site", "cross-site"))).await, 403);
    assert_eq!(change(Some(("Sec-Fetch-Site", "same-origin"))).await, 204);
    assert_eq!(change(Some(("Origin", demo.address.as_str()))).await, 204);
}

#[tokio::test]
async fn signing_out_ends_the_session_here_and_at_the_provider() {
    let demo = Demo::start();
    let mut browser = demo.browser();
    sign_in(&mut browser, "unit-clerk", "/").await;
    let before = browser.cookies.clone();
    let out = browser.submit("/logout", &[]).await;
    assert_eq!(out.status(), 303);
    let end = location(&out);
    assert!(end.contains("/demo-idp/") && end.contains("post_logout_redirect_uri"), "{end}");
    let back = browser.get(&end).await;
    let home = location(&back);
    assert!(home == "/" || home == format!("{}/", demo.address), "{home}");
    browser.cookies = before;
    assert_eq!(browser.get("/api/user").await.status(), 401, "the cookie is no longer valid");
    assert_eq!(browser.json("/api/config").await["signIn"]["signedIn"], false);
}
