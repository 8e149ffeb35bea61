//! A link checker for tests: fast, with names that resolve as the test configures, and a server with errors that it may
//! request.

use crate::support::fault_server::FaultServer;
use handout::link_check::{Checker, Limits, ResolvedIps, Resolver};
use handout::model::link_check::address::AllowedHosts;
use handout::model::link_check::link::{Checked, LinkState};
use rustls::RootCertStore;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Short limits, for a server on this machine.
pub fn quick() -> Limits {
    Limits {
        response_timeout: Duration::from_millis(700),
        pauses: [20, 40, 80].map(Duration::from_millis),
        max_retry_after: Duration::from_secs(2),
        request_interval: Duration::from_millis(1),
        max_bytes: 1_000_000,
        ..Limits::default()
    }
}

/// The IP addresses that each name resolves to, one list per request; the last list repeats.
#[derive(Default, Clone)]
pub struct Fixed {
    ips: Arc<HashMap<String, Vec<Vec<IpAddr>>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Fixed {
    pub fn new(names: &[(&str, &[&[&str]])]) -> Fixed {
        let lists = |lists: &[&[&str]]| {
            lists.iter().map(|list| list.iter().map(|ip| ip.parse().unwrap()).collect()).collect()
        };
        let ips = names.iter().map(|(name, ips)| ((*name).to_owned(), lists(ips))).collect();
        Fixed { ips: Arc::new(ips), asked: Arc::default() }
    }

    pub fn times(&self, name: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == name).count()
    }
}

impl Resolver for Fixed {
    fn resolve<'a>(&'a self, host: &'a str) -> ResolvedIps<'a> {
        let time = self.times(host);
        self.asked.lock().unwrap().push(host.to_owned());
        let lists = self.ips.get(host);
        let found = lists.map(|lists| lists[time.min(lists.len() - 1)].clone());
        let none = || std::io::Error::new(std::io::ErrorKind::NotFound, "no such name");
        Box::pin(std::future::ready(found.ok_or_else(none)))
    }
}

pub fn checker(allowed: &[String], names: Fixed, limits: Limits) -> Checker {
    let agent = "Handout/test (+https://handouts.example.org; help@example.org)";
    Checker::with(agent, AllowedHosts::new(allowed), Box::new(names), RootCertStore::empty(), limits).unwrap()
}

/// A server, and a checker that may request its URLs.
pub fn both() -> (FaultServer, Checker) {
    let server = FaultServer::start();
    let checker = checker(&[format!("127.0.0.1:{}", server.port)], Fixed::default(), quick());
    (server, checker)
}

#[track_caller]
pub fn expect(checked: &Checked, result: LinkState, reason: Option<&str>, what: &str) {
    assert_eq!((checked.result, checked.reason.as_deref()), (result, reason), "{what}");
}
