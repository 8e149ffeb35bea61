//! Where the audit trail is delivered: syslog messages (RFC 5424) and files of JSON Lines.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::Outcome;
use crate::model::audit::syslog_target::SyslogTarget;
use crate::model::error::{Error, Result, error_chain};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket, UnixDatagram, lookup_host};
use tokio_rustls::TlsConnector;

/// A file that gets every row as a line of JSON.
#[derive(Debug, Clone)]
pub struct JsonFile(PathBuf);

impl JsonFile {
    /// The file at this path, which need not exist.
    pub fn new(path: &Path) -> JsonFile {
        JsonFile(path.to_owned())
    }

    /// Appends rows; they are on the disk on return. The line that a crash has cut off is ended first.
    pub fn append(&self, rows: &[AuditRow]) -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.0)?;
        let mut lines = Vec::new();
        if ends_within_a_line(&mut file)? {
            lines.push(b'\n');
        }
        for row in rows {
            serde_json::to_writer(&mut lines, row)?;
            lines.push(b'\n');
        }
        file.write_all(&lines)?;
        file.sync_data()
    }
}

fn ends_within_a_line(file: &mut File) -> io::Result<bool> {
    // A pipe or a device has no end to look at.
    if !file.metadata()?.is_file() || file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// How long connecting and sending may take, each.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a receiver has to close or reset a connection before what was written to it counts as delivered. Syslog has
/// no receipts.
const SETTLING_TIME: Duration = Duration::from_millis(200);

/// A receiver, and the connection to it.
pub struct Syslog {
    target: SyslogTarget,
    tls: Option<TlsConnector>,
    host: String,
    connection: Option<Connection>,
}

/// A stream to a receiver.
trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<W: AsyncRead + AsyncWrite + Send + Unpin> Wire for W {}

enum Connection {
    Stream(Box<dyn Wire>),
    Udp(UdpSocket),
    Unix(UnixDatagram),
}

impl Syslog {
    /// A receiver that nobody has connected to yet. TLS trusts the machine's certificate authorities as they are now.
    pub fn new(target: SyslogTarget) -> Result<Syslog> {
        let tls = matches!(target, SyslogTarget::Tls(..)).then(tls_connector).transpose()?;
        Ok(Syslog { target, tls, host: host_name(), connection: None })
    }

    /// Sends rows in their order. After an error the next call connects again.
    pub async fn send(&mut self, rows: &[AuditRow]) -> io::Result<()> {
        let sent = self.send_or_fail(rows).await;
        if sent.is_err() {
            self.connection = None;
        }
        sent
    }

    async fn send_or_fail(&mut self, rows: &[AuditRow]) -> io::Result<()> {
        if self.connection.is_none() {
            self.connection = Some(in_time(connect(&self.target, self.tls.as_ref())).await?);
        }
        let process = std::process::id();
        let messages = rows.iter().map(|row| syslog_message(row, &self.host, process));
        match &mut self.connection {
            Some(Connection::Stream(stream)) => {
                // Octet counting (RFC 6587, section 3.4.1; RFC 5425, section 4.3).
                let frames: String = messages.map(|message| format!("{} {message}", message.len())).collect();
                in_time(async {
                    stream.write_all(frames.as_bytes()).await?;
                    stream.flush().await
                })
                .await?;
                settle(stream.as_mut()).await
            }
            Some(Connection::Udp(socket)) => {
                for message in messages {
                    in_time(socket.send(message.as_bytes())).await?;
                }
                Ok(())
            }
            Some(Connection::Unix(socket)) => {
                for message in messages {
                    in_time(socket.send(message.as_bytes())).await?;
                }
                Ok(())
            }
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }
}

async fn in_time<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// Waits whether the receiver ends the connection. What it sends otherwise has no meaning.
async fn settle(stream: &mut dyn Wire) -> io::Result<()> {
    let until = tokio::time::Instant::now() + SETTLING_TIME;
    let mut bytes = [0; 256];
    loop {
        match tokio::time::timeout_at(until, stream.read(&mut bytes)).await {
            Err(_) => return Ok(()),
            Ok(Ok(0)) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Ok(read) => read.map(drop)?,
        }
    }
}

async fn connect(target: &SyslogTarget, tls: Option<&TlsConnector>) -> io::Result<Connection> {
    Ok(match (target, tls) {
        (SyslogTarget::Tls(host, port), Some(tls)) => {
            let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
            let stream = TcpStream::connect((host.as_str(), *port)).await?;
            Connection::Stream(Box::new(tls.connect(name, stream).await?))
        }
        (SyslogTarget::Tls(..), None) => return Err(io::Error::other("TLS is not prepared")),
        (SyslogTarget::Tcp(host, port), _) => {
            Connection::Stream(Box::new(TcpStream::connect((host.as_str(), *port)).await?))
        }
        (SyslogTarget::Udp(host, port), _) => {
            let address = lookup_host((host.as_str(), *port)).await?.next();
            let address = address.ok_or_else(|| io::Error::other("the host has no address"))?;
            let local: SocketAddr = match address {
                SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
                SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
            };
            let socket = UdpSocket::bind(local).await?;
            socket.connect(address).await?;
            Connection::Udp(socket)
        }
        (SyslogTarget::Unix(path), _) => {
            let socket = UnixDatagram::unbound()?;
            socket.connect(path)?;
            Connection::Unix(socket)
        }
    })
}

fn tls_connector() -> Result<TlsConnector> {
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if trusted == 0 {
        tracing::warn!("no certificate authority found on this machine: TLS to audit.syslog will fail");
    }
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::internal("preparing TLS to audit.syslog", error_chain(&e)))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// The facility 'log audit', and two severities of it.
const FACILITY: u8 = 13;
const INFORMATIONAL: u8 = 6;
const WARNING: u8 = 4;

/// The name of the structured data. 32473 is the private enterprise number for documentation (RFC 5612): Handout has none
/// of its own.
const SD_ID: &str = "audit@32473";

/// The message of a row, sent by this host and process.
pub fn syslog_message(row: &AuditRow, host: &str, process: u32) -> String {
    let severity = if row.outcome == Outcome::Ok.name() { INFORMATIONAL } else { WARNING };
    let priority = FACILITY * 8 + severity;
    let members = AuditRow::MEMBERS.iter().zip(row.texts()).filter(|(name, _)| **name != "at");
    let name = |member: &str| member.replace("_before", "Before").replace("_after", "After");
    let data: String =
        members.map(|(member, text)| format!(" {}=\"{}\"", name(member), escape(&text))).collect();
    let (at, action) = (&row.at, &row.action);
    // The byte order mark says that the text is UTF-8.
    format!("<{priority}>1 {at} {host} handout {process} {action} [{SD_ID}{data}] \u{feff}{}", text(row))
}

/// The text for people.
fn text(row: &AuditRow) -> String {
    let who = if row.actor.is_empty() { &row.role } else { &row.actor };
    let text = format!("{who}: {} {} ({})", row.action, row.object, row.outcome);
    text.replace(char::is_control, " ")
}

/// A value of structured data: quotation mark, backslash and bracket are escaped, control characters are blanks.
fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, '"' | '\\' | ']') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

/// The name of this machine, as a message has it; `-` when it is unknown or has characters that are not allowed.
pub fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    let is_allowed =
        !name.is_empty() && name.len() <= 255 && name.bytes().all(|byte| byte.is_ascii_graphic());
    if is_allowed { name.to_owned() } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_in_the_structured_data_and_nothing_breaks_out_of_it() {
        let row = AuditRow {
            number: 7,
            at: "2026-11-24T02:44:55.034Z".into(),
            actor: "https://idp.example.org|ada".into(),
            role: "admin".into(),
            client: "192.0.2.1".into(),
            action: "lookup.rename".into(),
            object: "lookup/tags/a \"b\" \\ [c]\n<13>1 fièvre".into(),
            outcome: "refused".into(),
            request: "r".into(),
            tag_before: String::new(),
            tag_after: "t".into(),
            count: 1,
            detail: String::new(),
            previous: "p".into(),
            hash: "h".into(),
        };
        assert_eq!(
            syslog_message(&row, "handouts", 42),
            "<108>1 2026-11-24T02:44:55.034Z handouts handout 42 lookup.rename [audit@32473 number=\"7\" \
             actor=\"https://idp.example.org|ada\" role=\"admin\" client=\"192.0.2.1\" action=\"lookup.rename\" \
             object=\"lookup/tags/a \\\"b\\\" \\\\ [c\\] <13>1 fièvre\" outcome=\"refused\" request=\"r\" tagBefore=\"\" \
             tagAfter=\"t\" count=\"1\" detail=\"\" previous=\"p\" hash=\"h\"] \u{feff}https://idp.example.org|ada: \
             lookup.rename lookup/tags/a \"b\" \\ [c] <13>1 fièvre (refused)"
        );
    }
}
