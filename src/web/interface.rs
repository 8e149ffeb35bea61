//! The OpenAPI document, built on first use: that takes some milliseconds and is rarely needed; and how handlers are listed
//! for it.

use crate::model::error::Result;
use actix_web::web::Bytes;
use std::sync::OnceLock;

/// Registers and describes handlers: two functions from one list, because describing takes a large part of a start and is
/// rarely needed.
macro_rules! handlers {
    ($($handler:path),* $(,)?) => {
        /// The addresses of this list, to be served.
        pub fn routes(config: &mut actix_web::web::ServiceConfig) {
            config$(.service($handler))*;
        }

        /// The addresses of this list, to be described.
        pub fn described_routes(config: &mut utoipa_actix_web::service_config::ServiceConfig<'_>) {
            config$(.service($handler))*;
        }
    };
}

pub(in crate::web) use handlers;

/// The described interface.
pub(in crate::web) struct Interface {
    /// The OpenAPI document, as JSON.
    pub document: Bytes,
    /// Every path, by its segments, with its methods.
    pub paths: Vec<(Vec<String>, Vec<String>)>,
}

/// A lazily described interface.
pub(in crate::web) struct LazyInterface {
    describe: fn(public_url: &str) -> Result<Interface>,
    described: OnceLock<Interface>,
}

impl LazyInterface {
    /// An interface described by `describe`.
    pub fn new(describe: fn(public_url: &str) -> Result<Interface>) -> LazyInterface {
        LazyInterface { describe, described: OnceLock::new() }
    }

    /// The interface of the server, which has this public address.
    pub fn get(&self, public_url: &str) -> Result<&Interface> {
        if let Some(interface) = self.described.get() {
            return Ok(interface);
        }
        let described = (self.describe)(public_url)?;
        Ok(self.described.get_or_init(|| described))
    }
}
