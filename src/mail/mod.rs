//! The order mail and its way to the mail server. Alone knows lettre.

mod order_mail;
mod transport;

pub use order_mail::OrderMail;
pub use transport::{Mailer, SendFault};
