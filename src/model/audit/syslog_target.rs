//! Where the audit trail is sent as syslog messages: `tcp+tls://host:6514`, `tcp://`, `udp://`, `unix:/dev/log`.

use std::path::PathBuf;
use url::Url;

/// A receiver of syslog messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyslogTarget {
    /// By TLS (RFC 5425).
    Tls(String, u16),
    /// By TCP (RFC 6587, octet counting).
    Tcp(String, u16),
    /// By UDP (RFC 5426).
    Udp(String, u16),
    /// Datagrams to a socket of this machine.
    Unix(PathBuf),
}

impl SyslogTarget {
    /// The target that a setting names; `None` when it names none.
    pub fn parse(text: &str) -> Option<SyslogTarget> {
        if let Some(path) = text.strip_prefix("unix:") {
            // Also as a URL with an empty host, `unix:///dev/log`.
            let path = path.strip_prefix("//").unwrap_or(path);
            return path.starts_with('/').then(|| SyslogTarget::Unix(path.into()));
        }
        let url = Url::parse(text).ok()?;
        let has_more = !matches!(url.path(), "" | "/")
            || url.query().is_some()
            || url.fragment().is_some()
            || !url.username().is_empty()
            || url.password().is_some();
        let host = url.host_str().filter(|host| !host.is_empty() && !has_more)?;
        let host = host.trim_matches(['[', ']']).to_owned();
        let port = |usual| url.port().unwrap_or(usual);
        match url.scheme() {
            "tcp+tls" => Some(SyslogTarget::Tls(host, port(6514))),
            "tcp" => Some(SyslogTarget::Tcp(host, port(601))),
            "udp" => Some(SyslogTarget::Udp(host, port(514))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_names_a_receiver() {
        let check = |text: &str, expected: Option<SyslogTarget>| {
            assert_eq!(SyslogTarget::parse(text), expected, "{text}")
        };
        check("tcp+tls://siem.example.org:6515", Some(SyslogTarget::Tls("siem.example.org".into(), 6515)));
        check("tcp+tls://siem.example.org", Some(SyslogTarget::Tls("siem.example.org".into(), 6514)));
        check("tcp://192.0.2.1", Some(SyslogTarget::Tcp("192.0.2.1".into(), 601)));
        check("udp://[2001:db8::1]:5514", Some(SyslogTarget::Udp("2001:db8::1".into(), 5514)));
        for text in ["unix:/dev/log", "unix:///dev/log"] {
            check(text, Some(SyslogTarget::Unix("/dev/log".into())));
        }
        for text in [
            "",
            "siem.example.org:514",
            "https://siem.example.org",
            "unix:log",
            "unix://dev/log",
            "unix://",
            "tcp://",
            "udp://x/y",
            "tcp://a@b",
        ] {
            check(text, None);
        }
    }
}
