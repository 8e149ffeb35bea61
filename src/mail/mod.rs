//! Mails about orders and their way to the mail server. Alone knows lettre.

mod notice;
mod order_mail;
mod order_texts;
mod outgoing;
mod transport;

pub use order_texts::OrderTexts;
pub use outgoing::OutgoingMail;
pub use transport::{Mailer, SendFault};
