//! Imports: what a file may hold, what it may cost, and what others notice of it.

use crate::support::provider::Provider;
use crate::support::{
    Answer, Caller, Ended, PATIENCE, Server, Start, binary, citation, command, fill, run_in,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Runs `handout import` in this folder, on its folder `data`.
fn import(folder: &Path, args: &[&str]) -> Ended {
    run_in(folder, &[], &[&["--data", "data", "import"], args].concat())
}

fn exported(folder: &Path) -> Vec<Value> {
    let (well, text) = command(&folder.join("data"), &["export", "-"]);
    assert!(well, "{text}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A server with an administrator.
struct Office {
    folder: tempfile::TempDir,
    server: Server,
    admin: Caller,
    token: String,
}

fn office() -> Office {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let token = provider.admin();
    Office { admin: server.bearer(token.clone()), folder, server, token }
}

impl Office {
    async fn import(&self, query: &str, body: Vec<u8>) -> Answer {
        let request = self.admin.request("POST", &format!("/api/system/import{query}")).body(body);
        self.admin.send(request).await.unwrap()
    }

    /// Waits until the imports under way are in these states.
    async fn wait_for_states(&self, states: &[&str]) -> Value {
        let begun = Instant::now();
        loop {
            let imports = self.admin.get("/api/system/imports").await.body;
            let found: Vec<&str> =
                imports.as_array().unwrap().iter().map(|one| one["state"].as_str().unwrap()).collect();
            if found == states {
                return imports;
            }
            assert!(begun.elapsed() < PATIENCE, "{imports} are not {states:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Sends the beginning of a file of a megabyte, and no more.
    async fn begin_upload(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.server.address.trim_start_matches("http://")).await.unwrap();
        let head = format!(
            "POST /api/system/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Length: 1000000\r\n\r\n",
            self.token
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all("{\"title\": \"Fever\"}\n".repeat(20_000).as_bytes()).await.unwrap();
        self.wait_for_states(&["receiving"]).await;
        stream
    }

    /// What this process has open in its data folder under no name: (bytes, permissions).
    fn nameless_files(&self) -> Vec<(u64, u32)> {
        let data = self.folder.path().join("data").canonicalize().unwrap();
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.server.pid())).unwrap();
        open.flatten()
            .filter(|fd| {
                let path = std::fs::read_link(fd.path()).unwrap_or_default();
                path.starts_with(&data) && path.to_string_lossy().ends_with("(deleted)")
            })
            .filter_map(|fd| std::fs::metadata(fd.path()).ok())
            .map(|metadata| (metadata.len(), metadata.permissions().mode() & 0o777))
            .collect()
    }

    fn left_over(&self) -> Vec<String> {
        std::fs::read_dir(self.folder.path().join("data"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.contains(".part-") || name.contains("tmp"))
            .collect()
    }
}

/// Somebody else who writes to the database, until dropped.
fn writer(folder: &Path, begin: &str) -> Connection {
    let db = Connection::open(folder.join("data/catalogue.db")).unwrap();
    db.execute_batch(begin).unwrap();
    db
}

#[test]
fn checking_needs_no_writer() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = citation("Known");
    known["id"] = "known".into();
    fill(&folder.path().join("data"), &[known.clone(), citation("Taken")]);
    let mut changed = known.clone();
    changed["notes"] = "New".into();
    let mut records = vec![changed, citation("Fresh"), json!({"id": "taken", "title": "A readable id"})];
    records.extend((0..2_500).map(|n| json!({"id": format!("n{n}"), "title": format!("Leaflet {n}")})));
    records.push(json!({"id": "n7", "title": "Again"}));
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("new.jsonl"), lines.join("\n")).unwrap();
    let counts = "2504 records: 2501 added, 1 changed, 0 unchanged, 1 refused, 1 superseded";

    let held = writer(folder.path(), "BEGIN IMMEDIATE; UPDATE citations SET notes = 'x'");
    for more in [&["--dry-run"][..], &["--dry-run", "--skip-bad"], &[]] {
        let ended = import(folder.path(), &[&["new.jsonl"], more].concat());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stdout.contains(counts), "{ended:?}");
        assert!(
            ended.stderr.contains("new.jsonl: line 3 (taken): id: 'taken' is the readable id"),
            "{ended:?}"
        );
    }
    drop(held);
    assert_eq!(exported(folder.path()).len(), 2);

    let ended = import(folder.path(), &["new.jsonl", "--skip-bad"]);
    assert!(ended.stdout.contains(counts), "a real run comes to the same: {ended:?}");
}

#[test]
fn a_dry_run_that_cannot_read_the_catalogue_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join("data"), &[citation("Known")]);
    std::fs::write(folder.path().join("new.jsonl"), "{\"title\": \"Fresh\"}\n").unwrap();
    let held = writer(
        folder.path(),
        "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE citations SET notes = 'x'; COMMIT",
    );
    let ended = import(folder.path(), &["new.jsonl", "--dry-run"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.error().contains("busy"), "{ended:?}");
    drop(held);
}

#[test]
fn of_an_id_that_comes_twice_the_last_record_counts() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        json!({"id": "a", "title": "First"}),
        json!({"id": "b", "title": "Other"}),
        json!({"id": "a", "title": "Second"}),
        json!({"id": "a", "title": "Last"}),
        json!({"id": "a", "title": ""}),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("twice.jsonl"), text.join("\n")).unwrap();
    let ended = import(folder.path(), &["twice.jsonl", "--skip-bad"]);
    let counts = "5 records: 2 added, 0 changed, 0 unchanged, 1 refused, 2 superseded by later records";
    assert!(ended.stdout.contains(counts), "{ended:?}");
    let records = exported(folder.path());
    let of_a = records.iter().find(|record| record["id"] == "a").unwrap();
    assert_eq!((&of_a["title"], &of_a["readableIds"]), (&json!("Last"), &json!([{"id": "last"}])));
    assert_eq!(records.len(), 2);
}

#[test]
fn a_readable_id_is_never_the_id_of_a_citation_that_comes_later() {
    let folder = tempfile::tempdir().unwrap();
    let first = json!({"id": "x", "title": "Fever", "readableIds": [{"id": "later"}]});
    let mut lines = vec![first.to_string()];
    lines.extend((0..1_500).map(|n| json!({"title": format!("Leaflet {n}")}).to_string()));
    lines.push(json!({"id": "fever", "title": "Another"}).to_string());
    lines.push(json!({"id": "later", "title": "One more"}).to_string());
    std::fs::write(folder.path().join("ids.jsonl"), lines.join("\n")).unwrap();
    let ended = import(folder.path(), &["ids.jsonl"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let records = exported(folder.path());
    let of = |id: &str| records.iter().find(|record| record["id"] == id).unwrap()["readableIds"].clone();
    assert_eq!(of("x"), json!([{"id": "fever-2"}]));
    assert_eq!(of("fever"), json!([{"id": "another"}]));
    assert_eq!(of("later"), json!([{"id": "one-more"}]));
}

#[test]
fn faults_name_the_file_and_the_line_whatever_its_line_ends() {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["title,keywords", "Good,a", "", "\"Two", "lines\",b", ",c", "Good too,d"];
    for end in ["\n", "\r\n", "\r"] {
        std::fs::write(folder.path().join("old.csv"), rows.join(end)).unwrap();
        let ended = import(folder.path(), &["old.csv"]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stderr.starts_with("old.csv: line 6: title: "), "{end:?}: {ended:?}");
        assert!(ended.stderr.ends_with("error: 1 of 4 records in old.csv were refused\n"), "{ended:?}");
    }
    std::fs::write(folder.path().join("old.csv"), "titel\r\nA\r\n").unwrap();
    assert_eq!(
        import(folder.path(), &["old.csv"]).error(),
        "error: old.csv: line 1: there is no column 'titel'"
    );
    std::fs::write(folder.path().join("cut.jsonl.gz"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00").unwrap();
    assert!(import(folder.path(), &["cut.jsonl.gz"]).error().starts_with("error: cut.jsonl.gz: "));
    let missing = import(folder.path(), &["none.jsonl"]);
    assert!(missing.error().contains("none.jsonl"), "{missing:?}");
    let folder_given = import(folder.path(), &["data"]);
    assert!(folder_given.error().contains("data: "), "{folder_given:?}");
}

#[test]
fn a_bar_is_part_of_a_value_after_a_backslash() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bars.csv"), "title,keywords\nA,x\\|y|z\n").unwrap();
    assert_eq!(import(folder.path(), &["bars.csv"]).code, Some(0));
    assert_eq!(exported(folder.path())[0]["keywords"], json!(["x|y", "z"]));
}

#[test]
fn records_beyond_the_bounds_are_refused_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(3 << 20);
    let csv = format!("title,keywords\n{long},a\n{}\nGood,b\n", ",".repeat(2_000_000));
    std::fs::write(folder.path().join("huge.csv"), csv).unwrap();
    let json = format!(
        "{{\"title\":\"{long}\"}}\n{{\"title\":\"A\",\"x\":[{}1]}}\n{{\"title\":\"Good too\"}}\n",
        "1,".repeat(900_000)
    );
    std::fs::write(folder.path().join("huge.jsonl"), json).unwrap();
    for (file, reasons) in [
        ("huge.csv", ["line 2: the row is longer than 2 MiB", "line 3: the row has more than 100 cells"]),
        (
            "huge.jsonl",
            ["line 1: the line is longer than 2 MiB", "line 2: the line holds more than 50000 values"],
        ),
    ] {
        let ended = import(folder.path(), &[file, "--skip-bad"]);
        assert!(ended.stdout.contains("3 records: 1 added"), "{ended:?}");
        for reason in reasons {
            assert!(ended.stderr.contains(reason), "{reason}: {ended:?}");
        }
    }
    assert_eq!(exported(folder.path()).len(), 2);
}

/// So much more memory may an import take, in MB.
const MAX_MEMORY_MB: u64 = 150;

/// Files that are small and ask for a lot of memory: gzip of one byte or one row without end.
fn hostile_files() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let packed = |mib: usize, head: &str, repeated: &str| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(head.as_bytes()).unwrap();
        let block = repeated.repeat((1 << 20) / repeated.len());
        for _ in 0..mib {
            gzip.write_all(block.as_bytes()).unwrap();
        }
        gzip.finish().unwrap()
    };
    // Text without structure has to be longer than the memory allowed; cells and values multiply by themselves.
    vec![
        ("commas", "csv", packed(12, "title\n", ",")),
        ("one long cell", "csv", packed(152, "title\n\"", "x")),
        ("bars", "csv", packed(12, "title,keywords\nA,", "a|")),
        ("header", "csv", packed(12, "", ",")),
        ("rows", "csv", packed(12, "title\n", "a\n")),
        ("zeros", "jsonl", packed(152, "", "\0")),
        ("numbers", "jsonl", packed(12, "[", "1,")),
        ("objects", "jsonl", packed(12, "", "{\"title\":[{\"a\":{}}]}\n")),
        (
            "bad titles",
            "jsonl",
            packed(12, "", &format!("{{\"keywords\":[{}1],\"title\":\"\"}}\n", "1,".repeat(900))),
        ),
    ]
}

/// The most memory that a process ever had, in MB.
fn peak_mb(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_upload_takes_the_memory() {
    let office = office();
    let before = office.server.memory_mb();
    // Three at a time: each waits for those before it, and a debug build takes seconds for one.
    let files = hostile_files();
    for batch in files.chunks(3) {
        let uploads = batch.iter().map(|(name, format, bytes)| {
            assert!(bytes.len() < 1 << 20, "{name}");
            let path = format!("/api/system/import?format={format}&dryRun=true");
            let request = office.admin.request("POST", &path).body(bytes.clone());
            let admin = &office.admin;
            async move { (*name, admin.send(request).await.unwrap()) }
        });
        for (name, answer) in futures_util::future::join_all(uploads).await {
            assert!(matches!(answer.status, 200 | 400), "{name}: {answer:?}");
        }
    }
    let peak = peak_mb(office.server.pid()).unwrap();
    println!("nine hostile uploads: {before} MB before, {peak} MB at most");
    assert!(peak < before + MAX_MEMORY_MB, "{peak} MB at most, {before} MB before");
    assert_eq!(office.left_over(), Vec::<String>::new());
}

#[test]
fn no_file_takes_the_memory_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(binary())
        .args(["--data", "data", "import", "-", "--format", "csv", "--skip-bad"])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let pid = child.id();
    let mut to = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        for (_, format, bytes) in hostile_files() {
            // Gzip files that follow each other are one text.
            if format == "csv" {
                let _ = to.write_all(&bytes);
            }
        }
    });
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(peak_mb(pid).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("a hostile file on the command line: {peak} MB at most");
    assert!((1..MAX_MEMORY_MB).contains(&peak), "{peak} MB");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn imports_take_turns_and_everybody_sees_how_far_they_are() {
    let office = office();
    let file = |prefix: &str| -> Vec<u8> {
        let lines: Vec<String> =
            (0..1_200).map(|n| json!({"title": format!("{prefix} {n}")}).to_string()).collect();
        lines.join("\n").into_bytes()
    };
    // Known before the writer is taken: a person's first call is a write.
    assert_eq!(office.admin.get("/api/user").await.status, 200);
    // Somebody else holds the writer, so that the first import cannot go on.
    let held = writer(office.folder.path(), "BEGIN IMMEDIATE");
    let (first, second) = (file("First"), file("Second"));
    let (first, second, ()) = tokio::join!(
        office.import("", first),
        async {
            office.wait_for_states(&["writing"]).await;
            office.import("", second).await
        },
        async {
            let seen = office.wait_for_states(&["writing", "waiting"]).await;
            assert_eq!(
                (&seen[0]["records"], &seen[0]["total"], &seen[0]["mine"]),
                (&json!(0), &json!(1_200), &json!(true)),
                "{seen}"
            );
            drop(held);
        }
    );
    for answer in [first, second] {
        assert_eq!((answer.status, &answer.body["added"]), (200, &json!(1_200)), "{answer:?}");
    }
    assert_eq!(office.admin.get("/api/system/imports").await.body, json!([]));
    assert_eq!(office.server.visitor().get("/api/system/imports").await.status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_get_their_turn_between_the_transactions_of_an_import() {
    let office = office();
    let lines: Vec<String> =
        (0..4_000).map(|n| json!({"title": format!("Imported {n}")}).to_string()).collect();
    std::fs::write(office.folder.path().join("many.jsonl"), lines.join("\n")).unwrap();
    let mut child = std::process::Command::new(binary())
        .args(["--data", "data", "import", "many.jsonl"])
        .current_dir(office.folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let (mut saves, mut slowest) = (0, Duration::ZERO);
    while child.try_wait().unwrap().is_none() {
        let begun = Instant::now();
        let saved = office.admin.post("/api/citations", &citation(&format!("Saved {saves}"))).await.unwrap();
        assert_eq!(saved.status, 201, "{saved:?}");
        slowest = slowest.max(begun.elapsed());
        saves += 1;
    }
    assert!(child.wait().unwrap().success());
    println!("{saves} saves beside an import, the slowest took {} ms", slowest.as_millis());
    let stored = exported(office.folder.path()).len();
    assert_eq!(stored, 4_000 + saves);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_that_stops_arriving_is_ended_and_leaves_nothing() {
    let office = office();
    let mut stream = office.begin_upload().await;
    let open = office.nameless_files();
    assert_eq!(open.len(), 1, "it is kept under no name: {open:?}");
    assert_eq!(open[0].1, 0o600, "and nobody else may read it");
    let mut answer = vec![0; 1 << 16];
    let read =
        tokio::time::timeout(PATIENCE, stream.read(&mut answer)).await.expect("it was never ended").unwrap();
    assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408 "));
    office.wait_for_states(&[]).await;
    assert_eq!(office.nameless_files(), []);
    assert_eq!(office.left_over(), Vec::<String>::new());
    assert_eq!(office.import("", b"{\"title\": \"Fever\"}".to_vec()).await.body["added"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_leaves_nothing_when_the_server_is_killed() {
    let office = office();
    let _stream = office.begin_upload().await;
    let data = office.folder.path().join("data");
    office.server.kill();
    let names: Vec<String> = std::fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            let known = [
                "catalogue.db",
                "catalogue.db-wal",
                "catalogue.db-shm",
                "catalogue.lock",
                "handout.lock",
                "index",
            ];
            !known.contains(&name.as_str())
        })
        .collect();
    assert_eq!(names, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_too_large_is_refused() {
    let office = office();
    let request = office.admin.request("POST", "/api/system/import").body(vec![b'\n'; (64 << 20) + 1]);
    // The server may close before all of it is sent.
    if let Ok(answer) = office.admin.send(request).await {
        assert_eq!(answer.status, 413, "{answer:?}");
    }
    let many = "{}\n".repeat(200_001).into_bytes();
    let refused = office.import("?dryRun=true", many).await;
    assert_eq!(refused.status, 400, "{refused:?}");
    assert!(refused.body["detail"].as_str().unwrap().contains("more than 200000 records"), "{refused:?}");
    assert_eq!(office.import("", Vec::new()).await.body["total"], 0);
}
