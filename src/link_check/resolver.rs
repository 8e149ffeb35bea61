//! Resolves host names. A trait, so that tests can choose the IP addresses.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

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
