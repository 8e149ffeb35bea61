//! Reads the published formats with the parsers that other programs use; `make validators` installs them.

use super::catalogue::citations;
use crate::support::litestream::free_port;
use crate::support::{Start, fill};
use std::path::Path;
use std::process::Command;

#[tokio::test]
async fn feedparser_the_sitemap_parser_and_extruct_accept_what_is_published() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/tools/standards/bin/python");
    assert!(python.is_file(), "{} is missing: run `make validators`", python.display());
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &citations());
    let address = format!("127.0.0.1:{}", free_port());
    let server =
        Start::on(&data).listening_on(&address).with("SERVER__PUBLIC_URL", format!("http://{address}")).run();
    let check = tokio::task::spawn_blocking(move || {
        Command::new(python)
            .arg(root.join("tools/standards/check.py"))
            .arg(&server.address)
            .env_remove("http_proxy")
            .env_remove("HTTP_PROXY")
            .output()
            .unwrap()
    });
    let output = check.await.unwrap();
    let printed =
        format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}");
    // The fixed pages and three citations in use, each with three URLs.
    assert!(printed.contains(r#"{"addresses": 15, "citations": 3, "entries": 3}"#), "{printed}");
}
