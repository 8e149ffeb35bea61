//! Whether a primary can still be reached.

use std::net::TcpStream;
use std::time::Duration;
use url::Url;

/// How long one address may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// A primary that is restarting accepts no connections for a moment.
const MAX_ATTEMPTS: u32 = 3;
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Whether anything accepts a connection at this address, within some seconds.
///
/// No request is sent: a server that hangs, or whose certificate is out of date, may still write.
pub(super) fn is_reachable(url: &Url) -> bool {
    (0..MAX_ATTEMPTS).any(|tried| {
        if tried > 0 {
            std::thread::sleep(RETRY_INTERVAL);
        }
        accepts(url)
    })
}

fn accepts(url: &Url) -> bool {
    // Nobody can reach a primary whose name does not resolve.
    let addresses = url.socket_addrs(|| None).unwrap_or_default();
    addresses.iter().any(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).is_ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::net::TcpListener;

    fn url(listener: &TcpListener) -> Url {
        format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap()
    }

    #[test]
    fn whatever_accepts_a_connection_counts() {
        // A listener that never answers.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        assert!(is_reachable(&url(&listener)));
        let gone = url(&listener);
        drop(listener);
        assert!(!is_reachable(&gone));
    }

    #[test]
    fn one_that_comes_back_at_once_counts() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, primary) = (listener.local_addr().unwrap(), url(&listener));
        drop(listener);
        let restarted = std::thread::spawn(move || {
            std::thread::sleep(RETRY_INTERVAL / 2);
            TcpListener::bind(address).unwrap()
        });
        assert!(is_reachable(&primary));
        restarted.join().unwrap();
    }

    #[test]
    fn a_name_that_leads_nowhere_does_not() {
        assert!(!is_reachable(&"https://primary.invalid".parse().unwrap()));
    }
}
