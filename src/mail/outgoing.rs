//! A mail as it is handed to the mail server.

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
    /// The same as HTML, where there is one.
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
