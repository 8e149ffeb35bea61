//! The systemd units and the settings beside them.

use crate::support::litestream::{Storage, asset};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Paths that exist only on the machines where the units are installed.
const ELSEWHERE: [&str; 4] = ["ExecStart=", "ExecReload=", "Documentation=", "EnvironmentFile="];

#[test]
fn systemd_understands_the_units() {
    let folder = tempfile::tempdir().unwrap();
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        println!("there is no systemd-analyze here: the units are not checked");
        return;
    }
    // A unit that another one depends on.
    std::fs::write(folder.path().join("handout.service"), "[Service]\nExecStart=/bin/sh\n").unwrap();
    for name in ["handout-replicate", "handout-follow", "handout-replica"] {
        let text = std::fs::read_to_string(asset(&format!("{name}.service"))).unwrap();
        let kept = text.lines().filter(|line| !ELSEWHERE.iter().any(|start| line.starts_with(start)));
        let unit: Vec<&str> = kept
            .flat_map(|line| if line == "[Service]" { vec![line, "ExecStart=/bin/sh"] } else { vec![line] })
            .collect();
        let file = folder.path().join(format!("{name}.service"));
        std::fs::write(&file, unit.join("\n")).unwrap();
        let done = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&file).output().unwrap();
        let output = String::from_utf8_lossy(&done.stderr);
        // systemd-analyze only warns, and exits with 0.
        assert!(done.status.success() && !output.contains(name), "{name}: {output}");
    }
}

/// The limit for the score of `systemd-analyze security` in Debian 12, in tenths, of 100 at most.
const EXPOSURE: &str = "--threshold=11";

#[test]
fn the_units_expose_no_more_than_before() {
    let handout = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/handout.service");
    let others = ["handout-replicate", "handout-follow", "handout-replica"];
    let others = others.map(|name| asset(&format!("{name}.service")));
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        println!("there is no systemd-analyze here: the units are not checked");
        return;
    }
    for unit in others.into_iter().chain([handout]) {
        let analyze = ["security", "--offline=true", "--no-pager", EXPOSURE];
        let done = Command::new("systemd-analyze").args(analyze).arg(&unit).output().unwrap();
        let output = String::from_utf8_lossy(&done.stdout);
        let overall = output.lines().last().unwrap_or_default();
        assert!(done.status.success(), "{}: {overall}", unit.display());
    }
}

/// Every variable in the settings is defined in `litestream.env`, which a shell reads in the same way as systemd.
#[test]
fn the_environment_file_has_what_settings_and_scripts_read() {
    let command = format!(
        "set -eu; . {}; echo \"$STORAGE_URL\"; echo \"$FOLLOW_INTERVAL\"",
        asset("litestream.env").display()
    );
    let done = Command::new("sh").args(["-c", &command]).env_clear().output().unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let output = String::from_utf8(done.stdout).unwrap();
    assert!(output.starts_with("s3://") && output.contains("&region="), "{output}");
    let environment = std::fs::read_to_string(asset("litestream.env")).unwrap();
    for (file, names) in [
        ("litestream.yml", &["PRIMARY_DATABASE", "STORAGE_URL"][..]),
        ("follow.sh", &["REPLICA_DATABASE", "STORAGE_URL", "REPLICA_ADDRESS", "FOLLOW_INTERVAL"]),
        ("failover.sh", &["REPLICA_DATABASE", "STORAGE_URL"]),
    ] {
        let text = std::fs::read_to_string(asset(file)).unwrap();
        for name in names {
            assert!(text.contains(name) && environment.contains(&format!("\n{name}=")), "{file}: {name}");
        }
    }
}

/// Promoting a second time is refused, so that the last step has to be repeated alone.
#[test]
fn a_failover_whose_services_do_not_start_says_how_to_finish() {
    let folder = tempfile::tempdir().unwrap();
    for (program, script) in [
        ("systemctl", "[ \"$1\" = disable ]"),
        ("litestream", "true"),
        ("handout", "true"),
        ("runuser", "true"),
    ] {
        let path = folder.path().join(program);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.arg(asset("failover.sh")).arg("--fenced").env_clear().env("PATH", path);
    command.env("LITESTREAM_ENV", "none").env("STORAGE_URL", "file:///none");
    let done = command.env("REPLICA_DATABASE", folder.path().join("catalogue.db")).output().unwrap();
    let output = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{output}");
    assert!(output.contains("systemctl enable --now handout.service handout-replicate.service"), "{output}");
}

/// A silent stop must be noticed: with a wrong storage URL the follower's script exits.
#[test]
fn a_follower_that_cannot_reach_the_replica_ends_and_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("catalogue.db");
    for file in [&database, &database.with_extension("db-txid")] {
        std::fs::write(file, "kept").unwrap();
    }
    let mut command = Command::new("bash");
    Storage::in_folder(&folder.path().join("nothing")).environment(
        &mut command,
        Path::new(""),
        &database,
        "",
    );
    let done = command.arg(asset("follow.sh")).output().unwrap();
    assert!(!done.status.success(), "{done:?}");
    assert_eq!(std::fs::read_to_string(&database).unwrap(), "kept");
    assert!(database.with_extension("db-txid").exists());
}
