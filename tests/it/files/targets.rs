//! Where `backup` and `export` write: never to the database, through symbolic links, into pipes.

use crate::support::database::count_citations;
use crate::support::provider::Provider;
use crate::support::{Start, binary, citation, command, fill, run_in};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_in_use_is_refused_under_every_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..3 {
        admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
    }
    let path = |name: &str| folder.path().join(name);
    symlink(data.join("catalogue.db"), path("link")).unwrap();
    symlink(&data, path("folder")).unwrap();
    symlink(data.join("catalogue.db-journal"), path("journal")).unwrap();
    std::fs::hard_link(data.join("catalogue.db"), path("hard")).unwrap();
    std::fs::hard_link(data.join("catalogue.db-wal"), path("hard log")).unwrap();
    for name in [
        "data/catalogue.db",
        "data/../data/./catalogue.db",
        "folder/catalogue.db",
        "link",
        "hard",
        "hard log",
        "journal",
        "data/catalogue.db-wal",
        "data/catalogue.db-shm",
        "data/catalogue.db-journal",
        "data/catalogue.lock",
        "data/order-numbers",
        "data/index/current",
    ] {
        for what in ["backup", "export"] {
            let (succeeded, output) = command(&data, &[what, path(name).to_str().unwrap()]);
            assert!(
                !succeeded && output.starts_with("error:") && output.contains(name),
                "{what} {name}: {output}"
            );
        }
    }
    admin.post("/api/citations", &citation("Handout 3")).await.unwrap();
    server.visitor().wait_until_found("handout", 4).await;
    server.kill();
    let server = Start::on(&data).run();
    server.visitor().wait_until_found("handout", 4).await;
}

#[test]
fn links_are_followed_and_pipes_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Handout 1"), citation("Handout 2")]);
    let path = |name: &str| folder.path().join(name);

    for what in ["backup", "export"] {
        let (target, link) = (path(&format!("{what}.target")), path(&format!("{what}.link")));
        std::fs::write(&target, "before").unwrap();
        symlink(&target, &link).unwrap();
        let (succeeded, output) = command(&data, &[what, link.to_str().unwrap()]);
        assert!(succeeded, "{output}");
        assert!(link.is_symlink(), "{what}: the link was replaced");
        check(what, &target);

        let new = path(&format!("{what}.new"));
        symlink(&new, path(&format!("{what}.dangling"))).unwrap();
        let (succeeded, output) =
            command(&data, &[what, path(&format!("{what}.dangling")).to_str().unwrap()]);
        assert!(succeeded, "{output}");
        check(what, &new);

        let fifo = path(&format!("{what}.fifo"));
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let (from, received) = (fifo.clone(), path(&format!("{what}.received")));
        let reader = std::thread::spawn({
            let received = received.clone();
            move || {
                let mut content = Vec::new();
                std::fs::File::open(from).unwrap().read_to_end(&mut content).unwrap();
                std::fs::write(received, content).unwrap();
            }
        });
        let (succeeded, output) = command(&data, &[what, fifo.to_str().unwrap()]);
        assert!(succeeded, "{output}");
        reader.join().unwrap();
        assert!(std::os::unix::fs::FileTypeExt::is_fifo(&fifo.symlink_metadata().unwrap().file_type()));
        check(what, &received);

        // Standard output contains only the export.
        for name in ["-", "/dev/stdout", "/proc/self/fd/1"] {
            let piped = run(&data, &[what, name], Stdio::piped());
            std::fs::write(path("piped"), piped).unwrap();
            check(what, &path("piped"));
        }
        let log = path(&format!("{what}.log"));
        std::fs::write(&log, "").unwrap();
        let append = std::fs::OpenOptions::new().append(true).open(&log).unwrap();
        run(&data, &[what, "/dev/stdout"], append.into());
        check(what, &log);
    }
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains(".part")).collect();
    assert!(left.is_empty(), "{left:?}");
}

fn run(data: &Path, args: &[&str], stdout: Stdio) -> Vec<u8> {
    let done = Command::new(binary())
        .arg("--data")
        .arg(data)
        .args(args)
        .env_clear()
        .stdout(stdout)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    assert!(done.status.success(), "{args:?}");
    done.stdout
}

fn check(what: &str, file: &Path) {
    match what {
        "backup" => assert_eq!(count_citations(file), 2),
        _ => assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 2),
    }
}

#[test]
fn an_error_of_the_whole_file_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Handout 1")]);
    let name = |path: &str| folder.path().join(path).to_str().unwrap().to_owned();
    std::fs::write(name("a file"), "not a folder").unwrap();
    std::fs::create_dir(name("a folder")).unwrap();
    for (args, file) in [
        (["backup", "/dev/full"], "/dev/full".to_owned()),
        (["export", "/dev/full"], "/dev/full".to_owned()),
        (["backup", &name("none/copy.db")], name("none")),
        (["export", &name("none/copy.jsonl")], name("none")),
        (["backup", &name("a file/copy.db")], name("a file")),
        (["export", &name("a folder")], name("a folder")),
        (["restore", &name("none.db")], name("none.db")),
        (["restore", &name("a file")], name("a file")),
        (["restore", &name("a folder")], name("a folder")),
        (["import", &name("none.jsonl")], name("none.jsonl")),
    ] {
        let ended = run_in(folder.path(), &[], &["--data", data.to_str().unwrap(), args[0], args[1]]);
        assert_eq!(ended.code, Some(1), "{args:?}: {ended:?}");
        assert!(ended.error().contains(&file), "{args:?}: {ended:?}");
        assert!(!ended.stderr.contains(".part"), "{args:?} names a temporary file: {ended:?}");
    }
}
