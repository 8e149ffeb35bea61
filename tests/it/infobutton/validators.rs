//! Reads the feed with feedparser, which `make validators` installs.

use super::{codes, languages, serve, with};
use serde_json::json;
use std::path::Path;
use std::process::Command;

#[tokio::test]
async fn feedparser_accepts_the_feed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/tools/standards/bin/python");
    assert!(python.is_file(), "{} is missing: run `make validators`", python.display());
    let folder = tempfile::tempdir().unwrap();
    let fields = json!({
        "abstract": "First <b>line</b> & more.\nSecond line.", "languages": languages(&["English", "Spanish"]),
        "codes": codes("icd10cm", &["J45.909"])
    });
    let server =
        serve(&folder, &[with("plan", "Plan <1> & \"2\" 哮喘", fields), with("asthma", "Asthma", json!({}))]);
    let check = tokio::task::spawn_blocking(move || {
        Command::new(python)
            .arg(root.join("tools/standards/knowledge_feed.py"))
            .args([&server.address, "J45.909", "Q99.8"])
            .env_remove("http_proxy")
            .env_remove("HTTP_PROXY")
            .output()
            .unwrap()
    });
    let output = check.await.unwrap();
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(printed.trim(), "0 2 2 0 0", "{errors}");
}
