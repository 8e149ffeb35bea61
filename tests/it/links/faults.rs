//! The link check client and faulty servers; how much of a file it reads.

use super::checks::{Fixed, both, checker, expect, quick};
use crate::support::fault_server::{FaultServer, PDF};
use crate::support::sha256;
use handout::model::link_check::link::{FileMarks, LinkState};
use std::time::Duration;

#[tokio::test]
async fn every_fault_of_a_server_has_its_own_result() {
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
        expect(&checked.unwrap_or_else(|_| panic!("{path} did not end")), *result, *reason, path);
    }
    // No path was requested more often than necessary.
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
        // Checks of other paths also end with their first file.
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
async fn a_closed_port_is_unreachable() {
    let port = FaultServer::start().port;
    let checker = checker(&[format!("127.0.0.1:{port}")], Fixed::default(), quick());
    tokio::time::sleep(Duration::from_millis(50)).await;
    let checked = checker.check(&format!("http://127.0.0.1:{port}/"), None).await;
    expect(&checked, LinkState::Unreachable, Some("no connection"), "a closed port");
}

#[tokio::test]
async fn a_file_is_read_only_when_its_validators_differ() {
    let (server, checker) = both();
    let read_after = |before: usize| {
        server.methods("/dose.pdf").iter().skip(before).map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    server.put("/dose.pdf", b"one", "1");
    let address = server.url("/dose.pdf");
    let first = checker.check(&address, None).await.file.unwrap();
    assert_eq!((first.sha256.clone(), first.length), (Some(sha256(b"one")), Some(3)));
    assert_eq!(read_after(0), "HEAD GET");
    // With the same validators, the file is not read, and gets no digest today.
    server.put("/dose.pdf", b"two", "1");
    let second = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((second.sha256, read_after(2).as_str()), (None, "HEAD"));
    server.put("/dose.pdf", b"three", "1");
    let third = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((third.sha256.unwrap(), read_after(3).as_str()), (sha256(b"three"), "HEAD GET"));
    server.put("/dose.pdf", b"two", "2");
    let fourth = checker.check(&address, Some(&first)).await.file.unwrap();
    assert_eq!((fourth.sha256.unwrap(), read_after(5).as_str()), (sha256(b"two"), "HEAD GET"));
    // A file without entity tag and date is fetched every time.
    let unmarked = server.url("/unmarked.pdf");
    let first = checker.check(&unmarked, None).await.file.unwrap();
    let second = checker.check(&unmarked, Some(&first)).await.file.unwrap();
    assert!(second.sha256.is_some() && second.sha256 != first.sha256);
}

#[tokio::test]
async fn a_page_in_place_of_a_file_is_not_a_success() {
    let (server, checker) = both();
    let file = FileMarks { sha256: Some(sha256(PDF)), ..FileMarks::default() };
    expect(
        &checker.check(&server.url("/page"), Some(&file)).await,
        LinkState::Soft404,
        None,
        "was a file before",
    );
    // The response to GET counts, whatever HEAD answered.
    server.put("/later", b"x", "1");
    expect(&checker.check(&server.url("/page"), None).await, LinkState::Ok, None, "never a file");
}

#[tokio::test]
async fn compressed_responses_are_not_decompressed() {
    let (server, checker) = both();
    server.prepare_bomb();
    let checked = checker.check(&server.url("/bomb"), None).await;
    expect(&checked, LinkState::Ok, None, "64 MB of zeros in 64 kB");
    let asked = server.requests();
    assert!(asked.iter().all(|request| request.headers["accept-encoding"] == "identity"));
    assert!(checked.file.unwrap().length.unwrap() < 100_000);
}
