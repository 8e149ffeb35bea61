//! What `handout check` finds wrong.

use crate::support::{Ended, PATIENCE, Start, binary, citation, fill, run_in};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The line about one thing; fails unless it is a single line of the output.
fn line<'a>(ended: &'a Ended, what: &str) -> &'a str {
    let lines: Vec<&str> = ended.stdout.lines().filter(|line| line.starts_with(what)).collect();
    assert_eq!(lines.len(), 1, "{what}: {ended:?}");
    lines[0]
}

#[test]
fn a_file_that_is_no_catalogue_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join("good"), &[citation("Handout 1")]);
    let good = std::fs::read(folder.path().join("good/catalogue.db")).unwrap();
    let mut torn = good.clone();
    torn[4096..].chunks_mut(4096).step_by(2).for_each(|page| page.fill(0x5a));
    std::fs::create_dir(folder.path().join("data")).unwrap();
    for (content, expected) in [
        (&b"My letters, 1987.\n".repeat(900)[..], "catalogue.db is not a database; it was left as it is"),
        (&good[..good.len() / 2], "catalogue.db is damaged ("),
        (&torn, "catalogue.db is damaged ("),
    ] {
        std::fs::write(folder.path().join("data/catalogue.db"), content).unwrap();
        let ended = run_in(folder.path(), &[], &["check"]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(line(&ended, "database").contains(expected), "{expected}: {ended:?}");
        assert!(
            ended.stdout.lines().all(|line| line.contains("ok  ") || line.contains("WRONG")),
            "{ended:?}"
        );
    }
}

/// Runs the program as a user without rights of its own; `None` where this test may not do that.
fn run_as_nobody(folder: &Path, args: &[&str]) -> Option<Ended> {
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", binary()]).args(args);
    let done =
        command.current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH")?).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let ended = Ended { code: done.status.code(), stdout: text(&done.stdout), stderr: text(&done.stderr) };
    (!ended.stderr.starts_with("setpriv")).then_some(ended)
}

#[test]
fn what_a_command_of_root_left_to_the_server_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Handout 1")]);
    assert_eq!(run_in(folder.path(), &[], &["--rebuild-index"]).code, Some(0));
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(folder.path(), 0o755);
    let own = |path: &Path, owner| chown(path, Some(owner), Some(owner)).is_ok();
    let files = || std::fs::read_dir(&data).unwrap().flatten().map(|entry| entry.path());
    if !own(&data, 65534) || !files().all(|file| own(&file, 65534)) {
        return;
    }
    let Some(ended) = run_as_nobody(folder.path(), &["check"]) else { return };
    assert!(line(&ended, "database").contains("ok"), "{ended:?}");
    assert!(own(&data.join("index"), 0));
    let Some(ended) = run_as_nobody(folder.path(), &["check"]) else { return };
    assert!(line(&ended, "search index").contains("WRONG  ./data/index cannot be written"), "{ended:?}");
    assert_eq!(ended.code, Some(1));
    mode(&data.join("catalogue.db"), 0o400);
    let Some(ended) = run_as_nobody(folder.path(), &["check"]) else { return };
    assert!(line(&ended, "database").contains("WRONG  ./data/catalogue.db cannot be written"), "{ended:?}");
}

/// Root runs commands as the server's user, in a home directory that this user cannot enter.
#[test]
fn commands_work_in_a_directory_that_their_user_cannot_enter() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let records = folder.path().join("records.jsonl");
    std::fs::write(&records, r#"{"id": "one", "title": "One"}"#).unwrap();
    let nobody = Some(65534);
    if [folder.path(), &records].iter().any(|path| chown(path, nobody, nobody).is_err()) {
        return;
    }
    let data = folder.path().join("data").display().to_string();
    let records = records.display().to_string();
    for args in [&["import", &records][..], &["check"], &["export", "-"], &["backup", "-"]] {
        let Some(ended) = run_as_nobody(home.path(), &[&["--data", &data], args].concat()) else { return };
        assert_eq!(ended.code, Some(0), "{args:?}: {}", ended.stderr);
        assert!(!ended.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn an_expired_certificate_is_wrong_and_logged_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let write = |until: i32| {
        let mut params = rcgen::CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2000, 1, 1);
        params.not_after = rcgen::date_time_ymd(until, 1, 1);
        let key = rcgen::KeyPair::generate().unwrap();
        std::fs::write(at("cert.pem"), params.self_signed(&key).unwrap().pem()).unwrap();
        std::fs::write(at("key.pem"), key.serialize_pem()).unwrap();
    };
    let (cert, key) = (at("cert.pem"), at("key.pem"));
    let variables = [("HANDOUT_SERVER__TLS_CERT", cert.as_str()), ("HANDOUT_SERVER__TLS_KEY", &key)];
    for (until, code, expected) in [
        (2100, 0, "ok     certificate and key fit together; "),
        (2001, 1, "cert.pem expired at 2001-01-01T00:00:00Z"),
    ] {
        write(until);
        let ended = run_in(folder.path(), &variables, &["check"]);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert!(line(&ended, "certificate").contains(expected), "{ended:?}");
    }
    let server = Start::on(&folder.path().join("data"))
        .with("SERVER__TLS_CERT", &cert)
        .with("SERVER__TLS_KEY", &key)
        .run();
    assert!(server.log().contains("browsers refuse the certificate: "), "{}", server.log());
}

#[test]
fn scheduled_backups_must_be_recent() {
    let folder = tempfile::tempdir().unwrap();
    let variables = [("HANDOUT_BACKUP__DIR", "copies")];
    for (file, code, expected) in [
        (None, 0, "the first one has not been made yet"),
        (Some("my.db"), 0, "the first one has not been made yet"),
        (Some("catalogue-2026-01-05.db"), 1, "WRONG  the newest in copies is of 2026-01-05"),
        (Some("catalogue-9000-01-01.db.age"), 1, "WRONG  the newest in copies is of 2026-01-05"),
    ] {
        if let Some(file) = file {
            std::fs::create_dir_all(folder.path().join("copies")).unwrap();
            std::fs::write(folder.path().join("copies").join(file), "").unwrap();
        }
        let ended = run_in(folder.path(), &variables, &["check"]);
        assert!(line(&ended, "backups").contains(expected), "{ended:?}");
        assert_eq!(ended.code, Some(code), "{ended:?}");
    }
}

/// The unit, not the user, decides where the service may write, so the command cannot find it out by itself.
#[test]
fn a_scheduled_backup_that_failed_is_reported_until_one_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    // In place of the folder of stored files.
    std::fs::write(copies.join("files"), "").unwrap();
    let variables = [("HANDOUT_BACKUP__DIR", copies.to_str().unwrap())];
    let wait_for = |words: &str| {
        let server = Start::on(&folder.path().join("data"))
            .with("BACKUP__DIR", copies.to_str().unwrap())
            .with("BACKUP__HOUR", 0)
            .run();
        let begun = Instant::now();
        while !server.log().contains(words) {
            assert!(begun.elapsed() < PATIENCE, "{}", server.log());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(server.stop().success());
        run_in(folder.path(), &variables, &["check"])
    };
    let failed = wait_for("the scheduled backup failed");
    let message = line(&failed, "backups");
    assert!(
        message.contains("WRONG  the latest one failed at 2") && message.contains("copies/files"),
        "{message}"
    );
    assert_eq!(failed.code, Some(1), "{failed:?}");
    std::fs::remove_file(copies.join("files")).unwrap();
    let succeeded = wait_for("the database was backed up");
    assert!(line(&succeeded, "backups").contains("ok     go to "), "{succeeded:?}");
}

#[test]
fn sinks_of_the_audit_trail_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join("data"), &[citation("Handout 1")]);
    let ended = run_in(folder.path(), &[], &["check"]);
    assert!(line(&ended, "audit delivery").contains("not configured"), "{ended:?}");
    let variables = [("HANDOUT_AUDIT__FILE", "log/audit.jsonl")];
    let ended = run_in(folder.path(), &variables, &["check"]);
    assert!(line(&ended, "audit delivery").contains("WRONG"), "{ended:?}");
    assert_eq!(ended.code, Some(1));
    std::fs::create_dir(folder.path().join("log")).unwrap();
    let ended = run_in(folder.path(), &variables, &["check"]);
    assert!(line(&ended, "audit delivery").contains("2 rows wait for audit.file"), "{ended:?}");
    let beside = run_in(folder.path(), &[("HANDOUT_AUDIT__FILE", "audit.jsonl")], &["check"]);
    assert_eq!(beside.code, Some(0), "{beside:?}");
}
