//! A database file that is updated as by `litestream restore -f`: pages are written in place, the length is set, and
//! then the note beside it is replaced.

use super::{Caller, Server, Start};
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const PAGE: usize = 4096;
/// The primary's URL in a replica's settings; nothing listens there.
pub const PRIMARY: &str = "https://primary.example.org";

/// The database of a data directory in its current state, as a file without a write-ahead log.
pub fn state_of(data: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.db");
    let from =
        Connection::open_with_flags(data.join("catalogue.db"), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    let mut to = Connection::open(&file).unwrap();
    from.busy_timeout(super::PATIENCE).unwrap();
    rusqlite::backup::Backup::new(&from, &mut to)
        .unwrap()
        .run_to_completion(1_000, Duration::ZERO, None)
        .unwrap();
    to.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).unwrap();
    drop(to);
    std::fs::read(&file).unwrap()
}

/// A state after SQL was applied to it.
pub fn changed(state: &[u8], sql: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.db");
    std::fs::write(&file, state).unwrap();
    let db = Connection::open(&file).unwrap();
    db.execute_batch(sql).unwrap();
    drop(db);
    std::fs::read(&file).unwrap()
}

/// The file, and the program that updates it.
pub struct Followed {
    pub file: PathBuf,
    applied: u64,
}

impl Followed {
    /// A file in this folder with this state.
    pub fn new(folder: &Path, state: &[u8]) -> Followed {
        let folder = folder.join("followed");
        std::fs::create_dir(&folder).unwrap();
        let mut followed = Followed { file: folder.join("catalogue.db"), applied: 0 };
        followed.apply(state);
        followed
    }

    /// Updates it to this state.
    pub fn apply(&mut self, state: &[u8]) {
        self.apply_pages(state, Duration::ZERO, usize::MAX);
        self.note();
    }

    /// The same, with a pause after each page.
    pub fn apply_slowly(&mut self, state: &[u8], pause: Duration) {
        self.apply_pages(state, pause, usize::MAX);
        self.note();
    }

    /// Writes this many of the changed pages, and then stops as if killed.
    pub fn apply_torn(&mut self, state: &[u8], pages: usize) {
        self.apply_pages(state, Duration::ZERO, pages);
    }

    fn apply_pages(&self, state: &[u8], pause: Duration, pages: usize) {
        let present = std::fs::read(&self.file).unwrap_or_default();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&self.file).unwrap();
        // From the end, so that the citations counted in the first page are not there yet.
        let differ = state
            .chunks(PAGE)
            .enumerate()
            .rev()
            .filter(|(n, page)| present.get(n * PAGE..n * PAGE + page.len()) != Some(page));
        for (n, page) in differ.take(pages) {
            file.write_all_at(page, (n * PAGE) as u64).unwrap();
            std::thread::sleep(pause);
        }
        if pages == usize::MAX {
            file.set_len(state.len() as u64).unwrap();
        }
    }

    fn note(&mut self) {
        self.applied += 1;
        let note = self.file.with_extension("db-txid");
        let fresh = self.file.with_extension("db-txid.tmp");
        std::fs::write(&fresh, format!("{:016x}\n", self.applied)).unwrap();
        std::fs::rename(fresh, note).unwrap();
    }

    /// Starts a replica of it.
    pub fn replica(&self) -> Start {
        let data = self.file.parent().unwrap().with_file_name("replica");
        Start::on(&data)
            .with_args(&["--replica"])
            .with("REPLICA__DATABASE", self.file.display())
            .with("REPLICA__PRIMARY_URL", PRIMARY)
    }

    /// The data directory of its replica.
    pub fn replica_data(&self) -> PathBuf {
        self.file.parent().unwrap().with_file_name("replica")
    }

    /// Everything that shows whether somebody wrote to its folder: names, lengths, times, contents.
    pub fn traces(&self) -> Vec<(String, u64, std::time::SystemTime, Vec<u8>)> {
        let mut all: Vec<_> = std::fs::read_dir(self.file.parent().unwrap())
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let meta = entry.metadata().unwrap();
                let name = entry.file_name().into_string().unwrap();
                (name, meta.len(), meta.modified().unwrap(), std::fs::read(entry.path()).unwrap())
            })
            .collect();
        all.sort();
        all
    }
}

/// Locks that any process holds on a file, as the system lists them.
pub fn locks_of(file: &Path) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let inode = format!(":{} ", File::open(file).unwrap().metadata().unwrap().ino());
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    locks.lines().filter(|line| line.contains(&inode)).map(str::to_owned).collect()
}

/// Waits until the log contains these words.
pub fn wait_for_log(server: &Server, words: &str) {
    let begun = Instant::now();
    while !server.log().contains(words) {
        assert!(begun.elapsed() < super::PATIENCE, "{words:?} is not in the log:\n{}", server.log());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a path answers with this status.
pub async fn wait_for_status(caller: &Caller, path: &str, status: u16) {
    let begun = Instant::now();
    loop {
        let answer = caller.get(path).await;
        if answer.status == status {
            return;
        }
        assert!(begun.elapsed() < super::PATIENCE, "{path} answers {answer:?}, not {status}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
