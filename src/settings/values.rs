//! What the value of a setting may be, and the words for it.

use crate::model::audit::syslog_target::SyslogTarget;
use crate::model::backup::BackupRecipient;
use crate::model::files::StoreAddress;
use crate::model::languages::message;
use crate::model::link_check::address::AllowedHosts;
use crate::model::search::crisis::{Crisis, CrisisLine};
use crate::model::search::elsewhere::{ElsewhereSite, MAX_SITES};
use ipnet::IpNet;
use std::borrow::Cow;
use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use toml::Value;
use url::Url;

/// A setting.
#[derive(Debug)]
pub(super) struct Key {
    /// Its section and name, such as `server.listen`.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
}

impl Key {
    /// Its environment variable.
    pub fn variable(&self) -> String {
        format!("HANDOUT_{}", self.name.replace('.', "__").to_ascii_uppercase())
    }

    /// A likely misspelling of its environment variable: with one underscore.
    pub fn misspelled_variable(&self) -> String {
        format!("HANDOUT_{}", self.name.replace('.', "_").to_ascii_uppercase())
    }
}

/// The kinds of values that settings have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text but an empty one.
    Text,
    /// Any text.
    TextOrEmpty,
    /// Text that no message repeats.
    Secret,
    /// A file or folder.
    Path,
    /// A whole number between these two, both included.
    Whole(u32, u32),
    /// `true` or `false`.
    Flag,
    /// An IP address and a port.
    Address,
    /// An http or https address without a path.
    Origin,
    /// A list of those, without wildcards.
    Origins,
    /// An http or https address.
    WebAddress,
    /// A list of networks in CIDR notation.
    Networks,
    /// A list of hosts, each with a port or without.
    Hosts,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A list of languages that the screens have texts for, each once.
    ScreenLanguages,
    /// A list of help lines.
    CrisisLines,
    /// A list of other sites to search.
    ElsewhereSites,
    /// An email address.
    Mailbox,
    /// An `smtp://` or `smtps://` address, perhaps with a password.
    MailServer,
    /// The name of a host as mail servers know it, or an IP address.
    MailHello,
    /// A receiver of syslog messages.
    SyslogTarget,
    /// A public key of age, or empty text for none.
    BackupRecipient,
    /// A store of files, or empty text for the data directory.
    FileStore,
}

impl Kind {
    /// What such a value looks like, as the object of "expected".
    pub fn expected(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Kind::Text | Kind::Secret => "text in quotation marks, not empty",
            Kind::TextOrEmpty => "text in quotation marks",
            Kind::Path => "the path of a file or folder, in quotation marks",
            Kind::Whole(least, u32::MAX) => {
                return Cow::Owned(format!("a whole number, {least} or more"));
            }
            Kind::Whole(least, most) => {
                return Cow::Owned(format!("a whole number from {least} to {most}"));
            }
            Kind::Flag => "true or false",
            Kind::Address => "an address and port such as \"127.0.0.1:8080\"",
            Kind::Origin => "an address such as \"https://handouts.example.org\", without a path",
            Kind::Origins => "a list of addresses such as [\"https://intranet.example.org\"]",
            Kind::WebAddress => "an http or https address such as \"https://www.example.org/help\"",
            Kind::Networks => "a list of networks such as [\"10.0.0.0/8\", \"192.0.2.7/32\"]",
            Kind::Hosts => "a list of hosts such as [\"files.example.org\", \"10.0.0.7:8080\"]",
            Kind::OneOf(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                return Cow::Owned(words.join(" or "));
            }
            Kind::ScreenLanguages => {
                let known: Vec<String> = message::tags().map(|tag| format!("{tag:?}")).collect();
                return Cow::Owned(format!("a list of one or more of {}, each once", known.join(", ")));
            }
            Kind::CrisisLines => {
                let names: Vec<&str> = Crisis::ALL.into_iter().map(Crisis::name).collect();
                return Cow::Owned(format!(
                    "a list of lines such as [{{category = [\"suicide\"], name = \"988 Lifeline\", contact = \"988\", \
                     languages = [\"en\", \"es\"], hours = \"24/7\"}}], where category is one or more of {}",
                    names.join(", ")
                ));
            }
            Kind::ElsewhereSites => {
                "a list of at most 8 sites such as [{name = \"MedlinePlus\", url = \"https://vsearch.nlm.nih.gov/?query={q}\"}], \
                 with a name of at most 60 characters and {q} once, after the host"
            }
            Kind::Mailbox => "an email address such as \"help@example.org\"",
            Kind::MailServer => "smtp://host:port or smtps://host:port, in quotation marks",
            Kind::MailHello => {
                "a host name such as \"handouts.example.org\", or an address such as \"[192.0.2.1]\" or \"[IPv6:2001:db8::1]\""
            }
            Kind::SyslogTarget => {
                "\"tcp+tls://host:6514\", \"tcp://host:601\", \"udp://host:514\" or \"unix:/dev/log\""
            }
            Kind::BackupRecipient => {
                "an age public key such as \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\" \
                 (`age-keygen` prints it), or empty text"
            }
            Kind::FileStore => "\"s3://bucket/prefix\", or empty text for the data directory",
        })
    }

    /// Is this a value of the kind?
    pub fn allows(self, value: &Value) -> bool {
        let text = value.as_str();
        match self {
            Kind::Text | Kind::Secret | Kind::Path => text.is_some_and(|text| !text.trim().is_empty()),
            Kind::TextOrEmpty => text.is_some(),
            Kind::Whole(least, most) => {
                value.as_integer().is_some_and(|n| (i64::from(least)..=i64::from(most)).contains(&n))
            }
            Kind::Flag => value.is_bool(),
            Kind::Address => text.is_some_and(|text| text.parse::<SocketAddr>().is_ok()),
            Kind::Origin => text.and_then(web_address).is_some_and(|url| is_origin(&url)),
            Kind::Origins => {
                each_text(value, |text| !text.contains([' ', ';', ',', '\'']) && web_address(text).is_some())
            }
            Kind::WebAddress => text.and_then(web_address).is_some(),
            Kind::Networks => each_text(value, |text| text.parse::<IpNet>().is_ok()),
            Kind::Hosts => each_text(value, AllowedHosts::is_entry),
            Kind::OneOf(words) => text.is_some_and(|text| words.contains(&text)),
            Kind::ScreenLanguages => {
                let mut seen = HashSet::new();
                each_text(value, |text| message::language(text).is_some())
                    && value.as_array().is_some_and(|list| {
                        !list.is_empty() && list.iter().all(|tag| seen.insert(tag.as_str()))
                    })
            }
            Kind::CrisisLines => value.clone().try_into::<Vec<CrisisLine>>().is_ok_and(|lines| {
                lines.iter().all(|line| !line.name.trim().is_empty() && !line.contact.trim().is_empty())
            }),
            Kind::ElsewhereSites => value
                .clone()
                .try_into::<Vec<ElsewhereSite>>()
                .is_ok_and(|sites| sites.len() <= MAX_SITES && sites.iter().all(ElsewhereSite::is_valid)),
            Kind::Mailbox => {
                text.is_some_and(|text| text.contains('@') && !text.chars().any(char::is_control))
            }
            Kind::MailServer => text.is_some_and(is_mail_server),
            Kind::MailHello => text.is_some_and(is_mail_hello),
            Kind::SyslogTarget => text.and_then(SyslogTarget::parse).is_some(),
            Kind::FileStore => text.is_some_and(|text| StoreAddress::parse(text).is_some()),
            Kind::BackupRecipient => {
                text.is_some_and(|text| text.trim().is_empty() || BackupRecipient::parse(text).is_some())
            }
        }
    }

    /// The value that an environment variable's text stands for. Text that cannot be one stays text, which the check
    /// refuses then.
    pub fn parse_text(self, text: &str) -> Value {
        let as_text = || Value::String(text.to_owned());
        match self {
            Kind::Whole(..) => text.trim().parse().map_or_else(|_| as_text(), Value::Integer),
            Kind::Flag => text.trim().parse().map_or_else(|_| as_text(), Value::Boolean),
            Kind::Networks
            | Kind::Origins
            | Kind::Hosts
            | Kind::ScreenLanguages
            | Kind::CrisisLines
            | Kind::ElsewhereSites => {
                let read = format!("list = {text}").parse::<toml::Table>();
                read.ok().and_then(|mut table| table.remove("list")).unwrap_or_else(as_text)
            }
            _ => as_text(),
        }
    }

    /// What was found instead, for a message; nothing for what may hold a password.
    pub fn found(self, value: &Value) -> String {
        if matches!(self, Kind::Secret | Kind::MailServer) {
            return String::new();
        }
        match value {
            // It was meant to stay secret.
            Value::String(text) if text.to_ascii_uppercase().contains("AGE-SECRET-KEY-") => {
                ", found a private key".into()
            }
            Value::Table(_) => ", found a section".into(),
            Value::String(text) if text.trim().is_empty() => ", found empty text".into(),
            other => {
                let text: String = other.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
                let short: String = text.chars().take(60).collect();
                let more = if short.len() < text.len() { "…" } else { "" };
                format!(", found {short}{more}")
            }
        }
    }
}

fn web_address(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

fn is_origin(url: &Url) -> bool {
    ends_with_host(url) && url.username().is_empty() && url.password().is_none()
}

/// Whether a URL has no path, query or fragment.
fn ends_with_host(url: &Url) -> bool {
    matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none()
}

/// Whether a text is the URL of a mail server without a path, query or fragment: these come from a password in which `/`,
/// `?` or `#` is not percent-encoded.
fn is_mail_server(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "smtp" | "smtps")
            && url.host_str().is_some_and(|host| !host.is_empty())
            && url.port() != Some(0)
            && ends_with_host(&url)
    })
}

/// Whether a text may follow EHLO (RFC 5321, section 4.1.3): a host name in ASCII, or an address, perhaps in its brackets.
fn is_mail_hello(text: &str) -> bool {
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return match inner.strip_prefix("IPv6:") {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => inner.parse::<Ipv4Addr>().is_ok(),
        };
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    text.parse::<IpAddr>().is_ok() || text.len() <= 253 && text.split('.').all(is_label)
}

fn each_text(value: &Value, is_good: impl Fn(&str) -> bool) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(|item| item.as_str().is_some_and(&is_good)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_kind_takes_its_own_and_refuses_the_rest() {
        let check = |kind: Kind, toml: &str, expected: bool| {
            let value = format!("x = {toml}").parse::<toml::Table>().unwrap().remove("x").unwrap();
            assert_eq!(kind.allows(&value), expected, "{kind:?} {toml}");
        };
        check(Kind::Text, "'x'", true);
        check(Kind::Text, "' '", false);
        check(Kind::Text, "7", false);
        check(Kind::TextOrEmpty, "''", true);
        check(Kind::Path, "''", false);
        check(Kind::Whole(0, 23), "23", true);
        check(Kind::Whole(0, 23), "24", false);
        check(Kind::Whole(0, 23), "-1", false);
        check(Kind::Whole(0, 23), "1.0", false);
        check(Kind::Whole(1, u32::MAX), "4294967296", false);
        check(Kind::Flag, "true", true);
        check(Kind::Flag, "'true'", false);
        check(Kind::Address, "'[::1]:0'", true);
        check(Kind::Address, "'localhost:80'", false);
        check(Kind::Origin, "'https://x.example'", true);
        check(Kind::Origin, "'https://x.example/y'", false);
        check(Kind::Origin, "'ftp://x.example'", false);
        check(Kind::Origins, "['https://x.example']", true);
        check(Kind::Origins, "['https://x.example; y']", false);
        check(Kind::Networks, "['10.0.0.0/8', '::1/128']", true);
        check(Kind::Networks, "['10.0.0.0/40']", false);
        check(Kind::Networks, "'10.0.0.0/8'", false);
        check(Kind::Hosts, "['files.example.org', '10.0.0.7:8080', '[::1]']", true);
        check(Kind::Hosts, "['https://files.example.org']", false);
        check(Kind::Hosts, "'files.example.org'", false);
        check(Kind::OneOf(&["off", "nightly"]), "'nightly'", true);
        check(Kind::OneOf(&["off", "nightly"]), "'Nightly'", false);
        check(Kind::OneOf(&["off", "nightly"]), "true", false);
        check(Kind::ScreenLanguages, "['es', 'en']", true);
        check(Kind::ScreenLanguages, "['es']", true);
        check(Kind::ScreenLanguages, "[]", false);
        check(Kind::ScreenLanguages, "['es', 'es']", false);
        check(Kind::ScreenLanguages, "['tlh']", false);
        check(Kind::CrisisLines, "[]", true);
        check(Kind::ElsewhereSites, "[]", true);
        check(Kind::ElsewhereSites, "[{name = 'A', url = 'https://a.example.org/?q={q}'}]", true);
        check(Kind::ElsewhereSites, "[{name = 'A', url = 'https://a.example.org/'}]", false);
        check(Kind::ElsewhereSites, "[{name = 'A'}]", false);
        check(Kind::ElsewhereSites, "[{name = 'A', url = 'https://a.example.org/{q}', icon = 'a'}]", false);
        check(Kind::ElsewhereSites, "'https://a.example.org/{q}'", false);
        let nine = "{name = 'A', url = 'https://a.example.org/{q}'},".repeat(9);
        check(Kind::ElsewhereSites, &format!("[{nine}]"), false);
        check(Kind::CrisisLines, "[{name = 'Help', contact = '1'}]", true);
        check(
            Kind::CrisisLines,
            "[{category = 'suicide', name = 'Help', contact = '1', hours = '24/7'}]",
            true,
        );
        check(
            Kind::CrisisLines,
            "[{category = ['poisoning', 'overdose'], name = 'Help', contact = '1'}]",
            true,
        );
        check(Kind::CrisisLines, "[{category = 'sorrow', name = 'Help', contact = '1'}]", false);
        check(Kind::CrisisLines, "[{name = 'Help'}]", false);
        check(Kind::CrisisLines, "[{name = 'Help', contact = ' '}]", false);
        check(Kind::CrisisLines, "[{name = 'Help', contact = '1', number = '1'}]", false);
        check(Kind::CrisisLines, "['988']", false);
        check(Kind::CrisisLines, "'988'", false);
        check(Kind::ScreenLanguages, "'es'", false);
        check(Kind::Mailbox, "'a@b'", true);
        check(Kind::Mailbox, "'a'", false);
        check(Kind::MailServer, "'smtp://u:p@mail:25'", true);
        check(Kind::MailServer, "'smtps://mail/'", true);
        check(Kind::MailServer, "'http://mail'", false);
        check(Kind::MailServer, "'smtp://mail:0'", false);
        for password in ["25#secret", "25?secret", "25/secret"] {
            check(Kind::MailServer, &format!("'smtp://user:{password}@mail:587'"), false);
        }
        for hello in
            ["handouts.example.org", "vm", "192.0.2.1", "[192.0.2.1]", "2001:db8::1", "[IPv6:2001:db8::1]"]
        {
            check(Kind::MailHello, &format!("'{hello}'"), true);
        }
        for hello in [
            "",
            " ",
            "a b",
            "a..b",
            "-a.example",
            "b\u{fc}cher.example",
            "[x]",
            "[2001:db8::1]",
            "https://x.example",
        ] {
            check(Kind::MailHello, &format!("'{hello}'"), false);
        }
        check(Kind::MailHello, "\"x\\r\\nRSET\"", false);
        check(Kind::SyslogTarget, "'tcp+tls://siem.example.org:6514'", true);
        check(Kind::SyslogTarget, "'siem.example.org:514'", false);
        let key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
        check(Kind::BackupRecipient, &format!("'{key}'"), true);
        check(Kind::BackupRecipient, "''", true);
        check(Kind::BackupRecipient, &format!("'{}'", key.replace("7hjy", "7hjz")), false);
        check(Kind::BackupRecipient, "7", false);
        check(Kind::FileStore, "''", true);
        check(Kind::FileStore, "'s3://handouts/prod'", true);
        check(Kind::FileStore, "'/srv/files'", false);
        check(Kind::FileStore, "true", false);
    }

    #[test]
    fn a_variable_is_read_as_its_kind_says() {
        assert_eq!(Kind::Secret.parse_text("0042"), Value::String("0042".into()));
        assert_eq!(Kind::Whole(0, 9).parse_text(" 7 "), Value::Integer(7));
        assert_eq!(Kind::Flag.parse_text("true"), Value::Boolean(true));
        assert!(Kind::Networks.allows(&Kind::Networks.parse_text("[\"10.0.0.0/8\"]")));
        assert!(!Kind::Networks.allows(&Kind::Networks.parse_text("10.0.0.0/8")));
    }

    #[test]
    fn no_message_repeats_a_password() {
        assert_eq!(Kind::MailServer.found(&Value::String("http://u:secret@x".into())), "");
        assert_eq!(Kind::Secret.found(&Value::Integer(7)), "");
        let private = Value::String("AGE-SECRET-KEY-1QQQQ".into());
        assert_eq!(Kind::BackupRecipient.found(&private), ", found a private key");
    }
}
