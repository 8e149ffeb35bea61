#![allow(clippy::unwrap_used)]
use super::*;

fn destination(address: &str, allowed: &[&str]) -> Result<Destination, Refusal> {
    let allowed: Vec<String> = allowed.iter().map(|entry| (*entry).to_owned()).collect();
    Destination::parse(&Url::parse(address).unwrap(), &AllowedHosts::new(&allowed))
}

#[test]
fn numbers_of_special_networks_are_not_public() {
    for address in [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.7",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::10.0.0.1",
        "::8.8.8.8",
        "::ffff:0:8.8.8.8",
        "64:ff9b::10.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:2::1",
        "2001:10::1",
        "2001:1ff::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2002:c0a8:101::1",
        "3fff::1",
        "3fff:fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fdff::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "ffff::1",
    ] {
        assert!(!is_public(address.parse().unwrap()), "{address}");
    }
}

#[test]
fn numbers_of_the_internet_are_public() {
    for address in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2002:808:808::1",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "3fff:1000::1",
    ] {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
}

#[test]
fn an_address_is_refused_for_what_it_says() {
    #[track_caller]
    fn check(address: &str, expected: Refusal) {
        assert_eq!(destination(address, &[]), Err(expected), "{address}");
    }
    check("ftp://example.org/a.pdf", Refusal::Scheme);
    check("file:///etc/passwd", Refusal::Scheme);
    check("gopher://example.org/", Refusal::Scheme);
    check("javascript:alert(1)", Refusal::Scheme);
    check("data:text/plain,x", Refusal::Scheme);
    check("https://user@example.org/", Refusal::Credentials);
    check("https://:secret@example.org/", Refusal::Credentials);
    check("http://example.org:8080/", Refusal::Port);
    check("http://example.org:22/", Refusal::Port);
    check("https://127.0.0.1/", Refusal::InnerNetwork);
    // The same IP address in every form that a browser reads.
    for form in [
        "2130706433",
        "0x7f000001",
        "017700000001",
        "0x7f.1",
        "127.1",
        "127.0.1",
        "0177.0.0.1",
        "0x7f.0.0.0x1",
        "127.0.0.1.",
        "１２７.０.０.１",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:7f00:0001]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "0",
        "169.254.169.254",
    ] {
        check(&format!("http://{form}/"), Refusal::InnerNetwork);
    }
}

#[test]
fn the_usual_ports_need_no_permission() {
    for (address, port) in [
        ("http://example.org/", 80),
        ("https://example.org/", 443),
        ("http://example.org:443/", 443),
        ("https://example.org:80/", 80),
        ("https://8.8.8.8/", 443),
    ] {
        let found = destination(address, &[]).unwrap();
        assert_eq!((found.port, found.any_network), (port, false), "{address}");
    }
}

#[test]
fn the_settings_free_a_host_or_one_port_of_it() {
    #[track_caller]
    fn check(address: &str, allowed: &str, expected: bool) {
        assert_eq!(destination(address, &[allowed]).is_ok(), expected, "{address} with {allowed}");
    }
    check("http://10.0.0.1/", "10.0.0.1", true);
    check("http://10.0.0.1:8080/", "10.0.0.1", true);
    check("http://10.0.0.1:8080/", "10.0.0.1:8080", true);
    check("http://10.0.0.1:8081/", "10.0.0.1:8080", false);
    check("http://10.0.0.1/", "10.0.0.1:8080", false);
    check("http://10.0.0.2/", "10.0.0.1", false);
    check("http://0xa000001/", "10.0.0.1", true);
    check("http://[::1]:8080/", "[::1]:8080", true);
    check("http://[::1]:8080/", "[::1]", true);
    check("http://Files.Example.org:8080/", "files.example.ORG", true);
    check("http://files.example.org.:8080/", "files.example.org", true);
    check("http://other.files.example.org:8080/", "files.example.org", false);
    check("http://user@10.0.0.1/", "10.0.0.1", false);
    check("ftp://10.0.0.1/", "10.0.0.1", false);
}

#[test]
fn a_name_is_refused_for_one_inner_number_among_others() {
    let ips = |texts: &[&str]| -> Vec<IpAddr> { texts.iter().map(|text| text.parse().unwrap()).collect() };
    let public = destination("https://example.org/", &[]).unwrap();
    assert_eq!(public.check(&ips(&["8.8.8.8", "2606:4700:4700::1111"])), Ok(()));
    assert_eq!(public.check(&ips(&["8.8.8.8", "10.0.0.1"])), Err(Refusal::InnerNetwork));
    assert_eq!(public.check(&ips(&["::ffff:10.0.0.1"])), Err(Refusal::InnerNetwork));
    let inner = destination("https://files.hospital.org/", &["files.hospital.org:443"]).unwrap();
    assert_eq!(inner.check(&ips(&["10.0.0.1"])), Ok(()));
    let other_port = destination("http://files.hospital.org/", &["files.hospital.org:443"]).unwrap();
    assert_eq!(other_port.check(&ips(&["10.0.0.1"])), Err(Refusal::InnerNetwork));
}

#[test]
fn entries_of_the_settings_are_hosts() {
    for entry in
        ["example.org", "example.org:8080", "10.0.0.1", "10.0.0.1:80", "[::1]", "[::1]:8080", "localhost"]
    {
        assert!(AllowedHosts::is_entry(entry), "{entry}");
    }
    for entry in [
        "",
        " ",
        "https://example.org",
        "example.org/",
        "example.org:",
        "example.org:0",
        "example.org:70000",
        "::1",
        "a b",
        "user@example.org",
        "example.org:8080:1",
    ] {
        assert!(!AllowedHosts::is_entry(entry), "{entry}");
    }
}
