//! The nightly run: texts are fetched, extracted and stored, and have reading levels.

use super::pdf;
use crate::support::fault_server::FaultServer;
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation, fill, run_in};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const EASY: &str = "The nurse gives your child a cool drink. Your child can go home soon after the test. ";
const HARD: &str = "Postoperative administration of prescription analgesics necessitates particularly conscientious \
                    supervision, notwithstanding apparently satisfactory respiratory observations. ";

/// A server with files of all kinds, which it reads in its first night.
pub struct Texts {
    pub folder: tempfile::TempDir,
    pub files: FaultServer,
    pub provider: Provider,
    pub server: Server,
    pub admin: Caller,
}

fn handout(id: &str, versions: &[(&str, String)]) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["deptSubmittedBy"] = json!({"name": if id == "hard" { "Surgery" } else { "Nursing" }});
    made["languages"] = versions.iter().map(|(lang, url)| json!({"lang": lang, "url": url})).collect();
    made
}

/// The paths of the files. Each has a host of its own, because a second passes between two requests of a host.
const PATHS: [&str; 10] = [
    "/easy.pdf",
    "/easy.pdf?so",
    "/hard.pdf",
    "/page.html",
    "/plain.txt",
    "/scan.pdf",
    "/short.pdf",
    "/broken.pdf",
    "/word.docx",
    "/status/404",
];

/// Host and port of the file with this position in `PATHS`.
fn host_of(position: usize, files: &FaultServer) -> String {
    format!("127.0.1.{}:{}", position + 1, files.port)
}

fn url_of(path: &str, files: &FaultServer) -> String {
    let position = PATHS.iter().position(|known| *known == path).unwrap();
    format!("http://{}{path}", host_of(position, files))
}

fn start(data: PathBuf, provider: &Provider, files: &FaultServer, pdftotext: &str) -> Server {
    let hosts: Vec<String> = (0..PATHS.len()).map(|position| host_of(position, files)).collect();
    Start::on(&data)
        .signed_in_at(provider)
        .with("LINKS__CHECK", "nightly")
        .with("LINKS__HOUR", 0)
        .with("LINKS__ALLOW_HOSTS", json!(hosts))
        .with("HANDOUTS__TEXT", "nightly")
        .with("HANDOUTS__PDFTOTEXT", pdftotext)
        .run()
}

impl Texts {
    pub fn start() -> Texts {
        let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
        let files = FaultServer::at([0, 0, 0, 0].into(), 0);
        let lines = |sentence: &str, count: usize| sentence.repeat(count).replace(". ", ".\n");
        files.put("/easy.pdf", &pdf::handout(&lines(EASY, 20)), "1");
        files.put("/hard.pdf", &pdf::handout(&lines(HARD, 10)), "1");
        files.put("/page.html", format!("<nav>Home</nav><p>{}", HARD.repeat(12)).as_bytes(), "1");
        files.put("/plain.txt", &b"Su ni\xf1o puede comer y beber en casa. ".repeat(20), "");
        files.put("/scan.pdf", &pdf::scan(), "1");
        files.put("/short.pdf", &pdf::handout("Call the clinic when the fever lasts longer."), "1");
        files.put("/broken.pdf", b"%PDF-1.4 and nothing else", "1");
        files.put("/letter", b"PK", "1");
        files.put("/word.docx", b"PK", "1");
        let of = |id: &str, lang: &'static str, path: &str| handout(id, &[(lang, url_of(path, &files))]);
        let data = folder.path().join("data");
        fill(
            &data,
            &[
                handout(
                    "easy",
                    &[("English", url_of("/easy.pdf", &files)), ("Somali", url_of("/easy.pdf?so", &files))],
                ),
                of("hard", "English", "/hard.pdf"),
                of("page", "English", "/page.html"),
                of("plain", "Spanish", "/plain.txt"),
                of("scan", "English", "/scan.pdf"),
                of("short", "English", "/short.pdf"),
                of("broken", "English", "/broken.pdf"),
                of("word", "English", "/word.docx"),
                of("gone", "English", "/status/404"),
            ],
        );
        files.put("/easy.pdf?so", &pdf::handout(&lines(EASY, 20)), "1");
        let server = start(data, &provider, &files, "");
        let admin = server.bearer(provider.admin());
        Texts { folder, files, provider, server, admin }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    async fn list(&self, query: &str) -> Value {
        let answer = self.admin.get(&format!("/api/system/readability?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// Waits until the nightly run is complete.
    pub async fn night(&self) {
        let begun = Instant::now();
        let db = Connection::open(self.data().join("catalogue.db")).unwrap();
        let is_over = "SELECT EXISTS (SELECT 1 FROM link_night WHERE finished = 1)";
        while !db.query_row(is_over, [], |row| row.get::<_, bool>(0)).unwrap() {
            assert!(begun.elapsed() < PATIENCE, "the nightly run does not end: {}", self.server.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Restarts the server as if a day had passed.
    pub fn next_night(self) -> Texts {
        self.next_night_with("")
    }

    /// The same, with this program to read PDF files; empty for the default.
    fn next_night_with(self, pdftotext: &str) -> Texts {
        let data = self.data();
        let Texts { folder, files, provider, server, .. } = self;
        assert!(server.stop().success());
        let db = Connection::open(data.join("catalogue.db")).unwrap();
        db.execute_batch(
            "UPDATE links SET night = date(night, '-1 day'); \
             UPDATE link_night SET day = date(day, '-1 day'), finished = 0",
        )
        .unwrap();
        drop(db);
        let server = start(data, &provider, &files, pdftotext);
        let admin = server.bearer(provider.admin());
        Texts { folder, files, provider, server, admin }
    }

    /// The methods of the requests for a path, without the first `before`.
    fn later_methods(&self, path: &str, before: usize) -> Vec<String> {
        self.files.methods(path).split_off(before)
    }
}

fn stored(data: &Path, part: &str) -> (String, String, String) {
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    db.query_row(
        "SELECT state, coalesce(text, reason, ''), fetched FROM handout_texts WHERE url LIKE '%' || ?1",
        [part],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_reads_the_files_and_lists_the_hardest_first() {
    let texts = Texts::start();
    texts.night().await;
    let page = texts.list("").await;
    let states: Vec<(&str, &str, &Value)> = page["handouts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            let text = |name: &str| entry[name].as_str().unwrap();
            (text("citation"), text("state"), &entry["readingLevel"]["grade"])
        })
        .collect();
    let hardest: Vec<&str> = states.iter().take(2).map(|(id, ..)| *id).collect();
    assert!(hardest.contains(&"hard") && hardest.contains(&"page"), "{page}");
    let rest: Vec<(&str, &str)> = states.iter().skip(2).map(|(id, state, _)| (*id, *state)).collect();
    assert_eq!(rest[0].1, "level");
    assert_eq!(rest[1].1, "level");
    assert_eq!(
        rest[2..],
        [
            ("scan", "noText"),
            ("broken", "failed"),
            ("word", "failed"),
            ("short", "short"),
            ("easy", "noFormula"),
            ("gone", "notFetched")
        ],
        "{page}"
    );
    let counts = json!({"level": 4, "aboveAim": 2, "noText": 1, "failed": 2, "short": 1, "noFormula": 1, "notFetched": 1});
    assert_eq!(page["counts"], counts);
    assert_eq!(page["found"], 10);
    assert_eq!(texts.list("above=6&department=Surgery").await["found"], 1);
    assert_eq!(texts.list("state=noText").await["handouts"][0]["title"], "Handout scan");
    let (state, text, _) = stored(&texts.data(), "/plain.txt");
    assert!(state == "text" && text.starts_with("Su niño puede comer"), "{text}");
    let (_, reason, _) = stored(&texts.data(), "/word.docx");
    assert_eq!(reason, "it is not a PDF, page or plain text");
    let file = texts.admin.request("GET", "/api/system/readability/download").send().await.unwrap();
    let csv = file.text().await.unwrap();
    assert!(csv.contains("No text (scanned?)") && csv.lines().count() == 11, "{csv}");
    let staff = texts.server.bearer(texts.provider.staff());
    assert_eq!(staff.get("/api/system/readability").await.status, 403);
    assert_eq!(texts.server.visitor().get("/api/citations/easy/readability").await.status, 401);
    let versions = staff.get("/api/citations/easy/readability").await.body;
    assert_eq!(versions[0]["state"], "level", "{versions}");
    assert_eq!(versions[1]["state"], "noFormula", "{versions}");
    assert_eq!(texts.admin.get("/api/system/readability?above=x").await.status, 400);
    assert_eq!(texts.admin.get("/api/system/readability?state=x").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_changed_file_is_read_again() {
    let texts = Texts::start();
    texts.night().await;
    let before = stored(&texts.data(), "/easy.pdf");
    let asked = texts.files.methods("/easy.pdf").len();
    let texts = texts.next_night();
    texts.files.put("/short.pdf", &pdf::handout("A new text about asthma and its medicines."), "2");
    texts.night().await;
    assert_eq!(stored(&texts.data(), "/easy.pdf"), before);
    assert_eq!(texts.files.methods("/easy.pdf")[asked..], ["HEAD"]);
    assert!(stored(&texts.data(), "/short.pdf").1.contains("asthma"));
}

/// A busy machine may be the reason: a file that could not be read is read on three nights, and whenever somebody asks.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_could_not_be_read_is_read_again() {
    let mut texts = Texts::start();
    texts.night().await;
    for broken in [["HEAD", "GET"].as_slice(), &["HEAD", "GET"], &["HEAD"]] {
        let paths = ["/broken.pdf", "/word.docx", "/scan.pdf"];
        let before = paths.map(|path| texts.files.methods(path).len());
        texts = texts.next_night();
        texts.night().await;
        for ((path, before), expected) in paths.iter().zip(before).zip([broken, &["HEAD"], &["HEAD"]]) {
            assert_eq!(texts.later_methods(path, before), expected, "{path}");
        }
    }
    let before = texts.files.methods("/broken.pdf").len();
    let request = json!({"citation": "broken", "url": url_of("/broken.pdf", &texts.files)});
    let asked = texts.admin.post("/api/system/links/check", &request).await.unwrap();
    assert_eq!(asked.status, 202, "{asked:?}");
    let begun = Instant::now();
    while texts.later_methods("/broken.pdf", before) != ["HEAD", "GET"] {
        assert!(begun.elapsed() < PATIENCE, "{:?}", texts.later_methods("/broken.pdf", before));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_extractor_reads_what_the_former_one_could_not() {
    let texts = Texts::start();
    texts.night().await;
    let program = texts.folder.path().join("pdftotext");
    let script = "#!/bin/bash\necho Call the clinic when the fever lasts longer than two days.\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let before = texts.files.methods("/easy.pdf").len();
    let texts = texts.next_night_with(program.to_str().unwrap());
    texts.night().await;
    for path in ["/broken.pdf", "/scan.pdf"] {
        let (state, text, _) = stored(&texts.data(), path);
        assert!(state == "text" && text.contains("longer than two days"), "{path}: {state}, {text}");
    }
    assert_eq!(texts.later_methods("/easy.pdf", before), ["HEAD"]);
}

#[test]
fn check_says_how_texts_are_read_also_where_links_are_not_checked() {
    let folder = tempfile::tempdir().unwrap();
    for links in ["off", "nightly"] {
        let settings = [("HANDOUT_HANDOUTS__TEXT", "nightly"), ("HANDOUT_LINKS__CHECK", links)];
        let ended = run_in(folder.path(), &settings, &["check"]);
        assert!(ended.stdout.contains("handout texts      ok"), "{ended:?}");
        assert!(ended.stdout.contains("512 MB of memory"), "{ended:?}");
    }
}
