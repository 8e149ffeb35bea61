//! The mail server: SMTP, with TLS from the first byte (`smtps://`) or as soon as the server offers it (`smtp://`).

use crate::mail::outgoing::{Address as MailAddress, OutgoingMail, Recipient};
use crate::model::error::{Error, Result};
use crate::model::error_chain::error_chain;
use crate::model::reviews::digest::DigestFrequency;
use crate::settings::Settings;
use lettre::address::Envelope;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use percent_encoding::percent_decode_str;
use std::time::Duration;

/// How long the mail server has for each answer.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

/// Sends mails.
pub struct Mailer {
    /// The connection settings; each mail uses a new connection, because mails are rare.
    server: AsyncSmtpTransportBuilder,
    from: Mailbox,
    to: Mailbox,
}

/// Why a mail was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendError {
    /// What the server said, without addresses of people.
    pub message: String,
    /// Whether the refusal is permanent: a mail with a carbon copy may be accepted without it.
    pub refused: bool,
}

/// `X-Handout-Order`: the id of the order, so that a mail sent twice can be recognized.
#[derive(Clone)]
struct OrderId(String);

impl Header for OrderId {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("X-Handout-Order")
    }

    fn parse(text: &str) -> std::result::Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(OrderId(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// `Auto-Submitted: auto-generated` (RFC 3834): suppresses automatic replies.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> std::result::Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

impl Mailer {
    /// From the settings; `None` when no mail server is set.
    pub fn from_settings(settings: &Settings) -> Result<Option<Mailer>> {
        let orders = &settings.orders;
        let (Some(address), Some(from), Some(to)) =
            (&orders.smtp_url, &orders.from, &orders.copy_center_email)
        else {
            return Ok(None);
        };
        let bad = |key: &str, what: &dyn std::fmt::Display| Error::Settings(format!("{key}: {what}"));
        if settings.review.digest != DigestFrequency::Off
            && let Some(hospital) = &settings.hospital.email
        {
            hospital.parse::<Mailbox>().map_err(|e| bad("hospital.email", &e))?;
        }
        let url = url::Url::parse(address).map_err(|e| bad("orders.smtp_url", &e))?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let tls = TlsParameters::new(host.clone()).map_err(|e| bad("orders.smtp_url", &e))?;
        let wrapped = url.scheme() == "smtps";
        // A password is never sent without TLS, except to this machine.
        let here = host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let insists = !url.username().is_empty() && !here;
        let mut server = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(if wrapped { 465 } else { 587 }))
            .timeout(Some(SMTP_TIMEOUT))
            .tls(match (wrapped, insists) {
                (true, _) => Tls::Wrapper(tls),
                (false, true) => Tls::Required(tls),
                (false, false) => Tls::Opportunistic(tls),
            });
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        if !url.username().is_empty() {
            let password =
                orders.smtp_password.clone().or_else(|| url.password().map(plain)).unwrap_or_default();
            server = server.credentials(Credentials::new(plain(url.username()), password));
        }
        Ok(Some(Mailer {
            server,
            from: from.parse().map_err(|e| bad("orders.from", &e))?,
            to: to.parse().map_err(|e| bad("orders.copy_center_email", &e))?,
        }))
    }

    /// Checks whether the mail server answers, for `handout check`.
    pub async fn probe(&self) -> std::result::Result<(), String> {
        match self.server.clone().build::<Tokio1Executor>().test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the mail server did not answer as expected".into()),
            Err(e) => Err(error_chain(&e)),
        }
    }

    /// Sends a mail; on `Ok` the server has accepted it. A copy is sent only if its address is valid.
    pub async fn send(&self, mail: &OutgoingMail) -> std::result::Result<(), SendError> {
        let error = |message: String| SendError { message, refused: false };
        let id = |message: &str| format!("<{message}@{}>", self.from.email.domain());
        let to = self.mailbox(&mail.to).map_err(error)?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to.clone())
            .subject(&mail.subject)
            .message_id(Some(id(&mail.message)));
        match &mail.order {
            Some(order) => {
                message = message.header(OrderId(order.clone()));
                if mail.message != *order {
                    // Mail programs show it in the thread of the order's mail.
                    message = message.in_reply_to(id(order)).references(id(order));
                }
            }
            None => message = message.header(AutoSubmitted),
        }
        if let Some(address) = mail.reply_to.as_ref().and_then(|to| self.mailbox(to).ok()) {
            message = message.reply_to(address);
        }
        let copy = mail.copy_to.as_ref().and_then(|person| named(person).ok());
        if let Some(copy) = &copy {
            message = message.cc(copy.clone());
        }
        let message = match &mail.html {
            Some(html) => {
                message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), html.clone()))
            }
            None => message.singlepart(SinglePart::plain(mail.text.clone())),
        };
        let message =
            message.map_err(|e| error(format!("the mail could not be written: {}", error_chain(&e))))?;
        let to = std::iter::once(to.email).chain(copy.map(|copy| copy.email)).collect();
        let envelope = Envelope::new(Some(self.from.email.clone()), to).map_err(|e| error(e.to_string()))?;
        match self.server.clone().build::<Tokio1Executor>().send_raw(&envelope, &message.formatted()).await {
            Ok(_) => Ok(()),
            Err(e) => Err(SendError { message: error_chain(&e), refused: e.is_permanent() }),
        }
    }

    fn mailbox(&self, recipient: &Recipient) -> std::result::Result<Mailbox, String> {
        match recipient {
            Recipient::CopyCenter => Ok(self.to.clone()),
            Recipient::Person(person) => named(person),
        }
    }
}

fn named(person: &MailAddress) -> std::result::Result<Mailbox, String> {
    let address = person.address.parse().map_err(|e| format!("not an email address: {e}"))?;
    Ok(Mailbox::new(person.name.clone(), address))
}

/// Reads an email address, perhaps with a name (`Ada <ada@example.org>`); `None` for anything else.
pub fn read_address(text: &str) -> Option<MailAddress> {
    let mailbox: Mailbox = text.trim().parse().ok()?;
    Some(MailAddress { name: mailbox.name, address: mailbox.email.to_string() })
}
