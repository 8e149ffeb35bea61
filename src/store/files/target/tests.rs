//! How names are resolved.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use std::os::unix::fs::symlink;

#[test]
fn links_are_followed_and_the_database_is_refused_under_every_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(data.join("index/v1")).unwrap();
    let (database, log) = (data.join("catalogue.db"), data.join("catalogue.db-wal"));
    std::fs::write(&database, "database").unwrap();
    std::fs::write(&log, "log").unwrap();
    symlink(&data, folder.path().join("linked")).unwrap();
    symlink(&database, folder.path().join("link")).unwrap();
    symlink("link", folder.path().join("link to a link")).unwrap();
    symlink(data.join("catalogue.db-journal"), folder.path().join("dangling")).unwrap();
    std::fs::hard_link(&database, folder.path().join("hard")).unwrap();
    std::fs::hard_link(&log, folder.path().join("hard log")).unwrap();
    std::fs::write(data.join("order-numbers"), "26 0000000001").unwrap();
    std::fs::hard_link(data.join("order-numbers"), folder.path().join("hard numbers")).unwrap();
    for name in [
        "data/catalogue.db",
        "data/../data/catalogue.db",
        "data/catalogue.db-wal",
        "data/catalogue.db-journal",
        "data/catalogue.db.before-v9",
        "data/catalogue.db.replaced-20260101-000000",
        "data/catalogue.lock",
        "data/handout.lock",
        "data/order-numbers",
        "data/index/current",
        "data/index/v1/meta.json",
        "linked/catalogue.db",
        "linked/catalogue.db-shm",
        "link",
        "link to a link",
        "dangling",
        "hard",
        "hard log",
        "hard numbers",
    ] {
        let refused = Target::resolve(&folder.path().join(name), &database);
        assert!(matches!(refused, Err(Error::Conflict(_))), "{name}");
    }

    symlink("elsewhere.db", folder.path().join("free")).unwrap();
    for (name, end) in [
        ("new.db", "new.db"),
        ("data/catalogue.db.bak", "data/catalogue.db.bak"),
        ("free", "elsewhere.db"),
        ("linked/copy.db", "linked/copy.db"),
    ] {
        match Target::resolve(&folder.path().join(name), &database).unwrap() {
            Target::File(found) => assert_eq!(found, folder.path().join(end)),
            _ => panic!("{name} is a file"),
        }
    }
    symlink("circle", folder.path().join("circle")).unwrap();
    assert!(Target::resolve(&folder.path().join("circle"), &database).is_err());
    assert!(Target::resolve(folder.path(), &database).is_err());
    assert!(matches!(Target::resolve(Path::new("/dev/stdout"), &database).unwrap(), Target::Stdout));
    assert!(matches!(Target::resolve(Path::new("/dev/null"), &database).unwrap(), Target::Stream(_)));
}

/// A failed write leaves the file that was there, and nothing else.
#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    std::fs::write(&file, "before").unwrap();
    let failed: Result<()> = write_whole(&file, |fresh| {
        std::fs::write(fresh, "half").unwrap();
        Err(Error::Unavailable("stopped".into()))
    });
    assert!(failed.is_err());
    assert_eq!(std::fs::read(&file).unwrap(), b"before");
    write_whole(&file, |fresh| std::fs::write(fresh, "after").map_err(|e| Error::io("writing", e))).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), b"after");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
