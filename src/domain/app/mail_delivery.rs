//! How orders and digests leave this program.

use crate::mail::Mailer;
use crate::model::error::Result;
use crate::settings::Settings;

/// The mail server, or the demo's console.
pub struct MailDelivery {
    /// The mail server; `None` when none is set, and on a replica.
    pub(in crate::domain) mailer: Option<Mailer>,
    /// Wakes the outbox sender.
    pub added: tokio::sync::Notify,
    /// Shows mails instead of sending them: the demo's console.
    console: Option<fn(&str)>,
}

impl MailDelivery {
    pub(super) fn from_settings(settings: &Settings, is_replica: bool) -> Result<MailDelivery> {
        let mailer = if is_replica { None } else { Mailer::from_settings(settings)? };
        Ok(MailDelivery { mailer, added: tokio::sync::Notify::new(), console: None })
    }

    pub(super) fn show_on(&mut self, console: fn(&str)) {
        self.console = Some(console);
    }

    /// Whether orders leave this program: by mail, or on the demo's console.
    pub fn sends_orders(&self) -> bool {
        self.mailer.is_some() || self.console.is_some()
    }

    /// Shows a mail on the demo's console, if there is one.
    pub(in crate::domain) fn show(&self, text: &str) {
        if let Some(console) = self.console {
            console(text);
        }
    }
}
