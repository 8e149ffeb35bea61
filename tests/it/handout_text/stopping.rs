//! A process that reads a file ends with the server, whether that stops or is killed.

use super::pdf;
use crate::support::fault_server::FaultServer;
use crate::support::{PATIENCE, Start, citation, fill};
use serde_json::json;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

/// A reader that would never end by itself before its limits: 10 s of processor time, or 30 s.
const READERS: [(&str, &str); 2] =
    [("busy", "#!/bin/bash\nwhile :; do :; done\n"), ("hanging", "#!/bin/bash\nexec sleep 600\n")];

/// The processes whose parent is, or was, this one.
fn children(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |number: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let mut fields = after_name.split(' ');
        fields.next().is_some_and(|state| state != "Z") && fields.next() == Some(&parent.to_string())
    };
    numbers.filter(is_child).collect()
}

fn runs(number: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[test]
fn a_process_that_reads_a_file_ends_with_the_server() {
    for (name, script) in READERS {
        for is_killed in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let files = FaultServer::start();
            files.put("/handout.pdf", &pdf::handout("Drink plenty of water."), "1");
            let (data, reader) = (folder.path().join("data"), folder.path().join("reader"));
            std::fs::write(&reader, script).unwrap();
            std::fs::set_permissions(&reader, Permissions::from_mode(0o755)).unwrap();
            let mut handout = citation("Water");
            handout["languages"] = json!([{"lang": "English", "url": files.url("/handout.pdf")}]);
            fill(&data, &[handout]);
            let server = Start::on(&data)
                .with("LINKS__CHECK", "nightly")
                .with("LINKS__HOUR", 0)
                .with("LINKS__ALLOW_HOSTS", format!("[\"127.0.0.1:{}\"]", files.port))
                .with("HANDOUTS__TEXT", "nightly")
                .with("HANDOUTS__PDFTOTEXT", reader.display())
                .run();
            let begun = Instant::now();
            let is_reader = |child: &u32| {
                let command = std::fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
                !command.is_empty() && !command.contains("extract-text")
            };
            let child = loop {
                if let Some(child) = children(server.pid()).into_iter().find(is_reader) {
                    break child;
                }
                assert!(begun.elapsed() < PATIENCE, "{name}: the file is not read: {}", server.log());
                std::thread::sleep(Duration::from_millis(10));
            };
            let stopping = Instant::now();
            if is_killed {
                server.kill();
            } else {
                assert_eq!(server.stop().code(), Some(0));
                // Less than the shorter of the two limits: the stop does not wait for either.
                assert!(stopping.elapsed() < Duration::from_secs(8), "{name}: {:?}", stopping.elapsed());
            }
            while runs(child) {
                assert!(
                    stopping.elapsed() < Duration::from_secs(8),
                    "{name}: the reader outlives the server"
                );
                std::thread::sleep(Duration::from_millis(5));
            }
            let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
            let attempts: i64 =
                db.query_row("SELECT count(*) FROM handout_texts", [], |row| row.get(0)).unwrap();
            assert_eq!(attempts, 0, "{name}: the stop is not an attempt that failed");
        }
    }
}
