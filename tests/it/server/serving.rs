//! Starts and refused starts: addresses, data directories, files of other programs, certificates, the demo, the log.

use crate::support::{PATIENCE, Start, binary, citation, command, fill, run_in};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const DATABASE: &str = "data/catalogue.db";

#[test]
fn a_port_in_use_is_reported_before_anything_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = run_in(folder.path(), &[], &["--listen", &address]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.error().contains(&address), "{ended:?}");
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_data_directory_that_cannot_be_created_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "x").unwrap();
    let ended = run_in(folder.path(), &[], &["--listen", "127.0.0.1:0", "--data", "file/data"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.error().contains("file/data"), "{ended:?}");
}

/// Asserts that a file in place of the database is refused with one line and stays unchanged.
fn is_refused(prepare: impl FnOnce(&std::path::Path), expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE);
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    prepare(&file);
    let before = std::fs::read(&file).unwrap();
    for args in [&["--listen", "127.0.0.1:0"][..], &["--rebuild-index"], &["import", "none.jsonl"]] {
        std::fs::write(folder.path().join("none.jsonl"), "").unwrap();
        let ended = run_in(folder.path(), &[], args);
        assert_eq!(ended.code, Some(1), "{args:?}: {ended:?}");
        assert!(ended.error().contains(expected), "{args:?}: {ended:?}");
        assert!(std::fs::read(&file).unwrap() == before, "{args:?} changed the file");
    }
    let ended = run_in(folder.path(), &[], &["check"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stdout.contains("WRONG"), "{ended:?}");
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_unchanged() {
    is_refused(|file| std::fs::write(file, "My letters, 1987.\n".repeat(900)).unwrap(), "catalogue.db");
}

#[test]
fn the_database_of_another_program_is_refused_and_unchanged() {
    is_refused(
        |file| {
            let other = rusqlite::Connection::open(file).unwrap();
            other.execute_batch("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('x');").unwrap();
        },
        "catalogue.db",
    );
}

#[test]
fn a_database_from_a_newer_version_is_refused_and_unchanged() {
    is_refused(
        |file| {
            let data = file.parent().unwrap();
            fill(data, &[citation("Asthma action plan")]);
            let db = rusqlite::Connection::open(file).unwrap();
            db.execute_batch(
                "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
                 VALUES (999, 'later', '2099-01-01T00:00:00Z', '1'); PRAGMA journal_mode = DELETE;",
            )
            .unwrap();
        },
        "newer",
    );
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Start::on(&data).run();
    let ended = run_in(folder.path(), &[], &["--listen", "127.0.0.1:0"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.error().contains("another handout server"), "{ended:?}");
    assert!(server.stop().success());
    assert!(Start::on(&data).run().stop().success(), "the data directory can be used again");
}

#[tokio::test]
async fn a_rebuilt_index_is_loaded_while_serving() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let citations: Vec<Value> = (0..30).map(|n| citation(&format!("Handout {n}"))).collect();
    fill(&data, &citations);
    let server = Start::on(&data).run();
    server.visitor().wait_until_found("handout", 30).await;
    let (succeeded, output) = command(&data, &["--rebuild-index"]);
    assert!(succeeded && output.contains("30 documents") && output.contains("seconds"), "{output}");
    fill(&data, &[citation("Another handout")]);
    server.visitor().wait_until_found("handout", 31).await;
}

#[test]
fn the_demo_prints_its_address_and_accounts_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = Command::new(binary())
        .args(["--demo", "--listen", "127.0.0.1:0"])
        .env_clear()
        .env("TMPDIR", folder.path())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(demo.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut output = String::new();
    while !output.contains("education-admin") {
        output.push_str(&lines.next().unwrap_or_else(|| panic!("it ended: {output}")));
        output.push('\n');
    }
    for word in ["http://127.0.0.1:", "visitor-nurse", "unit-clerk"] {
        assert!(output.contains(word), "{word} is missing:\n{output}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "one temporary folder");
    let stopped = Command::new("kill").args(["-TERM", &demo.id().to_string()]).status().unwrap();
    assert!(stopped.success() && demo.wait().unwrap().success());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it was removed");
}

#[test]
fn the_demo_listens_on_loopback_only() {
    let folder = tempfile::tempdir().unwrap();
    for (variables, args) in [
        (vec![], vec!["--demo", "--listen", "0.0.0.0:0"]),
        (vec![], vec!["--demo", "--listen", "[::]:0"]),
        (vec![("HANDOUT_SERVER__LISTEN", "192.0.2.1:80")], vec!["--demo"]),
    ] {
        let ended = run_in(folder.path(), &variables, &args);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.error().contains("loopback"), "{ended:?}");
    }
}

#[tokio::test]
async fn the_log_has_a_line_for_each_request_and_no_query() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).with_args(&["--log-format", "json"]).run();
    let answer = server.visitor().get("/api/search?q=verysecret").await;
    let id = answer.headers["x-request-id"].to_str().unwrap().to_owned();
    let begun = Instant::now();
    let line = loop {
        if let Some(line) = server.log().lines().find(|line| line.contains(&id)) {
            break serde_json::from_str::<Value>(line).unwrap();
        }
        assert!(begun.elapsed() < PATIENCE, "no line with {id}:\n{}", server.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(line["route"], "/api/search", "{line}");
    assert_eq!(line["status"], 200, "{line}");
    assert_eq!(line["method"], "GET", "{line}");
    assert!(!server.log().contains("verysecret"), "{}", server.log());
}

/// Creates a certificate for this machine and its key, as PEM files `cert.pem` and `key.pem`.
fn write_certificate(folder: &std::path::Path) -> reqwest::Certificate {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    reqwest::Certificate::from_pem(made.cert.pem().as_bytes()).unwrap()
}

async fn is_trusted(address: &str, certificate: &reqwest::Certificate) -> bool {
    let client = reqwest::Client::builder().add_root_certificate(certificate.clone()).build().unwrap();
    client.get(format!("{address}/healthz")).send().await.is_ok()
}

#[tokio::test]
async fn https_is_served_and_a_new_certificate_is_loaded_on_sighup() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_certificate(folder.path());
    let server = Start::on(&folder.path().join("data"))
        .with("SERVER__TLS_CERT", folder.path().join("cert.pem").display())
        .with("SERVER__TLS_KEY", folder.path().join("key.pem").display())
        .run();
    assert!(server.address.starts_with("https://"), "{}", server.address);
    let client = reqwest::Client::builder().add_root_certificate(first.clone()).build().unwrap();
    let answer = client.get(format!("{}/api/config", server.address)).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000; includeSubDomains");
    let second = write_certificate(folder.path());
    assert!(!is_trusted(&server.address, &second).await);
    assert!(Command::new("kill").args(["-HUP", &server.pid().to_string()]).status().unwrap().success());
    let begun = Instant::now();
    while !is_trusted(&server.address, &second).await {
        assert!(begun.elapsed() < PATIENCE, "the new certificate is not served:\n{}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!is_trusted(&server.address, &first).await);
}

#[test]
fn an_invalid_certificate_is_reported_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    write_certificate(folder.path());
    std::fs::rename(at("key.pem"), at("other_key.pem")).unwrap();
    write_certificate(folder.path());
    std::fs::write(at("empty.pem"), "").unwrap();
    std::fs::write(at("blank.pem"), "\n \n").unwrap();
    std::fs::write(at("letter.pem"), "Dear Sir or Madam\n").unwrap();
    let damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    std::fs::write(at("damaged.pem"), damaged).unwrap();
    let locked = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    std::fs::write(at("locked.pem"), locked).unwrap();
    for (cert, key, expected) in [
        ("none.pem", "key.pem", ["server.tls_cert", "none.pem", "cannot be read"]),
        ("cert.pem", "none.pem", ["server.tls_key", "none.pem", "cannot be read"]),
        ("empty.pem", "key.pem", ["server.tls_cert", "empty.pem", "is empty"]),
        ("cert.pem", "blank.pem", ["server.tls_key", "blank.pem", "is empty"]),
        ("key.pem", "cert.pem", ["server.tls_cert", "key.pem", "swapped"]),
        ("cert.pem", "cert.pem", ["server.tls_key", "cert.pem", "swapped"]),
        ("letter.pem", "key.pem", ["server.tls_cert", "letter.pem", "no certificate"]),
        ("cert.pem", "letter.pem", ["server.tls_key", "letter.pem", "no private key"]),
        ("damaged.pem", "key.pem", ["server.tls_cert", "damaged.pem", "damaged"]),
        ("cert.pem", "locked.pem", ["server.tls_key", "locked.pem", "encrypted"]),
        ("cert.pem", "other_key.pem", ["server.tls_key", "other_key.pem", "not the key of the certificate"]),
    ] {
        let (cert_file, key_file) = (at(cert), at(key));
        let variables =
            [("HANDOUT_SERVER__TLS_CERT", cert_file.as_str()), ("HANDOUT_SERVER__TLS_KEY", &key_file)];
        let ended = run_in(folder.path(), &variables, &["--listen", "127.0.0.1:0"]);
        assert_eq!(ended.code, Some(2), "{cert}, {key}: {ended:?}");
        for word in expected {
            assert!(ended.error().contains(word), "{word:?} is missing for {cert}, {key}: {ended:?}");
        }
        assert!(!folder.path().join("data").exists(), "{cert}, {key}: something was created");
        let checked = run_in(folder.path(), &variables, &["check"]);
        assert_eq!(checked.code, Some(2), "{cert}, {key}: {checked:?}");
        let line = checked.stdout.lines().find(|line| line.starts_with("certificate")).unwrap();
        assert!(line.contains("WRONG") && line.contains(expected[2]), "{cert}, {key}: {line}");
    }
}
