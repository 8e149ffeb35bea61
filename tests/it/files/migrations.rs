//! Filled databases of every earlier schema version: which commands migrate them, which data stays, and the
//! pre-migration backup.

use crate::support::database::{count_citations, files_named, fill_every_table, rows, table_names, tables};
use crate::support::provider::Provider;
use crate::support::{Start, command};
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

mod codes;
mod digest_mails;
mod lookup_names;
mod merges;
mod order_states;

const CITATIONS: u32 = 15;
/// Tables that a later version has replaced.
const REPLACED: [&str; 1] = ["admin_grants"];

/// The migrations: version and SQL.
fn migrations() -> Vec<(u32, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    let mut found: Vec<(u32, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let version = name.strip_prefix('V').unwrap().split_once("__").unwrap().0.parse().unwrap();
            (version, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    found.sort();
    found
}

fn newest() -> u32 {
    migrations().last().unwrap().0
}

/// The version before the newest one.
fn earlier() -> u32 {
    migrations().iter().rev().nth(1).unwrap().0
}

fn columns(db: &Connection, schema: &str, table: &str) -> Vec<String> {
    let mut names = db.prepare("SELECT name FROM pragma_table_info(?1, ?2)").unwrap();
    names.query_map([table, schema], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Orders before they had columns: the submission as JSON.
const ORDERS_BEFORE_STATES: &str = "INSERT INTO main.orders (key, id, user, idempotency_key, date_of_order, sent, body) \
     SELECT key, id, user, idempotency_key, date_of_order, stored, json_object('firstName', first_name, \
     'lastName', last_name, 'email', email, 'phoneNumber', phone_number, 'department', department, \
     'mailStop', mail_stop, 'dateOfOrder', date_of_order, 'dateRequired', date_required, 'costCenter', cost_center, \
     'activity', activity, 'costCategory', cost_category, 'specialInstructions', special_instructions, \
     'orders', json((SELECT json_group_array(json_object('id', citation, 'itemNum', item_number, 'lang', language, \
     'quantity', quantity, 'readableId', readable_id, 'title', title, 'url', url, 'printingSpecs', printing_specs)) \
     FROM present.order_lines l WHERE l.order_key = o.key))) FROM present.orders o";

/// Makes a database as a program with schema `version` would have left it: its schema from the migrations up to that
/// version, its rows from `present`, in the columns that it had.
pub fn make_earlier(present: &Path, version: u32, data: &Path) -> PathBuf {
    std::fs::create_dir_all(data).unwrap();
    let file = data.join("catalogue.db");
    let db = Connection::open(&file).unwrap();
    db.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA application_id = 0x48414E44").unwrap();
    db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
    for (_, sql) in migrations().iter().filter(|(of, _)| *of <= version) {
        db.execute_batch(sql).unwrap();
    }
    db.execute("ATTACH ?1 AS present", [present.to_str().unwrap()]).unwrap();
    let history = "refinery_schema_history";
    let make_history: String = db
        .query_row("SELECT sql FROM present.sqlite_schema WHERE name = ?1", [history], |row| row.get(0))
        .unwrap();
    db.execute_batch(&make_history).unwrap();
    for table in table_names(&db) {
        if table == "orders" && version < 9 {
            db.execute_batch(ORDERS_BEFORE_STATES).unwrap();
            continue;
        }
        if table.starts_with("order_words") {
            // The full-text table fills its own shadow tables.
            if table == "order_words" {
                db.execute_batch(
                    "INSERT INTO main.order_words (rowid, words) SELECT rowid, words FROM present.order_words",
                )
                .unwrap();
            }
            continue;
        }
        let now = columns(&db, "present", &table);
        let both: Vec<String> =
            columns(&db, "main", &table).into_iter().filter(|name| now.contains(name)).collect();
        let both = both.join(", ");
        let only = match table.as_str() {
            "refinery_schema_history" => format!("WHERE version <= {version}"),
            "outbox" if version < 9 => "WHERE kind = 'order'".to_owned(),
            _ => String::new(),
        };
        if both.is_empty() {
            continue;
        }
        db.execute_batch(&format!(
            "DELETE FROM main.{table}; INSERT INTO main.{table} ({both}) SELECT {both} FROM present.{table} {only}"
        ))
        .unwrap();
    }
    db.execute_batch("DETACH present").unwrap();
    if table_names(&db).iter().any(|table| table == "freshness") {
        // A server renews a row that is older than a minute.
        db.execute_batch(
            "UPDATE freshness SET noted = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), after_change = (SELECT coalesce(max(number), 0) FROM changes)",
        )
        .unwrap();
    }
    file
}

/// The rows of each table, in the columns that both files have.
fn rows_in_columns_of(first: &Path, second: &Path, file: &Path) -> BTreeMap<String, Vec<String>> {
    let open = |file: &Path| Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let (first, second, db) = (open(first), open(second), open(file));
    let mut found = BTreeMap::new();
    for table in table_names(&first) {
        let kept = columns(&second, "main", &table);
        let mut names = columns(&first, "main", &table);
        names.retain(|name| kept.contains(name));
        if names.is_empty() {
            // Another test covers these rows.
            assert!(REPLACED.contains(&table.as_str()), "{table} is gone");
            continue;
        }
        let names = names.join(", ");
        let mut rows = rows(&db, &table, &names);
        if table == "refinery_schema_history" {
            let last: u32 =
                first.query_row(&format!("SELECT max(version) FROM {table}"), [], |row| row.get(0)).unwrap();
            // As text, 10 comes before 2.
            rows.retain(|row| (1..=last).any(|version| row.starts_with(&format!("[Integer({version}),"))));
        }
        found.insert(table, rows);
    }
    found
}

fn schema_version(file: &Path) -> u32 {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    db.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0)).unwrap()
}

/// A filled database of the current version, in a single file.
async fn present(folder: &Path, provider: &Provider) -> PathBuf {
    let (data, copy) = (folder.join("present"), folder.join("present.db"));
    let server = Start::on(&data).signed_in_at(provider).run();
    fill_every_table(&server, provider, CITATIONS).await;
    let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    // Removes the mark of a backup: this is a database in use.
    let db = Connection::open(&copy).unwrap();
    db.execute("UPDATE catalogue SET backup_made = NULL", []).unwrap();
    copy
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filled_database_of_every_earlier_version_is_migrated_with_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let present = present(folder.path(), &provider).await;
    for (version, _) in migrations().into_iter().filter(|(version, _)| *version < newest()) {
        let data = folder.path().join(format!("v{version}"));
        let database = make_earlier(&present, version, &data);
        let earlier = folder.path().join(format!("v{version}.db"));
        std::fs::copy(&database, &earlier).unwrap();
        let before = tables(&database);

        let server = Start::on(&data).signed_in_at(&provider).run();
        // Without a query, because a search would be counted and add a row.
        server.visitor().wait_until_found("", u64::from(CITATIONS)).await;
        let again = server.bearer(provider.admin()).get("/api/system/departments").await;
        assert_eq!(again.status, 200, "{again:?}");
        assert!(server.stop().success());
        assert_eq!(schema_version(&database), newest());
        let rows_before = rows_in_columns_of(&earlier, &database, &earlier);
        for (table, mut rows) in rows_in_columns_of(&earlier, &database, &database) {
            if table == "audit" {
                // Rows recorded by this start, call and stop follow the earlier ones.
                rows.retain(|row| rows_before[&table].contains(row));
            }
            assert_eq!(rows, rows_before[&table], "{table}, from schema {version}");
        }
        assert_eq!(count_citations(&database), CITATIONS);

        let kept = data.join(format!("catalogue.db.before-v{}", version + 1));
        assert_eq!(schema_version(&kept), version);
        assert_eq!(tables(&kept), before, "the backup before the migration from schema {version}");
        assert_eq!(files_named(&data, ".before-"), [kept], "more than one pre-migration backup");
    }
}

/// No other command may change the schema while a server of the previous version may be running.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_but_serve_and_restore_changes_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let present = present(folder.path(), &provider).await;
    let (data, version) = (folder.path().join("data"), earlier());
    let database = make_earlier(&present, version, &data);
    let records = folder.path().join("one.jsonl");
    std::fs::write(&records, r#"{"id": "one", "title": "One"}"#).unwrap();
    let (records, to) = (records.to_str().unwrap(), folder.path().join("to"));
    let before = std::fs::read(&database).unwrap();
    let commands: [&[&str]; 9] = [
        &["check"],
        &["export", to.to_str().unwrap()],
        &["backup", to.to_str().unwrap()],
        &["import", records],
        &["import", "--dry-run", records],
        &["admin", "list"],
        &["admin", "grant", "ada@example.org"],
        &["admin", "revoke", "ada@example.org"],
        &["--rebuild-index"],
    ];
    for args in commands {
        let (succeeded, output) = command(&data, args);
        assert!(!succeeded, "{args:?}: {output}");
        assert!(
            output.contains(&format!("schema {version}")) && output.contains(&newest().to_string()),
            "{args:?}: {output}"
        );
        assert!(output.contains("catalogue.db"), "{args:?}: {output}");
        assert_eq!(schema_version(&database), version, "{args:?}");
        assert!(std::fs::read(&database).unwrap() == before, "{args:?} changed the database");
    }
    assert!(!to.exists() && files_named(&data, ".before-").is_empty());

    let other = folder.path().join("other");
    let (succeeded, output) = command(&other, &["restore", database.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    assert_eq!(schema_version(&other.join("catalogue.db")), newest());
    assert!(files_named(&other, ".before-").is_empty(), "the backup itself is the previous state");
    let (succeeded, output) = command(&other, &["check"]);
    assert!(succeeded, "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pre_migration_backup_is_complete_whatever_file_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let present = present(folder.path(), &provider).await;
    let (data, version) = (folder.path().join("data"), earlier());
    let database = make_earlier(&present, version, &data);
    let before = tables(&database);
    let kept = data.join(format!("catalogue.db.before-v{}", version + 1));
    std::fs::write(&kept, "eleven byte").unwrap();
    assert!(Start::on(&data).run().stop().success());
    assert_eq!(schema_version(&database), newest());
    assert_eq!(tables(&kept), before);
    assert_eq!(count_citations(&kept), CITATIONS);
    let older = data.join(format!("catalogue.db.before-v{}.older-1", version + 1));
    assert_eq!(std::fs::read(&older).unwrap(), b"eleven byte", "the file that had the name is preserved");

    // Back to the previous version, some changes, and migrated again: the backup has the current state.
    for file in ["catalogue.db", "catalogue.db-wal", "catalogue.db-shm"] {
        let _ = std::fs::remove_file(data.join(file));
    }
    std::fs::rename(&kept, &database).unwrap();
    Connection::open(&database).unwrap().execute("UPDATE users SET email = 'new@example.org'", []).unwrap();
    std::fs::copy(&present, &kept).unwrap();
    let before = tables(&database);
    assert!(Start::on(&data).run().stop().success());
    let after = tables(&kept);
    assert_eq!(after["users"], before["users"]);
    assert_eq!(after["citations"], before["citations"]);
}

/// Nothing is migrated without a backup, or while another command uses the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_that_cannot_be_made_safely_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let present = present(folder.path(), &provider).await;
    let (data, version) = (folder.path().join("data"), earlier());
    let database = make_earlier(&present, version, &data);

    let lock = std::fs::File::create(data.join("catalogue.lock")).unwrap();
    lock.lock_shared().unwrap();
    let (status, output) = Start::on(&data).try_run().err().unwrap();
    assert_eq!(status.code(), Some(1), "{output}");
    assert!(output.contains("error: another handout command uses the data directory"), "{output}");
    assert_eq!(schema_version(&database), version);
    drop(lock);

    // No space for the backup: files larger than the database cannot be written.
    let blocks = std::fs::metadata(&database).unwrap().len() / 2 / 512;
    let shell = format!("trap '' XFSZ; ulimit -f {blocks}");
    let (status, output) = Start::on(&data).after_shell(&shell).try_run().err().unwrap();
    assert_eq!(status.code(), Some(1), "{output}");
    let error = output.lines().find(|line| line.starts_with("error:")).unwrap();
    assert!(error.contains("before-v"), "{output}");
    assert_eq!(schema_version(&database), version);
    assert!(files_named(&data, ".before-").is_empty(), "an incomplete backup is left");
    assert!(Start::on(&data).run().stop().success());
    assert_eq!(schema_version(&database), newest());
}
