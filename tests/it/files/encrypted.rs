//! Encrypted backups: writing, reading, and refused files.

use crate::support::database::{count_citations, files_named};
use crate::support::{Ended, PATIENCE, Start, citation, command, fill, run_in};
use age::secrecy::ExposeSecret;
use age::x25519::Identity;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const CITATIONS: u32 = 40;

/// A data directory with citations, a key pair, and the file of the private key in the form of `age-keygen`.
pub struct Encrypted {
    pub folder: tempfile::TempDir,
    pub key: Identity,
}

impl Encrypted {
    pub fn new() -> Encrypted {
        let (folder, key) = (tempfile::tempdir().unwrap(), Identity::generate());
        let records: Vec<_> = (0..CITATIONS).map(|n| citation(&format!("Handout {n}"))).collect();
        let this = Encrypted { folder, key };
        fill(&this.data(), &records);
        this.write_key("key.txt", &this.key);
        this
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn recipient(&self) -> String {
        self.key.to_public().to_string()
    }

    /// The path of a file in the temporary directory.
    pub fn name(&self, file: &str) -> String {
        self.folder.path().join(file).to_str().unwrap().to_owned()
    }

    pub fn write_key(&self, file: &str, key: &Identity) {
        let text = format!(
            "# created: 2026-11-25T00:00:00Z\n# public key: {}\n{}\n",
            key.to_public(),
            key.to_string().expose_secret()
        );
        std::fs::write(self.name(file), text).unwrap();
    }

    /// Runs a command on the data directory, with the recipient in its settings.
    pub fn run(&self, args: &[&str]) -> Ended {
        let data = self.data();
        let all = [&["--data", data.to_str().unwrap()][..], args].concat();
        run_in(self.folder.path(), &[("HANDOUT_BACKUP__RECIPIENT", &self.recipient())], &all)
    }

    /// Makes an encrypted backup; returns its bytes.
    pub fn back_up(&self, file: &str) -> Vec<u8> {
        let ended = self.run(&["backup", &self.name(file)]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains(&format!("encrypted for {}", self.recipient())), "{ended:?}");
        std::fs::read(self.name(file)).unwrap()
    }

    /// Restores into another data directory, and asserts that a failure leaves nothing there.
    pub fn restore(&self, file: &str, more: &[&str]) -> (bool, String) {
        let elsewhere = self.folder.path().join("elsewhere");
        let (succeeded, output) = command(&elsewhere, &[&["restore", &self.name(file)][..], more].concat());
        if succeeded {
            assert_eq!(count_citations(&elsewhere.join("catalogue.db")), CITATIONS);
            std::fs::remove_dir_all(&elsewhere).unwrap();
        } else {
            assert!(output.starts_with("error: ") && output.lines().count() == 1, "{output}");
            assert!(files_named(&elsewhere, ".db").is_empty(), "{output}");
        }
        (succeeded, output)
    }
}

fn holds(content: &[u8], text: &str) -> bool {
    content.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn an_encrypted_backup_is_restored_only_with_its_key() {
    let files = Encrypted::new();
    let backup = files.back_up("copy.db.age");
    assert!(backup.starts_with(b"age-encryption.org/v1\n"));
    for text in ["SQLite format 3", "Handout 7", "CREATE TABLE"] {
        assert!(!holds(&backup, text), "{text} is in the backup");
    }
    assert!(files_named(&files.data(), ".copying").is_empty());

    let key = ["--identity", &files.name("key.txt")];
    let (succeeded, output) = files.restore("copy.db.age", &key);
    assert!(succeeded && output.contains("with 40 citations"), "{output}");
    let (succeeded, output) = files.restore("copy.db.age", &[]);
    assert!(
        !succeeded && output.contains("is encrypted") && output.contains("`--identity FILE`"),
        "{output}"
    );
    files.write_key("other.txt", &Identity::generate());
    let (succeeded, output) = files.restore("copy.db.age", &["--identity", &files.name("other.txt")]);
    assert!(!succeeded && output.contains("it is encrypted for another key"), "{output}");
    let (succeeded, output) = files.restore("copy.db.age", &["--identity", &files.name("copy.db.age")]);
    assert!(!succeeded && output.contains("is encrypted, with a passphrase perhaps"), "{output}");
    let (succeeded, output) = files.restore("copy.db.age", &["--identity", &files.name("none.txt")]);
    assert!(!succeeded && output.contains("none.txt does not exist"), "{output}");

    // Without a recipient the backup is plain, and a key has no effect.
    let (succeeded, output) = command(&files.data(), &["backup", &files.name("plain.db")]);
    assert!(succeeded && !output.contains("encrypted"), "{output}");
    assert!(std::fs::read(files.name("plain.db")).unwrap().starts_with(b"SQLite format 3"));
    assert!(files.restore("plain.db", &[]).0 && files.restore("plain.db", &key).0);
}

#[test]
fn a_damaged_encrypted_backup_changes_nothing() {
    let files = Encrypted::new();
    let whole = files.back_up("copy.db.age");
    let key = ["--identity", &files.name("key.txt")];
    let damaged = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        bytes
    };
    for (what, bytes) in [
        ("damaged in the middle", damaged(whole.len() / 2)),
        ("damaged at its end", damaged(whole.len() - 1)),
        ("cut off in the middle", whole[..whole.len() / 2].to_vec()),
        ("cut off by one byte", whole[..whole.len() - 1].to_vec()),
        ("cut off in its header", whole[..60].to_vec()),
    ] {
        std::fs::write(files.name("bad.db.age"), bytes).unwrap();
        let (succeeded, output) = files.restore("bad.db.age", &key);
        assert!(!succeeded && output.contains("is damaged or incomplete"), "{what}: {output}");
    }
    // The decrypted content may be something else.
    let letter = age::encrypt(&files.key.to_public(), b"Dear Ada").unwrap();
    std::fs::write(files.name("letter.age"), letter).unwrap();
    let (succeeded, output) = files.restore("letter.age", &key);
    assert!(!succeeded && output.contains("is not a backup of this program"), "{output}");
}

/// Backups of the program are read by the age library, and vice versa.
#[test]
fn encrypted_backups_are_age_files() {
    let files = Encrypted::new();
    let backup = files.back_up("copy.db.age");
    let plain = age::decrypt(&files.key, &backup).unwrap();
    std::fs::write(files.name("plain.db"), &plain).unwrap();
    assert_eq!(count_citations(Path::new(&files.name("plain.db"))), CITATIONS);
    let theirs = age::encrypt(&files.key.to_public(), &plain).unwrap();
    std::fs::write(files.name("theirs.age"), theirs).unwrap();
    let (succeeded, output) = files.restore("theirs.age", &["--identity", &files.name("key.txt")]);
    assert!(succeeded, "{output}");

    // Written to a pipe.
    let mut streaming = Command::new(crate::support::binary());
    streaming.args(["--data", files.data().to_str().unwrap(), "backup", "-"]).env_clear();
    let streamed = streaming
        .env("HANDOUT_BACKUP__RECIPIENT", files.recipient())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(streamed.status.success());
    assert!(age::decrypt(&files.key, &streamed.stdout).unwrap().starts_with(b"SQLite format 3"));
}

#[test]
fn scheduled_backups_are_encrypted_and_both_kinds_are_counted() {
    let files = Encrypted::new();
    let copies = files.folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let old =
        ["catalogue-2026-01-01.db", "catalogue-2026-01-02.db.age", "catalogue-2026-01-03.db", "my.db.age"];
    for name in old {
        std::fs::write(copies.join(name), "an earlier one").unwrap();
    }
    let start = || {
        Start::on(&files.data())
            .with("BACKUP__DIR", copies.to_str().unwrap())
            .with("BACKUP__HOUR", 0)
            .with("BACKUP__KEEP", 2)
    };
    let server = start().with("BACKUP__RECIPIENT", files.recipient()).run();
    let begun = Instant::now();
    while copies.join("catalogue-2026-01-02.db.age").exists() {
        assert!(begun.elapsed() < PATIENCE, "{}", server.log());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(server.stop().success());
    let left: Vec<String> = files_named(&copies, "")
        .iter()
        .map(|file| file.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let [kept, today, _files, other] = &left[..] else { panic!("{left:?}") };
    assert_eq!((&**kept, &**other), ("catalogue-2026-01-03.db", "my.db.age"));
    assert!(today.starts_with("catalogue-20") && today.ends_with(".db.age"), "{today}");
    let (succeeded, output) =
        files.restore(&format!("copies/{today}"), &["--identity", &files.name("key.txt")]);
    assert!(succeeded, "{output}");

    // One a day, whichever kind it is.
    let server = start().run();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(server.stop().success());
    assert_eq!(files_named(&copies, ".db").len(), 3);

    let checked = files.run(&["check"]);
    let line = checked.stdout.lines().find(|line| line.starts_with("backups")).unwrap();
    assert!(line.contains(&format!("are encrypted for {}", files.recipient())), "{line}");
    let (_, output) = command(&files.data(), &["check"]);
    assert!(
        output.lines().any(|line| line.starts_with("backups") && line.ends_with("are not encrypted")),
        "{output}"
    );
}

/// A scheduled backup is complete whether or not the old ones can be removed.
#[test]
fn an_old_backup_that_cannot_be_removed_is_not_reported_as_a_failed_backup() {
    let files = Encrypted::new();
    let copies = files.folder.path().join("copies");
    // A folder cannot be removed like a file.
    std::fs::create_dir_all(copies.join("catalogue-2026-01-01.db")).unwrap();
    let server = Start::on(&files.data())
        .with("BACKUP__DIR", copies.to_str().unwrap())
        .with("BACKUP__HOUR", 0)
        .with("BACKUP__KEEP", 1)
        .run();
    let begun = Instant::now();
    while !server.log().contains("the database was backed up") {
        assert!(begun.elapsed() < PATIENCE, "{}", server.log());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let log = server.log();
    assert!(log.contains("old scheduled backups cannot be removed"), "{log}");
    assert!(!log.contains("the scheduled backup failed"), "{log}");
    assert!(server.stop().success());
}

/// A pre-migration backup stays beside the database that it copies: anyone who can read one can read the other.
#[test]
fn a_pre_migration_backup_is_not_encrypted() {
    let files = Encrypted::new();
    let earlier = files.folder.path().join("earlier");
    super::migrations::make_earlier(&files.data().join("catalogue.db"), 20, &earlier);
    let server = Start::on(&earlier).with("BACKUP__RECIPIENT", files.recipient()).run();
    assert!(server.stop().success());
    assert_eq!(count_citations(&earlier.join("catalogue.db.before-v21")), CITATIONS);
}
