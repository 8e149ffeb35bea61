//! Sends rows to a receiver of syslog messages.

use crate::audit_sinks::syslog_message::{host_name, syslog_message};
use crate::model::audit::chain::AuditRow;
use crate::model::audit::syslog_target::SyslogTarget;
use crate::model::error::error_chain;
use crate::model::error::{Error, Result};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket, UnixDatagram, lookup_host};
use tokio_rustls::TlsConnector;

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
