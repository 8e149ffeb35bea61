//! A server with a catalogue and the people who use it.

use super::provider::Provider;
use super::{Caller, Server, Start, fill};
use serde_json::Value;
use std::path::PathBuf;

/// A running server with some citations, an administrator and two staff members.
pub struct Hospital {
    pub folder: tempfile::TempDir,
    pub provider: Provider,
    pub server: Server,
    pub admin: Caller,
    pub staff: Caller,
    pub colleague: Caller,
}

impl Hospital {
    /// A server with these citations.
    pub fn with(citations: &[Value]) -> Hospital {
        let folder = tempfile::tempdir().unwrap();
        fill(&folder.path().join("data"), citations);
        let provider = Provider::start();
        let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
        let admin = server.bearer(provider.admin());
        let staff = server.bearer(provider.staff());
        let colleague = server.bearer(provider.token("clerk", &[]));
        Hospital { folder, provider, server, admin, staff, colleague }
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}
