//! One request, from its address to its answer: the IP addresses of its name are checked, and one of those is connected to. Its
//! limits and the resolver are parameters, for tests.

use crate::link_check::answer::{Answer, RequestFailure};
use crate::model::error::{Error, Result, error_chain};
use crate::model::link_check::address::{AllowedHosts, Destination, Refusal};
use crate::model::text::lower_hex;
use reqwest::Method;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, HeaderValue, RANGE};
use ring::digest;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use std::fs::File;
use std::future::Future;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

/// Headers of an answer beyond which it is not read.
const MAX_HEADERS: usize = 100;

/// The kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// The head of the answer.
    Head,
    /// The first bytes of the file.
    FirstPart,
    /// The file; what follows its head is not read.
    Unread,
    /// The file, with the digest of what it holds.
    Whole,
    /// The file or page, with its digest and what it holds.
    Body,
}

/// Sends single requests.
pub(super) struct Client {
    tls: ClientConfig,
    resolver: Box<dyn Resolver>,
    allowed: AllowedHosts,
    user_agent: HeaderValue,
    limits: Limits,
}

impl Client {
    pub(super) fn new(
        user_agent: HeaderValue,
        allowed: AllowedHosts,
        resolver: Box<dyn Resolver>,
        roots: RootCertStore,
        limits: Limits,
    ) -> Result<Client> {
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| Error::internal("preparing the client that checks links", e))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Client { tls, resolver, allowed, user_agent, limits })
    }

    /// The destination of this URL by its text, or why it may not be requested.
    pub(super) fn destination(&self, url: &Url) -> std::result::Result<Destination, RequestFailure> {
        Destination::parse(url, &self.allowed).map_err(RequestFailure::Refused)
    }

    /// Sends one request and reads what it asks for.
    pub(super) async fn ask(
        &self,
        url: &Url,
        destination: &Destination,
        ask: Ask,
    ) -> std::result::Result<Answer, RequestFailure> {
        let begun = Instant::now();
        let timeout = self.limits.response_timeout;
        let answered = async {
            let ips = self.ips(destination).await?;
            let request = self.request(url, ask, ips)?;
            request.send().await.map_err(|e| error(&e))
        };
        let response =
            tokio::time::timeout(timeout, answered).await.map_err(|_| RequestFailure::Timeout)??;
        let mut answer = Answer::new(&response);
        let is_read = ask == Ask::Body || ask == Ask::Whole && !answer.is_page;
        if is_read && answer.is_whole() {
            let mut body =
                (ask == Ask::Body).then(tempfile::tempfile).transpose().map_err(|e| no_room(&e))?;
            answer.marks.sha256 = Some(self.digest(response, begun, body.as_mut()).await?);
            answer.body = body;
        }
        Ok(answer)
    }

    /// The IP addresses to connect to: all that the name has, each of them checked.
    async fn ips(&self, destination: &Destination) -> std::result::Result<Vec<IpAddr>, RequestFailure> {
        if let Some(ip) = destination.ip {
            return Ok(vec![ip]);
        }
        let no_such_name = RequestFailure::NoConnection("no such name");
        let ips = self.resolver.resolve(&destination.host).await.map_err(|_| no_such_name.clone())?;
        destination.check(&ips).map_err(RequestFailure::Refused)?;
        if ips.is_empty() { Err(no_such_name) } else { Ok(ips) }
    }

    /// A request on a connection of its own, to one of these IP addresses and nowhere else: no proxy, no redirect, no second
    /// look at the name, no connection of an earlier request.
    fn request(
        &self,
        url: &Url,
        ask: Ask,
        ips: Vec<IpAddr>,
    ) -> std::result::Result<reqwest::RequestBuilder, RequestFailure> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .dns_resolver(PinnedIps(ips))
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .http1_only()
            .http1_max_headers(MAX_HEADERS)
            .pool_max_idle_per_host(0)
            .build()
            .map_err(|e| {
                tracing::error!(cause = %error_chain(&e), "no client to check links with");
                RequestFailure::NoConnection("no connection")
            })?;
        let method = if ask == Ask::Head { Method::HEAD } else { Method::GET };
        let request = client
            .request(method, url.clone())
            .header(reqwest::header::USER_AGENT, self.user_agent.clone())
            .header(ACCEPT, "*/*")
            // What comes is what is kept at the address: nothing is unpacked here.
            .header(ACCEPT_ENCODING, "identity");
        Ok(if ask == Ask::FirstPart { request.header(RANGE, "bytes=0-1023") } else { request })
    }

    /// SHA-256 of the body, which is read to its end but no further than the limit, and written to `body`.
    async fn digest(
        &self,
        mut response: reqwest::Response,
        begun: Instant,
        mut body: Option<&mut File>,
    ) -> std::result::Result<String, RequestFailure> {
        let limits = &self.limits;
        let too_large = RequestFailure::Refused(Refusal::TooLarge);
        if response.content_length().is_some_and(|length| length > limits.max_bytes) {
            return Err(too_large);
        }
        let (mut digest, mut read) = (digest::Context::new(&digest::SHA256), 0u64);
        loop {
            let chunk = tokio::time::timeout(limits.response_timeout, response.chunk()).await;
            let Some(chunk) = chunk.map_err(|_| RequestFailure::Timeout)?.map_err(|e| error(&e))? else {
                break;
            };
            read += chunk.len() as u64;
            if read > limits.max_bytes {
                return Err(too_large);
            }
            if is_too_slow(begun.elapsed(), read, limits) {
                return Err(RequestFailure::Timeout);
            }
            digest.update(&chunk);
            if let Some(body) = &mut body {
                // A chunk is a few kilobytes, and the kernel writes them later.
                body.write_all(&chunk).map_err(|e| no_room(&e))?;
            }
        }
        Ok(lower_hex(digest.finish().as_ref()))
    }
}

/// A file that cannot be kept counts as not read; the next check tries again.
fn no_room(error: &std::io::Error) -> RequestFailure {
    tracing::error!(cause = %error, "a file that a link check fetches cannot be written to the temporary folder");
    RequestFailure::Broken("the server has no room for the file")
}

/// Whether a download has timed out. One that makes good progress may take longer.
fn is_too_slow(elapsed: Duration, read: u64, limits: &Limits) -> bool {
    elapsed > limits.response_timeout
        && (read as f64) < elapsed.as_secs_f64() * f64::from(limits.bytes_per_second)
}

/// Resolves every name to these IP addresses.
struct PinnedIps(Vec<IpAddr>);

impl Resolve for PinnedIps {
    fn resolve(&self, _: Name) -> Resolving {
        // The port is that of the address.
        let ips: Vec<SocketAddr> = self.0.iter().map(|ip| SocketAddr::new(*ip, 0)).collect();
        Box::pin(std::future::ready(Ok(Box::new(ips.into_iter()) as Addrs)))
    }
}

fn error(error: &reqwest::Error) -> RequestFailure {
    if error.is_timeout() {
        return RequestFailure::Timeout;
    }
    match tls_error(error) {
        Some(rustls::Error::InvalidCertificate(certificate)) => {
            RequestFailure::NoConnection(match certificate {
                CertificateError::Expired | CertificateError::ExpiredContext { .. } => "certificate expired",
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                    "certificate for another name"
                }
                _ => "certificate not trusted",
            })
        }
        Some(_) => RequestFailure::NoConnection("TLS failed"),
        None if error.is_connect() => RequestFailure::NoConnection("no connection"),
        None => RequestFailure::Broken("answer broken off or unreadable"),
    }
}

/// The TLS error among the causes of this error.
fn tls_error<'e>(error: &'e (dyn std::error::Error + 'static)) -> Option<&'e rustls::Error> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(found) = error.downcast_ref::<rustls::Error>() {
            return Some(found);
        }
        if let Some(inner) = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref)
            && let Some(found) = tls_error(inner)
        {
            return Some(found);
        }
        cause = error.source();
    }
    None
}

/// The IP addresses of a host name, once it is resolved.
pub type ResolvedIps<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Resolves host names.
pub trait Resolver: Send + Sync {
    /// Every IP address of this host.
    fn resolve<'a>(&'a self, host: &'a str) -> ResolvedIps<'a>;
}

/// The resolver of this machine.
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> ResolvedIps<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The largest file that a link check reads.
pub const MAX_FILE_BYTES: u64 = 25 * 1024 * 1024;

/// Limits of time and size of a check.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The timeout of one response.
    pub response_timeout: Duration,
    /// A file that arrives at this speed may take longer.
    pub bytes_per_second: u32,
    /// The largest file that is read.
    pub max_bytes: u64,
    /// The pause before each retry.
    pub pauses: [Duration; 3],
    /// The longest Retry-After that is waited for; a longer one ends the retries.
    pub max_retry_after: Duration,
    /// The interval between two requests to a host.
    pub request_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            response_timeout: Duration::from_secs(10),
            bytes_per_second: 128 * 1024,
            max_bytes: MAX_FILE_BYTES,
            pauses: [1, 4, 16].map(Duration::from_secs),
            max_retry_after: Duration::from_secs(10 * 60),
            request_interval: Duration::from_secs(1),
        }
    }
}
