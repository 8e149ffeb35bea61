//! Tells systemd how the server is: ready, reloading, stopping, and alive for its watchdog (`sd_notify(3)`).
//!
//! Without `NOTIFY_SOCKET` in the environment nothing happens. A full disk or a provider that is down is no reason to
//! be killed: the watchdog asks only whether the database answers and the index follower goes round.

use crate::domain::app::App;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// For how long the index follower may be busy with one piece of work, a rebuild for instance.
const FOLLOWER_BUSY_AT_MOST: Duration = Duration::from_secs(600);

/// The time one loop last reported progress; the watchdog reads it. Clones share one time.
#[derive(Clone)]
pub(super) struct Heartbeat(Arc<Mutex<Instant>>);

impl Heartbeat {
    /// A heartbeat that beats now for the first time.
    pub(super) fn new() -> Heartbeat {
        Heartbeat(Arc::new(Mutex::new(Instant::now())))
    }

    /// I am alive.
    pub(super) fn beat(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn age(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// Says that the server is ready, feeds the watchdog, and says at the end that it stops.
pub(super) async fn run(app: Arc<App>, follower: Heartbeat, mut stop: watch::Receiver<bool>) {
    let Some(service) = Service::from_environment() else { return };
    service.tell("READY=1\nSTATUS=Serving");
    let every = service.watchdog.map_or(Duration::from_secs(3600), |limit| limit / 3);
    while !*stop.borrow() {
        if service.watchdog.is_some() && alive(&app, &follower, every).await {
            service.tell("WATCHDOG=1");
        }
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            changed = stop.changed() => if changed.is_err() { break },
        }
    }
    service.tell("STOPPING=1\nSTATUS=Finishing the requests in hand");
}

/// Tells systemd that settings are being read anew; call [`reloaded`] afterwards.
pub fn reloading() {
    if let Some(service) = Service::from_environment() {
        service.tell("RELOADING=1");
    }
}

/// Tells systemd that the reload is over.
pub fn reloaded() {
    if let Some(service) = Service::from_environment() {
        service.tell("READY=1");
    }
}

async fn alive(app: &Arc<App>, follower: &Heartbeat, within: Duration) -> bool {
    if follower.age() > FOLLOWER_BUSY_AT_MOST {
        tracing::error!("the index follower gives no sign of life; the watchdog is not fed");
        return false;
    }
    let asked = app.clone();
    let answer = tokio::task::spawn_blocking(move || asked.store.read(|db| db.latest_change()));
    match tokio::time::timeout(within, answer).await {
        Ok(Ok(Ok(_))) => true,
        Ok(Ok(Err(e))) => {
            tracing::error!(cause = %e, "the database does not answer; the watchdog is not fed");
            false
        }
        Ok(Err(_)) | Err(_) => {
            tracing::error!("the database does not answer in time; the watchdog is not fed");
            false
        }
    }
}

/// The service manager's socket, and how often it wants to hear that we live.
struct Service {
    to: SocketAddr,
    watchdog: Option<Duration>,
}

impl Service {
    fn from_environment() -> Option<Service> {
        let name = std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty())?;
        let to = match address(name.as_bytes()) {
            Ok(to) => to,
            Err(e) => {
                tracing::warn!(cause = %e, "NOTIFY_SOCKET cannot be used; systemd is not notified");
                return None;
            }
        };
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
        // WATCHDOG_PID names whom the watchdog is for; a child that inherits the variables must not feed it.
        let ours = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|&usec| ours && usec > 0).map(Duration::from_micros);
        Some(Service { to, watchdog })
    }

    fn tell(&self, state: &str) {
        let sent = UnixDatagram::unbound().and_then(|socket| socket.send_to_addr(state.as_bytes(), &self.to));
        if let Err(e) = sent {
            tracing::warn!(cause = %e, "systemd could not be notified");
        }
    }
}

/// A path, or with `@` in front a name in the abstract namespace.
fn address(name: &[u8]) -> io::Result<SocketAddr> {
    match name {
        [b'@', rest @ ..] => SocketAddr::from_abstract_name(rest),
        path => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(path)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn heard(listener: &UnixDatagram) -> String {
        let mut buffer = [0; 256];
        let length = listener.recv(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    #[test]
    fn a_state_reaches_a_socket_with_a_path() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notify");
        let listener = UnixDatagram::bind(&path).unwrap();
        let service = Service { to: address(path.as_os_str().as_bytes()).unwrap(), watchdog: None };
        service.tell("READY=1");
        assert_eq!(heard(&listener), "READY=1");
    }

    #[test]
    fn a_state_reaches_an_abstract_socket() {
        let name = format!("handout-test-{}", std::process::id());
        let own = SocketAddr::from_abstract_name(name.as_bytes()).unwrap();
        let listener = UnixDatagram::bind_addr(&own).unwrap();
        let service = Service { to: address(format!("@{name}").as_bytes()).unwrap(), watchdog: None };
        service.tell("WATCHDOG=1");
        assert_eq!(heard(&listener), "WATCHDOG=1");
    }

    #[test]
    fn a_service_manager_that_is_gone_is_no_fault() {
        let dir = tempfile::tempdir().unwrap();
        let gone = dir.path().join("gone");
        Service { to: address(gone.as_os_str().as_bytes()).unwrap(), watchdog: None }.tell("READY=1");
    }
}
