//! Mails about orders and reviews, and their way to the mail server. Only this module uses lettre.

mod digest;
mod notice;
mod order_mail;
mod order_texts;
mod outgoing;
mod report_mails;
mod transport;

pub use digest::{DigestEntry, DigestSection, DigestTexts};
pub use outgoing::{Address, OutgoingMail, Recipient};
pub use report_mails::{ReplyTexts, ReportEntry, ReportListTexts, ReportSection};
pub use transport::{Mailer, SendError, read_address};
