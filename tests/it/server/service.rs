//! The server under a service manager: readiness, watchdog, reload, and a clean stop.

use crate::support::{PATIENCE, Start};
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn heard(listener: &UnixDatagram) -> String {
    let mut buffer = [0; 1024];
    let length = listener.recv(&mut buffer).expect("systemd got no notification");
    String::from_utf8_lossy(&buffer[..length]).into_owned()
}

fn wait_for(listener: &UnixDatagram, what: &str) {
    let begun = Instant::now();
    while !heard(listener).lines().any(|line| line == what) {
        assert!(begun.elapsed() < PATIENCE, "systemd was not notified of {what}");
    }
}

#[test]
fn systemd_is_notified_of_readiness_heartbeats_and_stopping() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("notify");
    let listener = UnixDatagram::bind(&socket).unwrap();
    listener.set_read_timeout(Some(PATIENCE)).unwrap();
    let server = Start::on(&folder.path().join("data"))
        .environment("NOTIFY_SOCKET", socket.to_str().unwrap())
        .environment("WATCHDOG_USEC", "600000")
        .run();
    wait_for(&listener, "READY=1");
    wait_for(&listener, "WATCHDOG=1");
    wait_for(&listener, "WATCHDOG=1");
    let pid = server.pid().to_string();
    assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
    wait_for(&listener, "READY=1");
    assert!(server.stop().success());
    wait_for(&listener, "STOPPING=1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_finishes_the_current_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let mut stream = TcpStream::connect(server.address.trim_start_matches("http://")).await.unwrap();
    let body = "{}";
    let head = format!(
        "POST /api/user/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{{",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    let stopping = tokio::task::spawn_blocking(move || server.stop());
    tokio::time::sleep(Duration::from_millis(300)).await;
    stream.write_all(b"}").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer:?}");
    assert!(stopping.await.unwrap().success());
    println!("SIGTERM with a request in hand: answered, stopped after {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(10));
}
