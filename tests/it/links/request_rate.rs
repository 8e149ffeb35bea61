//! How often the link check client requests URLs of a host: one at a time, with pauses, and none once nobody waits for
//! the result.

use super::checks::{Fixed, both, checker, expect, quick};
use crate::support::fault_server::FaultServer;
use handout::link_check::Limits;
use handout::model::link_check::link::LinkState;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_host_gets_one_request_at_a_time_with_pauses_and_our_user_agent() {
    let server = FaultServer::start();
    let limits = Limits { request_interval: Duration::from_millis(60), ..quick() };
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), limits);
    let urls: Vec<String> = (0..4).map(|n| server.url(&format!("/{n}.pdf"))).collect();
    futures_util::future::join_all(urls.iter().map(|url| checker.check(url, None))).await;
    let mut asked = server.requests();
    assert_eq!(asked.len(), 8);
    asked.sort_by_key(|request| request.begun);
    for pair in asked.windows(2) {
        // The server registers the end slightly later than the client.
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
async fn retry_after_is_respected_for_the_whole_host() {
    let (server, checker) = both();
    let (busy, other) = (server.url("/busy"), server.url("/other.pdf"));
    let later = async {
        // Waits until the host has sent Retry-After.
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
    let limits = Limits { response_timeout: Duration::from_secs(60), ..quick() };
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), limits);
    let url = server.url("/endless-hints");
    let begun = Instant::now();
    let dropped = tokio::time::timeout(Duration::from_millis(300), checker.check(&url, None)).await;
    assert!(dropped.is_err());
    // The server's write fails as soon as the client has disconnected.
    while server.requests()[0].ended.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(10), "the connection is still open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
