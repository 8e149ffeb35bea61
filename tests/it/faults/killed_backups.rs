//! kill -9 at random moments of an encrypted backup.

use super::{Moments, kill_rounds};
use crate::files::encrypted::Encrypted;
use crate::support::database::files_named;
use crate::support::{Start, binary};
use rusqlite::Connection;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

fn back_up(files: &Encrypted, to: &Path) -> Child {
    Command::new(binary())
        .arg("--data")
        .arg(files.data())
        .arg("backup")
        .arg(to)
        .env_clear()
        .env("HANDOUT_BACKUP__RECIPIENT", files.recipient())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A killed backup is either complete under its name or does not exist. Nothing outside the data directory can be read
/// without the key, and the next start removes what is left inside.
#[test]
fn an_interrupted_encrypted_backup_leaves_nothing_readable() {
    let files = Encrypted::new();
    Connection::open(files.data().join("catalogue.db"))
        .unwrap()
        .execute_batch(
            "CREATE TABLE filler (bytes BLOB) STRICT; INSERT INTO filler VALUES (zeroblob(30000000))",
        )
        .unwrap();
    let copies = files.folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let begun = Instant::now();
    assert!(back_up(&files, &copies.join("whole.age")).wait().unwrap().success());
    let took = begun.elapsed();

    let mut moments = Moments::new("killed backups");
    let (mut complete, mut left_copies) = (0, 0);
    for round in 0..kill_rounds().max(6) {
        let copy = copies.join(format!("{round}.age"));
        let mut child = back_up(&files, &copy);
        std::thread::sleep(moments.within(took));
        child.kill().unwrap();
        child.wait().unwrap();
        if copy.exists() {
            assert!(age::decrypt(&files.key, &std::fs::read(&copy).unwrap()).is_ok(), "round {round}");
            complete += 1;
        }
        for file in files_named(&copies, "") {
            let content = std::fs::read(&file).unwrap();
            assert!(
                content.is_empty() || content.starts_with(b"age-encryption.org/v1"),
                "{}",
                file.display()
            );
        }
        left_copies += files_named(&files.data(), ".copying-").len();
        assert!(Start::on(&files.data()).run().stop().success());
        assert!(files_named(&files.data(), ".copying-").is_empty(), "round {round}");
    }
    println!(
        "kill -9: {complete} encrypted backups complete, {left_copies} working copies removed at the next start"
    );
}
