//! How commands end when nobody reads their output, or when they are called incorrectly.

use crate::support::{binary, citation, fill, http_client, run_in};
use std::path::Path;
use std::process::{Command, Stdio};

/// The writing end of a pipe that nobody reads.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn command(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.arg("--data").arg(data).args(args).env_clear().env("RUST_BACKTRACE", "1");
    command
}

#[test]
fn a_closed_output_pipe_is_not_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Handout 1"), citation("Handout 2")]);
    let name = |path: &str| folder.path().join(path).to_str().unwrap().to_owned();
    std::fs::write(name("good.jsonl"), r#"{"id": "one", "title": "One"}"#).unwrap();
    std::fs::write(name("bad.jsonl"), "{}\n{}\n{}\n").unwrap();
    // Messages about completed work are optional, but an export that nobody receives is an error.
    let cases: [(&[&str], i32); 14] = [
        (&["check"], 0),
        (&["export", &name("export.jsonl")], 0),
        (&["export", "-"], 1),
        (&["export", "/dev/stdout"], 1),
        (&["backup", &name("copy.db")], 0),
        (&["backup", "-"], 1),
        (&["import", &name("good.jsonl")], 0),
        (&["import", &name("bad.jsonl")], 1),
        (&["admin", "grant", "ada@example.org"], 0),
        (&["admin", "list"], 0),
        (&["admin", "revoke", "ada@example.org"], 0),
        (&["--rebuild-index"], 0),
        (&["drill", &name("copy.db")], 0),
        (&["restore", &name("copy.db")], 0),
    ];
    for (args, code) in cases {
        let ended = command(&data, args).stdout(unread()).stderr(Stdio::piped()).output().unwrap();
        let output = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(code), "{args:?}: {output}");
        assert!(!output.contains("panicked") && !output.contains("backtrace"), "{args:?}: {output}");
        assert_eq!(code == 1, output.lines().any(|line| line.starts_with("error: ")), "{args:?}: {output}");
        let ended = command(&data, args).stdout(unread()).stderr(unread()).status().unwrap();
        // Some commands succeed only once.
        assert!(matches!(ended.code(), Some(0 | 1)), "{args:?}, no output was read: {ended:?}");
    }
    for args in [&["--help"][..], &["--version"], &["help", "import"], &["--no-such-flag"], &["admin"]] {
        let ended = command(&data, args).stdout(unread()).stderr(unread()).status().unwrap();
        assert!(matches!(ended.code(), Some(0 | 2)), "{args:?}: {ended:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Handout 1")]);
    for args in
        [&["check"][..], &["export", "-"], &["--rebuild-index"], &["admin", "grant", "ada@example.org"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = command(&data, args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let output = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{args:?}: {output}");
        assert!(output.starts_with("error: writing to standard output"), "{args:?}: {output}");
    }
}

/// A log that nobody reads any more (the journal was restarted) must not stop the server.
#[tokio::test]
async fn a_server_continues_when_nobody_reads_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let address = folder.path().join("address");
    let shell = format!(
        "exec 3>&2; exec 2> >(sed -u -n '/listening on/{{p;q}}' > '{}'); exec \"$@\"",
        address.display()
    );
    let mut child = Command::new("bash")
        .args(["-c", &shell, "bash", binary(), "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .stdout(unread())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let at = loop {
        let line = std::fs::read_to_string(&address).unwrap_or_default();
        if let Some((_, at)) = line.trim_end().split_once("listening on ") {
            break at.to_owned();
        }
        assert!(begun.elapsed() < crate::support::PATIENCE, "it does not listen");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let http = http_client();
    for _ in 0..20 {
        let answer = http.get(format!("{at}/api/search?q=&start=0")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn nothing_is_taken_away_from_a_data_directory_without_a_catalogue() {
    let folder = tempfile::tempdir().unwrap();
    for action in ["revoke", "end-sessions"] {
        let ended = run_in(folder.path(), &[], &["admin", action, "ada@example.org"]);
        assert_eq!(ended.code, Some(1), "{action}: {ended:?}");
        assert!(
            ended.error().contains("there is no catalogue at ./data/catalogue.db"),
            "{action}: {ended:?}"
        );
        assert!(!folder.path().join("data").exists(), "{action}");
    }
}

#[test]
fn every_usage_error_begins_with_error() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["admin"][..],
        &["admin", "grant"],
        &["admin", "frobnicate"],
        &["admin", "grant", "no-at-sign"],
        &["admin", "revoke", "no-at-sign"],
        &["admin", "end-sessions", "no-at-sign"],
        &["backup"],
        &["export"],
        &["import"],
        &["restore"],
        &["drill"],
        &["check", "more"],
        &["frobnicate"],
        &["--frobnicate"],
        &["--listen", "nowhere"],
        &["--log-format", "xml"],
        &["--demo", "check"],
        &["--rebuild-index", "check"],
    ] {
        let ended = run_in(folder.path(), &[], args);
        assert_eq!(ended.code, Some(2), "{args:?}: {ended:?}");
        assert!(ended.stderr.starts_with("error: "), "{args:?}: {ended:?}");
        assert!(ended.stdout.is_empty(), "{args:?}: {ended:?}");
    }
}
