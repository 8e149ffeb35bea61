//! A full disk: saves fail with a message, searching continues, and everything recovers when there is space again.

use crate::support::provider::Provider;
use crate::support::{Caller, Start, citation, command, order};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with little space: a small file system where one may be mounted, else the file size limit of the
/// process.
struct SmallDisk {
    folder: tempfile::TempDir,
    mounted: bool,
}

impl SmallDisk {
    fn new() -> SmallDisk {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=24m", "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|done| done.status.success());
        SmallDisk { folder, mounted }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn start(&self) -> Start {
        // A process that ignores the signal gets an error from its write, as from a full disk.
        Start::on(&self.data()).after_shell(if self.mounted { "true" } else { "trap '' XFSZ" })
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    fn fill(&self, pid: u32) {
        if self.mounted {
            let mut size = 1 << 20;
            let mut all = Vec::new();
            while size >= 1024 {
                all.resize(all.len() + size, 7);
                if std::fs::write(self.filler(), &all).is_err() {
                    all.truncate(all.len() - size);
                    size /= 2;
                }
            }
            // Fills the rest of the last page.
            let _ = std::fs::write(self.folder.path().join("rest"), [7; 4096]);
        } else {
            limit(pid, "1024");
        }
    }

    fn free(&self, pid: u32) {
        if self.mounted {
            std::fs::remove_file(self.filler()).unwrap();
            let _ = std::fs::remove_file(self.folder.path().join("rest"));
        } else {
            limit(pid, "unlimited");
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if self.mounted {
            let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
        }
    }
}

fn limit(pid: u32, bytes: &str) {
    let limit = format!("--fsize={bytes}:unlimited");
    assert!(Command::new("prlimit").args(["--pid", &pid.to_string(), &limit]).status().unwrap().success());
}

async fn save(admin: &Caller, n: u32) -> crate::support::Answer {
    let mut big = citation(&format!("Handout {}", 700_000 + n));
    big["notes"] = "A long note. ".repeat(3000).into();
    admin.post("/api/citations", &big).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_reported_and_searching_continues() {
    let disk = SmallDisk::new();
    let provider = Provider::start();
    let server = disk.start().signed_in_at(&provider).run();
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let mut saved = Vec::new();
    for n in 0..5 {
        let answer = save(&admin, n).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        saved.push(answer.body);
    }
    assert_eq!(staff.get("/api/user").await.status, 200);
    disk.fill(server.pid());

    // Free space in existing files may allow some more saves; then they fail.
    let mut refused = None;
    for n in 5..600 {
        let answer = save(&admin, n).await;
        match answer.status {
            201 => saved.push(answer.body),
            _ => {
                refused = Some(answer);
                break;
            }
        }
    }
    let refused = refused.expect("600 saves on a full disk");
    assert_eq!(refused.status, 507, "{refused:?}");
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    let ordered = staff.post("/api/user/order", &order(&saved[0], 1)).await.unwrap();
    assert!(matches!(ordered.status, 201 | 507), "{ordered:?}");
    assert_eq!(staff.get("/api/user").await.status, 200, "the user is served on a full disk");
    for _ in 0..20 {
        assert!(staff.found("handout").await >= 5);
        let path = format!("/api/citations/{}", saved[0]["id"].as_str().unwrap());
        assert_eq!(staff.get(&path).await.status, 200);
        let word = saved[1]["title"].as_str().unwrap().replace(' ', "+");
        assert_eq!(server.visitor().get(&format!("/api/search/suggestions?q={word}")).await.status, 200);
    }
    if disk.mounted {
        let copy = disk.folder.path().join("copy.db");
        let (succeeded, output) = command(&disk.data(), &["backup", copy.to_str().unwrap()]);
        assert!(!succeeded && output.contains("error:"), "{output}");
    }

    disk.free(server.pid());
    let answer = save(&admin, 900).await;
    assert_eq!(answer.status, 201, "no recovery: {answer:?}");
    saved.push(answer.body);
    staff.wait_until_found("handout", saved.len() as u64).await;
    for one in &saved {
        let word = one["title"].as_str().unwrap().rsplit(' ').next().unwrap();
        staff.wait_until_found(&format!("\"{word}\""), 1).await;
    }
    println!(
        "full disk ({}): {} saved before and after, the rest got 507, searching continued",
        if disk.mounted { "small file system" } else { "file size limit" },
        saved.len()
    );
    assert!(server.stop().success());
}

#[test]
fn an_index_that_does_not_fit_on_the_disk_leaves_no_files_and_the_restored_database() {
    let disk = SmallDisk::new();
    if !disk.mounted {
        return;
    }
    let outside = tempfile::tempdir().unwrap();
    let (records, backup) = (outside.path().join("records.jsonl"), outside.path().join("backup.db"));
    let abstracts = |n: u32| (0..400).map(|word| format!("word{} ", n * 400 + word)).collect::<String>();
    let lines =
        (0..600).map(|n| format!("{{\"title\":\"Handout {n}\",\"abstract\":\"{}\"}}\n", abstracts(n)));
    std::fs::write(&records, lines.collect::<String>()).unwrap();
    for args in [["import", records.to_str().unwrap()], ["backup", backup.to_str().unwrap()]] {
        let (succeeded, output) = command(&disk.data(), &args);
        assert!(succeeded, "{output}");
    }
    disk.fill(0);
    // Room for the database and a part of the index.
    let filler = std::fs::OpenOptions::new().write(true).open(disk.filler()).unwrap();
    let room = std::fs::metadata(&backup).unwrap().len() + (1 << 20);
    filler.set_len(filler.metadata().unwrap().len() - room).unwrap();

    let (succeeded, output) = command(&disk.data(), &["restore", backup.to_str().unwrap()]);
    assert!(!succeeded && output.contains("the database was restored"), "{output}");
    assert!(output.contains("no space left on the disk"), "{output}");
    let left = std::fs::read_dir(disk.data().join("index")).unwrap().count();
    assert_eq!(left, 0, "{output}");
    let (succeeded, output) = command(&disk.data(), &["export", "-"]);
    assert_eq!((succeeded, output.lines().count()), (true, 600));
}

#[test]
fn a_folder_that_cannot_be_written_stops_the_start_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data");
    std::fs::write(&file, "a file where the folder should be").unwrap();
    let (status, output) = Start::on(&file).try_run().err().expect("it started on a file");
    assert_eq!(status.code(), Some(1), "{output}");
    assert!(output.lines().any(|line| line.starts_with("error:")), "{output}");
    assert_eq!(read(&file), b"a file where the folder should be");
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}
