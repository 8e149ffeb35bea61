//! Servers that store their files in a bucket, and the move there and back.

use super::{Library, fetched, pdf, upload, version};
use crate::support::run_in;
use crate::support::s3::{ACCESS_KEY, Manners, S3, SECRET_KEY};
use handout::files::Deletion;
use handout::model::files::Digest;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn files_move_to_another_store_and_are_served_from_it() {
    let s3 = S3::start().await;
    let library = Library::start();
    let content = pdf("Fever", 3);
    let digest = library.uploaded("fever.pdf", &content).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let (data, folder) = (library.folder.path().join("data"), library.folder.path().to_owned());
    let settings = s3.settings("prod");
    let address = settings[0].1.clone();
    let mut variables: Vec<(&str, &str)> =
        settings[1..].iter().map(|(key, value)| (*key, value.as_str())).collect();
    variables.push(("HANDOUT_DATA__DIR", data.to_str().unwrap()));
    let moved = run_in(&folder, &variables, &["files", "move", "--to", &address]);
    assert!(moved.code == Some(0) && moved.stdout.contains("1 copied"), "{moved:?}");
    let again = run_in(&folder, &variables, &["files", "move", "--to", &address]);
    assert!(again.code == Some(0) && again.stdout.contains("0 copied"), "{again:?}");
    let wrong = run_in(&folder, &variables, &["files", "move", "--to", "/srv/files"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");

    std::fs::remove_dir_all(data.join("files")).unwrap();
    let library = library
        .restarted(|start| settings.iter().fold(start, |start, (key, value)| start.environment(key, value)));
    let visitor = library.server.visitor();
    let (status, headers, body) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=10-19")]).await;
    assert_eq!((status, body.as_slice()), (206, &content[10..20]), "{headers:?}");
    variables.push(("HANDOUT_FILES__STORE", &address));
    let check = run_in(&folder, &variables, &["check", "--files", "all"]);
    assert!(check.stdout.contains("1 is referred to"), "{check:?}");
    assert!(!check.stdout.contains("another data directory"), "{check:?}");

    // The store fails: files are 503, everything else works, and no log has a key.
    s3.set(Manners { refuses_key: true, ..Manners::default() });
    let (status, headers, _) = fetched(&visitor, "/file/fever/en", &[]).await;
    assert_eq!((status, headers.contains_key("retry-after")), (503, true));
    let metrics = visitor.request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("handout_files_store_up 0"), "{metrics}");
    assert_eq!(upload(&library.admin, "cough.pdf", &pdf("Cough", 1)).await.status, 503);
    assert_eq!(visitor.get("/readyz").await.status, 200);
    assert_eq!(visitor.get("/api/citations/fever").await.status, 200);
    let log = library.server.log();
    assert!(!log.contains(ACCESS_KEY) && !log.contains(SECRET_KEY), "{log}");
    let check = run_in(&folder, &variables, &["check"]);
    assert_eq!(check.code, Some(1), "{check:?}");
    s3.set(Manners::default());
    assert_eq!(upload(&library.admin, "cough.pdf", &pdf("Cough", 1)).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_may_not_list_serves_files_and_names_missing_ones() {
    let s3 = S3::start().await;
    s3.set(Manners { forbids_listing: true, ..Manners::default() });
    let settings = s3.settings("prod");
    let library = Library::with(|start| {
        settings.iter().fold(start, |start, (key, value)| start.environment(key, value))
    });
    let digest = library.uploaded("fever.pdf", &pdf("Fever", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let visitor = library.server.visitor();
    assert_eq!(fetched(&visitor, "/file/fever/en", &[]).await.0, 200);
    let data = library.folder.path().join("data");
    let store = crate::file_store::store_in(&s3, "prod", &data);
    assert_eq!(store.delete(Digest::parse(&digest).unwrap()).await.unwrap(), Deletion::Deleted);
    let (status, headers, _) = fetched(&visitor, "/file/fever/en", &[]).await;
    assert_eq!((status, headers.contains_key("retry-after")), (503, true));
    assert!(library.server.log().contains(&digest), "{}", library.server.log());
    let mut variables: Vec<(&str, &str)> =
        settings.iter().map(|(key, value)| (*key, value.as_str())).collect();
    variables.push(("HANDOUT_DATA__DIR", data.to_str().unwrap()));
    let check = run_in(library.folder.path(), &variables, &["check"]);
    assert!(check.code == Some(1) && check.stdout.contains("without the list permission"), "{check:?}");
    assert!(check.stdout.contains(&digest), "{check:?}");
}
