//! The settings as types, a section each, with their defaults.

use crate::model::backup::{BackupRecipient, optional_recipient};
use crate::model::files::StoreAddress;
use crate::model::reviews::DigestFrequency;
use crate::model::search::crisis::CrisisLine;
use crate::model::search::elsewhere::ElsewhereSite;
use crate::settings::values::{Key, Kind};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use url::{Host, Url};

/// The settings, checked.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where it listens and how it is reached.
    pub server: Server,
    /// Where data is stored.
    pub data: Data,
    /// Single sign-on.
    pub identity: Identity,
    /// What the hospital is called and where its links go.
    pub hospital: Hospital,
    /// Scheduled copies.
    pub backup: Backup,
    /// Where orders are mailed.
    pub orders: Orders,
    /// What searches know and what is counted of them.
    pub search: Search,
    /// When citations are to be reviewed.
    pub review: Review,
    /// Whether the addresses of handouts are checked.
    pub links: LinkCheckSettings,
    /// Where stored files are, and which are taken.
    pub files: Files,
    /// Whether the text of handout files is read.
    pub handouts: Handouts,
    /// What is counted of the use of citations.
    pub usage: Usage,
    /// Problems that people report.
    pub reports: Reports,
    /// Who reads the audit trail, and for how long it is stored.
    pub audit: Audit,
    /// Whether this server is a replica.
    pub replica: Replica,
}

impl Settings {
    /// The accepted audience of bearer tokens.
    pub fn audience(&self) -> Option<&str> {
        self.identity.audience.as_deref().or(self.identity.client_id.as_deref())
    }

    /// The address users type, without a slash at its end; `listening` is where the server listens.
    pub fn public_url(&self, listening: SocketAddr) -> String {
        match &self.server.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None if self.server.tls_cert.is_some() => format!("https://{listening}"),
            None => format!("http://{listening}"),
        }
    }

    /// The name in the greeting to the mail server (EHLO); an IP address in its brackets (RFC 5321, section 4.1.3).
    pub fn smtp_hello(&self) -> String {
        let literal = |address: IpAddr| match address {
            IpAddr::V4(address) => format!("[{address}]"),
            IpAddr::V6(address) => format!("[IPv6:{address}]"),
        };
        if let Some(name) = &self.orders.smtp_hello {
            return name.parse().map_or_else(|_| name.clone(), literal);
        }
        match self.server.public_url.as_ref().and_then(Url::host) {
            Some(Host::Domain(name)) => name.trim_end_matches('.').to_owned(),
            Some(Host::Ipv4(address)) => literal(address.into()),
            Some(Host::Ipv6(address)) => literal(address.into()),
            None => literal(self.server.listen.ip()),
        }
    }
}

/// A section: its settings with their types, the kinds of their values and their defaults (without one, the default of the
/// type); and the sections in it.
macro_rules! settings {
    (
        $(#[$doc:meta])*
        pub struct $section:ident: $name:literal {
            $($(#[$attribute:meta])* $field:ident: $type:ty = $kind:expr $(, $default:expr)?;)*
            $(--- $($(#[$inner_doc:meta])* $inner:ident: $inner_type:ty;)*)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $section {
            $($(#[$attribute])* pub $field: $type,)*
            $($($(#[$inner_doc])* pub $inner: $inner_type,)*)?
        }

        impl Default for $section {
            fn default() -> Self {
                $section {
                    $($field: settings!(@ $($default)?),)*
                    $($($inner: Default::default(),)*)?
                }
            }
        }

        impl $section {
            /// The keys of its settings.
            pub(super) const KEYS: &[Key] =
                &[$(Key { name: concat!($name, ".", stringify!($field)), kind: $kind }),*];
        }
    };
    (@) => { Default::default() };
    (@ $default:expr) => { $default };
}

settings! {
    /// `[server]`
    pub struct Server: "server" {
        /// Address and port; port 0 picks a free one.
        listen: SocketAddr = Kind::Address, SocketAddr::from(([127, 0, 0, 1], 8080));
        /// The address users type; without it `http://` and the address really listened on.
        public_url: Option<Url> = Kind::Origin;
        /// PEM file with the certificate chain: serve HTTPS directly.
        tls_cert: Option<PathBuf> = Kind::Path;
        /// PEM file with the private key.
        tls_key: Option<PathBuf> = Kind::Path;
        /// Networks whose X-Forwarded-For and X-Forwarded-Proto are believed.
        trusted_proxies: Vec<IpNet> = Kind::Networks;
        /// Anonymous requests a second to `/api` per client; 0 turns the limit off.
        rate_limit: u32 = Kind::Whole(0, u32::MAX), 50;
        /// How many may come at once.
        rate_burst: u32 = Kind::Whole(0, u32::MAX), 200;
        /// Origins that may embed the pages in a frame; none by default.
        frame_ancestors: Vec<String> = Kind::Origins;
        /// Whether HSTS includes the subdomains of this host.
        hsts_subdomains: bool = Kind::Flag, true;
        /// Networks that may read `/metrics`; loopback always may.
        metrics_from: Vec<IpNet> = Kind::Networks;
        /// CSV and export streams that one person may have running at once.
        downloads_per_person: u32 = Kind::Whole(1, 1_000), 4;
    }
}

settings! {
    /// `[data]`
    pub struct Data: "data" {
        /// Holds `catalogue.db` and `index/`.
        dir: PathBuf = Kind::Path, PathBuf::from("./data");
    }
}

settings! {
    /// `[identity]`
    pub struct Identity: "identity" {
        /// OpenID Connect issuer, as its host is written there; without it sign-in is off.
        issuer: Option<String> = Kind::WebAddress;
        /// Client id at the issuer.
        client_id: Option<String> = Kind::Text;
        /// Client secret; none for a public client.
        client_secret: Option<String> = Kind::Secret;
        /// File that holds the client secret.
        client_secret_file: Option<PathBuf> = Kind::Path;
        /// Accepted `aud` of bearer tokens; the client id by default.
        audience: Option<String> = Kind::Text;
        /// Members of this group are administrators.
        admin_group: String = Kind::Text, "education-admins".into();
        /// Claim that holds the groups.
        groups_claim: String = Kind::Text, "groups".into();
        /// Accept opaque bearer tokens by userinfo alone where the provider has no introspection.
        opaque_tokens: bool = Kind::Flag;
        /// A sign-in ends when it has not been used for this many hours.
        session_idle_hours: u32 = Kind::Whole(1, u32::MAX), 8;
        /// A sign-in ends this many hours after it began, used or not.
        session_max_hours: u32 = Kind::Whole(1, u32::MAX), 24;
    }
}

settings! {
    /// `[hospital]`
    pub struct Hospital: "hospital" {
        /// A publisher with this name, ignoring case, gets QR codes.
        name: String = Kind::TextOrEmpty, "Children's".into();
        /// What an item number is called.
        item_number_label: String = Kind::Text, "Children's Item Number".into();
        /// Help contact.
        email: Option<String> = Kind::Mailbox;
        /// Patient-education contact mailbox.
        order_email: Option<String> = Kind::Mailbox;
        /// The languages that the screens speak, the usual one first.
        screen_languages: Vec<String> = Kind::ScreenLanguages, ["en", "es"].map(str::to_owned).into();
        ---
        /// Outside links.
        links: Links;
    }
}

settings! {
    /// `[hospital.links]`: http or https addresses; a link that is not set is not shown.
    pub struct Links: "hospital.links" {
        /// Service desk ticket.
        service_desk: Option<Url> = Kind::WebAddress;
        /// Request a translation.
        translation: Option<Url> = Kind::WebAddress;
        /// Create materials.
        create_materials: Option<Url> = Kind::WebAddress;
        /// Health literacy practices.
        health_literacy: Option<Url> = Kind::WebAddress;
        /// Tableau dashboard, for administrators.
        dashboard: Option<Url> = Kind::WebAddress;
    }
}

settings! {
    /// `[backup]`
    pub struct Backup: "backup" {
        /// Folder of the scheduled copies; none without it.
        dir: Option<PathBuf> = Kind::Path;
        /// Hour of the day, local time, 0 to 23.
        hour: u8 = Kind::Whole(0, 23), 2;
        /// How many copies are kept.
        keep: u32 = Kind::Whole(1, u32::MAX), 14;
        /// Whom copies are encrypted for; they are not encrypted without it.
        #[serde(deserialize_with = "optional_recipient")]
        recipient: Option<BackupRecipient> = Kind::BackupRecipient;
    }
}

settings! {
    /// `[orders]`
    pub struct Orders: "orders" {
        /// Where orders are mailed.
        copy_center_email: Option<String> = Kind::Mailbox;
        /// `smtp://` or `smtps://`, with user and password in the address if needed.
        smtp_url: Option<String> = Kind::MailServer;
        /// Sender of the mails.
        from: Option<String> = Kind::Mailbox;
        /// How this server introduces itself to the mail server; the host of `server.public_url` by default.
        smtp_hello: Option<String> = Kind::MailHello;
        /// Password of the mail server.
        smtp_password: Option<String> = Kind::Secret;
        /// File that holds the password.
        smtp_password_file: Option<PathBuf> = Kind::Path;
        /// Members work on orders.
        copy_center_group: Option<String> = Kind::Text;
        /// Whether orderers get a mail when the state of their order changes.
        notify: bool = Kind::Flag, true;
        /// Orders that one person may send within an hour; 0 turns the limit off.
        per_hour: u32 = Kind::Whole(0, u32::MAX), 20;
    }
}

settings! {
    /// `[search]`
    pub struct Search: "search" {
        /// Use the built-in table of terms: lay words, abbreviations, other languages.
        terms: bool = Kind::Flag, true;
        /// How many days counts of searches are stored; 0 stores none.
        insight_days: u32 = Kind::Whole(0, 3_650), 365;
        /// Whom people in danger can call, instead of the built-in table; empty for no notice.
        crisis_lines: Option<Vec<CrisisLine>> = Kind::CrisisLines;
        /// Other sites at which the same text can be searched for.
        elsewhere: Vec<ElsewhereSite> = Kind::ElsewhereSites;
    }
}

settings! {
    /// `[review]`
    pub struct Review: "review" {
        /// Months from one review to the next, where a citation has no cycle of its own.
        cycle_months: u32 = Kind::Whole(1, 1_200), 36;
        /// A review counts as due this many days before its day.
        warn_days: u32 = Kind::Whole(0, 3_650), 90;
        /// How often departments get a mail about what is overdue and due.
        digest: DigestFrequency = Kind::OneOf(&DigestFrequency::NAMES), DigestFrequency::Off;
    }
}

settings! {
    /// `[links]`
    pub struct LinkCheckSettings: "links" {
        /// Whether every address is checked each night.
        check: LinkChecks = Kind::OneOf(&["off", "nightly"]), LinkChecks::Off;
        /// Hour of the day at which the night begins, local time, 0 to 23.
        hour: u8 = Kind::Whole(0, 23), 3;
        /// Hosts at which every port and inner networks may be asked: `host`, or `host:port` for one port.
        allow_hosts: Vec<String> = Kind::Hosts;
    }
}

/// When addresses are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkChecks {
    /// Only when an administrator asks for it.
    Off,
    /// Each once a night.
    Nightly,
}

settings! {
    /// `[usage]`
    pub struct Usage: "usage" {
        /// How many days usage counts are stored; 0 counts nothing.
        days: u32 = Kind::Whole(0, 3_650), 1_100;
    }
}

settings! {
    /// `[reports]`
    pub struct Reports: "reports" {
        /// How many days a closed report is stored; it is deleted with the email address in it.
        days: u32 = Kind::Whole(1, 3_650), 365;
        /// Mail departments every day about new reports.
        notify: bool = Kind::Flag, true;
    }
}

settings! {
    /// `[audit]`
    pub struct Audit: "audit" {
        /// How many days the rows of the audit trail are stored.
        days: u32 = Kind::Whole(1, 36_500), 400;
        /// Members read the audit trail.
        group: Option<String> = Kind::Text;
        /// A receiver of syslog messages that gets every row.
        syslog: Option<String> = Kind::SyslogTarget;
        /// A file of JSON Lines that gets every row.
        file: Option<PathBuf> = Kind::Path;
    }
}

settings! {
    /// `[replica]`
    pub struct Replica: "replica" {
        /// Serve a database that another program keeps current, without ever writing to it.
        enabled: bool = Kind::Flag;
        /// That database: the file that `litestream restore -f` keeps.
        database: Option<PathBuf> = Kind::Path;
        /// The address of the server that writes, as people type it.
        primary_url: Option<Url> = Kind::Origin;
        /// A state older than this is reported by `/readyz`; it is served all the same.
        max_age_seconds: u32 = Kind::Whole(1, u32::MAX), 300;
    }
}

settings! {
    /// `[files]`
    pub struct Files: "files" {
        store: StoreAddress = Kind::FileStore, StoreAddress::DataDirectory;
        /// The largest file that is taken, in megabytes of 1,048,576 bytes.
        max_mb: u32 = Kind::Whole(1, 4_096), 50;
        /// Whether what link checks fetch is stored.
        keep: KeepCopies = Kind::OneOf(&["off", "changed"]), KeepCopies::Off;
        /// The address of the S3-compatible store; that of AWS without it.
        s3_endpoint: Option<Url> = Kind::WebAddress;
        s3_region: String = Kind::Text, "us-east-1".into();
        s3_access_key: Option<String> = Kind::Secret;
        s3_access_key_file: Option<PathBuf> = Kind::Path;
        s3_secret_key: Option<String> = Kind::Secret;
        s3_secret_key_file: Option<PathBuf> = Kind::Path;
    }
}

impl Files {
    /// The largest file that is taken.
    pub fn max_bytes(&self) -> u64 {
        u64::from(self.max_mb) << 20
    }
}

/// Which files of other servers are stored when a link check fetches them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeepCopies {
    /// None.
    #[default]
    Off,
    /// Each new content.
    Changed,
}

settings! {
    /// `[handouts]`
    pub struct Handouts: "handouts" {
        /// Whether the text of the files that link checks fetch is read.
        text: HandoutTexts = Kind::OneOf(&["off", "nightly"]);
        /// The program that reads PDF files; empty for the built-in extractor, none to look in PATH.
        pdftotext: Option<String> = Kind::TextOrEmpty;
    }
}

/// When the text of handout files is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandoutTexts {
    /// Never.
    #[default]
    Off,
    /// With the link checks of each night.
    Nightly,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_mail_server_is_greeted_with_a_name_or_an_address_in_brackets() {
        let check = |public_url: Option<&str>, hello: Option<&str>, expected: &str| {
            let mut settings = Settings::default();
            settings.server.public_url = public_url.map(|url| url.parse().unwrap());
            settings.orders.smtp_hello = hello.map(str::to_owned);
            assert_eq!(settings.smtp_hello(), expected, "{public_url:?} {hello:?}");
        };
        check(None, None, "[127.0.0.1]");
        check(Some("https://handouts.example.org"), None, "handouts.example.org");
        check(Some("https://Handouts.Example.org.:8443"), None, "handouts.example.org");
        check(Some("https://b\u{fc}cher.example"), None, "xn--bcher-kva.example");
        check(Some("http://192.0.2.1:8080"), None, "[192.0.2.1]");
        check(Some("http://[2001:db8::1]"), None, "[IPv6:2001:db8::1]");
        check(Some("http://192.0.2.1"), Some("mail.example.org"), "mail.example.org");
        check(None, Some("192.0.2.9"), "[192.0.2.9]");
        check(None, Some("2001:db8::9"), "[IPv6:2001:db8::9]");
        check(None, Some("[IPv6:2001:db8::9]"), "[IPv6:2001:db8::9]");
    }
}

#[cfg(test)]
mod files_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::path::Path;

    #[test]
    fn the_proxies_of_the_guides_let_files_of_the_default_size_through() {
        for page in ["docs/operations/install.md", "assets/replicas/nginx.conf"] {
            let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
            let block = text.split("location /api/files {").nth(1).unwrap().split('}').next().unwrap();
            let limit = block.split("client_max_body_size ").nth(1).unwrap().split("m;").next().unwrap();
            assert!(limit.parse::<u32>().unwrap() > Files::default().max_mb, "{page}: {limit}");
            assert!(block.contains("proxy_request_buffering off;"), "{page}");
        }
    }
}
