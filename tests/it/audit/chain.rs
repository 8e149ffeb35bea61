//! The chain: append-only, intact after kill -9, broken by any change, anchored when old rows are removed.

use crate::faults::{Moments, kill_rounds};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start, citation, command, fill};
use handout::model::audit::chain::AuditRow;
use rusqlite::Connection;
use std::path::Path;
use std::time::{Duration, Instant};

/// What `handout check` prints about the audit trail.
fn checked(data: &Path) -> String {
    let (_, output) = command(data, &["check"]);
    output.lines().find(|line| line.starts_with("audit trail")).unwrap_or(&output).to_owned()
}

fn database(data: &Path) -> Connection {
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db
}

fn filled(folder: &Path) -> std::path::PathBuf {
    let data = folder.join("data");
    fill(&data, &[citation("One"), citation("Two"), citation("Three")]);
    data
}

/// Changes the file as an attacker would, who drops the triggers first.
fn tampered(db: &Connection, sql: &str) {
    db.execute_batch(&format!(
        "BEGIN; DROP TRIGGER audit_never_changes; DROP TRIGGER audit_is_kept; DROP TRIGGER audit_is_in_order; {sql}"
    ))
    .unwrap();
}

#[test]
fn a_change_of_any_column_of_any_row_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let data = filled(folder.path());
    assert!(checked(&data).contains("ok     the chain of 4 rows is whole"), "{}", checked(&data));
    let clean = std::fs::read(data.join("catalogue.db")).unwrap();
    let columns: Vec<String> = {
        let db = database(&data);
        let mut query = db.prepare("SELECT name FROM pragma_table_info('audit')").unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(columns.len(), 15);
    for row in 1..=4 {
        // One row for each column, and one column for each of the other rows: every check starts a process.
        let changed: &[String] = if row == 2 { &columns } else { &columns[row..=row] };
        for column in changed {
            std::fs::write(data.join("catalogue.db"), &clean).unwrap();
            let value = match column.as_str() {
                "number" => "number + 100".to_owned(),
                "count" => "count + 1".to_owned(),
                "outcome" => "'refused'".to_owned(),
                column => format!("{column} || 'x'"),
            };
            let db = database(&data);
            tampered(&db, &format!("UPDATE audit SET {column} = {value} WHERE number = {row}; COMMIT"));
            drop(db);
            let output = checked(&data);
            assert!(
                output.contains(&format!("WRONG  row {row} is broken")),
                "{column} of row {row}: {output}"
            );
        }
    }
    for (sql, broken) in [
        ("DELETE FROM audit WHERE number = 1", 1),
        ("DELETE FROM audit WHERE number = 3", 3),
        ("DELETE FROM audit WHERE number = 4", 4),
        ("DELETE FROM audit", 1),
    ] {
        std::fs::write(data.join("catalogue.db"), &clean).unwrap();
        let db = database(&data);
        tampered(&db, &format!("{sql}; COMMIT"));
        drop(db);
        let output = checked(&data);
        assert!(output.contains(&format!("WRONG  row {broken} is broken: it is missing")), "{sql}: {output}");
    }
}

#[test]
fn a_row_with_what_the_program_never_writes_is_named_and_backups_continue() {
    let folder = tempfile::tempdir().unwrap();
    let data = filled(folder.path());
    let clean = std::fs::read(data.join("catalogue.db")).unwrap();
    for (n, change) in [
        "outcome = 'succeeded'",
        "outcome = ''",
        "count = -1",
        "detail = CAST(x'ff' AS TEXT)",
        "action = 'citation.steal'",
    ]
    .into_iter()
    .enumerate()
    {
        std::fs::write(data.join("catalogue.db"), &clean).unwrap();
        let db = database(&data);
        db.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        tampered(&db, &format!("UPDATE audit SET {change} WHERE number >= 2; COMMIT"));
        drop(db);
        let output = checked(&data);
        assert!(output.contains("WRONG  row 2 is broken: its content"), "{change}: {output}");
        let (_, output) = command(&data, &["check"]);
        let database = output.lines().find(|line| line.starts_with("database")).unwrap();
        assert!(database.contains("ok  "), "{change}: {output}");
        let copy = folder.path().join(format!("copy-{n}.db"));
        let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
        assert!(succeeded, "{change}: {output}");
    }
}

#[test]
fn the_table_refuses_changes_and_deletions() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&filled(folder.path()));
    for (sql, why) in [
        ("UPDATE audit SET actor = 'x'", "never change"),
        ("DELETE FROM audit", "deleted only because of their age"),
        ("DELETE FROM audit WHERE number = 4", "deleted only because of their age"),
        (
            "INSERT INTO audit SELECT number + 10, at, actor, role, client, action, object, outcome, request, tag_before, \
          tag_after, count, detail, previous, hash FROM audit WHERE number = 1",
            "in order",
        ),
        ("REPLACE INTO audit SELECT * FROM audit WHERE number = 1", "in order"),
    ] {
        let refused = db.execute(sql, []).unwrap_err().to_string();
        assert!(refused.contains(why), "{sql}: {refused}");
    }
}

/// Backdates the rows up to `last`, with matching hashes.
fn age(db: &Connection, last: u64) {
    let triggers: Vec<String> = {
        let mut query = db
            .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'")
            .unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    tampered(db, "");
    let mut previous = String::new();
    for mut row in rows(db) {
        if row.number <= last {
            row.at = "2024-01-02T03:04:05.000Z".into();
        }
        row.previous = previous;
        row.hash = row.computed_hash();
        db.execute(
            "UPDATE audit SET at = ?2, previous = ?3, hash = ?4 WHERE number = ?1",
            rusqlite::params![row.number, row.at, row.previous, row.hash],
        )
        .unwrap();
        previous = row.hash;
    }
    db.execute_batch(&format!("{}; COMMIT", triggers.join(";"))).unwrap();
}

fn rows(db: &Connection) -> Vec<AuditRow> {
    let mut query = db.prepare("SELECT * FROM audit ORDER BY number").unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        Ok(AuditRow {
            number: row.get(0)?,
            at: row.get(1)?,
            actor: row.get(2)?,
            role: row.get(3)?,
            client: row.get(4)?,
            action: row.get(5)?,
            object: row.get(6)?,
            outcome: row.get(7)?,
            request: row.get(8)?,
            tag_before: row.get(9)?,
            tag_after: row.get(10)?,
            count: row.get(11)?,
            detail: row.get(12)?,
            previous: row.get(13)?,
            hash: row.get(14)?,
        })
    };
    query.query_map([], row).unwrap().map(Result::unwrap).collect()
}

/// Rows that are old enough are removed at the next start; the rest can be verified because of the anchor row.
#[test]
fn old_rows_are_removed_and_the_chain_still_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let data = filled(folder.path());
    let db = database(&data);
    age(&db, 3);
    assert!(checked(&data).contains("chain of 4 rows is whole"), "{}", checked(&data));
    let server = Start::on(&data).run();
    let begun = Instant::now();
    let kept = loop {
        let rows = rows(&db);
        if rows[0].number == 4 && rows.len() == 3 {
            break rows;
        }
        assert!(begun.elapsed() < PATIENCE, "{rows:#?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let anchor = kept.iter().find(|row| row.action == "audit.remove").unwrap();
    assert_eq!((anchor.object.as_str(), &anchor.detail), ("3", &kept[0].previous));
    assert!(server.stop().success());
    assert!(checked(&data).contains("chain of 4 rows is whole"), "{}", checked(&data));
    tampered(&db, "DELETE FROM audit WHERE number = 4; COMMIT");
    assert!(checked(&data).contains("WRONG  row 4 is broken: it is missing"), "{}", checked(&data));
}

/// Every citation has its row and every row its citation, and the chain has no gap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_leaves_a_whole_chain() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let start = || Start::on(&data).signed_in_at(&provider).run();
    let mut moments = Moments::new("killed while the audit trail grows");
    for round in 0..kill_rounds() {
        let server = start();
        let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
        let writing = tokio::spawn(async move {
            for n in 0.. {
                if admin.post("/api/citations", &citation(&format!("Round {round}, {n}"))).await.is_err() {
                    return;
                }
            }
        });
        let refused =
            tokio::spawn(
                async move { while staff.post("/api/citations", &citation("Refused")).await.is_ok() {} },
            );
        tokio::time::sleep(moments.within(Duration::from_secs(1))).await;
        server.kill();
        writing.await.unwrap();
        refused.await.unwrap();
        assert!(checked(&data).contains("is whole"), "{}", checked(&data));
        let count = |sql: &str| database(&data).query_row(sql, [], |row| row.get::<_, u64>(0)).unwrap();
        let added = count("SELECT count(DISTINCT object) FROM audit WHERE action = 'citation.add'");
        assert_eq!(added, count("SELECT count(*) FROM citations"));
    }
}
