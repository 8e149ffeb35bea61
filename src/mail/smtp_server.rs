//! The mail server: SMTP, with TLS from the first byte (`smtps://`) or as soon as the server offers it (`smtp://`). What is
//! in a mail is decided in `transport.rs`.

use crate::model::error_chain::error_chain;
use lettre::address::Envelope;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use std::time::Duration;
use tokio::time::timeout;

/// How long one address of the mail server has to accept a connection.
const TCP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the mail server has until a mail can be sent: greeting, TLS and sign-in included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);
/// How long the mail server has for a mail. Source: RFC 5321, section 4.5.3.2.6.
const MAIL_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// Why a mail was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendError {
    /// What the server said, without addresses of people.
    pub message: String,
    /// Whether the mail is refused permanently, or its recipient cannot be addressed. A mail with a carbon copy may be
    /// accepted without it.
    pub refused: bool,
    /// Whether the server may have accepted the mail: it had the mail, or part of it, and did not answer.
    pub maybe_taken: bool,
}

impl SendError {
    /// An attempt that failed before the mail was sent.
    pub(super) fn before_sending(message: String) -> SendError {
        SendError { message, refused: false, maybe_taken: false }
    }
}

/// Where and how to connect. Each mail uses a new connection, because mails are rare.
pub(super) struct SmtpServer {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    connect_timeout: Duration,
    mail_timeout: Duration,
}

impl SmtpServer {
    /// From its URL, which may contain a name and a password; `password` is used instead of the latter.
    pub(super) fn from_url(address: &str, password: Option<&str>) -> Result<SmtpServer, String> {
        let url = url::Url::parse(address).map_err(|e| e.to_string())?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let tls = TlsParameters::new(host.clone()).map_err(|e| e.to_string())?;
        let wrapped = url.scheme() == "smtps";
        // A password is never sent without TLS, except to this machine.
        let here = host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let insists = !url.username().is_empty() && !here;
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = (!url.username().is_empty()).then(|| {
            let password = password.map(str::to_owned).or_else(|| url.password().map(plain));
            Credentials::new(plain(url.username()), password.unwrap_or_default())
        });
        Ok(SmtpServer {
            port: url.port().unwrap_or(if wrapped { 465 } else { 587 }),
            tls: match (wrapped, insists) {
                (true, _) => Tls::Wrapper(tls),
                (false, true) => Tls::Required(tls),
                (false, false) => Tls::Opportunistic(tls),
            },
            host,
            credentials,
            connect_timeout: CONNECT_TIMEOUT,
            mail_timeout: MAIL_TIMEOUT,
        })
    }

    /// Checks whether the server answers.
    pub(super) async fn probe(&self) -> Result<(), String> {
        let mut connection = self.connection().await.map_err(|e| e.message)?;
        let answers = timeout(self.connect_timeout, connection.test_connected()).await;
        close(connection);
        match answers {
            Ok(true) => Ok(()),
            _ => Err("the mail server did not answer as expected".into()),
        }
    }

    /// Sends a mail; on `Ok` the server has accepted it.
    pub(super) async fn send(&self, envelope: &Envelope, mail: &[u8]) -> Result<(), SendError> {
        let mut connection = self.connection().await?;
        match timeout(self.mail_timeout, connection.send(envelope, mail)).await {
            Ok(Ok(_)) => {
                close(connection);
                Ok(())
            }
            Ok(Err(e)) => Err(SendError {
                message: error_chain(&e),
                // An error of the client means an address that this server does not support.
                refused: e.is_permanent() || e.is_client(),
                maybe_taken: e.status().is_none() && !e.is_client(),
            }),
            Err(_) => Err(SendError {
                message: "the mail server did not answer in time whether it accepts the mail".into(),
                refused: false,
                maybe_taken: true,
            }),
        }
    }

    /// A connection on which a mail can be sent. An error here is not a refusal of the mail.
    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        match timeout(self.connect_timeout, self.connect()).await {
            Ok(connected) => connected.map_err(|e| SendError::before_sending(error_chain(&e))),
            Err(_) => Err(SendError::before_sending("the mail server did not answer in time".into())),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let (address, hello) = ((self.host.as_str(), self.port), ClientId::default());
        let wrapper = match &self.tls {
            Tls::Wrapper(tls) => Some(tls.clone()),
            _ => None,
        };
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(TCP_TIMEOUT), &hello, wrapper, None).await?;
        match &self.tls {
            Tls::Required(tls) => connection.starttls(tls.clone(), &hello).await?,
            Tls::Opportunistic(tls) if connection.can_starttls() => {
                connection.starttls(tls.clone(), &hello).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// Ends a connection in the background: the outcome of its mail is known.
fn close(mut connection: AsyncSmtpConnection) {
    tokio::spawn(async move { timeout(TCP_TIMEOUT, connection.abort()).await });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    /// The replies of a server that accepts every mail; `None` to what needs none.
    fn reply(line: &str) -> Option<&'static str> {
        match line.split([' ', ':']).next()? {
            "EHLO" => Some("250-mail.example.org\r\n250 AUTH PLAIN"),
            "AUTH" => Some("235 ok"),
            "MAIL" | "RCPT" => Some("250 ok"),
            "DATA" => Some("354 continue"),
            "." => Some("250 accepted"),
            "QUIT" => Some("221 bye"),
            _ => None,
        }
    }

    /// A server on this machine that replies to lines beginning with `special.0` by `special.1`: `None` is no reply, an
    /// empty reply closes the connection.
    fn server(special: (&'static str, Option<&'static str>)) -> SmtpServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let mut client = listener.accept().unwrap().0;
            client.write_all(b"220 mail.example.org\r\n").unwrap();
            for line in BufReader::new(client.try_clone().unwrap()).lines().map_while(Result::ok) {
                let reply = if line.starts_with(special.0) { special.1 } else { reply(&line) };
                match reply {
                    Some("") => return,
                    Some(reply) => client.write_all(format!("{reply}\r\n").as_bytes()).unwrap(),
                    None => {}
                }
            }
        });
        let mut server = SmtpServer::from_url(&format!("smtp://nurse:x@127.0.0.1:{port}"), None).unwrap();
        match special {
            (".", None) => server.mail_timeout = Duration::from_millis(300),
            (_, None) => server.connect_timeout = Duration::from_millis(300),
            _ => {}
        }
        server
    }

    async fn sent(to: &str, special: (&'static str, Option<&'static str>)) -> Result<(), SendError> {
        let to = vec![to.parse().unwrap()];
        let envelope = Envelope::new(Some("handout@example.org".parse().unwrap()), to).unwrap();
        server(special).send(&envelope, b"Subject: Asthma\r\n\r\nHello").await
    }

    #[tokio::test]
    async fn a_failed_attempt_states_whether_the_mail_is_refused_or_may_have_been_taken() {
        for (begin, answer, refused, maybe_taken) in [
            ("EHLO", None, false, false),
            ("EHLO", Some(""), false, false),
            // The password has expired.
            ("AUTH", Some("535 no"), false, false),
            ("RCPT", Some("450 later"), false, false),
            ("RCPT", Some("550 unknown"), true, false),
            (".", Some("451 later"), false, false),
            (".", Some("554 no"), true, false),
            (".", Some(""), false, true),
            (".", None, false, true),
        ] {
            let error = sent("nurse@example.org", (begin, answer)).await.unwrap_err();
            assert_eq!(
                (error.refused, error.maybe_taken),
                (refused, maybe_taken),
                "{begin} {answer:?}: {error:?}"
            );
        }
        assert_eq!(sent("nurse@example.org", ("NOOP", None)).await, Ok(()));
    }

    #[tokio::test]
    async fn an_address_that_the_server_does_not_support_is_refused() {
        let error = sent("josé@example.org", ("NOOP", None)).await.unwrap_err();
        assert!(error.refused && !error.maybe_taken, "{error:?}");
    }
}
