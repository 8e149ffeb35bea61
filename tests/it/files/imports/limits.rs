//! Memory limits of imports, and uploads that are too large or interrupted.

use super::office;
use crate::support::{PATIENCE, binary};
use std::io::Write;
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// How much additional memory an import may use, in MB.
const MAX_MEMORY_MB: u64 = 150;

/// Small files that would need much memory: gzip of one byte or one row repeated endlessly.
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
    // Plain text must be longer than the memory limit; cells and values take more memory than their text.
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

/// The peak memory of a process, in MB.
fn peak_mb(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_upload_exhausts_the_memory() {
    let office = office();
    let before = office.server.memory_mb();
    // Three at a time: imports run one after the other, and each takes seconds in a debug build.
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
    assert_eq!(office.leftover_files(), Vec::<String>::new());
}

#[test]
fn no_file_exhausts_the_memory_of_the_command_line() {
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
            // Concatenated gzip files are one text.
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
async fn an_upload_that_stops_arriving_is_ended_and_leaves_nothing() {
    let office = office();
    let mut stream = office.begin_upload().await;
    let open = office.nameless_files();
    assert_eq!(open.len(), 1, "the file has no name: {open:?}");
    assert_eq!(open[0].1, 0o600, "only its owner may read it");
    let mut answer = vec![0; 1 << 16];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut answer))
        .await
        .expect("the upload was never ended")
        .unwrap();
    assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408 "));
    office.wait_for_states(&[]).await;
    assert_eq!(office.nameless_files(), []);
    assert_eq!(office.leftover_files(), Vec::<String>::new());
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
    // The server may close the connection before the whole file is sent.
    if let Ok(answer) = office.admin.send(request).await {
        assert_eq!(answer.status, 413, "{answer:?}");
    }
    let many = "{}\n".repeat(200_001).into_bytes();
    let refused = office.import("?dryRun=true", many).await;
    assert_eq!(refused.status, 400, "{refused:?}");
    assert!(refused.body["detail"].as_str().unwrap().contains("more than 200000 records"), "{refused:?}");
    assert_eq!(office.import("", Vec::new()).await.body["total"], 0);
}
