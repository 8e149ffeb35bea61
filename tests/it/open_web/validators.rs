//! The parsers that other programs use read what we publish; `make validators` installs them.

use super::catalogue::citations;
use crate::support::litestream::free_port;
use crate::support::{Start, fill};
use std::path::Path;
use std::process::Command;

#[tokio::test]
async fn feedparser_the_sitemap_parser_and_extruct_accept_what_is_published() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/tools/standards/bin/python");
    assert!(python.is_file(), "{} is not there: run `make validators`", python.display());
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
    let said =
        format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    // The fixed pages, three citations in use, each at three addresses.
    assert!(said.contains(r#"{"addresses": 15, "citations": 3, "entries": 3}"#), "{said}");
}
