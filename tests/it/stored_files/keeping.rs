//! What is kept, and what the cleanup deletes.

use super::{Library, fetched, pdf, upload, version};
use crate::support::PATIENCE;
use crate::support::database::rewrite;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

fn stored(data: &Path, digest: &str) -> bool {
    data.join("files").join(&digest[..2]).join(digest).exists()
}

#[tokio::test]
async fn only_what_nothing_refers_to_is_deleted_after_thirty_days() {
    let library = Library::start();
    let mut digests = Vec::new();
    for name in ["unused", "fresh", "current", "former", "removed", "ordered"] {
        digests.push(library.uploaded(&format!("{name}.pdf"), &pdf(name, 1)).await);
    }
    let [unused, fresh, current, former, removed, ordered] = <[String; 6]>::try_from(digests).unwrap();
    let mut fever =
        library.added("fever", json!([version("English", &former), version("Spanish", &removed)])).await;
    fever["languages"] = json!([version("English", &ordered)]);
    fever = library.saved(&fever).await.body;
    let order = crate::support::order(&fever, 5);
    assert_eq!(library.admin.post("/api/user/order", &order).await.unwrap().status, 201);
    fever["languages"] = json!([version("English", &current)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let data = library.folder.path().join("data");
    let Library { server, provider, folder, .. } = library;
    server.stop();
    rewrite(
        &data.join("catalogue.db"),
        &format!("UPDATE stored_files SET last_used = '2020-01-01T00:00:00.000Z' WHERE digest <> '{fresh}'"),
    );
    std::fs::create_dir_all(data.join("files/incoming")).unwrap();
    std::fs::write(data.join("files/incoming/file-abandoned"), b"half").unwrap();
    let server = crate::support::Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let library = Library { server, provider, admin, folder };
    let begun = Instant::now();
    while stored(&data, &unused) || data.join("files/incoming/file-abandoned").exists() {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for digest in [&fresh, &current, &former, &removed, &ordered] {
        assert!(stored(&data, digest), "{digest}");
    }
    // A save with what is gone names it; uploaded again, it is stored again.
    fever["languages"] = json!([version("English", &unused)]);
    let gone = library.saved(&fever).await;
    assert_eq!(
        (gone.status, &gone.body["errors"][0]["field"]),
        (422, &json!("languages[0].file")),
        "{gone:?}"
    );
    let again = upload(&library.admin, "unused.pdf", &pdf("unused", 1)).await;
    assert_eq!((again.status, stored(&data, &unused)), (201, true));
    assert_eq!(library.saved(&fever).await.status, 200);
    assert_eq!(fetched(&library.server.visitor(), "/file/fever/en", &[]).await.2, pdf("unused", 1));
}
