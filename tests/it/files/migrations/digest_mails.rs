//! Schema 19: the outbox and its digests are rebuilt for more kinds of mails.

use super::make_earlier;
use crate::support::Start;
use crate::support::database::rows;
use rusqlite::Connection;

#[test]
fn a_pending_digest_stays_pending() {
    let folder = tempfile::tempdir().unwrap();
    let (present, earlier) = (folder.path().join("present"), folder.path().join("earlier"));
    assert!(Start::on(&present).run().stop().success());
    let database = make_earlier(&present.join("catalogue.db"), 18, &earlier);
    let db = Connection::open(&database).unwrap();
    db.execute_batch(
        "INSERT INTO outbox (key, kind, tries, next_try, last_error) VALUES (5, 'digest', 2, 7, 'refused'); \
         INSERT INTO digest_mails VALUES (5, 'digest.1', 1, 'Ada', 'ada@example.org', 'Handouts to review', 'Hello');",
    )
    .unwrap();
    let mails = |db: &Connection| {
        let outbox =
            rows(db, "outbox", "key, kind, order_key, event, tries, next_try, mailed, dropped, last_error");
        (outbox, rows(db, "digest_mails", "*"))
    };
    let before = mails(&db);
    drop(db);
    assert!(Start::on(&earlier).run().stop().success());
    let db = Connection::open(&database).unwrap();
    assert_eq!(mails(&db), before);
    let broken: u32 =
        db.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).unwrap();
    assert_eq!(broken, 0);
}
