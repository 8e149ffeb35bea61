//! Every key with the kind of its value. A setting stands here and in `sections`; a test compares the two.

use crate::model::reviews::DigestFrequency;
use crate::settings::values::Kind;

/// A setting.
#[derive(Debug)]
pub(super) struct Key {
    /// Its section and name, such as `server.listen`.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
}

impl Key {
    /// The setting of this name.
    pub fn by_name(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Its environment variable.
    pub fn variable(&self) -> String {
        format!("HANDOUT_{}", self.name.replace('.', "__").to_ascii_uppercase())
    }

    /// A likely misspelling of its environment variable: with one underscore.
    pub fn misspelled_variable(&self) -> String {
        format!("HANDOUT_{}", self.name.replace('.', "_").to_ascii_uppercase())
    }
}

/// Is this a section, such as `hospital.links`?
pub(super) fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The names that a section knows; the sections themselves for the empty name.
pub(super) fn names_in(section: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = KEYS
        .iter()
        .filter_map(|key| match section {
            "" => Some(key.name),
            _ => key.name.strip_prefix(section)?.strip_prefix('.'),
        })
        .filter_map(|rest| rest.split('.').next())
        .collect();
    names.dedup();
    names
}

const fn key(name: &'static str, kind: Kind) -> Key {
    Key { name, kind }
}

/// Every setting, in the order of the example file.
pub(super) const KEYS: &[Key] = &[
    key("server.listen", Kind::Address),
    key("server.public_url", Kind::Origin),
    key("server.tls_cert", Kind::Path),
    key("server.tls_key", Kind::Path),
    key("server.trusted_proxies", Kind::Networks),
    key("server.rate_limit", Kind::Whole(0, u32::MAX)),
    key("server.rate_burst", Kind::Whole(0, u32::MAX)),
    key("server.frame_ancestors", Kind::Origins),
    key("server.hsts_subdomains", Kind::Flag),
    key("server.metrics_from", Kind::Networks),
    key("server.downloads_per_person", Kind::Whole(1, 1_000)),
    key("data.dir", Kind::Path),
    key("identity.issuer", Kind::WebAddress),
    key("identity.client_id", Kind::Text),
    key("identity.client_secret", Kind::Secret),
    key("identity.client_secret_file", Kind::Path),
    key("identity.audience", Kind::Text),
    key("identity.admin_group", Kind::Text),
    key("identity.groups_claim", Kind::Text),
    key("identity.opaque_tokens", Kind::Flag),
    key("identity.session_idle_hours", Kind::Whole(1, u32::MAX)),
    key("identity.session_max_hours", Kind::Whole(1, u32::MAX)),
    key("hospital.name", Kind::TextOrEmpty),
    key("hospital.item_number_label", Kind::Text),
    key("hospital.email", Kind::Mailbox),
    key("hospital.order_email", Kind::Mailbox),
    key("hospital.screen_languages", Kind::ScreenLanguages),
    key("hospital.links.service_desk", Kind::WebAddress),
    key("hospital.links.translation", Kind::WebAddress),
    key("hospital.links.create_materials", Kind::WebAddress),
    key("hospital.links.health_literacy", Kind::WebAddress),
    key("hospital.links.dashboard", Kind::WebAddress),
    key("backup.dir", Kind::Path),
    key("backup.hour", Kind::Whole(0, 23)),
    key("backup.keep", Kind::Whole(1, u32::MAX)),
    key("backup.recipient", Kind::BackupRecipient),
    key("orders.copy_center_email", Kind::Mailbox),
    key("orders.smtp_url", Kind::MailServer),
    key("orders.from", Kind::Mailbox),
    key("orders.smtp_hello", Kind::MailHello),
    key("orders.smtp_password", Kind::Secret),
    key("orders.smtp_password_file", Kind::Path),
    key("orders.copy_center_group", Kind::Text),
    key("orders.notify", Kind::Flag),
    key("orders.per_hour", Kind::Whole(0, u32::MAX)),
    key("search.terms", Kind::Flag),
    key("search.insight_days", Kind::Whole(0, 3_650)),
    key("search.crisis_lines", Kind::CrisisLines),
    key("search.elsewhere", Kind::ElsewhereSites),
    key("review.cycle_months", Kind::Whole(1, 1_200)),
    key("review.warn_days", Kind::Whole(0, 3_650)),
    key("review.digest", Kind::OneOf(&DigestFrequency::NAMES)),
    key("links.check", Kind::OneOf(&["off", "nightly"])),
    key("links.hour", Kind::Whole(0, 23)),
    key("links.allow_hosts", Kind::Hosts),
    key("files.store", Kind::FileStore),
    key("files.max_mb", Kind::Whole(1, 4_096)),
    key("files.keep", Kind::OneOf(&["off", "changed"])),
    key("files.s3_endpoint", Kind::WebAddress),
    key("files.s3_region", Kind::Text),
    key("files.s3_access_key", Kind::Secret),
    key("files.s3_access_key_file", Kind::Path),
    key("files.s3_secret_key", Kind::Secret),
    key("files.s3_secret_key_file", Kind::Path),
    key("handouts.text", Kind::OneOf(&["off", "nightly"])),
    key("handouts.pdftotext", Kind::TextOrEmpty),
    key("usage.days", Kind::Whole(0, 3_650)),
    key("reports.days", Kind::Whole(1, 3_650)),
    key("reports.notify", Kind::Flag),
    key("audit.days", Kind::Whole(1, 36_500)),
    key("audit.group", Kind::Text),
    key("audit.syslog", Kind::SyslogTarget),
    key("audit.file", Kind::Path),
    key("replica.enabled", Kind::Flag),
    key("replica.database", Kind::Path),
    key("replica.primary_url", Kind::Origin),
    key("replica.max_age_seconds", Kind::Whole(1, u32::MAX)),
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::settings::sections::Settings;

    #[test]
    fn every_field_of_the_sections_has_its_key() {
        fn leaves(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
            match value.as_object() {
                Some(fields) => {
                    for (name, value) in fields {
                        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                        leaves(value, &path, found);
                    }
                }
                None => found.push(path.to_owned()),
            }
        }
        let mut fields = Vec::new();
        leaves(&serde_json::to_value(Settings::default()).unwrap(), "", &mut fields);
        let mut keys: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        fields.sort();
        keys.sort_unstable();
        assert_eq!(fields, keys);
    }
}
