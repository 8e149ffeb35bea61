//! 'Check now' on several hosts, one of which never answers.

use crate::support::fault_server::FaultServer;
use crate::support::provider::Provider;
use crate::support::{Start, citation, fill};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};

fn handout(id: &str, url: &str) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["languages"] = json!([{"lang": "English", "url": url}]);
    made
}

#[tokio::test]
async fn checks_on_a_silent_host_do_not_delay_another_host() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    // The system accepts connections, but nothing answers.
    let silent = TcpListener::bind("127.0.0.3:0").unwrap();
    let healthy = FaultServer::at([127, 0, 0, 2].into(), 0);
    let mut links: Vec<(String, String)> = (0..12)
        .map(|n| (format!("silent-{n}"), format!("http://{}/{n}.pdf", silent.local_addr().unwrap())))
        .collect();
    links.push(("healthy".into(), healthy.url("/one.pdf")));
    let data = folder.path().join("data");
    fill(&data, &links.iter().map(|(id, url)| handout(id, url)).collect::<Vec<_>>());
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("LINKS__ALLOW_HOSTS", r#"["127.0.0.2", "127.0.0.3"]"#)
        .run();
    let admin = server.bearer(provider.admin());
    for (id, url) in &links {
        let asked =
            admin.post("/api/system/links/check", &json!({"citation": id, "url": url})).await.unwrap();
        assert_eq!(asked.status, 202, "{asked:?}");
    }
    let begun = Instant::now();
    loop {
        let page = admin.get("/api/system/links").await.body;
        let entries = page["links"].as_array().unwrap();
        let link = entries.iter().find(|link| link["citation"] == "healthy").unwrap();
        if link["waiting"] == false {
            assert_eq!(link["state"], "ok", "{link}");
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the healthy host had to wait for the silent one");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
