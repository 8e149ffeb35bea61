//! Every setting with its default and its check. Contract section 2; read by `cli`, used by everybody.
//!
//! TOML file < environment (`HANDOUT_<SECTION>__<KEY>`) < flags of the command line.

mod faults;

use crate::model::error::{Error, Result};
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use url::Url;

/// The settings, checked.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where it listens and how it is reached.
    pub server: Server,
    /// Where things are kept.
    pub data: Data,
    /// Single sign-on.
    pub identity: Identity,
    /// What the hospital is called and where its links go.
    pub hospital: Hospital,
    /// Scheduled copies.
    pub backup: Backup,
    /// Where orders are mailed.
    pub orders: Orders,
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
    /// Who may embed the pages in a frame, as origins; nobody by default.
    pub frame_ancestors: Vec<String>,
    /// Networks that may read `/metrics`; loopback always may.
    pub metrics_from: Vec<IpNet>,
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
            metrics_from: Vec::new(),
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
    /// A sign-in ends after so many hours unused.
    pub session_idle_hours: u32,
    /// A sign-in ends after so many hours in any case.
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
            session_idle_hours: 8,
            session_max_hours: 24,
        }
    }
}

/// `[hospital]`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hospital {
    /// A publisher with this name, in any case, gets QR codes.
    pub name: String,
    /// What an item number is called.
    pub item_number_label: String,
    /// Help contact.
    pub email: Option<String>,
    /// Patient-education contact mailbox.
    pub order_email: Option<String>,
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
}

impl Default for Backup {
    fn default() -> Self {
        Backup { dir: None, hour: 2, keep: 14 }
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
    /// Password of the mail server.
    pub smtp_password: Option<String>,
    /// File that holds the password.
    pub smtp_password_file: Option<PathBuf>,
    /// Orders that one person may send within an hour; 0 turns the limit off.
    pub per_hour: u32,
}

impl Default for Orders {
    fn default() -> Self {
        Orders {
            copy_center_email: None,
            smtp_url: None,
            from: None,
            smtp_password: None,
            smtp_password_file: None,
            per_hour: 20,
        }
    }
}

/// What the command line says about settings.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--config FILE`
    pub config: Option<PathBuf>,
    /// `--data DIR`
    pub data: Option<PathBuf>,
    /// `--listen ADDR:PORT`
    pub listen: Option<SocketAddr>,
}

/// The file looked for when none is named, in this order.
const USUAL_FILES: [&str; 2] = ["./handout.toml", "/etc/handout/handout.toml"];

/// The settings that are free text, whatever they look like.
const TEXTS: [&str; 14] = [
    "identity.issuer",
    "identity.client_id",
    "identity.client_secret",
    "identity.client_secret_file",
    "identity.audience",
    "identity.admin_group",
    "identity.groups_claim",
    "hospital.name",
    "hospital.item_number_label",
    "orders.smtp_url",
    "orders.smtp_password",
    "orders.smtp_password_file",
    "data.dir",
    "backup.dir",
];

impl Settings {
    /// Reads file, environment and flags, and checks what they say.
    pub fn load(flags: &Overrides) -> Result<Settings> {
        Settings::read(flags, &USUAL_FILES)
    }

    /// The same for the demo, which takes no settings file that merely lies about.
    pub fn load_for_demo(flags: &Overrides) -> Result<Settings> {
        Settings::read(flags, &[])
    }

    fn read(flags: &Overrides, usual_files: &[&str]) -> Result<Settings> {
        let named = flags
            .config
            .clone()
            .or_else(|| std::env::var_os("HANDOUT_CONFIG").filter(|v| !v.is_empty()).map(PathBuf::from));
        let file = match named {
            Some(file) => {
                std::fs::metadata(&file).map_err(|e| {
                    Error::Settings(format!("the settings file {} cannot be read: {e}", file.display()))
                })?;
                Some(file)
            }
            None => usual_files.iter().map(PathBuf::from).find(|f| f.exists()),
        };
        let mut read = Figment::from(Serialized::defaults(Settings::default()));
        if let Some(file) = &file {
            // Read by ourselves: a file that is there and unreadable must not count as absent.
            let text = std::fs::read_to_string(file).map_err(|e| {
                Error::Settings(format!("the settings file {} cannot be read: {e}", file.display()))
            })?;
            faults::in_toml(file, &text)?;
            read = read.merge(Toml::file_exact(file));
        }
        // Texts are taken as they stand: a password of digits is no number.
        let texts = TEXTS.map(|key| key.replace('.', "__"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        // A name without a section is none of ours, such as those that start the tests.
        read = read.merge(
            Env::prefixed("HANDOUT_")
                .ignore(&texts)
                .filter(|key| key.as_str().contains("__"))
                .map(|key| key.as_str().replace("__", ".").into()),
        );
        for (key, value) in env_texts() {
            read = read.merge((key, value));
        }
        if let Some(dir) = &flags.data {
            read = read.merge(("data.dir", dir));
        }
        if let Some(listen) = flags.listen {
            read = read.merge(("server.listen", listen.to_string()));
        }
        let mut settings: Settings =
            read.extract().map_err(|faults| Error::Settings(faults::explain(faults)))?;
        settings.read_secrets()?;
        settings.check()?;
        Ok(settings)
    }

    /// The accepted audience of bearer tokens.
    pub fn audience(&self) -> Option<&str> {
        self.identity.audience.as_deref().or(self.identity.client_id.as_deref())
    }

    fn read_secrets(&mut self) -> Result<()> {
        for (key, value, file) in [
            ("identity.client_secret", &mut self.identity.client_secret, &self.identity.client_secret_file),
            ("orders.smtp_password", &mut self.orders.smtp_password, &self.orders.smtp_password_file),
        ] {
            let Some(file) = file else { continue };
            if value.is_some() {
                return Err(Error::Settings(format!(
                    "{key} and {key}_file are both given; one of them is enough"
                )));
            }
            let text = std::fs::read_to_string(file).map_err(|e| {
                Error::Settings(format!("{key}_file: {} cannot be read: {e}", file.display()))
            })?;
            *value = Some(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        let bad = |key: &str, expected: &str| Err(Error::Settings(format!("{key}: {expected}")));
        if self.server.tls_cert.is_some() != self.server.tls_key.is_some() {
            return bad("server.tls_cert, server.tls_key", "both or neither are needed");
        }
        if let Some(url) = &self.server.public_url {
            let plain = matches!(url.scheme(), "http" | "https")
                && url.host().is_some()
                && url.path() == "/"
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty();
            if !plain {
                return bad(
                    "server.public_url",
                    "expected an address such as https://handouts.example.org, without a path",
                );
            }
        }
        for (key, url) in [
            ("service_desk", &self.hospital.links.service_desk),
            ("translation", &self.hospital.links.translation),
            ("create_materials", &self.hospital.links.create_materials),
            ("health_literacy", &self.hospital.links.health_literacy),
            ("dashboard", &self.hospital.links.dashboard),
        ] {
            if url.as_ref().is_some_and(|u| !matches!(u.scheme(), "http" | "https")) {
                return bad(&format!("hospital.links.{key}"), "expected an http or https address");
            }
        }
        if self.server.rate_limit > 0 && self.server.rate_burst == 0 {
            return bad("server.rate_burst", "expected a whole number above 0");
        }
        for ancestor in &self.server.frame_ancestors {
            let origin = Url::parse(ancestor).is_ok_and(|u| {
                matches!(u.scheme(), "http" | "https") && !ancestor.contains([' ', ';', ',', '\''])
            });
            if !origin {
                return bad(
                    "server.frame_ancestors",
                    "expected a list of origins such as https://intranet.example.org",
                );
            }
        }
        if let Some(issuer) = &self.identity.issuer {
            if !Url::parse(issuer).is_ok_and(|u| matches!(u.scheme(), "http" | "https")) {
                return bad("identity.issuer", "expected an http or https address");
            }
            if self.identity.client_id.as_deref().is_none_or(str::is_empty) {
                return bad("identity.client_id", "is required when identity.issuer is set");
            }
        }
        if self.identity.session_idle_hours == 0 || self.identity.session_max_hours == 0 {
            return bad(
                "identity.session_idle_hours, identity.session_max_hours",
                "expected whole numbers above 0",
            );
        }
        if self.backup.hour > 23 {
            return bad("backup.hour", "expected an hour from 0 to 23");
        }
        if self.backup.keep == 0 {
            return bad("backup.keep", "expected a whole number above 0");
        }
        if let Some(address) = &self.orders.smtp_url {
            if !Url::parse(address)
                .is_ok_and(|u| matches!(u.scheme(), "smtp" | "smtps") && u.host().is_some())
            {
                return bad("orders.smtp_url", "expected smtp://host:port or smtps://host:port");
            }
            for (key, value) in [
                ("orders.copy_center_email", &self.orders.copy_center_email),
                ("orders.from", &self.orders.from),
            ] {
                if value.as_deref().is_none_or(str::is_empty) {
                    return bad(key, "is required when orders.smtp_url is set");
                }
            }
        }
        for (key, value) in [
            ("orders.copy_center_email", &self.orders.copy_center_email),
            ("orders.from", &self.orders.from),
            ("hospital.email", &self.hospital.email),
            ("hospital.order_email", &self.hospital.order_email),
        ] {
            if value.as_ref().is_some_and(|v| !v.contains('@') || v.chars().any(char::is_control)) {
                return bad(key, "expected an e-mail address");
            }
        }
        Ok(())
    }
}

/// The free texts among the environment's settings, as they stand.
fn env_texts() -> Vec<(String, String)> {
    TEXTS
        .iter()
        .filter_map(|key| {
            let name = format!("HANDOUT_{}", key.replace('.', "__").to_uppercase());
            std::env::var(name).ok().map(|value| ((*key).to_owned(), value))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn load(text: &str) -> std::result::Result<Settings, String> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("s.toml");
        std::fs::write(&file, text).unwrap();
        Settings::load(&Overrides { config: Some(file), ..Overrides::default() }).map_err(|e| e.to_string())
    }

    #[test]
    fn a_fault_names_the_file_the_key_and_what_was_expected() {
        for (text, message) in [
            ("[server]\nlisen = '127.0.0.1:1'", "server.lisen"),
            ("[server]\nrate_limit = 'x'", "server.rate_limit"),
            ("[server]\nrate_limit = -1", "server.rate_limit"),
            ("[srver]\nx = 1", "srver"),
            ("[identity]\nissuer = 'https://id.example.org'", "identity.client_id"),
            ("[backup]\nhour = 24", "backup.hour"),
            ("[orders]\nsmtp_url = 'http://x'", "orders.smtp_url"),
            ("server = [", "s.toml"),
        ] {
            let fault = load(text).unwrap_err();
            assert!(fault.contains(message), "{text}: {fault}");
        }
        assert_eq!(load("").unwrap().server.rate_limit, 50);
        assert_eq!(
            load("[hospital.links]\ndashboard='https://t.example.org'").unwrap().hospital.name,
            "Children's"
        );
    }
}
