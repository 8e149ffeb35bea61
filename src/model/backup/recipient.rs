//! Whom backups are encrypted for: a public key of age (<https://age-encryption.org>).

use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// An X25519 public key, `age1…`. What is encrypted for it can only be read with the private key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BackupRecipient(age::x25519::Recipient);

impl BackupRecipient {
    /// Parses a key; `None` for any other text.
    pub fn parse(text: &str) -> Option<BackupRecipient> {
        text.trim().parse().ok().map(BackupRecipient)
    }

    /// The key, to encrypt for.
    pub fn key(&self) -> &age::x25519::Recipient {
        &self.0
    }
}

impl fmt::Display for BackupRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<BackupRecipient> for String {
    fn from(recipient: BackupRecipient) -> String {
        recipient.to_string()
    }
}

impl TryFrom<String> for BackupRecipient {
    type Error = &'static str;

    fn try_from(text: String) -> Result<BackupRecipient, Self::Error> {
        BackupRecipient::parse(&text).ok_or("this is not an age public key")
    }
}

/// Reads a setting that may be empty, which means no key.
pub fn optional_recipient<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BackupRecipient>, D::Error> {
    let text = String::deserialize(from)?;
    match text.trim().is_empty() {
        true => Ok(None),
        false => BackupRecipient::try_from(text).map(Some).map_err(serde::de::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_a_public_key_is_a_recipient() {
        let key = age::x25519::Identity::generate();
        let text = key.to_public().to_string();
        let parsed = BackupRecipient::parse(&format!(" {text}\n")).unwrap();
        assert_eq!(parsed.to_string(), text);
        // One letter less, another letter, and what is no public key of this kind.
        let damaged = text.replace(text.chars().last().unwrap(), "");
        let private = age::secrecy::ExposeSecret::expose_secret(&key.to_string()).to_owned();
        for other in [&damaged, "", "age1", &private, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5", "age1pq1qqqq"] {
            assert!(BackupRecipient::parse(other).is_none(), "{other}");
        }
    }

    #[test]
    fn an_empty_setting_is_no_recipient() {
        #[derive(Deserialize)]
        struct Section {
            #[serde(default, deserialize_with = "optional_recipient")]
            recipient: Option<BackupRecipient>,
        }
        let read = |text: &str| toml::from_str::<Section>(text).map(|section| section.recipient);
        assert_eq!(read("").unwrap(), None);
        assert_eq!(read("recipient = ''").unwrap(), None);
        assert!(read("recipient = 'age1'").is_err());
    }
}
