//! The real Litestream with the files in `assets/replicas`, and an S3-compatible server. `make litestream` installs
//! both.

use super::PATIENCE;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A free port.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A file of the repository.
pub fn asset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/replicas").join(name)
}

/// A program that `make litestream` installed.
fn tool(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/litestream/bin").join(name);
    assert!(path.is_file(), "{} is missing: run `make litestream`", path.display());
    path
}

/// The PATH for processes of a test: Litestream, the binary under test, the system.
pub fn search_path() -> String {
    let own = Path::new(super::binary()).parent().unwrap().display();
    let system = std::env::var("PATH").unwrap_or_default();
    format!("{}:{own}:{system}", tool("litestream").parent().unwrap().display())
}

/// A process with its children, which are all killed when it is dropped.
pub struct Process {
    child: Child,
    log: Arc<Mutex<String>>,
}

impl Process {
    pub fn start(command: &mut Command) -> Process {
        // In a process group of its own, so that one signal ends it with its children.
        command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        collect(child.stdout.take().unwrap(), log.clone());
        collect(child.stderr.take().unwrap(), log.clone());
        Process { child, log }
    }

    /// Everything it has written so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The process ID, which is also the ID of its group.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal to the processes of the group that run this program; returns whether there were any.
    pub fn signal(&self, program: &str, signal: &str) -> bool {
        let group = self.pid().to_string();
        let sent = Command::new("pkill").args([signal, "--pgroup", &group, "--exact", program]).status();
        sent.unwrap().success()
    }

    /// Waits until it has written this.
    pub async fn wait_for(&self, text: &str) {
        let begun = Instant::now();
        while !self.log().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "{text:?} was not written:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = format!("-{}", self.pid());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.child.wait();
        if std::thread::panicking() {
            let log = self.log();
            let start = log.len().saturating_sub(4_000);
            println!("--- a process said at last:\n{}", log.get(start..).unwrap_or(&log));
        }
    }
}

fn collect(from: impl Read + Send + 'static, log: Arc<Mutex<String>>) {
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            log.lock().unwrap().push_str(&format!("{line}\n"));
        }
    });
}

/// Where Litestream stores its backups.
#[derive(Clone)]
pub struct Storage {
    /// The value of `STORAGE_URL` in `litestream.env`.
    pub url: String,
    server: Option<Arc<Process>>,
}

impl Storage {
    /// Storage in this folder.
    pub fn in_folder(folder: &Path) -> Storage {
        Storage { url: format!("file://{}", folder.display()), server: None }
    }

    /// Storage in a bucket of an S3-compatible server of its own.
    pub async fn in_s3() -> Storage {
        let port = free_port();
        let mut command = Command::new(tool("moto_server"));
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]).env_clear();
        let server = Process::start(&mut command);
        let address = format!("http://127.0.0.1:{port}");
        let begun = Instant::now();
        while super::http_client().put(format!("{address}/handout-storage")).send().await.is_err() {
            assert!(begun.elapsed() < PATIENCE, "the S3-compatible server does not answer: {}", server.log());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let url = format!("s3://handout-storage/catalogue?endpoint={address}&region=us-east-1");
        Storage { url, server: Some(Arc::new(server)) }
    }

    /// The number of requests to the S3-compatible server; 0 without one.
    pub fn requests(&self) -> usize {
        self.server.as_ref().map_or(0, |server| server.log().matches(" HTTP/1.1\" ").count())
    }

    /// Sets the variables of `litestream.env`, and no others.
    pub fn environment(&self, command: &mut Command, primary: &Path, replica: &Path, replica_address: &str) {
        command
            .env_clear()
            .env("PATH", search_path())
            .env("STORAGE_URL", &self.url)
            .env("LITESTREAM_ACCESS_KEY_ID", "handout")
            .env("LITESTREAM_SECRET_ACCESS_KEY", "handout-secret")
            .env("PRIMARY_DATABASE", primary)
            .env("REPLICA_DATABASE", replica)
            .env("REPLICA_ADDRESS", replica_address);
    }

    /// Litestream with these arguments before `-config` and the settings of a primary.
    pub fn command(&self, data: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(tool("litestream"));
        self.environment(&mut command, &data.join("catalogue.db"), Path::new(""), "");
        command.args(arguments).arg("-config").arg(asset("litestream.yml"));
        command
    }

    /// `handout-replicate.service` for the primary in this directory.
    pub fn replicate(&self, data: &Path) -> Process {
        Process::start(&mut self.command(data, &["replicate"]))
    }

    /// `handout-follow.service`: restarts `follow.sh` whenever it ends.
    pub fn follow(&self, database: &Path, replica_address: &str, check_seconds: f64) -> Process {
        let mut command = Command::new("bash");
        self.environment(&mut command, Path::new(""), database, replica_address);
        command.env("FOLLOW_CHECK_SECONDS", check_seconds.to_string());
        command.args(["-c", "while true; do \"$0\" || true; sleep 0.5; done"]).arg(asset("follow.sh"));
        Process::start(&mut command)
    }
}

/// Waits until a follower has restored the whole database for the first time.
pub async fn wait_until_restored(database: &Path, follower: &Process) {
    let note = database.with_extension("db-txid");
    let begun = Instant::now();
    while !note.exists() {
        assert!(begun.elapsed() < PATIENCE, "nothing is restored:\n{}", follower.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
