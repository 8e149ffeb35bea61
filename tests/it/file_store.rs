//! The store of files against an S3-compatible server, with a proxy in front that answers as other stores do.

use crate::support::s3::{ACCESS_KEY, BUCKET, Manners, S3, SECRET_KEY};
use futures_util::StreamExt;
use handout::files::{Deletion, FileStore, KeptReason, Ownership, Probe, Put, Received};
use handout::model::error::Error;
use handout::model::files::{Digest, StoreAddress};
use handout::settings::Files;
use std::ops::Range;
use std::path::Path;

pub fn store_in(s3: &S3, prefix: &str, data_dir: &Path) -> FileStore {
    let settings = Files {
        store: StoreAddress::parse(&format!("s3://{BUCKET}/{prefix}")).unwrap(),
        s3_endpoint: Some(s3.endpoint.parse().unwrap()),
        s3_access_key: Some(ACCESS_KEY.into()),
        s3_secret_key: Some(SECRET_KEY.into()),
        ..Files::default()
    };
    FileStore::new(&settings, data_dir).unwrap()
}

fn received(store: &FileStore, content: &[u8]) -> Received {
    let mut staged = store.stage(1 << 30).unwrap();
    content.chunks(100_000).for_each(|chunk| staged.write(chunk).unwrap());
    staged.finish()
}

async fn put(store: &FileStore, content: &[u8]) -> Digest {
    let file = received(store, content);
    let digest = file.digest;
    store.put(file, Put::IfMissing).await.unwrap();
    digest
}

async fn read(store: &FileStore, digest: Digest, size: usize, range: Range<u64>) -> Result<Vec<u8>, Error> {
    let mut chunks = store.read(digest, size as u64, range).await?;
    let mut content = Vec::new();
    while let Some(chunk) = chunks.next().await {
        content.extend_from_slice(&chunk?);
    }
    Ok(content)
}

fn content(bytes: usize) -> Vec<u8> {
    (0..bytes as u32).map(|n| (n ^ n >> 8) as u8).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_keeps_contents_by_digest() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    let store = store_in(&s3, "files", dir.path());
    let bytes = content(300_000);
    let digest = put(&store, &bytes).await;
    assert_eq!(store.size(digest).await.unwrap(), Some(300_000));
    assert_eq!(read(&store, digest, 300_000, 0..300_000).await.unwrap(), bytes);
    assert_eq!(read(&store, digest, 300_000, 1_000..2_000).await.unwrap(), bytes[1_000..2_000]);
    assert_eq!(store.digest_now(digest).await.unwrap(), Some(digest));
    // A second upload of known content sends nothing.
    s3.take_requests();
    put(&store, &bytes).await;
    assert!(s3.take_requests().iter().all(|request| request.method == "GET"));
    store.put(received(&store, &bytes), Put::Again).await.unwrap();
    assert!(s3.take_requests().iter().any(|request| request.method == "PUT"));
    // What is missing or has another size is named.
    let error = read(&store, digest, 299_999, 0..9).await.unwrap_err();
    assert!(matches!(&error, Error::Damaged(text) if text.contains(&digest.to_string())), "{error}");
    assert_eq!(store.delete(digest).await.unwrap(), Deletion::Deleted);
    assert_eq!(store.size(digest).await.unwrap(), None);
    let error = read(&store, digest, 300_000, 0..9).await.unwrap_err();
    assert!(matches!(error, Error::Damaged(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_does_not_exist_is_unreachable_and_no_file_missing() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    let store = store_in(&s3, "files", dir.path());
    let digest = received(&store, b"1").digest;
    assert_eq!(store.size(digest).await.unwrap(), None);
    let settings = Files {
        store: StoreAddress::parse("s3://another-name").unwrap(),
        s3_endpoint: Some(s3.endpoint.parse().unwrap()),
        s3_access_key: Some(ACCESS_KEY.into()),
        s3_secret_key: Some(SECRET_KEY.into()),
        ..Files::default()
    };
    let store = FileStore::new(&settings, dir.path()).unwrap();
    let error = store.size(digest).await.unwrap_err();
    assert!(matches!(&error, Error::Unavailable(text) if text.contains("NoSuchBucket")), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_without_list_permission_is_enough() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    s3.set(Manners { forbids_listing: true, ..Manners::default() });
    let store = store_in(&s3, "files", dir.path());
    let digest = put(&store, b"Fever").await;
    assert_eq!(read(&store, digest, 5, 0..5).await.unwrap(), b"Fever");
    let missing = received(&store, b"Cough").digest;
    let error = read(&store, missing, 5, 0..5).await.unwrap_err();
    assert!(matches!(&error, Error::Unavailable(text) if text.contains(&missing.to_string())), "{error}");
    assert_eq!(store.probe().await.unwrap(), Probe { tells_missing: false, deletes: true });
    assert_eq!(store.delete(digest).await.unwrap(), Deletion::Deleted);
    assert!(s3.take_requests().iter().all(|request| !request.path.contains("list-type")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_with_a_retention_takes_files_and_keeps_them() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    s3.set(Manners { has_retention: true, ..Manners::default() });
    let store = store_in(&s3, "", dir.path());
    for bytes in [1 << 20, 50 << 20] {
        let content = content(bytes);
        let digest = put(&store, &content).await;
        assert_eq!(store.digest_now(digest).await.unwrap(), Some(digest));
        assert_eq!(store.delete(digest).await.unwrap(), Deletion::Kept(KeptReason::Refused));
    }
    assert_eq!(store.probe().await.unwrap(), Probe { tells_missing: true, deletes: false });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prefix_belongs_to_the_installation_that_used_it_first() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    let (first_dir, second_dir) = (dir.path().join("first"), dir.path().join("second"));
    std::fs::create_dir_all(&first_dir).unwrap();
    std::fs::create_dir_all(&second_dir).unwrap();
    let (first, second) = (store_in(&s3, "files", &first_dir), store_in(&s3, "files", &second_dir));
    assert_eq!(first.ownership().await.unwrap(), Ownership::Unclaimed);
    assert_eq!(first.claim().await.unwrap(), Ownership::Ours);
    assert_eq!(second.claim().await.unwrap(), Ownership::Another);
    let digest = put(&second, b"Fever").await;
    assert_eq!(read(&first, digest, 5, 0..5).await.unwrap(), b"Fever");
    assert_eq!(second.delete(digest).await.unwrap(), Deletion::Kept(KeptReason::AnotherInstallation));
    assert_eq!(second.size(digest).await.unwrap(), Some(5));
    second.take_over().await.unwrap();
    assert_eq!(first.delete(digest).await.unwrap(), Deletion::Kept(KeptReason::AnotherInstallation));
    assert_eq!(second.delete(digest).await.unwrap(), Deletion::Deleted);
    // Another prefix of the bucket is another store.
    assert_eq!(store_in(&s3, "others", &first_dir).ownership().await.unwrap(), Ownership::Unclaimed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_is_unreachable_and_no_message_repeats_its_keys() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    let store = store_in(&s3, "files", dir.path());
    let digest = put(&store, b"Fever").await;
    for manners in [
        Manners { is_overloaded: true, ..Manners::default() },
        Manners { refuses_key: true, ..Manners::default() },
    ] {
        s3.set(manners);
        for error in [
            store.size(digest).await.unwrap_err(),
            read(&store, digest, 5, 0..5).await.unwrap_err(),
            store.probe().await.unwrap_err(),
            store.put(received(&store, b"Cough"), Put::Again).await.unwrap_err(),
        ] {
            assert!(matches!(error, Error::Unavailable(_)), "{manners:?}: {error}");
            let text = error.to_string();
            assert!(!text.contains(ACCESS_KEY) && !text.contains(SECRET_KEY), "{text}");
        }
    }
    s3.set(Manners::default());
    assert_eq!(read(&store, digest, 5, 0..5).await.unwrap(), b"Fever");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_does_not_answer_is_given_up_after_ten_seconds() {
    let (s3, dir) = (S3::start().await, tempfile::tempdir().unwrap());
    let store = store_in(&s3, "files", dir.path());
    let digest = received(&store, b"Fever").digest;
    s3.set(Manners { is_silent: true, ..Manners::default() });
    let error = store.size(digest).await.unwrap_err();
    assert!(matches!(&error, Error::Unavailable(text) if text.contains("no answer within 10 s")), "{error}");
}
