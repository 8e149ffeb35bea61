//! Promotion of a replica's data directory to a primary's: what it preserves, what it refuses.

use crate::files::migrations::make_earlier;
use crate::support::browser::Browser;
use crate::support::database::{count_citations, files_named};
use crate::support::provider::Provider;
use crate::support::replica::{Followed, state_of};
use crate::support::{Caller, Ended, Server, Start, citation, fill, order, run_in};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// An address at which nothing listens.
const GONE: &str = "http://127.0.0.1:1";

/// A replica's data directory, and the file that it follows, of a primary with this many citations.
struct Replica {
    folder: TempDir,
    data: PathBuf,
    database: PathBuf,
}

impl Replica {
    fn with_citations(citations: u32) -> Replica {
        let folder = tempfile::tempdir().unwrap();
        let primary = folder.path().join("primary");
        let records: Vec<_> = (0..citations).map(|n| citation(&format!("Handout {n}"))).collect();
        fill(&primary, &records);
        Replica::following(folder, &primary)
    }

    fn following(folder: TempDir, primary: &Path) -> Replica {
        let followed = Followed::new(folder.path(), &state_of(primary));
        Replica { data: followed.replica_data(), database: followed.file, folder }
    }

    /// Serves until it is stopped; afterwards it has an index and private copies.
    fn has_served(&self) {
        let start = Start::on(&self.data).with_args(&["--replica"]);
        let server =
            start.with("REPLICA__DATABASE", self.database.display()).with("REPLICA__PRIMARY_URL", GONE).run();
        let ended = self.promote(GONE, &["--force"]);
        assert!(ended.error().contains("another handout server uses the data directory"), "{ended:?}");
        assert!(server.stop().success());
    }

    fn promote(&self, primary_url: &str, args: &[&str]) -> Ended {
        self.as_replica(primary_url, &[&["promote"], args].concat())
    }

    /// Runs a command with the settings of a replica.
    fn as_replica(&self, primary_url: &str, args: &[&str]) -> Ended {
        let (data, database) = (self.data.to_str().unwrap(), self.database.to_str().unwrap());
        let variables = [
            ("HANDOUT_REPLICA__ENABLED", "true"),
            ("HANDOUT_REPLICA__DATABASE", database),
            ("HANDOUT_REPLICA__PRIMARY_URL", primary_url),
            ("HANDOUT_SERVER__LISTEN", "127.0.0.1:0"),
        ];
        run_in(self.folder.path(), &variables, &[&["--data", data], args].concat())
    }

    /// Asserts that the promotion is refused with this reason and creates no database.
    fn is_refused(&self, args: &[&str], because: &str) {
        let ended = self.promote(GONE, &[args, &["--force"]].concat());
        assert_eq!(ended.code, Some(1), "{because}: {ended:?}");
        assert!(ended.error().contains(because), "{ended:?}");
        assert!(!self.data.join("catalogue.db").exists(), "{because}");
    }
}

async fn ordered(staff: &Caller, citation: &Value) -> i64 {
    let answer = staff.post("/api/user/order", &order(citation, 2)).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body["number"].as_str().unwrap().split_once('-').unwrap().1.parse().unwrap()
}

/// The image of a citation's printed QR code.
async fn printed_code(server: &Server, path: &str) -> Vec<u8> {
    let path = format!("{path}/qr.png?url=https%3A%2F%2Fexample.org%2Fhandout.pdf");
    let answer = server.visitor().request("GET", &path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.bytes().await.unwrap().to_vec()
}

/// Signs a nurse in.
async fn signed_in(server: &Server, provider: &Provider) -> Browser {
    let mut browser = Browser::at(&server.address);
    let (_, asked) = browser.begin("/").await;
    let code = format!("code-{}", asked["state"]);
    let mut claims = provider.claims("nurse", &["nurses"]);
    claims["nonce"] = asked["nonce"].clone().into();
    let id_token = provider.id_token(&claims);
    provider.gives(
        &code,
        json!({"access_token": "access", "token_type": "Bearer", "expires_in": 3600, "id_token": id_token}),
    );
    browser.get(&format!("/login/callback?code={code}&state={}", asked["state"])).await;
    assert_eq!(browser.get("/api/user").await.status(), 200);
    browser
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promoted_replica_continues_from_the_primary_and_reuses_no_number() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let primary = folder.path().join("primary");
    let start = |data: &Path| {
        Start::on(data)
            .signed_in_at(&provider)
            .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
            .run()
    };
    let server = start(&primary);
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let saved = admin.post("/api/citations", &citation("Asthma at home")).await.unwrap().body;
    let path = format!("/api/citations/{}", saved["id"].as_str().unwrap());
    let renamed = citation("Asthma");
    assert_eq!(admin.put(&path, &renamed).await.unwrap().status, 200);
    let readable = format!("/api/citations/{}", saved["readableIds"][0]["id"].as_str().unwrap());
    let last = ordered(&staff, &saved).await;
    let mut nurse = signed_in(&server, &provider).await;
    let before = admin.get(&path).await;
    let printed = printed_code(&server, &path).await;
    let replica = Replica::following(folder, &primary);
    replica.has_served();
    assert_eq!(files_named(&replica.data, "replica-").len(), 2);

    let refused = replica.promote(&server.address, &[]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.error().contains("something still answers at"), "{refused:?}");
    assert!(!replica.data.join("catalogue.db").exists());
    // Assigned by the primary, but unknown to the replica.
    assert_eq!(ordered(&staff, &saved).await, last + 1);
    let address = server.address.clone();
    server.kill();
    let ended = replica.promote(&address, &[]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    for output in [
        "Nothing answers at http://127.0.0.1:",
        "with 1 citation.",
        "what the primary saved after that is lost",
        "The search index was built.",
        "Order numbers continue after",
        "set replica.enabled = false",
    ] {
        assert!(ended.stdout.contains(output), "{output}: {ended:?}");
    }
    let database = rusqlite::Connection::open(replica.data.join("catalogue.db")).unwrap();
    let newest = "SELECT action FROM audit ORDER BY number DESC LIMIT 1";
    assert_eq!(database.query_row(newest, [], |row| row.get::<_, String>(0)).unwrap(), "promote");
    drop(database);

    let server = start(&replica.data);
    assert!(!server.log().contains("rebuilding"), "{}", server.log());
    assert!(files_named(&replica.data, "replica-").is_empty());
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let after = admin.get(&path).await;
    assert_eq!(after.body, before.body);
    assert_eq!(admin.found("asthma").await, 1);
    let (old, new) = (&before.headers["etag"], &after.headers["etag"]);
    assert_ne!(old, new);
    let stale = admin.request("PUT", &path).header("If-Match", old).json(&renamed);
    assert_eq!(admin.send(stale).await.unwrap().status, 412);
    let fresh = admin.request("PUT", &path).header("If-Match", new).json(&renamed);
    assert_eq!(admin.send(fresh).await.unwrap().status, 200);
    assert_eq!(ordered(&staff, &saved).await, last + 1_001);
    let moved = server.visitor().get(&readable).await;
    assert_eq!(moved.status, 308, "{moved:?}");
    assert_eq!(printed_code(&server, &path).await, printed);
    nurse.address = server.address.clone();
    assert_eq!(nurse.get("/api/user").await.status(), 200, "the sign-in ended");
    assert!(server.stop().success());
    let as_before = replica.as_replica(&address, &["serve", "--replica"]);
    assert_eq!(as_before.code, Some(1));
    assert!(as_before.error().contains("belongs to a server that writes"), "{as_before:?}");
}

#[test]
fn the_folder_of_a_primary_is_not_promoted() {
    let primary = Replica::with_citations(1);
    let server = Start::on(&primary.data).run();
    let ended = primary.promote(GONE, &["--force"]);
    assert!(ended.error().contains("another handout server uses the data directory"), "{ended:?}");
    assert!(server.stop().success());
    let ended = primary.promote(GONE, &["--force"]);
    assert!(ended.error().contains("this data directory is a primary's"), "{ended:?}");
    assert_eq!(ended.code, Some(1));
}

#[test]
fn incomplete_settings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = run_in(folder.path(), &[], &["promote"]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.error().contains("replica.database is not set"), "{nothing:?}");
    std::fs::write(folder.path().join("replica.db"), "x").unwrap();
    let no_primary = run_in(folder.path(), &[], &["promote", "replica.db"]);
    assert_eq!(no_primary.code, Some(2));
    assert!(no_primary.error().contains("replica.primary_url is not set"), "{no_primary:?}");
}

#[test]
fn a_file_that_is_not_a_complete_handout_database_is_refused() {
    let replica = Replica::with_citations(2);
    let other = |name: &str, make: &dyn Fn(&Path)| {
        let file = replica.folder.path().join(name);
        std::fs::copy(&replica.database, &file).unwrap();
        make(&file);
        file.to_str().unwrap().to_owned()
    };
    let sql =
        |sql: &'static str| move |file: &Path| Connection::open(file).unwrap().execute_batch(sql).unwrap();
    let missing = replica.folder.path().join("missing.db").to_str().unwrap().to_owned();
    replica.is_refused(&[&missing], "does not exist");
    replica.is_refused(&[replica.folder.path().to_str().unwrap()], "is not a file");
    replica
        .is_refused(&[&other("empty.db", &|file| std::fs::write(file, "").unwrap())], "is empty (0 bytes)");
    replica.is_refused(
        &[&other("text.db", &|file| std::fs::write(file, "x".repeat(9_000)).unwrap())],
        "is not a backup of",
    );
    replica.is_refused(
        &[&other("theirs.db", &sql("PRAGMA application_id = 7"))],
        "is not a backup of this program",
    );
    let newer = sql("INSERT INTO refinery_schema_history VALUES (999, 'later', '2030-01-01T00:00:00Z', '1')");
    replica.is_refused(&[&other("newer.db", &newer)], "comes from a newer version");
    let log = |file: &Path| std::fs::write(format!("{}-wal", file.display()), "frames").unwrap();
    replica.is_refused(&[&other("logged.db", &log)], "logged.db-wal is beside");
    let damaged = |file: &Path| {
        let mut bytes = std::fs::read(file).unwrap();
        let length = bytes.len();
        bytes[length / 2..length / 2 + 6_000].fill(0x55);
        std::fs::write(file, bytes).unwrap();
    };
    replica.is_refused(&[&other("damaged.db", &damaged)], "is damaged");
    // The follower was interrupted.
    let note = std::fs::metadata(format!("{}-txid", replica.database.display())).unwrap().modified().unwrap();
    let file = std::fs::File::options().append(true).open(&replica.database).unwrap();
    file.set_modified(note + Duration::from_secs(1)).unwrap();
    replica.is_refused(&[], "is not whole");
    file.set_modified(note - Duration::from_secs(1)).unwrap();
    let ended = replica.promote(GONE, &[]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(count_citations(&replica.data.join("catalogue.db")), 2);
}

/// The result of a full restore, of an earlier version, still marked as using a write-ahead log, without an index.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_restore_of_an_earlier_version_is_promoted() {
    let replica = Replica::with_citations(3);
    let earlier = replica.folder.path().join("earlier");
    let file = make_earlier(&replica.database, 12, &earlier);
    let db = Connection::open(&file).unwrap();
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(db);
    let ended = replica.promote(GONE, &[file.to_str().unwrap()]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("The search index was built."), "{ended:?}");
    let server = Start::on(&replica.data).run();
    assert!(!server.log().contains("rebuilding"), "{}", server.log());
    assert_eq!(server.visitor().found("handout").await, 3);
}
