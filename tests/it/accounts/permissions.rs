//! Files that the program creates are private to its own user, whatever the umask.

use crate::support::provider::Provider;
use crate::support::{Start, binary, citation};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

fn all_below(folder: &Path, found: &mut Vec<PathBuf>) {
    found.push(folder.to_owned());
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => all_below(&entry.path(), found),
            false => found.push(entry.path()),
        }
    }
}

fn check(folder: &Path) {
    let mut all = Vec::new();
    all_below(folder, &mut all);
    assert!(all.len() > 1, "{} is empty", folder.display());
    for path in all {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{} has mode {:o}", path.display(), mode(&path));
    }
}

fn run(umask: &str, data: &Path, args: &[&str]) {
    let done = Command::new("sh")
        .args(["-c", &format!("umask {umask}; exec \"$@\""), "sh", binary(), "--data"])
        .arg(data)
        .args(args)
        .output()
        .unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn created_files_are_private() {
    let provider = Provider::start();
    for umask in ["000", "022", "777"] {
        let folder = tempfile::tempdir().unwrap();
        let (data, copies) = (folder.path().join("data"), folder.path().join("copies"));
        let server = Start::on(&data)
            .signed_in_at(&provider)
            .with("BACKUP__DIR", copies.to_str().unwrap())
            .with("BACKUP__HOUR", 0)
            .after_shell(&format!("umask {umask}"))
            .run();
        let admin = server.bearer(provider.admin());
        for n in 0..3 {
            admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
        }
        let begun = std::time::Instant::now();
        while !copies.is_dir() || std::fs::read_dir(&copies).unwrap().next().is_none() {
            assert!(begun.elapsed() < crate::support::PATIENCE, "no scheduled backup");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert!(data.join("catalogue.db-wal").exists() && data.join("catalogue.db-shm").exists());
        let made = folder.path().join("made");
        std::fs::create_dir(&made).unwrap();
        std::fs::set_permissions(&made, std::fs::Permissions::from_mode(0o700)).unwrap();
        let (copy, export) = (made.join("copy.db"), made.join("export.jsonl"));
        run(umask, &data, &["backup", copy.to_str().unwrap()]);
        run(umask, &data, &["export", export.to_str().unwrap()]);
        run(umask, &data, &["--rebuild-index"]);
        server.visitor().wait_until_found("handout", 3).await;
        check(&data);
        check(&copies);
        check(&made);
        server.kill();
        let restored = folder.path().join("restored");
        // A backup that everyone may read, such as one from another machine.
        std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o644)).unwrap();
        run(umask, &restored, &["restore", copy.to_str().unwrap()]);
        run(umask, &restored, &["restore", copy.to_str().unwrap()]);
        check(&restored);
    }
}

/// An existing data directory, old or made by hand, becomes private; a directory with other files does not.
#[test]
fn a_public_data_directory_becomes_private_unless_it_has_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let open = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    open(&data, 0o755);
    assert!(Start::on(&data).run().stop().success());
    check(&data);
    for path in ["", "catalogue.db", "index"] {
        let path = data.join(path);
        open(&path, if path.is_dir() { 0o755 } else { 0o644 });
    }
    assert!(Start::on(&data).run().stop().success());
    check(&data);

    let shared = folder.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::write(shared.join("notes.txt"), "of somebody else").unwrap();
    open(&shared, 0o755);
    open(&shared.join("notes.txt"), 0o644);
    assert!(Start::on(&shared).run().stop().success());
    assert_eq!(mode(&shared), 0o755);
    assert_eq!(mode(&shared.join("notes.txt")), 0o644);
    assert_eq!(mode(&shared.join("catalogue.db")), 0o600);
}
