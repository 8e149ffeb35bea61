//! The settings as types, a section each, with their defaults.

use crate::model::backup::{BackupRecipient, optional_recipient};
use crate::model::files::StoreAddress;
use crate::model::reviews::DigestFrequency;
use crate::model::search::crisis::CrisisLine;
use crate::model::search::elsewhere::ElsewhereSite;
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

/// `[server]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Address and port; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The address users type; without it `http://` and the address really listened on.
    pub public_url: Option<Url>,
    /// PEM file with the certificate chain: serve HTTPS directly.
    pub tls_cert: Option<PathBuf>,
    /// PEM file with the private key.
    pub tls_key: Option<PathBuf>,
    /// Networks whose X-Forwarded-For and X-Forwarded-Proto are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Anonymous requests a second to `/api` per client; 0 turns the limit off.
    pub rate_limit: u32,
    /// How many may come at once.
    pub rate_burst: u32,
    /// Origins that may embed the pages in a frame; none by default.
    pub frame_ancestors: Vec<String>,
    /// Whether HSTS includes the subdomains of this host.
    pub hsts_subdomains: bool,
    /// Networks that may read `/metrics`; loopback always may.
    pub metrics_from: Vec<IpNet>,
    /// CSV and export streams that one person may have running at once.
    pub downloads_per_person: u32,
}

impl Default for Server {
    fn default() -> Self {
        Server {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: None,
            tls_cert: None,
            tls_key: None,
            trusted_proxies: Vec::new(),
            rate_limit: 50,
            rate_burst: 200,
            frame_ancestors: Vec::new(),
            hsts_subdomains: true,
            metrics_from: Vec::new(),
            downloads_per_person: 4,
        }
    }
}

/// `[data]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// Holds `catalogue.db` and `index/`.
    pub dir: PathBuf,
}

impl Default for Data {
    fn default() -> Self {
        Data { dir: PathBuf::from("./data") }
    }
}

/// `[identity]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Identity {
    /// OpenID Connect issuer, as its host is written there; without it sign-in is off.
    pub issuer: Option<String>,
    /// Client id at the issuer.
    pub client_id: Option<String>,
    /// Client secret; none for a public client.
    pub client_secret: Option<String>,
    /// File that holds the client secret.
    pub client_secret_file: Option<PathBuf>,
    /// Accepted `aud` of bearer tokens; the client id by default.
    pub audience: Option<String>,
    /// Members of this group are administrators.
    pub admin_group: String,
    /// Claim that holds the groups.
    pub groups_claim: String,
    /// Accept opaque bearer tokens by userinfo alone where the provider has no introspection.
    pub opaque_tokens: bool,
    /// A sign-in ends when it has not been used for this many hours.
    pub session_idle_hours: u32,
    /// A sign-in ends this many hours after it began, used or not.
    pub session_max_hours: u32,
}

impl Default for Identity {
    fn default() -> Self {
        Identity {
            issuer: None,
            client_id: None,
            client_secret: None,
            client_secret_file: None,
            audience: None,
            admin_group: "education-admins".into(),
            groups_claim: "groups".into(),
            opaque_tokens: false,
            session_idle_hours: 8,
            session_max_hours: 24,
        }
    }
}

/// `[hospital]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hospital {
    /// A publisher with this name, ignoring case, gets QR codes.
    pub name: String,
    /// What an item number is called.
    pub item_number_label: String,
    /// Help contact.
    pub email: Option<String>,
    /// Patient-education contact mailbox.
    pub order_email: Option<String>,
    /// The languages that the screens speak, the usual one first.
    pub screen_languages: Vec<String>,
    /// Outside links.
    pub links: Links,
}

impl Default for Hospital {
    fn default() -> Self {
        Hospital {
            name: "Children's".into(),
            item_number_label: "Children's Item Number".into(),
            email: None,
            order_email: None,
            screen_languages: ["en", "es"].map(str::to_owned).into(),
            links: Links::default(),
        }
    }
}

/// `[hospital.links]`: http or https addresses; a link that is not set is not shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Links {
    /// Service desk ticket.
    pub service_desk: Option<Url>,
    /// Request a translation.
    pub translation: Option<Url>,
    /// Create materials.
    pub create_materials: Option<Url>,
    /// Health literacy practices.
    pub health_literacy: Option<Url>,
    /// Tableau dashboard, for administrators.
    pub dashboard: Option<Url>,
}

/// `[backup]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// Folder of the scheduled copies; none without it.
    pub dir: Option<PathBuf>,
    /// Hour of the day, local time, 0 to 23.
    pub hour: u8,
    /// How many copies are kept.
    pub keep: u32,
    /// Whom copies are encrypted for; they are not encrypted without it.
    #[serde(deserialize_with = "optional_recipient")]
    pub recipient: Option<BackupRecipient>,
}

impl Default for Backup {
    fn default() -> Self {
        Backup { dir: None, hour: 2, keep: 14, recipient: None }
    }
}

/// `[orders]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Orders {
    /// Where orders are mailed.
    pub copy_center_email: Option<String>,
    /// `smtp://` or `smtps://`, with user and password in the address if needed.
    pub smtp_url: Option<String>,
    /// Sender of the mails.
    pub from: Option<String>,
    /// How this server introduces itself to the mail server; the host of `server.public_url` by default.
    pub smtp_hello: Option<String>,
    /// Password of the mail server.
    pub smtp_password: Option<String>,
    /// File that holds the password.
    pub smtp_password_file: Option<PathBuf>,
    /// Members work on orders.
    pub copy_center_group: Option<String>,
    /// Whether orderers get a mail when the state of their order changes.
    pub notify: bool,
    /// Orders that one person may send within an hour; 0 turns the limit off.
    pub per_hour: u32,
}

impl Default for Orders {
    fn default() -> Self {
        Orders {
            copy_center_email: None,
            smtp_url: None,
            from: None,
            smtp_hello: None,
            smtp_password: None,
            smtp_password_file: None,
            copy_center_group: None,
            notify: true,
            per_hour: 20,
        }
    }
}

/// `[search]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// Use the built-in table of terms: lay words, abbreviations, other languages.
    pub terms: bool,
    /// How many days counts of searches are stored; 0 stores none.
    pub insight_days: u32,
    /// Whom people in danger can call, instead of the built-in table; empty for no notice.
    pub crisis_lines: Option<Vec<CrisisLine>>,
    /// Other sites at which the same text can be searched for.
    pub elsewhere: Vec<ElsewhereSite>,
}

impl Default for Search {
    fn default() -> Self {
        Search { terms: true, insight_days: 365, crisis_lines: None, elsewhere: Vec::new() }
    }
}

/// `[review]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Review {
    /// Months from one review to the next, where a citation has no cycle of its own.
    pub cycle_months: u32,
    /// A review counts as due this many days before its day.
    pub warn_days: u32,
    /// How often departments get a mail about what is overdue and due.
    pub digest: DigestFrequency,
}

impl Default for Review {
    fn default() -> Self {
        Review { cycle_months: 36, warn_days: 90, digest: DigestFrequency::Off }
    }
}

/// `[links]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LinkCheckSettings {
    /// Whether every address is checked each night.
    pub check: LinkChecks,
    /// Hour of the day at which the night begins, local time, 0 to 23.
    pub hour: u8,
    /// Hosts at which every port and inner networks may be asked: `host`, or `host:port` for one port.
    pub allow_hosts: Vec<String>,
}

impl Default for LinkCheckSettings {
    fn default() -> Self {
        LinkCheckSettings { check: LinkChecks::Off, hour: 3, allow_hosts: Vec::new() }
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

/// `[usage]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// How many days usage counts are stored; 0 counts nothing.
    pub days: u32,
}

impl Default for Usage {
    fn default() -> Self {
        Usage { days: 1_100 }
    }
}

/// `[reports]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reports {
    /// How many days a closed report is stored; it is deleted with the email address in it.
    pub days: u32,
    /// Mail departments every day about new reports.
    pub notify: bool,
}

impl Default for Reports {
    fn default() -> Self {
        Reports { days: 365, notify: true }
    }
}

/// `[audit]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Audit {
    /// How many days the rows of the audit trail are stored.
    pub days: u32,
    /// Members read the audit trail.
    pub group: Option<String>,
    /// A receiver of syslog messages that gets every row.
    pub syslog: Option<String>,
    /// A file of JSON Lines that gets every row.
    pub file: Option<PathBuf>,
}

impl Default for Audit {
    fn default() -> Self {
        Audit { days: 400, group: None, syslog: None, file: None }
    }
}

/// `[replica]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Replica {
    /// Serve a database that another program keeps current, without ever writing to it.
    pub enabled: bool,
    /// That database: the file that `litestream restore -f` keeps.
    pub database: Option<PathBuf>,
    /// The address of the server that writes, as people type it.
    pub primary_url: Option<Url>,
    /// A state older than this is reported by `/readyz`; it is served all the same.
    pub max_age_seconds: u32,
}

impl Default for Replica {
    fn default() -> Self {
        Replica { enabled: false, database: None, primary_url: None, max_age_seconds: 300 }
    }
}

/// `[files]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Files {
    pub store: StoreAddress,
    /// The largest file that is taken, in megabytes of 1,048,576 bytes.
    pub max_mb: u32,
    /// Whether what link checks fetch is stored.
    pub keep: KeepCopies,
    /// The address of the S3-compatible store; that of AWS without it.
    pub s3_endpoint: Option<Url>,
    pub s3_region: String,
    pub s3_access_key: Option<String>,
    pub s3_access_key_file: Option<PathBuf>,
    pub s3_secret_key: Option<String>,
    pub s3_secret_key_file: Option<PathBuf>,
}

impl Default for Files {
    fn default() -> Self {
        Files {
            store: StoreAddress::DataDirectory,
            max_mb: 50,
            keep: KeepCopies::Off,
            s3_endpoint: None,
            s3_region: "us-east-1".into(),
            s3_access_key: None,
            s3_access_key_file: None,
            s3_secret_key: None,
            s3_secret_key_file: None,
        }
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

/// `[handouts]`
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Handouts {
    /// Whether the text of the files that link checks fetch is read.
    pub text: HandoutTexts,
    /// The program that reads PDF files; empty for the built-in extractor, none to look in PATH.
    pub pdftotext: Option<String>,
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
