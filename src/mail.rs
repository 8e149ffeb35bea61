//! Mails about orders and reviews, and their way to the mail server. Only this module uses lettre.

mod digest;
mod notice;
mod order_mail;
mod report_mails;
mod smtp_server;
mod transport;

pub use digest::{DigestEntry, DigestSection, DigestTexts};
pub use report_mails::{ReplyTexts, ReportEntry, ReportListTexts, ReportSection};
pub use smtp_server::{SendError, Verdict};
pub use transport::{Address, Mailer, OutgoingMail, Recipient, read_address};
