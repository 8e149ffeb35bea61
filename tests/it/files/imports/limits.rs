//! Memory limits of imports, and uploads that are too large or interrupted.

use crate::files::table_calls::office;
use crate::support::{PATIENCE, binary};
use std::io::Write;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
    for (name, _, bytes) in hostile_files() {
        assert!(bytes.len() < 1 << 20, "{name}");
        let sent = office.send("hostile", bytes).await;
        assert!(matches!(sent.status, 201 | 422), "{name}: {sent:?}");
        if let Some(path) = sent.headers.get("location") {
            let preview = office.admin.get(&format!("{}/preview", path.to_str().unwrap())).await;
            assert!(matches!(preview.status, 200 | 422), "{name}: {preview:?}");
        }
    }
    let peak = peak_mb(office.server.pid()).unwrap();
    println!("nine hostile uploads: {before} MB before, {peak} MB at most");
    assert!(peak < before + MAX_MEMORY_MB, "{peak} MB at most, {before} MB before");
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
    let address = office.server.address.trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/system/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Length: 1000000\r\n\r\n",
        office.provider.admin()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all("{\"title\": \"Fever\"}\n".repeat(20_000).as_bytes()).await.unwrap();
    let mut answer = vec![0; 1 << 16];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut answer))
        .await
        .expect("the upload was never ended")
        .unwrap();
    assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408 "));
    assert_eq!(office.admin.get("/api/system/imports").await.body["found"], 0);
}

#[tokio::test]
async fn json_lines_of_too_many_records_are_refused() {
    let office = office();
    let (path, _) = office.add(&"{}\n".repeat(200_001)).await;
    let refused = office.admin.get(&format!("{path}/preview")).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body.to_string().contains("more than 200000 records"), "{refused:?}");
}
