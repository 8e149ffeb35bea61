//! Backups: for whom they are encrypted (a public key of age, <https://age-encryption.org>), what scheduled ones are
//! called, whether the newest is recent.

use crate::model::day::Day;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Begins the name of a scheduled backup; the day follows.
const PREFIX: &str = "catalogue-";
const SUFFIX: &str = ".db";
/// Ends the name of one that is encrypted.
const ENCRYPTED_SUFFIX: &str = ".db.age";
/// A backup is made every day; the newest is older than this only if some failed.
const MAX_AGE_DAYS: i32 = 2;

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

impl TryFrom<String> for BackupRecipient {
    type Error = &'static str;

    fn try_from(text: String) -> Result<BackupRecipient, Self::Error> {
        BackupRecipient::parse(&text).ok_or("this is not an age public key")
    }
}

impl From<BackupRecipient> for String {
    fn from(recipient: BackupRecipient) -> String {
        recipient.to_string()
    }
}

/// Reads a setting that may be empty, which means no key.
pub fn optional_recipient<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BackupRecipient>, D::Error> {
    let text = String::deserialize(from)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    BackupRecipient::try_from(text).map(Some).map_err(serde::de::Error::custom)
}

/// The name of the backup of a day.
pub fn scheduled_name(day: Date, is_encrypted: bool) -> String {
    format!("{PREFIX}{day}{}", if is_encrypted { ENCRYPTED_SUFFIX } else { SUFFIX })
}

/// The day of a scheduled backup, from the name of its file; `None` for other files.
pub fn scheduled_day(name: &str) -> Option<Date> {
    let name = name.strip_prefix(PREFIX)?;
    let day = name.strip_suffix(ENCRYPTED_SUFFIX).or_else(|| name.strip_suffix(SUFFIX))?;
    Day::parse(day).map(Day::date)
}

/// Whether the newest backup, of `day`, is as recent as it should be `today`.
pub fn is_recent(day: Date, today: Date) -> bool {
    (today - day).get_days() <= MAX_AGE_DAYS
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
        // One letter less, another letter, and what is not a public key of this kind.
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

#[cfg(test)]
mod scheduled_tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let day = date(2026, 11, 5);
        for is_encrypted in [false, true] {
            assert_eq!(scheduled_day(&scheduled_name(day, is_encrypted)), Some(day));
        }
        for other in
            ["catalogue.db", "catalogue-2026-11-05.db.part-x", "catalogue-2026-13-05.db", "my.db.age"]
        {
            assert_eq!(scheduled_day(other), None, "{other}");
        }
    }

    #[test]
    fn a_backup_is_recent_for_two_days() {
        assert!(is_recent(date(2026, 2, 27), date(2026, 3, 1)));
        assert!(!is_recent(date(2026, 2, 26), date(2026, 3, 1)));
    }
}
