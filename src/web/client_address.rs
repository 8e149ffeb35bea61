//! The address of the client behind the proxies of the settings.

use actix_web::HttpRequest;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The client's address: the last one in X-Forwarded-For that is not a trusted proxy, when the peer itself is trusted.
pub(super) fn client_address(request: &HttpRequest, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = plain(request.peer_addr()?.ip());
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    if !is_trusted(peer) {
        return Some(peer);
    }
    // In bytes: an entry of the client that is not text must not hide those that the proxies have added after it.
    let forwarded: Vec<&[u8]> = request
        .headers()
        .get_all("x-forwarded-for")
        .flat_map(|line| line.as_bytes().split(|byte| *byte == b','))
        .collect();
    let mut client = peer;
    for hop in forwarded.iter().rev() {
        let Some(address) = str::from_utf8(hop).ok().map(str::trim).and_then(forwarded_address) else {
            break;
        };
        client = address;
        if !is_trusted(address) {
            break;
        }
    }
    Some(client)
}

/// The address of an entry of X-Forwarded-For. Some proxies append a port: `198.51.100.1:4711`, `[2001:db8::1]:4711`;
/// brackets without a port are accepted as well.
fn forwarded_address(entry: &str) -> Option<IpAddr> {
    let address = entry
        .parse::<IpAddr>()
        .or_else(|_| entry.parse::<SocketAddr>().map(|with_port| with_port.ip()))
        .or_else(|error| {
            entry
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
                .ok_or(error)?
                .parse::<Ipv6Addr>()
                .map(IpAddr::V6)
        });
    address.ok().map(plain)
}

/// An IPv4 address that came through an IPv6 socket, as IPv4.
pub(super) fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        v4 => v4,
    }
}

/// The key of a client: an IPv4 address, or the /64 network of an IPv6 address.
pub(super) fn client_key(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & !(u128::from(u64::MAX)))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let check = |peer: &str, forwarded: &str, expected: &str| {
            let request = TestRequest::default()
                .peer_addr(format!("{peer}:1").parse().unwrap())
                .insert_header(("x-forwarded-for", forwarded))
                .to_http_request();
            assert_eq!(client_address(&request, &trusted).unwrap(), expected.parse::<IpAddr>().unwrap());
        };
        check("203.0.113.5", "198.51.100.1", "203.0.113.5");
        check("10.0.0.1", "198.51.100.1", "198.51.100.1");
        check("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "198.51.100.1");
        check("10.0.0.1", "nonsense", "10.0.0.1");
        check("10.0.0.1", "10.0.0.9", "10.0.0.9");
        check("10.0.0.1", "198.51.100.1:4711", "198.51.100.1");
        check("10.0.0.1", "198.51.100.1:4711, 10.0.0.2:80", "198.51.100.1");
        check("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1");
        check("10.0.0.1", "[2001:db8::1]", "2001:db8::1");
        check("10.0.0.1", "2001:db8::1", "2001:db8::1");
        check("10.0.0.1", "[::ffff:198.51.100.1]:80", "198.51.100.1");
        check("10.0.0.1", "198.51.100.1:99999", "10.0.0.1");
        check("10.0.0.1", "198.51.100.1:, 10.0.0.2", "10.0.0.2");
        check("10.0.0.1", "\u{e9}, 198.51.100.1", "198.51.100.1");
    }
}
