//! Files damaged while the server is stopped: an index is rebuilt, a database is refused and left as it is.

use crate::support::provider::Provider;
use crate::support::{Start, citation};
use std::path::{Path, PathBuf};

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}

fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

async fn fill(data: &Path, provider: &Provider, count: u32) {
    let server = Start::on(data).signed_in_at(provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..count {
        let answer = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    assert!(server.stop().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_index_is_rebuilt_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let index = data.join("index");
    let provider = Provider::start();
    fill(&data, &provider, 20).await;

    type Damage = fn(&Path);
    let damages: [(&str, Damage); 6] = [
        ("the folder deleted", |index| std::fs::remove_dir_all(index).unwrap()),
        ("every file deleted", |index| files(index).iter().for_each(|f| std::fs::remove_file(f).unwrap())),
        ("every file cut in half", |index| {
            for file in files(index) {
                let bytes = std::fs::read(&file).unwrap();
                std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
            }
        }),
        ("every file emptied", |index| files(index).iter().for_each(|f| std::fs::write(f, []).unwrap())),
        ("every file noise", |index| {
            for file in files(index) {
                let length = std::fs::metadata(&file).unwrap().len().max(64) as usize;
                std::fs::write(&file, noise(length)).unwrap();
            }
        }),
        ("the middle of the large files noise", |index| {
            for file in files(index) {
                let mut bytes = std::fs::read(&file).unwrap();
                let (from, to) = (bytes.len() / 3, bytes.len() * 2 / 3);
                bytes[from..to].copy_from_slice(&noise(to - from));
                std::fs::write(&file, bytes).unwrap();
            }
        }),
    ];
    for (what, damage) in damages {
        damage(&index);
        let server = Start::on(&data).signed_in_at(&provider).run();
        let visitor = server.visitor();
        visitor.wait_until_found("handout", 20).await;
        visitor.wait_until_found("\"handout 7\"", 1).await;
        println!("index, {what}: listening after {:?}, whole again", server.started_in);
        assert!(server.stop().success());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_database_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    fill(&data, &provider, 60).await;
    let database = data.join("catalogue.db");
    let whole = std::fs::read(&database).unwrap();

    let mut hurt_inside = whole.clone();
    let (from, to) = (whole.len() / 4, whole.len() * 3 / 4);
    hurt_inside[from..to].copy_from_slice(&noise(to - from));
    let damages = [
        ("noise in the middle", hurt_inside),
        ("cut off", whole[..whole.len() / 2].to_vec()),
        ("noise from the beginning", noise(whole.len())),
        ("another kind of file", b"%PDF-1.7 a handout that lost its way".to_vec()),
    ];
    for (what, bytes) in damages {
        std::fs::write(&database, &bytes).unwrap();
        let (status, output) =
            Start::on(&data).try_run().err().unwrap_or_else(|| panic!("{what}: it started"));
        assert_eq!(status.code(), Some(1), "{what}: {output}");
        let message = output
            .lines()
            .find(|line| line.starts_with("error:"))
            .unwrap_or_else(|| panic!("{what}: {output}"));
        assert!(message.contains("catalogue.db") && message.contains("left as it is"), "{what}: {message}");
        assert!(std::fs::read(&database).unwrap() == bytes, "{what}: the file was changed");
        println!("database, {what}: refused: {message}");
    }

    std::fs::write(&database, &whole).unwrap();
    let server = Start::on(&data).signed_in_at(&provider).run();
    server.visitor().wait_until_found("handout", 60).await;
}
