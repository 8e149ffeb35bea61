//! What numbers a name resolves to. Behind a trait, so that tests can say it.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The numbers of a name, when they are known.
pub type Numbers<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Resolves names.
pub trait Names: Send + Sync {
    /// Every number of this host.
    fn numbers<'a>(&'a self, host: &'a str) -> Numbers<'a>;
}

/// The names that this machine knows, by its own resolver.
pub struct SystemNames;

impl Names for SystemNames {
    fn numbers<'a>(&'a self, host: &'a str) -> Numbers<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
