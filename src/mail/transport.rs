//! A mail, written with its headers and handed to the mail server; the connection is in `smtp_server.rs`.

use crate::mail::smtp_server::{SendError, SmtpServer, Verdict};
use crate::model::error::{Error, Result, error_chain};
use crate::model::reviews::DigestFrequency;
use crate::settings::Settings;
use lettre::Message;
use lettre::address::Envelope;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use url::Host;

/// The recipient of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// The copy center, whose address is a setting.
    CopyCenter,
    /// Somebody with a name and an address.
    Person(Address),
}

/// An email address, with a name where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The name as it is shown; `None` to show only the address.
    pub name: Option<String>,
    pub address: String,
}

/// A mail with everything but its sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMail {
    /// Id of the order it is about, if it is about one.
    pub order: Option<String>,
    /// What its `Message-ID` begins with: the same for every attempt, another for every mail.
    pub message: String,
    /// Its recipient.
    pub to: Recipient,
    /// Who gets a copy.
    pub copy_to: Option<Address>,
    /// Reply-To; without one, replies go to the sender.
    pub reply_to: Option<Recipient>,
    /// The subject, on one line.
    pub subject: String,
    pub text: String,
    /// The text as HTML, where there is one.
    pub html: Option<String>,
}

impl OutgoingMail {
    /// The line above the text where it is shown instead of mailed.
    pub fn title(&self) -> String {
        match &self.to {
            Recipient::CopyCenter => format!("Mail to the copy center: {}", self.subject),
            Recipient::Person(person) => format!("Mail to {}: {}", person.address, self.subject),
        }
    }
}

/// Sends mails.
pub struct Mailer {
    server: SmtpServer,
    from: Mailbox,
    to: Mailbox,
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
        let server = SmtpServer::from_url(address, orders.smtp_password.as_deref(), settings.smtp_hello())
            .map_err(|e| bad("orders.smtp_url", &e))?;
        Ok(Some(Mailer {
            server,
            from: from.parse().map_err(|e| bad("orders.from", &e))?,
            to: to.parse().map_err(|e| bad("orders.copy_center_email", &e))?,
        }))
    }

    /// Asks the mail server whether it accepts mails to the copy center and to `more`, for `handout check`. An error means
    /// that it could not be asked.
    pub async fn probe(&self, more: Option<&Address>) -> std::result::Result<Vec<Verdict>, Verdict> {
        let more = more.map(to_mailbox).transpose().map_err(Verdict::Refused)?;
        let to: Vec<lettre::Address> =
            std::iter::once(self.to.email.clone()).chain(more.map(|mailbox| mailbox.email)).collect();
        self.server.probe(&self.from.email, &to).await
    }

    /// Sends a mail; on `Ok` the server has accepted it. A copy is sent, and replies are directed, only to an address that
    /// every mail server supports: a mail server without SMTPUTF8 refuses a mail that contains any other (RFC 6531).
    pub async fn send(&self, mail: &OutgoingMail) -> std::result::Result<(), SendError> {
        let error = SendError::before_sending;
        let id = |message: &str| format!("<{message}@{}>", self.from.email.domain());
        let to = self.mailbox(&mail.to).map_err(|message| SendError {
            refused: true,
            is_permanent: true,
            ..error(message)
        })?;
        let mut message = Message::builder()
            .header(AutoSubmitted)
            .from(self.from.clone())
            .to(to.clone())
            .subject(&mail.subject)
            .message_id(Some(id(&mail.message)));
        if let Some(order) = &mail.order {
            message = message.header(OrderId(order.clone()));
            if mail.message != *order {
                // Mail programs show it in the thread of the order's mail.
                message = message.in_reply_to(id(order)).references(id(order));
            }
        }
        if let Some(address) = mail.reply_to.as_ref().and_then(|to| self.mailbox(to).ok()).filter(is_ascii) {
            message = message.reply_to(address);
        }
        let copy = mail.copy_to.as_ref().and_then(|person| to_mailbox(person).ok()).filter(is_ascii);
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
        self.server.send(&envelope, &message.formatted()).await
    }

    fn mailbox(&self, recipient: &Recipient) -> std::result::Result<Mailbox, String> {
        match recipient {
            Recipient::CopyCenter => Ok(self.to.clone()),
            Recipient::Person(person) => to_mailbox(person),
        }
    }
}

fn to_mailbox(person: &Address) -> std::result::Result<Mailbox, String> {
    let address = person.address.parse().map_err(|e| format!("not an email address: {e}"))?;
    Ok(Mailbox::new(person.name.clone(), with_ascii_domain(address)))
}

/// The same address; its domain is in ASCII where that is possible (RFC 5891).
fn with_ascii_domain(address: lettre::Address) -> lettre::Address {
    if address.domain().is_ascii() {
        return address;
    }
    let domain = Host::parse(address.domain()).ok();
    domain.and_then(|domain| lettre::Address::new(address.user(), domain.to_string()).ok()).unwrap_or(address)
}

fn is_ascii(mailbox: &Mailbox) -> bool {
    mailbox.email.user().is_ascii() && mailbox.email.domain().is_ascii()
}

/// Reads an email address, perhaps with a name (`Ada <ada@example.org>`); `None` for anything else.
pub fn read_address(text: &str) -> Option<Address> {
    let mailbox: Mailbox = text.trim().parse().ok()?;
    Some(Address { name: mailbox.name, address: mailbox.email.to_string() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[track_caller]
    fn check(address: &str, expected: &str, expected_ascii: bool) {
        let mailbox = to_mailbox(&Address { name: Some("José".into()), address: address.into() }).unwrap();
        assert_eq!((mailbox.email.to_string().as_str(), is_ascii(&mailbox)), (expected, expected_ascii));
    }

    #[test]
    fn a_domain_is_written_in_ascii() {
        check("jose@example.org", "jose@example.org", true);
        check("Jose@Example.org", "Jose@Example.org", true);
        check("jose@[127.0.0.1]", "jose@[127.0.0.1]", true);
        check("jose@bücher.example", "jose@xn--bcher-kva.example", true);
        check("josé@example.org", "josé@example.org", false);
        check("josé@bücher.example", "josé@xn--bcher-kva.example", false);
    }

    #[tokio::test]
    async fn a_recipient_that_cannot_be_addressed_is_refused() {
        let mailer = Mailer {
            server: SmtpServer::from_url("smtp://127.0.0.1:1", None, "localhost".into()).unwrap(),
            from: "handout@example.org".parse().unwrap(),
            to: "copies@example.org".parse().unwrap(),
        };
        let mail = OutgoingMail {
            order: None,
            message: "reply.1".into(),
            to: Recipient::Person(Address { name: None, address: "nobody".into() }),
            copy_to: None,
            reply_to: None,
            subject: "Asthma".into(),
            text: "Thank you.".into(),
            html: None,
        };
        let error = mailer.send(&mail).await.unwrap_err();
        assert!(error.refused && !error.may_be_delivered, "{error:?}");
    }
}
