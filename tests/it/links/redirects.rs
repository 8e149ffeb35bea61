//! Redirects and host names: which addresses the link check client may be led to.

use super::checks::{Fixed, both, checker, expect, quick};
use crate::support::fault_server::{FaultServer, PDF};
use crate::support::sha256;
use handout::model::link_check::link::LinkState;
use std::net::IpAddr;

#[tokio::test]
async fn a_permanent_redirect_reports_its_target() {
    let (server, checker) = both();
    for path in ["/moved", "/moved-308"] {
        let checked = checker.check(&server.url(path), None).await;
        expect(&checked, LinkState::Moved, Some(&server.url("/file.pdf")), path);
        assert_eq!(checked.file.unwrap().sha256, Some(sha256(PDF)));
    }
}

#[tokio::test]
async fn no_redirect_leads_into_a_network_or_to_a_port_that_is_not_allowed() {
    let (server, checker) = both();
    let elsewhere = FaultServer::start();
    let other_port = format!("http://127.0.0.1:{}/", elsewhere.port);
    for (to, reason) in [
        (other_port.as_str(), "port"),
        ("http://127.0.0.1/", "inner network"),
        ("//127.0.0.1/", "inner network"),
        ("https://10.0.0.1/", "inner network"),
        ("http://2130706433/", "inner network"),
        ("http://0x7f.1/", "inner network"),
        ("http://0177.0.0.1/", "inner network"),
        ("http://[::1]/", "inner network"),
        ("http://[::ffff:10.0.0.1]/", "inner network"),
        ("http://[::ffff:7f00:1]/", "inner network"),
        ("http://[64:ff9b::a00:1]/", "inner network"),
        ("http://169.254.169.254/latest/meta-data/", "inner network"),
        ("http://[fd00:ec2::254]/", "inner network"),
        ("http://93.184.216.34:22/", "port"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://example.org/a.pdf", "scheme"),
        ("gopher://127.0.0.1:70/", "scheme"),
        ("data:text/plain,hello", "scheme"),
        ("http://user:secret@example.org/", "credentials"),
    ] {
        let encoded = percent_encoding::utf8_percent_encode(to, percent_encoding::NON_ALPHANUMERIC);
        let checked = checker.check(&server.url(&format!("/to/{encoded}")), None).await;
        expect(&checked, LinkState::Unchecked, Some(reason), to);
    }
    assert_eq!(elsewhere.requests().len(), 0);
    // A redirect to the URL itself does not count as a different one.
    for (address, reason) in [
        (other_port.as_str(), "port"),
        ("http://localhost:22/", "port"),
        ("not an address", "scheme"),
        ("http://user@127.0.0.1/", "credentials"),
        ("http://017700000001/", "inner network"),
    ] {
        expect(&checker.check(address, None).await, LinkState::Unchecked, Some(reason), address);
    }
}

#[tokio::test]
async fn a_name_is_refused_for_a_single_internal_ip_address() {
    let names = Fixed::new(&[
        ("inner.example", &[&["10.1.2.3"]]),
        ("both.example", &[&["93.184.216.34", "192.168.0.1"]]),
        ("mapped.example", &[&["::ffff:127.0.0.1"]]),
        ("metadata.example", &[&["169.254.169.254"]]),
        ("nat64.example", &[&["64:ff9b::10.0.0.1"]]),
        ("localhost", &[&["127.0.0.1", "::1"]]),
        ("none.example", &[&[]]),
    ]);
    let checker = checker(&[], names.clone(), quick());
    for host in ["inner.example", "both.example", "mapped.example", "metadata.example", "nat64.example"] {
        let checked = checker.check(&format!("https://{host}/a.pdf"), None).await;
        expect(&checked, LinkState::Unchecked, Some("inner network"), host);
    }
    for address in ["http://localhost/", "http://localhost./", "http://LOCALHOST/"] {
        let checked = checker.check(address, None).await;
        expect(&checked, LinkState::Unchecked, Some("inner network"), address);
    }
    for host in ["none.example", "unknown.example"] {
        let checked = checker.check(&format!("https://{host}/"), None).await;
        expect(&checked, LinkState::Unreachable, Some("no such name"), host);
    }
}

/// The client connects to the IP address that was checked: a name that changes in between leads nowhere else.
#[tokio::test]
async fn a_name_that_changes_is_looked_up_once_for_each_request() {
    let server = FaultServer::start();
    let other = FaultServer::at(IpAddr::from([127, 0, 0, 2]), server.port);
    let allowed = [format!("rebinding.example:{}", server.port)];
    // A second resolution would lead to the other server.
    let names = Fixed::new(&[("rebinding.example", &[&["127.0.0.1"], &["127.0.0.2"]])]);
    let checker = checker(&allowed, names.clone(), quick());
    let address = format!("http://rebinding.example:{}/page", server.port);
    expect(&checker.check(&address, None).await, LinkState::Ok, None, "the first resolution counts");
    assert_eq!((names.times("rebinding.example"), other.requests().len()), (1, 0));
    assert_eq!(server.requests()[0].headers["host"], format!("rebinding.example:{}", server.port));
}

/// A name that is public at the first hop and internal at the next is resolved again and refused.
#[tokio::test]
async fn a_name_is_resolved_again_at_every_hop() {
    let server = FaultServer::start();
    let allowed = [format!("files.example:{}", server.port)];
    let names = Fixed::new(&[("files.example", &[&["127.0.0.1"]]), ("inside.example", &[&["10.0.0.1"]])]);
    let checker = checker(&allowed, names.clone(), quick());
    let to = "http%3A%2F%2Finside.example%2F";
    let checked = checker.check(&format!("http://files.example:{}/to/{to}", server.port), None).await;
    expect(&checked, LinkState::Unchecked, Some("inner network"), "redirect to an internal name");
    assert_eq!(names.times("inside.example"), 1);
}
