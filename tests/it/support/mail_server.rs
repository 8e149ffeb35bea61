//! A mail server on a port of this machine: accepts every mail (RFC 5321), or refuses as configured.

use super::PATIENCE;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A received mail.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to: Vec<String>,
    /// Headers and body, with lines ended by ` `.
    pub text: String,
}

#[derive(Default)]
struct State {
    mails: Vec<Mail>,
    /// Replies that refuse the next mails, in order.
    refusals: Vec<String>,
    /// Recipients that do not exist.
    unknown: Vec<String>,
    /// Whether the next mail is accepted without a reply.
    breaks_off: bool,
    tries: usize,
    /// How clients introduced themselves.
    hellos: Vec<String>,
    /// Whether recipients are refused to a client without a domain in its name.
    needs_domain: bool,
}

pub struct MailServer {
    address: String,
    state: Arc<Mutex<State>>,
}

impl MailServer {
    /// Listens on a free port.
    pub fn start() -> MailServer {
        MailServer::on(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    /// Listens with this socket.
    pub fn on(listener: TcpListener) -> MailServer {
        let address = listener.local_addr().unwrap().to_string();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                std::thread::spawn(move || talk(stream, &state));
            }
        });
        MailServer { address, state }
    }

    /// The server's URL for the settings.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Refuses the next mail at its end with this reply.
    pub fn refuses(&self, answer: &str) {
        self.state.lock().unwrap().refusals.push(answer.to_owned());
    }

    /// Refuses this recipient permanently.
    pub fn refuses_recipient(&self, address: &str) {
        self.state.lock().unwrap().unknown.push(address.to_owned());
    }

    /// Refuses recipients to clients that introduce themselves without a domain, as Postfix can.
    pub fn needs_domain(&self) {
        self.state.lock().unwrap().needs_domain = true;
    }

    /// How clients introduced themselves, in order.
    pub fn hellos(&self) -> Vec<String> {
        self.state.lock().unwrap().hellos.clone()
    }

    /// Accepts the next mail and closes the connection instead of replying.
    pub fn breaks_off(&self) {
        self.state.lock().unwrap().breaks_off = true;
    }

    /// How often a client has reached the end of a mail.
    pub fn tries(&self) -> usize {
        self.state.lock().unwrap().tries
    }

    /// The received mails, once there are this many.
    pub async fn mails(&self, count: usize) -> Vec<Mail> {
        let begun = Instant::now();
        loop {
            let mails = self.state.lock().unwrap().mails.clone();
            if mails.len() >= count {
                return mails;
            }
            assert!(begun.elapsed() < PATIENCE, "{} mails arrived, not {count}", mails.len());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn talk(stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut answers = stream.try_clone().ok()?;
    let mut say = move |answer: &str| answers.write_all(format!("{answer}\r\n").as_bytes()).ok();
    say("220 mail.example.org")?;
    let mut to = Vec::new();
    let mut lacks_domain = false;
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let verb = line.get(..4).unwrap_or("").to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" | "HELO" => {
                let hello = line[4..].trim().to_owned();
                lacks_domain = !hello.contains('.') && !hello.starts_with('[');
                state.lock().unwrap().hellos.push(hello);
                say("250 mail.example.org")?;
            }
            "MAIL" => {
                to.clear();
                say("250 ok")?;
            }
            "RCPT" => {
                let recipient = line.split(['<', '>']).nth(1)?.to_owned();
                let is_unknown = state.lock().unwrap().unknown.contains(&recipient);
                let lacks_domain = lacks_domain && state.lock().unwrap().needs_domain;
                to.push(recipient);
                say(match (lacks_domain, is_unknown) {
                    (true, _) => "504 need fully-qualified hostname",
                    (false, true) => "550 unknown here",
                    (false, false) => "250 ok",
                })?;
            }
            "DATA" => {
                say("354 continue")?;
                // What ends without a dot, because the sender was killed, is no mail.
                let mut body = Vec::new();
                loop {
                    match lines.next()? {
                        line if line == "." => break,
                        line => body.push(line),
                    }
                }
                let mut state = state.lock().unwrap();
                state.tries += 1;
                if state.refusals.is_empty() {
                    // A leading dot was doubled by the client.
                    let text: Vec<&str> = body.iter().map(|l| l.strip_prefix('.').unwrap_or(l)).collect();
                    state.mails.push(Mail { to: to.clone(), text: text.join("\n") });
                    if std::mem::take(&mut state.breaks_off) {
                        return None;
                    }
                    say("250 taken")?;
                } else {
                    say(&state.refusals.remove(0))?;
                }
            }
            "QUIT" => {
                say("221 bye")?;
                return Some(());
            }
            "RSET" | "NOOP" => say("250 ok")?,
            _ => say("502 not known here")?,
        }
    }
    Some(())
}
