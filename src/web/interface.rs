//! The OpenAPI document in the program, read on first use: that takes some milliseconds and is rarely needed; and how handlers
//! are listed for it.

use crate::model::error::{Error, Result};
use crate::web::session_cookie::cookie_name;
use actix_web::web::Bytes;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::sync::OnceLock;

/// `ui/src/api/openapi.json`, compressed by `build.rs`. A test compares it with the handlers (`interface/tests.rs`).
const DESCRIPTION: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// Name of the security scheme of sessions in the document.
pub(super) const SESSION: &str = "session";

/// Registers handlers, and describes them for the test of the description.
macro_rules! handlers {
    ($($handler:path),* $(,)?) => {
        /// The addresses of this list, to be served.
        pub fn routes(config: &mut actix_web::web::ServiceConfig) {
            config$(.service($handler))*;
        }

        /// The addresses of this list, to be described.
        #[cfg(test)]
        pub fn described_routes(config: &mut utoipa_actix_web::service_config::ServiceConfig<'_>) {
            config$(.service($handler))*;
        }
    };
}

pub(super) use handlers;

/// The described interface.
pub(super) struct Interface {
    /// The OpenAPI document, as JSON.
    pub document: Bytes,
    /// Every path, by its segments, with its methods.
    pub paths: Vec<(Vec<String>, Vec<String>)>,
}

/// The described interface, read on first use.
#[derive(Default)]
pub(super) struct LazyInterface(OnceLock<Interface>);

impl LazyInterface {
    /// The interface of the server, which has this public address.
    pub fn get(&self, public_url: &str) -> Result<&Interface> {
        if let Some(interface) = self.0.get() {
            return Ok(interface);
        }
        let read =
            read(public_url).map_err(|e| Error::internal("reading the description of the interface", e))?;
        Ok(self.0.get_or_init(|| read))
    }
}

/// The interface of a server with this public address, on which the name of its cookie depends.
fn read(public_url: &str) -> serde_json::Result<Interface> {
    let mut description: Value = serde_json::from_reader(GzDecoder::new(DESCRIPTION))?;
    if let Some(name) = description.pointer_mut(&format!("/components/securitySchemes/{SESSION}/name")) {
        *name = cookie_name(public_url).into();
    }
    let paths = description["paths"].as_object().into_iter().flatten();
    let mut paths: Vec<_> = paths.map(|(path, item)| (segments(path), methods(item))).collect();
    paths.push((segments("/api/openapi.json"), vec!["GET".into(), "HEAD".into()]));
    Ok(Interface { document: serde_json::to_vec(&description)?.into(), paths })
}

fn segments(path: &str) -> Vec<String> {
    path.trim_start_matches('/').split('/').map(str::to_owned).collect()
}

/// The methods of a described path; HEAD goes with GET.
fn methods(item: &Value) -> Vec<String> {
    let described = |method: &&str| item.get(method.to_lowercase()).is_some();
    let mut methods: Vec<&str> = ["GET", "POST", "PUT", "DELETE"].into_iter().filter(described).collect();
    if methods.first() == Some(&"GET") {
        methods.insert(1, "HEAD");
    }
    methods.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
