//! The client that checks links, against servers with faults, names that change and certificates that are wrong.

use crate::support::fault_server::{FaultServer, PDF, Wire};
use handout::links::{Checker, Limits, Names, Numbers};
use handout::model::link::{Checked, FileMarks, LinkState};
use handout::model::link_address::AllowedHosts;
use rustls::RootCertStore;
use rustls::pki_types::PrivatePkcs8KeyDer;
use std::collections::HashMap;
use std::net::{IpAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Quick, for a server at home.
fn quick() -> Limits {
    Limits {
        answers_within: Duration::from_millis(700),
        pauses: [20, 40, 80].map(Duration::from_millis),
        max_retry_after: Duration::from_secs(2),
        between_requests: Duration::from_millis(1),
        max_bytes: 1_000_000,
        ..Limits::default()
    }
}

/// Names with the numbers they resolve to, one list for each time they are asked; the last one stays.
#[derive(Default, Clone)]
struct Fixed {
    numbers: Arc<HashMap<String, Vec<Vec<IpAddr>>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Fixed {
    fn of(names: &[(&str, &[&[&str]])]) -> Fixed {
        let lists = |lists: &[&[&str]]| {
            lists.iter().map(|list| list.iter().map(|number| number.parse().unwrap()).collect()).collect()
        };
        let numbers = names.iter().map(|(name, numbers)| ((*name).to_owned(), lists(numbers))).collect();
        Fixed { numbers: Arc::new(numbers), asked: Arc::default() }
    }

    fn times(&self, name: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == name).count()
    }
}

impl Names for Fixed {
    fn numbers<'a>(&'a self, host: &'a str) -> Numbers<'a> {
        let time = self.times(host);
        self.asked.lock().unwrap().push(host.to_owned());
        let lists = self.numbers.get(host);
        let found = lists.map(|lists| lists[time.min(lists.len() - 1)].clone());
        let none = || std::io::Error::new(std::io::ErrorKind::NotFound, "no such name");
        Box::pin(std::future::ready(found.ok_or_else(none)))
    }
}

fn checker(allowed: &[String], names: Fixed, limits: Limits) -> Checker {
    let agent = "Handout/test (+https://handouts.example.org; help@example.org)";
    Checker::with(agent, AllowedHosts::of(allowed), Box::new(names), RootCertStore::empty(), limits).unwrap()
}

/// A server and a checker that may ask it.
fn both() -> (FaultServer, Checker) {
    let server = FaultServer::start();
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), quick());
    (server, checker)
}

#[track_caller]
fn expect(checked: &Checked, result: LinkState, reason: Option<&str>, what: &str) {
    assert_eq!((checked.result, checked.reason.as_deref()), (result, reason), "{what}");
}

fn sha256(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn every_fault_of_a_server_has_its_result() {
    use LinkState::{Blocked, Gone, Ok as Fine, Soft404, Unchecked, Unreachable};
    const BROKEN: Option<&str> = Some("answer broken off or unreadable");
    const LATE: Option<&str> = Some("no answer in time");
    let (server, checker) = both();
    let checks: &[(&str, LinkState, Option<&str>)] = &[
        ("/file.pdf", Fine, None),
        ("/page", Fine, None),
        ("/hops/5", Fine, None),
        ("/hops/6", Unreachable, Some("too many redirects")),
        ("/circle/a", Unreachable, Some("redirects in a circle")),
        ("/circle/self", Unreachable, Some("redirects in a circle")),
        ("/redirect-without-address", Unreachable, Some("redirect without an address")),
        ("/moved-for-now", Fine, None),
        ("/status/401", Blocked, Some("status 401")),
        ("/status/403", Blocked, Some("status 403")),
        ("/status/404", Gone, Some("status 404")),
        ("/status/410", Gone, Some("status 410")),
        ("/status/418", Unreachable, Some("status 418")),
        ("/status/500", Unreachable, Some("status 500")),
        ("/status/300", Unreachable, Some("status 300")),
        ("/head-405", Fine, None),
        ("/head-501", Fine, None),
        ("/head-404", Fine, None),
        ("/head-403", Fine, None),
        ("/head-500", Fine, None),
        ("/head-closes", Fine, None),
        ("/head-hangs", Fine, None),
        ("/no-first-part", Fine, None),
        ("/ignores-range", Fine, None),
        ("/always-a-part", Fine, None),
        ("/page-where-a-file-was.pdf", Soft404, None),
        ("/moved-to-front-page.pdf", Soft404, None),
        ("/slow-but-steady", Fine, None),
        ("/ends-early", Unreachable, BROKEN),
        ("/longer-than-it-says", Fine, None),
        ("/two-lengths", Unreachable, BROKEN),
        ("/endless", Unchecked, Some("too large")),
        ("/endless-line", Unreachable, BROKEN),
        ("/huge", Unchecked, Some("too large")),
        ("/small-says-head", Unchecked, Some("too large")),
        ("/busy", Fine, None),
        ("/busy-for-long", Unreachable, Some("status 429")),
        ("/twice-unavailable", Fine, None),
        ("/once-408", Fine, None),
        ("/reset", Unreachable, BROKEN),
        ("/empty", Unreachable, BROKEN),
        ("/garbage", Unreachable, BROKEN),
        ("/http-0.9", Unreachable, BROKEN),
        ("/many-headers", Unreachable, BROKEN),
        ("/always-304", Unreachable, Some("status 304")),
        ("/no-content", Fine, None),
        ("/slow", Unreachable, LATE),
        ("/slow-body", Unreachable, LATE),
        ("/hangs-in-the-middle", Unreachable, LATE),
        ("/endless-hints", Unreachable, LATE),
    ];
    for (path, result, reason) in checks {
        let url = server.url(path);
        let checked = tokio::time::timeout(Duration::from_secs(30), checker.check(&url, None)).await;
        expect(&checked.unwrap_or_else(|_| panic!("{path} has no end")), *result, *reason, path);
    }
    // Nothing was asked more often than it had to be.
    for (path, methods) in [
        ("/file.pdf", vec!["HEAD", "GET"]),
        ("/page", vec!["HEAD"]),
        ("/status/404", vec!["HEAD", "GET"]),
        ("/status/500", vec!["HEAD", "GET", "GET", "GET"]),
        ("/slow", vec!["HEAD", "GET", "GET", "GET"]),
        ("/busy-for-long", vec!["HEAD"]),
        ("/reset", vec!["HEAD", "GET"]),
        ("/huge", vec!["HEAD"]),
        ("/hops/0", vec!["HEAD", "GET"]),
    ] {
        let asked: Vec<String> = server.methods(path).into_iter().take(methods.len() + 1).collect();
        // Other checks end at the first file too.
        assert!(
            asked.starts_with(&methods.iter().map(|m| (*m).to_owned()).collect::<Vec<_>>()),
            "{path}: {asked:?}"
        );
        if !matches!(path, "/file.pdf" | "/page" | "/hops/0") {
            assert_eq!(asked.len(), methods.len(), "{path}: {asked:?}");
        }
    }
}

#[tokio::test]
async fn a_permanent_redirect_says_where_it_leads() {
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
    // The address itself is no different.
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
async fn a_name_is_refused_for_one_inner_number() {
    let names = Fixed::of(&[
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

/// The number that was checked is the one that is connected to: a name that changes in between leads nowhere else.
#[tokio::test]
async fn a_name_that_changes_is_looked_up_once_for_each_request() {
    let server = FaultServer::start();
    let other = FaultServer::at(IpAddr::from([127, 0, 0, 2]), server.port);
    let allowed = [format!("rebinding.example:{}", server.port)];
    // The second look would lead to the other server.
    let names = Fixed::of(&[("rebinding.example", &[&["127.0.0.1"], &["127.0.0.2"]])]);
    let checker = checker(&allowed, names.clone(), quick());
    let address = format!("http://rebinding.example:{}/page", server.port);
    expect(&checker.check(&address, None).await, LinkState::Ok, None, "the first look counts");
    assert_eq!((names.times("rebinding.example"), other.requests().len()), (1, 0));
    assert_eq!(server.requests()[0].headers["host"], format!("rebinding.example:{}", server.port));
}

/// A name that is harmless at the first hop and leads inside at the next: looked at anew, and refused.
#[tokio::test]
async fn a_name_is_looked_at_anew_at_every_hop() {
    let server = FaultServer::start();
    let allowed = [format!("files.example:{}", server.port)];
    let names = Fixed::of(&[("files.example", &[&["127.0.0.1"]]), ("inside.example", &[&["10.0.0.1"]])]);
    let checker = checker(&allowed, names.clone(), quick());
    let to = "http%3A%2F%2Finside.example%2F";
    let checked = checker.check(&format!("http://files.example:{}/to/{to}", server.port), None).await;
    expect(&checked, LinkState::Unchecked, Some("inner network"), "redirect to a name inside");
    assert_eq!(names.times("inside.example"), 1);
}

#[tokio::test]
async fn nothing_listens_there() {
    let port = FaultServer::start().port;
    let checker = checker(&[format!("127.0.0.1:{port}")], Fixed::default(), quick());
    tokio::time::sleep(Duration::from_millis(50)).await;
    let checked = checker.check(&format!("http://127.0.0.1:{port}/"), None).await;
    expect(&checked, LinkState::Unreachable, Some("no connection"), "a closed port");
}

#[tokio::test]
async fn a_file_is_read_only_when_its_marks_differ() {
    let (server, checker) = both();
    let read_after = |before: usize| {
        server.methods("/dose.pdf").iter().skip(before).map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    server.put("/dose.pdf", b"one", "1");
    let address = server.url("/dose.pdf");
    let first = checker.check(&address, None).await.file.unwrap();
    assert_eq!((first.sha256.clone(), first.length), (Some(sha256(b"one")), Some(3)));
    assert_eq!(read_after(0), "HEAD GET");
    // The same marks: it is not read, and has no digest of today.
    server.put("/dose.pdf", b"two", "1");
    let second = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((second.sha256, read_after(2).as_str()), (None, "HEAD"));
    server.put("/dose.pdf", b"three", "1");
    let third = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((third.sha256.unwrap(), read_after(3).as_str()), (sha256(b"three"), "HEAD GET"));
    server.put("/dose.pdf", b"two", "2");
    let fourth = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((fourth.sha256.unwrap(), read_after(5).as_str()), (sha256(b"two"), "HEAD GET"));
    // A server that gives no marks at all is asked for the file every time.
    let unmarked = server.url("/unmarked.pdf");
    let first = checker.check(&unmarked, None).await.file.unwrap();
    let second = checker.check(&unmarked, Some(&first)).await.file.unwrap();
    assert!(second.sha256.is_some() && second.sha256 != first.sha256);
}

#[tokio::test]
async fn a_page_where_a_file_was_is_no_success() {
    let (server, checker) = both();
    let file = FileMarks { sha256: Some(sha256(PDF)), ..FileMarks::default() };
    expect(
        &checker.check(&server.url("/page"), Some(&file)).await,
        LinkState::Soft404,
        None,
        "known as a file",
    );
    // What the GET brings counts, whatever the HEAD said.
    server.put("/later", b"x", "1");
    expect(&checker.check(&server.url("/page"), None).await, LinkState::Ok, None, "never a file");
}

#[tokio::test]
async fn what_is_packed_stays_packed() {
    let (server, checker) = both();
    server.prepare_bomb();
    let checked = checker.check(&server.url("/bomb"), None).await;
    expect(&checked, LinkState::Ok, None, "64 MB of nothing in 64 kB");
    let asked = server.requests();
    assert!(asked.iter().all(|request| request.headers["accept-encoding"] == "identity"));
    assert!(checked.file.unwrap().length.unwrap() < 100_000);
}

#[tokio::test]
async fn a_host_is_asked_once_at_a_time_with_a_pause_and_by_name() {
    let server = FaultServer::start();
    let limits = Limits { between_requests: Duration::from_millis(60), ..quick() };
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), limits);
    let urls: Vec<String> = (0..4).map(|n| server.url(&format!("/{n}.pdf"))).collect();
    futures_util::future::join_all(urls.iter().map(|url| checker.check(url, None))).await;
    let mut asked = server.requests();
    assert_eq!(asked.len(), 8);
    asked.sort_by_key(|request| request.begun);
    for pair in asked.windows(2) {
        // The server notes the end a moment after the client knows it.
        let pause = pair[1].begun.duration_since(pair[0].begun);
        assert!(
            pause >= Duration::from_millis(60),
            "{pause:?} between {:?} and {:?}",
            pair[0].path,
            pair[1].path
        );
    }
    for request in &asked {
        assert_eq!(
            request.headers["user-agent"],
            "Handout/test (+https://handouts.example.org; help@example.org)"
        );
        for unwanted in ["cookie", "referer", "authorization"] {
            assert!(!request.headers.contains_key(unwanted), "{request:?}");
        }
    }
}

#[tokio::test]
async fn retry_after_is_kept_and_counts_for_the_whole_host() {
    let (server, checker) = both();
    let (busy, other) = (server.url("/busy"), server.url("/other.pdf"));
    let later = async {
        // Wait for a state: the host has asked for time.
        while server.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        checker.check(&other, None).await
    };
    let (first, second) = tokio::join!(checker.check(&busy, None), later);
    assert_eq!((first.result, second.result), (LinkState::Ok, LinkState::Ok));
    let asked = server.requests();
    for request in asked.iter().skip(1) {
        assert!(request.begun - asked[0].begun >= Duration::from_secs(1), "{request:?}");
    }
    let far = checker.check(&server.url("/busy-until-a-date"), None).await;
    expect(&far, LinkState::Unreachable, Some("status 503"), "a date too far away");
    assert_eq!(server.methods("/busy-until-a-date"), ["HEAD"]);
}

#[tokio::test]
async fn a_check_that_is_dropped_ends_its_connection() {
    let server = FaultServer::start();
    let limits = Limits { answers_within: Duration::from_secs(60), ..quick() };
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), limits);
    let url = server.url("/endless-hints");
    let begun = Instant::now();
    let dropped = tokio::time::timeout(Duration::from_millis(300), checker.check(&url, None)).await;
    assert!(dropped.is_err());
    // The server's write fails as soon as nobody is there.
    while server.requests()[0].ended.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(10), "the connection is still open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A server certificate for this name by this authority, from and until these days of 2000 and 2100.
fn secure_server(
    authority: Option<&rcgen::CertifiedIssuer<'_, rcgen::KeyPair>>,
    name: &str,
    expired: bool,
) -> FaultServer {
    let mut params = rcgen::CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2000, 1, 1);
    params.not_after = rcgen::date_time_ymd(if expired { 2001 } else { 2100 }, 1, 1);
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = match authority {
        Some(authority) => params.signed_by(&key, authority).unwrap(),
        None => params.self_signed(&key).unwrap(),
    };
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key.into())
        .unwrap();
    let config = Arc::new(config);
    FaultServer::listen(IpAddr::from([127, 0, 0, 1]), 0, move |stream: TcpStream| {
        let connection = rustls::ServerConnection::new(config.clone()).ok()?;
        Some(Box::new(rustls::StreamOwned::new(connection, stream)) as Box<dyn Wire + Send>)
    })
}

#[tokio::test]
async fn certificates_are_verified() {
    let mut params = rcgen::CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = rcgen::CertifiedIssuer::self_signed(params, rcgen::KeyPair::generate().unwrap()).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let names = Fixed::of(&[("files.example", &[&["127.0.0.1"]])]);
    let servers = [
        (secure_server(Some(&authority), "files.example", false), LinkState::Ok, None),
        (
            secure_server(None, "files.example", false),
            LinkState::Unreachable,
            Some("certificate not trusted"),
        ),
        (
            secure_server(Some(&authority), "files.example", true),
            LinkState::Unreachable,
            Some("certificate expired"),
        ),
        (
            secure_server(Some(&authority), "other.example", false),
            LinkState::Unreachable,
            Some("certificate for another name"),
        ),
        // It does not speak TLS.
        (FaultServer::start(), LinkState::Unreachable, Some("no connection")),
    ];
    for (server, result, reason) in &servers {
        let allowed = AllowedHosts::of(&[format!("files.example:{}", server.port)]);
        let checker = Checker::with("x", allowed, Box::new(names.clone()), roots.clone(), quick()).unwrap();
        let checked = checker.check(&format!("https://files.example:{}/a.pdf", server.port), None).await;
        expect(&checked, *result, *reason, reason.unwrap_or("a good certificate"));
    }
}
