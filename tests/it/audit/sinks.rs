//! Delivery to the hospital's log: Debian's rsyslogd over TLS and UDP, and a file of JSON Lines.

use super::{auditor, trail};
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, command};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// rsyslogd as `make rsyslog` installs it, writing the parsed messages to a file; killed when dropped.
struct Rsyslog {
    process: Child,
}

impl Drop for Rsyslog {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Rsyslog {
    /// Listens with the certificate of [`certificates`], and writes priority, version, time, application, message ID
    /// and structured data of each message.
    fn start(folder: &Path, port: u16) -> Rsyslog {
        let at = folder.display();
        let fields =
            "%pri% %protocol-version% %timereported:::date-rfc3339% %app-name% %msgid% %$!rfc5424-sd%\\n";
        let text = format!(
            r#"
global(workDirectory="{at}" maxMessageSize="64k" DefaultNetstreamDriver="ossl"
  DefaultNetstreamDriverCAFile="{at}/ca.pem" DefaultNetstreamDriverCertFile="{at}/cert.pem"
  DefaultNetstreamDriverKeyFile="{at}/key.pem")
module(load="imtcp" StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
module(load="mmpstrucdata")
template(name="parsed" type="string" string="{fields}")
input(type="imtcp" port="{port}" address="127.0.0.1")
action(type="mmpstrucdata" sd_name.lowercase="off")
action(type="omfile" file="{at}/received" template="parsed")
"#
        );
        std::fs::write(folder.join("rsyslog.conf"), text).unwrap();
        let _ = std::fs::remove_file(folder.join("pid"));
        let process = Command::new("/usr/sbin/rsyslogd")
            .arg("-n")
            .args(["-f".into(), folder.join("rsyslog.conf")])
            .args(["-i".into(), folder.join("pid")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("rsyslogd is missing: run `make rsyslog`");
        Rsyslog { process }
    }
}

/// Writes a certificate authority, and a certificate for this machine issued by it.
fn certificates(folder: &Path) {
    let mut params = rcgen::CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = rcgen::CertifiedIssuer::self_signed(params, rcgen::KeyPair::generate().unwrap()).unwrap();
    let key = rcgen::KeyPair::generate().unwrap();
    let params = rcgen::CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &authority).unwrap();
    std::fs::write(folder.join("ca.pem"), authority.pem()).unwrap();
    std::fs::write(folder.join("cert.pem"), certificate.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Waits until a file has the expected lines; returns its content.
async fn lines_of(file: &Path, is_enough: impl Fn(&[String]) -> bool) -> Vec<String> {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if is_enough(&lines) {
            return lines;
        }
        assert!(begun.elapsed() < PATIENCE, "{} has {lines:#?}", file.display());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn add_departments(admin: &Caller, names: impl IntoIterator<Item = String>) {
    for name in names {
        let added = admin.post("/api/system/departments", &json!({"name": name})).await.unwrap();
        assert_eq!(added.status, 201, "{added:?}");
    }
}

/// The value of a metric of the sink 'syslog'.
async fn lag(server: &Server, name: &str) -> u64 {
    let answer = server.visitor().request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    let line = format!("handout_audit_sink_lag_{name}{{sink=\"syslog\"}} ");
    answer.lines().find_map(|found| found.strip_prefix(&line)).expect(&answer).parse().unwrap()
}

/// The structured data of a line that rsyslogd wrote.
fn received(line: &str) -> Value {
    let data = &line[line.find('{').unwrap_or_else(|| panic!("no structured data: {line}"))..];
    serde_json::from_str::<Value>(data).unwrap()["audit@32473"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rsyslogd_gets_every_row_in_order_over_tls_whenever_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (data, port) = (folder.path().join("data"), free_port());
    certificates(folder.path());
    let provider = Provider::start();
    let start = |authority: PathBuf| {
        Start::on(&data)
            .signed_in_at(&provider)
            .with("AUDIT__GROUP", "it-auditors")
            .with("AUDIT__SYSLOG", format!("tcp+tls://127.0.0.1:{port}"))
            .environment("SSL_CERT_FILE", authority.to_str().unwrap())
    };
    let file = folder.path().join("received");
    // A certificate of another authority.
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    certificates(&elsewhere);
    let rsyslog = Rsyslog::start(folder.path(), port);
    let server = start(elsewhere.join("ca.pem")).run();
    let begun = Instant::now();
    while !server.log().contains("invalid peer certificate") {
        assert!(begun.elapsed() < PATIENCE, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(server.stop().success());
    assert!(!file.exists() || std::fs::read(&file).unwrap().is_empty());
    drop(rsyslog);

    // Nothing listens: no call waits, and nothing is lost.
    let server = start(folder.path().join("ca.pem")).run();
    let admin = server.bearer(provider.admin());
    add_departments(&admin, (0..20).map(|n| format!("Ward \"{n}\" [\\] é"))).await;
    assert_eq!(lag(&server, "rows").await, 23, "three starts and stops, twenty departments");
    let rsyslog = Rsyslog::start(folder.path(), port);
    let lines = lines_of(&file, |lines| lines.len() >= 23).await;
    assert!(lines[3].starts_with("110 1 2"), "{}", lines[3]);
    assert!(lines[3].contains(" handout lookup.add {"), "{}", lines[3]);
    assert_eq!(received(&lines[3])["object"], "lookup/departments/Ward \"0\" [\\] é");
    drop(rsyslog);
    add_departments(&admin, (0..20).map(|n| format!("Clinic {n}"))).await;
    let _rsyslog = Rsyslog::start(folder.path(), port);
    let last = |lines: &[String]| lines.last().is_some_and(|line| received(line)["number"] == "43");
    let mut rows: Vec<Value> = lines_of(&file, last).await.iter().map(|line| received(line)).collect();
    // Rows sent while a connection ended may arrive twice.
    let mut seen = HashSet::new();
    rows.retain(|row| seen.insert(row["number"].to_string()));
    let numbers: Vec<String> = rows.iter().map(|row| row["number"].as_str().unwrap().to_owned()).collect();
    assert_eq!(numbers, (1..=43).map(|n: u32| n.to_string()).collect::<Vec<_>>());
    let stored = trail(&auditor(&server, &provider)).await;
    for (row, stored) in rows.iter().zip(&stored) {
        for member in [
            "actor", "role", "client", "action", "object", "outcome", "request", "detail", "previous", "hash",
        ] {
            assert_eq!(row[member], stored[member], "{row}");
        }
    }
    let begun = Instant::now();
    while lag(&server, "rows").await > 0 {
        assert!(begun.elapsed() < PATIENCE, "rows remain unsent");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(lag(&server, "seconds").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn datagrams_and_a_file_get_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let (udp, unix) = (
        std::net::UdpSocket::bind("127.0.0.1:0").unwrap(),
        std::os::unix::net::UnixDatagram::bind(folder.path().join("log")).unwrap(),
    );
    udp.set_read_timeout(Some(PATIENCE)).unwrap();
    unix.set_read_timeout(Some(PATIENCE)).unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("audit.jsonl"));
    let mut buffer = vec![0; 65_536];
    let targets = [
        format!("udp://127.0.0.1:{}", udp.local_addr().unwrap().port()),
        format!("unix:{}", folder.path().join("log").display()),
    ];
    for (n, target) in targets.iter().enumerate() {
        let start = Start::on(&data).with("AUDIT__SYSLOG", target).with("AUDIT__FILE", file.display());
        let server = start.run();
        let length = if n == 0 { udp.recv(&mut buffer) } else { unix.recv(&mut buffer) }.unwrap();
        let message = String::from_utf8_lossy(&buffer[..length]).into_owned();
        assert!(
            message.starts_with("<110>1 20") && message.contains(" server.start [audit@32473 number=\"1\"")
        );
        // One row for each start, and one for each previous stop.
        let lines = lines_of(&file, |lines| lines.len() > 2 * n).await;
        let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        assert_eq!(last["action"], "server.start");
        assert!(server.stop().success());
        // Moved away, as logrotate does, or truncated in the middle of a line.
        if n == 0 {
            std::fs::rename(&file, folder.path().join("audit.jsonl.1")).unwrap();
            std::fs::write(&file, "{\"cut\":").unwrap();
        }
    }
    let lines = lines_of(&file, |lines| lines.len() == 3).await;
    let numbers: Vec<Value> = lines[1..]
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["number"].clone())
        .collect();
    assert_eq!((lines[0].as_str(), numbers), ("{\"cut\":", vec![json!(2), json!(3)]));
}

/// Many people write concurrently: every write has its row, and the chain does not fork.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_is_lost_when_many_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let admin = server.bearer(provider.admin());
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let admin = admin.clone();
            tokio::spawn(
                async move { add_departments(&admin, (0..25).map(|n| format!("{writer}-{n}"))).await },
            )
        })
        .collect();
    let exports: Vec<_> = (0..50)
        .map(|_| {
            let admin = admin.clone();
            tokio::spawn(async move { admin.get("/api/system/synonyms/download").await.status })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    for export in exports {
        assert_eq!(export.await.unwrap(), 200);
    }
    let rows = trail(&auditor(&server, &provider)).await;
    let count = |action: &str| rows.iter().filter(|row| row["action"] == action).count();
    assert_eq!((count("lookup.add"), count("export")), (200, 50));
    let (_, output) = command(&data, &["check"]);
    assert!(output.contains("audit trail        ok"), "{output}");
}
