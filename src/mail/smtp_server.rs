//! The mail server: SMTP, with TLS from the first byte (`smtps://`) or as soon as the server offers it (`smtp://`). What is
//! in a mail is decided in `transport.rs`.

use crate::model::error::error_chain;
use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use percent_encoding::percent_decode_str;
use std::time::Duration;
use tokio::time::timeout;

/// How long one address of the mail server has to accept a connection.
const TCP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the mail server has until a mail can be sent: greeting, TLS and sign-in included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);
/// How long the mail server has for a mail. Source: RFC 5321, section 4.5.3.2.6.
const MAIL_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// How long the mail server has to answer whether it would accept mails.
const PROBE_TIMEOUT: Duration = Duration::from_secs(15);
/// How long it has to say goodbye then.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// What the mail server says about a recipient before it has seen a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It would accept a mail.
    Accepted,
    /// Not now (4xx), in its words.
    Later(String),
    /// It never will (5xx), in its words; or why it could not be asked.
    Refused(String),
}

fn verdict(error: SmtpError) -> Verdict {
    let answer = error_chain(&error);
    if error.is_transient() { Verdict::Later(answer) } else { Verdict::Refused(answer) }
}

/// As far as RCPT TO, never DATA.
async fn ask(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &[Address],
) -> Result<Vec<Verdict>, Verdict> {
    let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    let takes_all = connection.server_info().supports_feature(Extension::SmtpUtfEight);
    let is_beyond_ascii = !std::iter::once(from).chain(to).all(is_ascii);
    let parameters = (is_beyond_ascii && takes_all).then_some(MailParameter::SmtpUtfEight);
    let sender = Mail::new(Some(from.clone()), parameters.into_iter().collect());
    connection.command(sender).await.map_err(verdict)?;
    let mut verdicts = Vec::with_capacity(to.len());
    for address in to {
        verdicts.push(if takes_all || is_ascii(address) {
            let answer = connection.command(Rcpt::new(address.clone(), Vec::new())).await;
            answer.map_or_else(verdict, |_| Verdict::Accepted)
        } else {
            Verdict::Refused(
                "the mail server supports only letters of ASCII in addresses (no SMTPUTF8)".into(),
            )
        });
    }
    Ok(verdicts)
}

/// Why a mail was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendError {
    /// What the server said, without addresses of people.
    pub message: String,
    /// Whether the mail is refused permanently, or its recipient cannot be addressed. A mail with a carbon copy may be
    /// accepted without it.
    pub refused: bool,
    /// Whether the server answered that it will not accept the mail (5xx), before the mail or after it.
    pub is_permanent: bool,
    /// Whether the server may have accepted the mail: it had the mail, or part of it, and did not answer.
    pub may_be_delivered: bool,
}

impl SendError {
    /// An attempt that failed before the mail was sent.
    pub(super) fn before_sending(message: String) -> SendError {
        SendError { message, refused: false, is_permanent: false, may_be_delivered: false }
    }
}

/// Where and how to connect. Each mail uses a new connection, because mails are rare.
pub(super) struct SmtpServer {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    hello: ClientId,
    connect_timeout: Duration,
    probe_timeout: Duration,
    mail_timeout: Duration,
}

impl SmtpServer {
    /// From its URL, which may contain a name and a password; `password` is used instead of the latter. `hello` is how we
    /// introduce ourselves (EHLO).
    pub(super) fn from_url(
        address: &str,
        password: Option<&str>,
        hello: String,
    ) -> Result<SmtpServer, String> {
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
            hello: ClientId::Domain(hello),
            connect_timeout: CONNECT_TIMEOUT,
            probe_timeout: PROBE_TIMEOUT,
            mail_timeout: MAIL_TIMEOUT,
        })
    }

    /// Asks the server whether it accepts mails from this sender to each of these recipients, without sending one. An
    /// error means that it could not be asked.
    pub(super) async fn probe(&self, from: &Address, to: &[Address]) -> Result<Vec<Verdict>, Verdict> {
        let asked = async {
            let mut connection = self.connect().await.map_err(verdict)?;
            let verdicts = ask(&mut connection, from, to).await;
            // It ends the transaction. Its reply does not matter.
            let _ = timeout(QUIT_TIMEOUT, connection.abort()).await;
            verdicts
        };
        let late = || Verdict::Refused("the mail server did not answer in time".into());
        timeout(self.probe_timeout, asked).await.unwrap_or_else(|_| Err(late()))
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
                is_permanent: e.is_permanent() || e.is_client(),
                may_be_delivered: e.status().is_none() && !e.is_client(),
            }),
            Err(_) => Err(SendError {
                message: "the mail server did not answer in time whether it accepts the mail".into(),
                refused: false,
                is_permanent: false,
                may_be_delivered: true,
            }),
        }
    }

    /// A connection on which a mail can be sent. An error here is not a refusal of the mail.
    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        match timeout(self.connect_timeout, self.connect()).await {
            Ok(connected) => connected.map_err(|e| SendError {
                is_permanent: e.is_permanent(),
                ..SendError::before_sending(error_chain(&e))
            }),
            Err(_) => Err(SendError::before_sending("the mail server did not answer in time".into())),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let (address, hello) = ((self.host.as_str(), self.port), &self.hello);
        let wrapper = match &self.tls {
            Tls::Wrapper(tls) => Some(tls.clone()),
            _ => None,
        };
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(TCP_TIMEOUT), hello, wrapper, None).await?;
        match &self.tls {
            Tls::Required(tls) => connection.starttls(tls.clone(), hello).await?,
            Tls::Opportunistic(tls) if connection.can_starttls() => {
                connection.starttls(tls.clone(), hello).await?;
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
        let url = format!("smtp://nurse:x@127.0.0.1:{port}");
        let mut server = SmtpServer::from_url(&url, None, "handouts.example.org".into()).unwrap();
        server.probe_timeout = Duration::from_secs(2);
        match special {
            (".", None) => server.mail_timeout = Duration::from_millis(300),
            (_, None) => server.connect_timeout = Duration::from_millis(300),
            _ => {}
        }
        server
    }

    #[tokio::test]
    async fn a_probe_goes_as_far_as_the_recipients() {
        let ask = async |special, to: &[&str]| {
            let to: Vec<Address> = to.iter().map(|to| to.parse().unwrap()).collect();
            server(special).probe(&"handout@example.org".parse().unwrap(), &to).await
        };
        let to = ["copies@example.org", "help@example.org"];
        let accepted = Ok(vec![Verdict::Accepted, Verdict::Accepted]);
        assert_eq!(ask(("DATA", Some("554 no mail was to be sent")), &to).await, accepted);
        let answers = ask(("RCPT TO:<help", Some("550 unknown here")), &to).await.unwrap();
        assert!(
            matches!(&answers[..], [Verdict::Accepted, Verdict::Refused(why)] if why.contains("unknown here"))
        );
        let answers = ask(("RCPT TO:<copies", Some("450 greylisted")), &to).await.unwrap();
        assert!(
            matches!(&answers[..], [Verdict::Later(why), Verdict::Accepted] if why.contains("greylisted"))
        );
        let answers = ask(("NOOP", None), &["jos\u{e9}@example.org"]).await.unwrap();
        assert!(matches!(&answers[..], [Verdict::Refused(why)] if why.contains("SMTPUTF8")));
        for (special, expected) in [
            (("EHLO handouts.example.org", Some("504 no")), "504"),
            (("AUTH", Some("535 wrong password")), "wrong password"),
            (("MAIL", Some("553 not your address")), "not your address"),
        ] {
            let error = ask(special, &to).await.unwrap_err();
            assert!(matches!(&error, Verdict::Refused(why) if why.contains(expected)), "{error:?}");
        }
        let error = ask(("MAIL", Some("421 too busy")), &to).await.unwrap_err();
        assert!(matches!(&error, Verdict::Later(why) if why.contains("too busy")), "{error:?}");
    }

    async fn sent(to: &str, special: (&'static str, Option<&'static str>)) -> Result<(), SendError> {
        let to = vec![to.parse().unwrap()];
        let envelope = Envelope::new(Some("handout@example.org".parse().unwrap()), to).unwrap();
        server(special).send(&envelope, b"Subject: Asthma\r\n\r\nHello").await
    }

    #[tokio::test]
    async fn a_failed_attempt_states_whether_the_mail_is_refused_or_may_have_been_taken() {
        for (begin, answer, refused, may_be_delivered) in [
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
                (error.refused, error.may_be_delivered),
                (refused, may_be_delivered),
                "{begin} {answer:?}: {error:?}"
            );
        }
        assert_eq!(sent("nurse@example.org", ("NOOP", None)).await, Ok(()));
    }

    #[tokio::test]
    async fn an_address_that_the_server_does_not_support_is_refused() {
        let error = sent("josé@example.org", ("NOOP", None)).await.unwrap_err();
        assert!(error.refused && !error.may_be_delivered, "{error:?}");
    }
}
