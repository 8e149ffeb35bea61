//! Backups with the contents of stored files, and what is restored from them.

use super::{Library, fetched, pdf, version};
use crate::support::{Start, command};
use age::secrecy::ExposeSecret;
use serde_json::json;
use std::path::{Path, PathBuf};

fn path_in(folder: &Path, digest: &str, suffix: &str) -> PathBuf {
    folder.join(&digest[..2]).join(format!("{digest}{suffix}"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_holds_every_file_that_its_database_names() {
    let library = Library::start();
    let (first, second, unused) = (pdf("Fever", 1), pdf("Fever again", 2), pdf("Draft", 1));
    let former = library.uploaded("fever.pdf", &first).await;
    library.uploaded("draft.pdf", &unused).await;
    let mut fever = library.added("fever", json!([version("English", &former)])).await;
    let current = library.uploaded("fever.pdf", &second).await;
    fever["languages"] = json!([version("English", &current)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let (data, folder) = (library.folder.path().join("data"), library.folder.path().join("backups/files"));
    std::fs::create_dir(library.folder.path().join("backups")).unwrap();
    let backup = library.folder.path().join("backups/copy.db");

    let (succeeded, output) = command(&data, &["backup", text(&backup)]);
    assert!(succeeded && output.contains("It holds no stored files"), "{output}");
    let (succeeded, output) = command(&data, &["backup", text(&backup), "--files", text(&folder)]);
    assert!(succeeded && output.contains("2 stored files"), "{output}");
    assert_eq!(std::fs::read(path_in(&folder, &former, "")).unwrap(), first);
    assert_eq!(std::fs::read(path_in(&folder, &current, "")).unwrap(), second);
    let (succeeded, output) = command(&data, &["backup", text(&backup), "--files", text(&folder)]);
    assert!(succeeded && output.contains("0 copied now"), "{output}");
    // The store itself is no place for it.
    let (succeeded, output) =
        command(&data, &["backup", text(&backup), "--files", text(&data.join("files"))]);
    assert!(!succeeded && output.contains("where the files themselves are stored"), "{output}");

    let (succeeded, output) = command(&data, &["drill", text(&backup)]);
    assert!(succeeded && output.contains("2 stored files in"), "{output}");
    let (elsewhere, copy) = (library.folder.path().join("elsewhere"), path_in(&folder, &former, ""));
    // A former version's file is missed as well, and nothing is changed.
    std::fs::rename(&copy, copy.with_extension("away")).unwrap();
    for args in [&["drill", text(&backup)][..], &["restore", text(&backup), "--files", text(&folder)]] {
        let (succeeded, output) = command(&elsewhere, args);
        assert!(!succeeded && output.contains(&former) && output.contains("is missing"), "{output}");
        assert!(!elsewhere.join("catalogue.db").exists());
    }
    std::fs::write(&copy, vec![b'x'; first.len()]).unwrap();
    let (succeeded, output) = command(&elsewhere, &["restore", text(&backup), "--files", text(&folder)]);
    assert!(!succeeded && output.contains(&former) && output.contains("not what was stored"), "{output}");
    std::fs::rename(copy.with_extension("away"), &copy).unwrap();
    let (succeeded, output) = command(&elsewhere, &["restore", text(&backup), "--files", text(&folder)]);
    assert!(succeeded && output.contains("2 stored files"), "{output}");
    let server = Start::on(&elsewhere).run();
    let visitor = server.visitor();
    for (address, content) in
        [("/file/fever/en".to_owned(), &second), (format!("/file/fever/en/{former}"), &first)]
    {
        let (status, _, bytes) = fetched(&visitor, &address, &[]).await;
        assert_eq!((status, &bytes), (200, content), "{address}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_deletes_no_file_that_the_previous_data_has() {
    let library = Library::start();
    let (data, backup) = (library.folder.path().join("data"), library.folder.path().join("copy.db"));
    let folder = library.folder.path().join("files");
    library.added("cough", json!([{ "lang": "English", "url": "https://example.org/cough.pdf" }])).await;
    let (succeeded, output) = command(&data, &["backup", text(&backup), "--files", text(&folder)]);
    assert!(succeeded, "{output}");
    let later = library.uploaded("fever.pdf", &pdf("Fever", 1)).await;
    library.added("fever", json!([version("English", &later)])).await;
    library.server.stop();
    let (succeeded, output) = command(&data, &["restore", text(&backup), "--files", text(&folder)]);
    assert!(succeeded, "{output}");
    // A start runs the cleanup.
    assert!(Start::on(&data).run().stop().success());
    assert!(path_in(&data.join("files"), &later, "").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn scheduled_backups_copy_files_encrypted_for_their_recipient() {
    let key = age::x25519::Identity::generate();
    let dir = tempfile::tempdir().unwrap();
    let (backups, key_file) = (dir.path().join("backups"), dir.path().join("key"));
    std::fs::write(&key_file, key.to_string().expose_secret()).unwrap();
    let library = Library::start();
    let content = pdf("Fever", 1);
    let digest = library.uploaded("fever.pdf", &content).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let library = library.restarted(|start| {
        start
            .with("BACKUP__DIR", backups.display())
            .with("BACKUP__HOUR", 0)
            .with("BACKUP__RECIPIENT", key.to_public())
    });
    let lists = || {
        let entries = std::fs::read_dir(backups.join("files")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "files")).count()
    };
    let begun = std::time::Instant::now();
    while lists() == 0 {
        assert!(begun.elapsed() < crate::support::PATIENCE, "{}", library.server.log());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let copy = path_in(&backups.join("files"), &digest, ".age");
    assert!(std::fs::read(&copy).unwrap().starts_with(b"age-encryption.org/"));
    let mut database = std::fs::read_dir(&backups).unwrap().flatten().map(|entry| entry.path());
    let database = database.find(|path| path.extension().is_some_and(|end| end == "age")).unwrap();
    let data = library.folder.path().join("data");
    let (succeeded, output) = command(&data, &["drill", text(&database), "--identity", text(&key_file)]);
    assert!(succeeded && output.contains("1 stored file in"), "{output}");
    let elsewhere = library.folder.path().join("elsewhere");
    let folder = backups.join("files");
    let args = ["restore", text(&database), "--identity", text(&key_file), "--files", text(&folder)];
    let (succeeded, output) = command(&elsewhere, &args);
    assert!(succeeded, "{output}");
    assert_eq!(std::fs::read(path_in(&elsewhere.join("files"), &digest, "")).unwrap(), content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_names_files_that_are_missing_or_changed() {
    let library = Library::start();
    let contents = [pdf("Fever", 1), pdf("Cough", 1)];
    let digests =
        [library.uploaded("a.pdf", &contents[0]).await, library.uploaded("b.pdf", &contents[1]).await];
    library.added("fever", json!([version("English", &digests[0]), version("Spanish", &digests[1])])).await;
    let data = library.folder.path().join("data");
    let (succeeded, output) = command(&data, &["check", "--files", "all"]);
    assert!(succeeded && output.contains("2 are referred to"), "{output}");
    let paths = digests.each_ref().map(|digest| path_in(&data.join("files"), digest, ""));
    let mut changed = contents[0].clone();
    changed[20] ^= 1;
    std::fs::write(&paths[0], &changed).unwrap();
    std::fs::remove_file(&paths[1]).unwrap();
    let (succeeded, output) = command(&data, &["check", "--files", "all"]);
    assert!(
        !succeeded && output.contains(&format!("{} (a.pdf) is not what was stored", digests[0])),
        "{output}"
    );
    assert!(output.contains(&format!("{} (b.pdf) is missing", digests[1])), "{output}");
    // What a check found is not served any more, until the same content is uploaded again.
    let visitor = library.server.visitor();
    for (tag, digest) in [("en", &digests[0]), ("es", &digests[1])] {
        let (status, headers, body) = fetched(&visitor, &format!("/file/fever/{tag}"), &[]).await;
        let body = String::from_utf8_lossy(&body);
        assert!(status == 500 && body.contains(digest.as_str()), "{status} {body}");
        assert_eq!(headers["cache-control"], "no-store");
    }
    for (name, content) in [("a.pdf", &contents[0]), ("b.pdf", &contents[1])] {
        library.uploaded(name, content).await;
    }
    let (succeeded, output) = command(&data, &["check", "--files", "all"]);
    assert!(succeeded, "{output}");
    assert_eq!(fetched(&visitor, "/file/fever/en", &[]).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_with_files_is_imported_elsewhere() {
    let library = Library::start();
    let content = pdf("Fever", 1);
    let digest = library.uploaded("fever.pdf", &content).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let (data, elsewhere) = (library.folder.path().join("data"), library.folder.path().join("elsewhere"));
    let (export, folder) = (library.folder.path().join("export.jsonl"), library.folder.path().join("files"));
    let (succeeded, output) = command(&data, &["export", text(&export), "--files", text(&folder)]);
    assert!(succeeded, "{output}");
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&export).unwrap()).unwrap();
    let path = format!("{}/{digest}", &digest[..2]);
    assert_eq!(record["languages"][0]["file"], json!({"digest": digest, "name": "fever.pdf", "path": path}));
    assert!(record["languages"][0].get("url").is_none_or(serde_json::Value::is_null), "{record}");
    assert_eq!(std::fs::read(folder.join(&path)).unwrap(), content);

    // Without the files it is a bad record, and so is one whose path leaves the folder or whose digest is another.
    let (succeeded, output) = command(&elsewhere, &["import", text(&export)]);
    assert!(!succeeded && output.contains("languages[0].file"), "{output}");
    std::fs::write(library.folder.path().join("outside.pdf"), &content).unwrap();
    for (from, to) in [(path.as_str(), "../outside.pdf"), (path.as_str(), "/etc/hostname")] {
        let changed = library.folder.path().join("changed.jsonl");
        std::fs::write(&changed, record.to_string().replace(from, to)).unwrap();
        let (succeeded, output) = command(&elsewhere, &["import", text(&changed), "--files", text(&folder)]);
        assert!(!succeeded && output.contains("not a file in the folder"), "{output}");
    }
    let args = ["import", text(&export), "--files", text(&folder)];
    let (succeeded, output) = command(&elsewhere, &[&args[..], &["--dry-run"]].concat());
    assert!(succeeded && !elsewhere.join("files").join(&path).exists(), "{output}");
    let (succeeded, output) = command(&elsewhere, &args);
    assert!(succeeded, "{output}");
    assert_eq!(std::fs::read(elsewhere.join("files").join(&path)).unwrap(), content);
    std::fs::write(folder.join(&path), pdf("Cough", 1)).unwrap();
    let third = library.folder.path().join("third");
    let (succeeded, output) = command(&third, &args);
    assert!(!succeeded && output.contains("not the one of the record"), "{output}");
}
