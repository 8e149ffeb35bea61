//! Which URLs the link check may request: the public web on its usual ports, and no internal networks.
//!
//! These are rules about addresses as they are written and about the IP addresses that their names resolve to. What connects
//! (`src/link_check`) applies both at every hop, and connects to exactly the IP addresses that were checked.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Why a URL may not be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read, or is neither http nor https.
    Scheme,
    /// It holds a user name or a password.
    Credentials,
    /// It names another port than 80 and 443.
    Port,
    /// It is, or resolves to, an address that is not on the public internet.
    InnerNetwork,
    /// What it leads to is larger than what is read.
    TooLarge,
}

/// As `reason` says it.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Scheme => "scheme",
            Refusal::Credentials => "credentials",
            Refusal::Port => "port",
            Refusal::InnerNetwork => "inner network",
            Refusal::TooLarge => "too large",
        })
    }
}

/// The hosts at which any port and any network may be asked (`links.allow_hosts`).
#[derive(Debug, Clone, Default)]
pub struct AllowedHosts(Vec<AllowedHost>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct AllowedHost {
    /// As the URL standard writes it, without a dot at its end.
    host: String,
    /// `None` for every port.
    port: Option<u16>,
}

impl AllowedHosts {
    /// Those of the settings; entries that are not hosts are left out.
    pub fn new(entries: &[String]) -> AllowedHosts {
        AllowedHosts(entries.iter().filter_map(|entry| AllowedHost::read(entry)).collect())
    }

    /// Whether this text is an entry: `host` or `host:port`.
    pub fn is_entry(text: &str) -> bool {
        AllowedHost::read(text).is_some()
    }

    fn include(&self, host: &str, port: u16) -> bool {
        self.0.iter().any(|allowed| allowed.host == host && allowed.port.is_none_or(|only| only == port))
    }
}

impl AllowedHost {
    fn read(text: &str) -> Option<AllowedHost> {
        let (host, port) = match text.rsplit_once(':') {
            // The colons of an IPv6 address are within its brackets.
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse().ok().filter(|p| *p > 0)?)),
            _ => (text, None),
        };
        let host = Host::parse(host).ok()?.to_string();
        Some(AllowedHost { host: bare(&host).to_owned(), port })
    }
}

/// A host without the dot that may end it.
fn bare(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

/// An address that may be requested according to its text; its IP addresses are checked later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The host, as the URL standard writes it, without a dot at its end.
    pub host: String,
    /// The port, also when the address names none.
    pub port: u16,
    /// The IP address that the host is, when it is not a name.
    pub ip: Option<IpAddr>,
    /// Whether the settings let any network be asked here.
    pub any_network: bool,
}

impl Destination {
    /// Reads an address, or says why it is not asked. `Url` has read IP addresses in decimal, octal and hexadecimal form already.
    pub fn parse(url: &Url, allowed: &AllowedHosts) -> Result<Destination, Refusal> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Refusal::Scheme);
        };
        let ip = match host {
            Host::Domain(_) => None,
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
        };
        let host = host.to_string();
        let host = bare(&host).to_owned();
        let any_network = allowed.include(&host, port);
        if !any_network && !matches!(port, 80 | 443) {
            return Err(Refusal::Port);
        }
        let destination = Destination { host, port, ip, any_network };
        if let Some(ip) = destination.ip {
            destination.check(&[ip])?;
        }
        Ok(destination)
    }

    /// Whether it may be asked at these IP addresses, to which its name resolves. One that is not public is enough to refuse
    /// all: such a name belongs to an inner network, or tries to lead into one.
    pub fn check(&self, ips: &[IpAddr]) -> Result<(), Refusal> {
        if self.any_network || ips.iter().all(|ip| is_public(*ip)) {
            Ok(())
        } else {
            Err(Refusal::InnerNetwork)
        }
    }
}

/// Whether this address is on the public internet: none of the special-purpose networks (IANA registries, RFC 6890).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Networks of IPv4 that are not asked.
const RESERVED: [(Ipv4Addr, u32); 17] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Carrier-grade NAT, and metadata of one cloud.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Metadata and machine agent of another.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    // Link-local, the metadata of most.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // Relays of 6to4.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    // Reserved, and broadcast.
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    (Ipv4Addr::BROADCAST, 32),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !RESERVED.iter().any(|(network, length)| (bits ^ network.to_bits()) >> (32 - length) == 0)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let v4 = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match [a, b, c, d, e, f] {
        // The same as an IPv4 address, or translated into one: ::ffff:0:0/96, 64:ff9b::/96.
        [0, 0, 0, 0, 0, 0xffff] | [0x64, 0xff9b, 0, 0, 0, 0] => is_public_v4(v4(g, h)),
        // 6to4 holds the IPv4 address that it is sent to.
        [0x2002, high, low, ..] => is_public_v4(v4(high, low)),
        // IETF protocol assignments, Teredo among them; documentation.
        [0x2001, second, ..] => second >= 0x200 && second != 0xdb8,
        [0x3fff, second, ..] => second >= 0x1000,
        // Beyond 2000::/3 there is no global unicast: loopback, v4-compatible, unique-local, link-local, multicast.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests;
