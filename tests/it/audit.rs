//! The audit trail: what it records, its chain, and who reads it.

mod chain;
mod events;
mod reading;
mod sinks;

use crate::support::provider::Provider;
use crate::support::{Caller, Server};
use serde_json::Value;

/// A caller in the group that `AUDIT__GROUP` names in these tests.
fn auditor(server: &Server, provider: &Provider) -> Caller {
    server.bearer(provider.token("iris", &["it-auditors"]))
}

/// Every row of the audit trail in the download, oldest first.
async fn trail(auditor: &Caller) -> Vec<Value> {
    let answer = auditor.request("GET", "/api/system/audit/download?format=jsonl").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let text = answer.text().await.unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
