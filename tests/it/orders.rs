//! Orders from cart to mailbox: transitions, the copy center's list, numbers, mails.

mod mails;
mod numbers;
mod queue;
mod transitions;

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, order};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A hospital with a copy center.
pub struct Shop {
    _folder: tempfile::TempDir,
    pub data: PathBuf,
    pub provider: Provider,
    pub server: Server,
    pub admin: Caller,
    pub copy_center: Caller,
    pub nurse: Caller,
    pub clerk: Caller,
    /// 'Asthma', in English (2 pages) and Spanish (no pages), printed in color.
    pub handout: Value,
}

pub fn start(data: &Path, provider: &Provider, settings: impl FnOnce(Start) -> Start) -> Server {
    let start = Start::on(data).signed_in_at(provider).with("ORDERS__COPY_CENTER_GROUP", "copy-center");
    settings(start.with("ORDERS__PER_HOUR", 0)).run()
}

pub async fn shop() -> Shop {
    shop_with(|start| start).await
}

pub async fn shop_with(settings: impl FnOnce(Start) -> Start) -> Shop {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = start(&data, &provider, settings);
    let (admin, nurse) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let mut asthma = citation("Asthma");
    asthma["printingSpecs"] = "Color, letter".into();
    asthma["languages"] = json!([
        {"lang": "English", "ksbgNumber": "KSBG1042", "url": "https://example.org/a.pdf", "pages": 2},
        {"lang": "Spanish", "ksbgNumber": "KSBG1043", "url": null}
    ]);
    let saved = admin.post("/api/citations", &asthma).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    Shop {
        _folder: folder,
        data,
        admin,
        copy_center: server.bearer(provider.token("casey", &["copy-center"])),
        nurse,
        clerk: server.bearer(provider.token("clerk", &[])),
        provider,
        server,
        handout: saved.body,
    }
}

impl Shop {
    /// An order of 40 in English and 10 in Spanish, changed.
    pub fn body(&self, change: impl FnOnce(&mut Value)) -> Value {
        let mut body = order(&self.handout, 40);
        let mut spanish = body["orders"][0].clone();
        (spanish["lang"], spanish["quantity"]) = ("Spanish".into(), 10.into());
        body["orders"].as_array_mut().unwrap().push(spanish);
        change(&mut body);
        body
    }

    /// Submits the nurse's order; returns its number.
    pub async fn ordered(&self, change: impl FnOnce(&mut Value)) -> String {
        let answer = self.nurse.post("/api/user/order", &self.body(change)).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.body["number"].as_str().unwrap().to_owned()
    }
}

/// A transition from the current version of the order.
pub async fn transition(caller: &Caller, number: &str, body: Value) -> Answer {
    let version = caller.get(&format!("/api/orders/{number}")).await.body["version"].clone();
    transition_from(caller, number, &format!("\"{version}\""), body).await
}

pub async fn transition_from(caller: &Caller, number: &str, tag: &str, body: Value) -> Answer {
    let request = caller.request("POST", &format!("/api/orders/{number}/state")).header("If-Match", tag);
    caller.send(request.json(&body)).await.unwrap()
}

/// The states in the timeline of an order.
pub fn states(order: &Value) -> Vec<String> {
    let events = order["events"].as_array().unwrap();
    events.iter().map(|event| event["state"].as_str().unwrap().to_owned()).collect()
}
