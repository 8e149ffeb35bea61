//! Link checks of the real binary: the nightly run, 'Check now', and the list.

use crate::support::fault_server::FaultServer;
use crate::support::provider::Provider;
use crate::support::{Answer, Caller, PATIENCE, Server, Start, citation, fill};
use handout::model::clock;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

struct Watched {
    folder: tempfile::TempDir,
    provider: Provider,
    files: FaultServer,
    server: Server,
    admin: Caller,
}

/// A citation with a file in each of these languages.
fn handout(id: &str, department: &str, files: &[(&str, &str)]) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["deptSubmittedBy"] = json!({"name": department});
    made["languages"] = files.iter().map(|(lang, url)| json!({"lang": lang, "url": url})).collect();
    made
}

fn start(data: PathBuf, provider: &Provider, files: &FaultServer, check: &str) -> Server {
    Start::on(&data)
        .signed_in_at(provider)
        .with("LINKS__CHECK", check)
        .with("LINKS__HOUR", 0)
        .with("LINKS__ALLOW_HOSTS", format!("[\"127.0.0.1:{}\"]", files.port))
        .with("HOSPITAL__EMAIL", "help@example.org")
        .run()
}

impl Watched {
    fn with(check: &str, citations: impl Fn(&FaultServer) -> Vec<Value>) -> Watched {
        let (folder, files, provider) =
            (tempfile::tempdir().unwrap(), FaultServer::start(), Provider::start());
        let data = folder.path().join("data");
        fill(&data, &citations(&files));
        let server = start(data, &provider, &files, check);
        let admin = server.bearer(provider.admin());
        Watched { folder, provider, files, server, admin }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Backdates the nightly run by a day, and restarts the server.
    fn next_night(self) -> Watched {
        let data = self.data();
        let Watched { folder, provider, files, server, .. } = self;
        assert!(server.stop().success());
        let db = Connection::open(data.join("catalogue.db")).unwrap();
        db.execute_batch(
            "UPDATE links SET night = date(night, '-1 day'); UPDATE link_night SET day = date(day, '-1 day')",
        )
        .unwrap();
        drop(db);
        let server = start(data, &provider, &files, "nightly");
        let admin = server.bearer(provider.admin());
        Watched { folder, provider, files, server, admin }
    }

    async fn links(&self, query: &str) -> Value {
        let answer = self.admin.get(&format!("/api/system/links?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    async fn link(&self, citation: &str) -> Value {
        let page = self.links("").await;
        page["links"].as_array().unwrap().iter().find(|link| link["citation"] == citation).unwrap().clone()
    }

    async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let page = self.links("").await;
            if is_so(&page) {
                return page;
            }
            assert!(begun.elapsed() < PATIENCE, "{what}: {page}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the nightly run is complete.
    async fn night(&self) -> Value {
        let begun = Instant::now();
        let today = clock::today().to_string();
        let db = Connection::open(self.data().join("catalogue.db")).unwrap();
        let is_over = "SELECT EXISTS (SELECT 1 FROM link_night WHERE finished = 1 AND day = ?1)";
        while !db.query_row(is_over, [&today], |row| row.get::<_, bool>(0)).unwrap() {
            assert!(begun.elapsed() < PATIENCE, "the nightly run does not end");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.links("").await
    }

    async fn ask(&self, citation: &str, url: &str) -> Answer {
        let body = json!({"citation": citation, "url": url});
        self.admin.post("/api/system/links/check", &body).await.unwrap()
    }

    /// Has the only URL of a citation checked now, and waits for the result.
    async fn check_now(&self, citation: &str) -> Value {
        let url = self.link(citation).await["url"].as_str().unwrap().to_owned();
        assert_eq!(self.ask(citation, &url).await.status, 202);
        let is_done =
            |page: &Value| page["links"].as_array().unwrap().iter().all(|link| link["waiting"] == false);
        self.until("the check has no end", is_done).await;
        self.link(citation).await
    }
}

fn states(page: &Value) -> Vec<(&str, &str, &str)> {
    page["links"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| {
            let of = |name: &str| link[name].as_str().unwrap();
            (of("citation"), of("state"), of("result"))
        })
        .collect()
}

#[tokio::test]
async fn a_nightly_run_checks_every_current_url_once() {
    let watched = Watched::with("nightly", |files| {
        let mut old = handout("old", "ICU", &[("English", &files.url("/old.pdf"))]);
        old["obsolete"] = true.into();
        vec![
            handout("fine", "ICU", &[("English", &files.url("/shared.pdf"))]),
            handout("shares", "Surgery", &[("English", &files.url("/shared.pdf"))]),
            handout("moved", "Surgery", &[("English", &files.url("/moved"))]),
            handout("soft", "Surgery", &[("Spanish", &files.url("/page-where-a-file-was.pdf"))]),
            handout("blocked", "ICU", &[("English", &files.url("/status/403"))]),
            handout("gone", "ICU", &[("English", &files.url("/missing.pdf"))]),
            handout("inner", "ICU", &[("English", "http://10.0.0.1/a.pdf")]),
            handout("none", "ICU", &[("English", "")]),
            old,
        ]
    });
    let page = watched.night().await;
    assert_eq!(
        states(&page),
        [
            ("soft", "soft404", "soft404"),
            ("moved", "moved", "moved"),
            ("blocked", "blocked", "blocked"),
            ("gone", "unchecked", "gone"),
            ("inner", "unchecked", "unchecked"),
            ("fine", "ok", "ok"),
            ("shares", "ok", "ok"),
        ]
    );
    assert_eq!(page["nightly"], true);
    assert_eq!(
        page["counts"],
        json!({"ok": 2, "moved": 1, "blocked": 1, "gone": 0, "soft404": 1, "unreachable": 0, "changed": 0, "unchecked": 2})
    );
    let first = &page["links"][0];
    assert_eq!((&first["lang"], &first["title"]), (&json!("Spanish"), &json!("Handout soft")));
    assert!(first["checked"].as_str().unwrap().ends_with('Z'));
    assert_eq!(watched.link("inner").await["reason"], "inner network");
    assert_eq!(watched.link("moved").await["reason"], json!(watched.files.url("/file.pdf")));

    let asked = watched.files.requests();
    assert!(
        asked.iter().all(|request| request.path != "/old.pdf"),
        "URLs of obsolete citations are not requested"
    );
    assert_eq!(watched.files.methods("/shared.pdf"), ["HEAD", "GET"]);
    let agent =
        format!("Handout/{} (+{}; help@example.org)", env!("CARGO_PKG_VERSION"), watched.server.address);
    assert!(asked.iter().all(|request| request.headers["user-agent"] == agent), "{asked:?}");
    let mut begun: Vec<Instant> = asked.iter().map(|request| request.begun).collect();
    begun.sort();
    let pauses: Vec<Duration> = begun.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(pauses.iter().all(|pause| *pause >= Duration::from_millis(995)), "{pauses:?}");

    // Filters, and the same numbers everywhere.
    let broken = watched.links("state=broken").await;
    assert_eq!((broken["found"].clone(), states(&broken)[0].0), (json!(1), "soft"));
    let surgery = watched.links("department=surgery&state=ok").await;
    assert_eq!((&surgery["found"], &surgery["counts"]["moved"]), (&json!(1), &json!(1)));
    assert_eq!(states(&watched.links("citation=handout-moved").await), [("moved", "moved", "moved")]);
    assert_eq!(watched.admin.get("/api/system/links?citation=nobody").await.status, 404);
    assert_eq!(watched.admin.get("/api/system/links?state=fine").await.status, 400);
    let csv = watched.admin.request("GET", "/api/system/links/download?state=broken").send().await.unwrap();
    assert!(csv.headers()["content-disposition"].to_str().unwrap().contains("links.csv"));
    let csv = csv.text().await.unwrap();
    assert!(csv.contains("Handout soft,Spanish,Surgery,http://127.0.0.1:"), "{csv}");
    assert!(csv.contains("A page instead of the file") && csv.lines().count() == 2, "{csv}");

    // Staff see marks for broken links; visitors don't.
    let staff = watched.server.bearer(watched.provider.staff());
    let marks = staff.get("/api/citations/soft/links").await.body;
    assert_eq!((marks[0]["state"].as_str(), marks.as_array().unwrap().len()), (Some("soft404"), 1));
    assert_eq!(staff.get("/api/citations/fine/links").await.body, json!([]));
    assert_eq!(watched.server.visitor().get("/api/citations/soft/links").await.status, 401);
    assert!(watched.server.visitor().get("/api/citations/soft").await.body.get("links").is_none());
}

#[tokio::test]
async fn a_link_is_gone_after_three_nights_and_a_restart_is_not_a_night() {
    let mut watched =
        Watched::with("nightly", |files| vec![handout("one", "ICU", &[("English", &files.url("/one.pdf"))])]);
    watched.night().await;
    assert_eq!(watched.link("one").await["state"], "ok");
    watched.files.set_status("/one.pdf", 404);
    for night in 1..=3 {
        watched = watched.next_night();
        watched.night().await;
        let link = watched.link("one").await;
        let expected = if night < 3 { "ok" } else { "gone" };
        assert_eq!(
            (link["state"].as_str(), link["result"].as_str()),
            (Some(expected), Some("gone")),
            "night {night}"
        );
        assert_eq!(link["nights"], night);
        // 'Check now' and a restart do not count as nights.
        assert_eq!(watched.check_now("one").await["state"], expected);
        let asked = watched.files.requests().len();
        let Watched { folder, provider, files, server, .. } = watched;
        server.kill();
        let server = start(folder.path().join("data"), &provider, &files, "nightly");
        let admin = server.bearer(provider.admin());
        watched = Watched { folder, provider, files, server, admin };
        watched.night().await;
        assert_eq!(watched.link("one").await["nights"], night);
        assert_eq!(watched.files.requests().len(), asked, "nothing is requested after the nightly run");
    }
    assert_eq!(watched.links("state=broken").await["found"], 1);
    watched.files.set_status("/one.pdf", 0);
    assert_eq!(watched.check_now("one").await["state"], "ok");
    assert_eq!(watched.links("").await["counts"]["gone"], 0);
}

/// A server killed during the nightly run resumes it: nothing is checked twice, and nothing is skipped.
#[tokio::test]
async fn a_killed_nightly_run_resumes() {
    let mut watched = Watched::with("nightly", |files| {
        let file = |n: u32| files.url(&format!("/missing/{n}"));
        (0..8).map(|n| handout(&format!("c{n}"), "ICU", &[("English", &file(n))])).collect()
    });
    let checked = |page: &Value| {
        page["links"].as_array().unwrap().iter().filter(|link| !link["checked"].is_null()).count()
    };
    for so_many in [2, 5] {
        watched.until("nothing is checked", |page| checked(page) >= so_many).await;
        let Watched { folder, provider, files, server, .. } = watched;
        server.kill();
        let server = start(folder.path().join("data"), &provider, &files, "nightly");
        let admin = server.bearer(provider.admin());
        watched = Watched { folder, provider, files, server, admin };
    }
    let page = watched.night().await;
    for link in page["links"].as_array().unwrap() {
        assert_eq!((link["nights"].as_u64(), link["result"].as_str()), (Some(1), Some("gone")), "{link}");
    }
    // At most the checks that were running when it was killed are repeated.
    let asked = watched.files.requests().len();
    assert!((16..=20).contains(&asked), "{asked}");
}

#[tokio::test]
async fn a_stop_ends_the_checks_at_once() {
    let watched =
        Watched::with("nightly", |files| vec![handout("slow", "ICU", &[("English", &files.url("/slow"))])]);
    let begun = Instant::now();
    while watched.files.requests().is_empty() {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let begun = Instant::now();
    assert!(watched.server.stop().success());
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_changed_file_is_noticed_until_the_next_review() {
    let watched = Watched::with("off", |files| {
        files.put("/dose.pdf", b"one", "1");
        vec![
            handout("dose", "ICU", &[("English", &files.url("/dose.pdf"))]),
            handout("other", "ICU", &[("English", &files.url("/dose.pdf"))]),
        ]
    });
    assert_eq!(watched.links("").await["nightly"], false);
    assert_eq!(watched.check_now("dose").await["state"], "ok");
    watched.files.put("/dose.pdf", b"two", "2");
    let changed = watched.check_now("dose").await;
    assert_eq!((&changed["state"], &changed["result"]), (&json!("changed"), &json!("changed")));
    assert_eq!(watched.link("other").await["state"], "changed");
    // A review accepts the current file; the other citation was not reviewed.
    let review = async || {
        let etag = watched.admin.get("/api/citations/dose").await.headers["etag"].clone();
        let request = watched.admin.request("POST", "/api/citations/dose/review").json(&json!({}));
        let answer = watched.admin.send(request.header("If-Match", etag)).await.unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
    };
    review().await;
    assert_eq!(watched.link("dose").await["state"], "ok");
    assert_eq!(watched.link("other").await["state"], "changed");
    assert_eq!(watched.check_now("dose").await["state"], "ok");
    watched.files.put("/dose.pdf", b"three", "3");
    assert_eq!(watched.check_now("dose").await["state"], "changed");
    // A second review on the same day counts as well.
    review().await;
    assert_eq!(watched.check_now("dose").await["state"], "ok");
    // Back to the first file: for the other citation it was never anything else.
    watched.files.put("/dose.pdf", b"one", "1");
    assert_eq!(watched.check_now("dose").await["state"], "changed");
    assert_eq!(watched.link("other").await["state"], "ok");
}

#[tokio::test]
async fn check_now_accepts_only_current_urls() {
    let watched = Watched::with("off", |files| {
        let mut old = handout("old", "ICU", &[("English", &files.url("/old.pdf"))]);
        old["obsolete"] = true.into();
        vec![handout("one", "ICU", &[("English", &files.url("/one.pdf"))]), old]
    });
    let url = watched.files.url("/one.pdf");
    for (citation, url, field) in [
        ("one", watched.files.url("/other.pdf"), "url"),
        ("one", "http://169.254.169.254/".into(), "url"),
        ("nobody", url.clone(), "citation"),
        ("old", watched.files.url("/old.pdf"), "citation"),
    ] {
        let answer = watched.ask(citation, &url).await;
        assert_eq!((answer.status, answer.body["errors"][0]["field"].as_str()), (422, Some(field)), "{url}");
    }
    // A former URL is refused.
    let mut changed = watched.admin.get("/api/citations/one").await.body;
    changed["languages"][0]["url"] = watched.files.url("/two.pdf").into();
    assert_eq!(watched.admin.put("/api/citations/one", &changed).await.unwrap().status, 200);
    assert_eq!(watched.ask("one", &url).await.status, 422);
    assert_eq!(watched.files.requests().len(), 0);
    // Turned off, there is no nightly run.
    assert_eq!(watched.link("one").await["reason"], "not checked yet");
    assert_eq!(watched.check_now("one").await["state"], "ok");
}

/// A request survives the process, and too many requests are refused.
#[tokio::test]
async fn requests_are_stored_and_limited() {
    let watched = Watched::with("off", |files| {
        (0..102)
            .map(|n| handout(&format!("c{n}"), "ICU", &[("English", &files.url(&format!("/{n}.pdf")))]))
            .collect()
    });
    let mut statuses = Vec::new();
    for n in 0..102 {
        let url = watched.files.url(&format!("/{n}.pdf"));
        statuses.push(watched.ask(&format!("c{n}"), &url).await.status);
    }
    assert!(statuses.iter().take(100).all(|status| *status == 202), "{statuses:?}");
    assert!(statuses.contains(&429) || watched.files.requests().len() > 2, "{statuses:?}");
    let waiting = |page: &Value| {
        page["links"].as_array().unwrap().iter().filter(|link| link["waiting"] == true).count()
    };
    assert!(waiting(&watched.links("").await) > 0);
    let data = watched.data();
    let Watched { folder, provider, files, server, .. } = watched;
    server.kill();
    let asked = files.requests().len();
    let server = start(data, &provider, &files, "off");
    let admin = server.bearer(provider.admin());
    let watched = Watched { folder, provider, files, server, admin };
    let begun = Instant::now();
    while watched.files.requests().len() < asked + 3 {
        assert!(begun.elapsed() < PATIENCE, "nothing happens");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
