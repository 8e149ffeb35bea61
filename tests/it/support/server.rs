//! Starts the real binary as a server, and stops it in every way.

use super::provider::{self, Provider};
use super::{Caller, PATIENCE, binary, http_client, install_tls};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running server; killed when dropped.
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT`
    pub address: String,
    /// The time from the start of the process until it listened.
    pub started_in: Duration,
    log: File,
    http: reqwest::Client,
}

/// Options for starting a server.
pub struct Start {
    data: PathBuf,
    settings: Vec<(String, String)>,
    args: Vec<String>,
    listen: String,
    around: Option<String>,
}

impl Start {
    /// A server on this data directory, with no other settings than those of the test.
    pub fn on(data: &Path) -> Start {
        let settings = vec![("HANDOUT_SERVER__RATE_LIMIT".into(), "0".into())];
        Start {
            data: data.to_owned(),
            settings,
            args: Vec::new(),
            listen: "127.0.0.1:0".into(),
            around: None,
        }
    }

    /// Sets one setting, as `SECTION__KEY`.
    pub fn with(mut self, key: &str, value: impl ToString) -> Start {
        self.settings.push((format!("HANDOUT_{key}"), value.to_string()));
        self
    }

    /// Sets an environment variable that is not a setting.
    pub fn environment(mut self, name: &str, value: &str) -> Start {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds arguments of the command line.
    pub fn with_args(mut self, args: &[&str]) -> Start {
        self.args.extend(args.iter().map(|arg| (*arg).to_owned()));
        self
    }

    /// Listens on this address instead of a free port.
    pub fn listening_on(mut self, address: &str) -> Start {
        self.listen = address.to_owned();
        self
    }

    /// Signs in with this provider.
    pub fn signed_in_at(self, provider: &Provider) -> Start {
        self.with("IDENTITY__ISSUER", provider.issuer()).with("IDENTITY__CLIENT_ID", provider::CLIENT_ID)
    }

    /// Runs commands in a shell that then becomes the server.
    pub fn after_shell(mut self, commands: &str) -> Start {
        self.around = Some(commands.to_owned());
        self
    }

    /// Starts the server and waits until it listens and its first index is complete. Does not wait for the index of a
    /// server that runs in a shell or as a replica, which may never have one.
    pub fn run(self) -> Server {
        let waits_for_index = self.around.is_none()
            && !self.args.iter().any(|arg| arg == "--replica")
            && !self.settings.iter().any(|(key, _)| key.contains("REPLICA"));
        match self.try_run() {
            Ok(server) => {
                if waits_for_index {
                    server.wait_for_first_index();
                }
                server
            }
            Err((status, log)) => panic!("the server did not start ({status}):\n{log}"),
        }
    }

    /// Starts the server; if it ends instead of listening, returns its status and its output.
    pub fn try_run(self) -> Result<Server, (ExitStatus, String)> {
        install_tls();
        let mut command = match &self.around {
            None => Command::new(binary()),
            Some(commands) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{commands}; exec \"$@\""), "sh"]).arg(binary());
                shell
            }
        };
        command.args(["--listen", &self.listen, "--data"]).arg(&self.data).args(&self.args);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(self.settings).current_dir(self.data.parent().unwrap());
        let begun = Instant::now();
        // A file contains every line as soon as it is written, so that a test that has a response also has its log
        // lines.
        let log = tempfile::tempfile().unwrap();
        let output = || Stdio::from(log.try_clone().unwrap());
        let mut child = command.stdout(output()).stderr(output()).spawn().unwrap();
        while begun.elapsed() < PATIENCE {
            let ended = child.try_wait().unwrap();
            let written = read_all(&log);
            if let Some(address) = listening_address(&written) {
                let (address, started_in) = (address.to_owned(), begun.elapsed());
                return Ok(Server { child, address, started_in, log, http: http_client() });
            }
            if let Some(status) = ended {
                return Err((status, written));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        let status = child.wait().unwrap();
        Err((status, read_all(&log)))
    }
}

/// The address in the log line about listening, once that line is complete.
fn listening_address(log: &str) -> Option<&str> {
    let (_, rest) = log.split_once("listening on ")?;
    let (line, _) = rest.split_once('\n')?;
    let end = line.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(line.len());
    Some(line[..end].trim_end_matches('/'))
}

fn read_all(file: &File) -> String {
    let mut bytes = vec![0; file.metadata().unwrap().len() as usize];
    file.read_exact_at(&mut bytes, 0).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Server {
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Everything it has written so far.
    pub fn log(&self) -> String {
        read_all(&self.log)
    }

    /// Waits until a server that is building its first index is ready.
    fn wait_for_first_index(&self) {
        let Some(address) = self.address.strip_prefix("http://") else { return };
        let begun = Instant::now();
        while self.log().contains("building the search index") && begun.elapsed() < PATIENCE {
            let mut answer = String::new();
            let asked = std::net::TcpStream::connect(address).and_then(|mut stream| {
                stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
                stream.read_to_string(&mut answer)
            });
            if asked.is_ok() && answer.starts_with("HTTP/1.1 200") {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Resident memory, in MB.
    pub fn memory_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Kills the server (SIGKILL).
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops the server (SIGTERM).
    pub fn stop(mut self) -> ExitStatus {
        let pid = self.pid().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap()
    }

    /// Waits until the server ends by itself; returns its status and its output.
    pub fn ended(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, self.log());
            }
            assert!(begun.elapsed() < PATIENCE, "the server keeps running");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A caller who is not signed in.
    pub fn visitor(&self) -> Caller {
        Caller { address: self.address.clone(), http: self.http.clone(), token: None }
    }

    /// A caller with this access token.
    pub fn bearer(&self, token: String) -> Caller {
        Caller { token: Some(token), ..self.visitor() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            println!("--- the server said:\n{}", self.log());
        }
    }
}
