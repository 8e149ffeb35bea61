//! Backups while others write.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::model::accounts::Role;
use crate::store::Store;
use crate::store::files::opening::connect_read_only;

/// A copy is of the state at its begin and ends after one pass, although something is written between all its steps.
#[test]
fn a_copy_is_one_state_and_one_pass_beside_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let grant = |n: u32| {
        store.write(|db| db.grant_role(&format!("admin{n}@example.org"), Role::Admin, None)).unwrap()
    };
    grant(0);
    let path = store.path().to_owned();
    let filler = Connection::open(&path).unwrap();
    filler.execute_batch("CREATE TABLE filler (bytes BLOB) STRICT").unwrap();
    for _ in 0..5 {
        filler.execute("INSERT INTO filler VALUES (zeroblob(4000 * 1000))", []).unwrap();
    }
    let copy = folder.path().join("copy.db");
    let mut steps = 0;
    copy_database(&connect_read_only(&path).unwrap(), &copy, "copying", None, || {
        steps += 1;
        grant(steps);
        steps < 50
    })
    .unwrap();
    let pages: u32 = filler.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    assert!(steps >= 4 && steps <= pages / 1_000 + 1, "{steps} steps for {pages} pages");
    let copy = Connection::open(&copy).unwrap();
    let admins: u32 = copy.query_row("SELECT count(*) FROM role_grants", [], |row| row.get(0)).unwrap();
    assert_eq!(admins, 1, "writes after the begin are in the copy");
    assert_eq!(store.read(|db| db.role_grants()).unwrap().len(), 1 + steps as usize);
}

#[test]
fn a_copy_that_is_stopped_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let filler = Connection::open(store.path()).unwrap();
    filler
        .execute_batch(
            "CREATE TABLE filler (bytes BLOB) STRICT; INSERT INTO filler VALUES (zeroblob(9000000))",
        )
        .unwrap();
    let copy = folder.path().join("copy.db");
    let stopped = copy_database(&connect_read_only(store.path()).unwrap(), &copy, "copying", None, || false);
    assert!(matches!(stopped, Err(Error::Unavailable(_))), "{stopped:?}");
}
