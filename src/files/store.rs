//! The store of files: in the data directory or an S3-compatible store.

use crate::files::chunks::{Chunks, read_file};
use crate::files::local::LocalStore;
use crate::files::ownership::{Installation, Ownership};
use crate::files::previews::PreviewFolder;
use crate::files::s3::{S3Error, S3Store};
use crate::files::staged::{Received, StagedFile, files_folder};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, StoreAddress};
use crate::settings::Files;
use bytes::Bytes;
use futures_util::StreamExt;
use std::fs::File;
use std::io::{Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tokio::runtime::{Handle, Runtime};

/// Whether a content that is already in the store with the right size is written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It is not: content with this digest is this content.
    IfMissing,
    /// It is, because it was found to be damaged.
    Again,
}

/// What became of a content that should be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    Deleted,
    /// It is still there.
    Kept(KeptReason),
}

/// Why a store keeps what should be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptReason {
    /// The store refuses to delete: it has a retention, or the key has no permission.
    Refused,
    /// The store belongs to another installation.
    AnotherInstallation,
}

/// What a store allows, found by writing, reading and deleting an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// Whether its answers distinguish a missing object from a refused one.
    pub tells_missing: bool,
    /// Whether it deletes.
    pub deletes: bool,
}

#[derive(Clone)]
enum Backend {
    Local(LocalStore),
    S3(S3Store, Installation),
}

/// The contents of stored files, by digest.
#[derive(Clone)]
pub struct FileStore {
    backend: Backend,
    address: StoreAddress,
    /// The folder in the data directory.
    files: PathBuf,
    previews: PreviewFolder,
}

impl FileStore {
    /// The store of the settings. Nothing is connected to yet.
    pub fn new(settings: &Files, data_dir: &Path) -> Result<FileStore> {
        FileStore::at(&settings.store, settings, data_dir)
    }

    /// The store with this address, whichever the settings name.
    pub fn at(address: &StoreAddress, settings: &Files, data_dir: &Path) -> Result<FileStore> {
        let files = files_folder(data_dir);
        let backend = match address {
            StoreAddress::DataDirectory => Backend::Local(LocalStore::new(files.clone())),
            StoreAddress::S3 { bucket, prefix } => {
                Backend::S3(S3Store::new(settings, bucket, prefix)?, Installation::new(data_dir))
            }
        };
        Ok(FileStore { backend, address: address.clone(), files, previews: PreviewFolder::new(data_dir) })
    }

    /// Where it is.
    pub fn address(&self) -> &StoreAddress {
        &self.address
    }

    /// The previews of the contents.
    pub fn previews(&self) -> &PreviewFolder {
        &self.previews
    }

    /// Whether every server with the same settings has the same store.
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::S3(..))
    }

    /// A file to be received, of at most `max_bytes`. Blocks for a moment.
    pub fn stage(&self, max_bytes: u64) -> Result<StagedFile> {
        StagedFile::create(&self.files, max_bytes)
    }

    /// Stores a received file. Afterwards it survives a crash.
    pub async fn put(&self, received: Received, put: Put) -> Result<()> {
        match &self.backend {
            Backend::Local(store) => {
                let store = store.clone();
                off_thread("storing a file", move || store.put(received)).await
            }
            Backend::S3(store, _) => {
                let is_there = put == Put::IfMissing
                    && self.size_or_unknown(received.digest).await? == Some(received.size);
                if is_there { Ok(()) } else { store.put(received).await }
            }
        }
    }

    /// The size of a content; `None` if it is missing. [`Error::Unavailable`] if the store cannot be reached, and where
    /// it does not tell a missing content from a refused one.
    pub async fn size(&self, digest: Digest) -> Result<Option<u64>> {
        match &self.backend {
            Backend::Local(store) => {
                let store = store.clone();
                off_thread("looking for a file", move || store.size(digest)).await
            }
            Backend::S3(store, _) => match store.size(&digest.relative_path()).await {
                Ok(size) => Ok(Some(size)),
                Err(S3Error::Missing) => Ok(None),
                Err(e) => Err(e.into_error(&format!("looking for {digest}"))),
            },
        }
    }

    /// As [`FileStore::size`]; a store that does not tell a missing content from a refused one counts as not having it.
    pub async fn size_or_unknown(&self, digest: Digest) -> Result<Option<u64>> {
        match &self.backend {
            Backend::Local(_) => self.size(digest).await,
            Backend::S3(store, _) => match store.size(&digest.relative_path()).await {
                Ok(size) => Ok(Some(size)),
                Err(S3Error::Missing | S3Error::Refused(_)) => Ok(None),
                Err(e) => Err(e.into_error(&format!("looking for {digest}"))),
            },
        }
    }

    /// A range of a content of `size` bytes. [`Error::Damaged`] if it is missing or has another size,
    /// [`Error::Unavailable`] if the store cannot be reached.
    pub async fn read(&self, digest: Digest, size: u64, range: Range<u64>) -> Result<Chunks> {
        match &self.backend {
            Backend::Local(store) => {
                let store = store.clone();
                let opened = move || {
                    let file = store.open(digest)?.ok_or_else(|| missing(digest))?;
                    let found = file.metadata().map_err(|e| Error::io("reading a stored file", e))?.len();
                    check_size(digest, size, found).map(|()| file)
                };
                Ok(read_file(off_thread("reading a stored file", opened).await?, range))
            }
            Backend::S3(store, _) => {
                let is_empty = range.is_empty();
                let wanted = if is_empty { 0..1 } else { range };
                let answer = match store.get(&digest.relative_path(), Some(wanted)).await {
                    Ok(answer) => answer,
                    Err(S3Error::Missing) => return Err(missing(digest)),
                    Err(e) => return Err(e.into_error(&format!("reading {digest}"))),
                };
                check_size(digest, size, answer.meta.size)?;
                Ok(if is_empty {
                    Box::pin(futures_util::stream::empty())
                } else {
                    store.chunks(answer, digest)
                })
            }
        }
    }

    /// A content as a file, opened at its beginning, for what reads at any position. A content in a bucket is copied into
    /// a file without a name.
    pub async fn open(&self, digest: Digest, size: u64) -> Result<File> {
        if let Backend::Local(store) = &self.backend {
            let store = store.clone();
            let opened = move || store.open(digest)?.ok_or_else(|| missing(digest));
            return off_thread("opening a stored file", opened).await;
        }
        let doing = "copying a stored file";
        let files = self.files.clone();
        let created = move || {
            std::fs::create_dir_all(&files)
                .and_then(|()| tempfile::tempfile_in(files))
                .map_err(|e| Error::io(doing, e))
        };
        let mut file = off_thread(doing, created).await?;
        let mut chunks = self.read(digest, size, 0..size).await?;
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk?;
            // A chunk is a few kilobytes, and the kernel writes them later.
            file.write_all(&chunk).map_err(|e| Error::io(doing, e))?;
        }
        file.rewind().map_err(|e| Error::io(doing, e))?;
        Ok(file)
    }

    /// The digest of a content as it is now; `None` if it is missing.
    pub async fn digest_now(&self, digest: Digest) -> Result<Option<Digest>> {
        let Some(size) = self.size(digest).await? else { return Ok(None) };
        let mut chunks = self.read(digest, size, 0..size).await?;
        let mut sha256 = ring::digest::Context::new(&ring::digest::SHA256);
        while let Some(chunk) = chunks.next().await {
            sha256.update(&chunk?);
        }
        let mut bytes = [0; 32];
        bytes.copy_from_slice(sha256.finish().as_ref());
        Ok(Some(Digest::from_bytes(bytes)))
    }

    /// Deletes a content, if this installation may.
    pub async fn delete(&self, digest: Digest) -> Result<Deletion> {
        let previews = self.previews.clone();
        off_thread("deleting a preview", move || previews.remove(digest)).await?;
        let (store, installation) = match &self.backend {
            Backend::Local(store) => {
                let store = store.clone();
                off_thread("deleting a file", move || store.delete(digest)).await?;
                return Ok(Deletion::Deleted);
            }
            Backend::S3(store, installation) => (store, installation),
        };
        if installation.claim(store).await? != Ownership::Ours {
            return Ok(Deletion::Kept(KeptReason::AnotherInstallation));
        }
        match store.delete(&digest.relative_path()).await {
            Ok(()) => Ok(Deletion::Deleted),
            Err(S3Error::Refused(_)) => Ok(Deletion::Kept(KeptReason::Refused)),
            Err(e) => Err(e.into_error(&format!("deleting {digest}"))),
        }
    }

    /// To whom the store belongs. The one in the data directory is always ours.
    pub async fn ownership(&self) -> Result<Ownership> {
        match &self.backend {
            Backend::Local(_) => Ok(Ownership::Ours),
            Backend::S3(store, installation) => installation.ownership(store).await,
        }
    }

    /// Makes a store that belongs to nobody this installation's own.
    pub async fn claim(&self) -> Result<Ownership> {
        match &self.backend {
            Backend::Local(_) => Ok(Ownership::Ours),
            Backend::S3(store, installation) => installation.claim(store).await,
        }
    }

    /// Makes the store this installation's own, whomever it belongs to.
    pub async fn take_over(&self) -> Result<()> {
        match &self.backend {
            Backend::Local(_) => Ok(()),
            Backend::S3(store, installation) => installation.take_over(store).await,
        }
    }

    /// Writes, reads and deletes an object.
    pub async fn probe(&self) -> Result<Probe> {
        let store = match &self.backend {
            Backend::Local(store) => {
                let store = store.clone();
                off_thread("probing the store of files", move || store.probe()).await?;
                return Ok(Probe { tells_missing: true, deletes: true });
            }
            Backend::S3(store, _) => store,
        };
        let name = format!("probe-{}", uuid::Uuid::new_v4());
        let tells_missing = match store.size(&name).await {
            Ok(_) | Err(S3Error::Missing) => true,
            Err(S3Error::Refused(_)) => false,
            Err(e) => return Err(e.into_error("looking for a probe")),
        };
        let content = Bytes::from_static(b"Written, read and deleted by `handout check`.\n");
        store.put_object(&name, content.clone()).await.map_err(|e| e.into_error("writing a probe"))?;
        if store.get_object(&name).await.map_err(|e| e.into_error("reading a probe"))? != content {
            return Err(Error::Unavailable(
                "The store of files returns other bytes than were written.".into(),
            ));
        }
        let deletes = match store.delete(&name).await {
            Ok(()) => true,
            Err(S3Error::Refused(_)) => false,
            Err(e) => return Err(e.into_error("deleting a probe")),
        };
        Ok(Probe { tells_missing, deletes })
    }
}

fn missing(digest: Digest) -> Error {
    Error::Damaged(format!("The stored file {digest} is missing."))
}

fn check_size(digest: Digest, expected: u64, found: u64) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Damaged(format!("The stored file {digest} has {found} bytes instead of {expected}.")))
}

/// Runs what blocks on a thread for it.
async fn off_thread<T: Send + 'static>(
    doing: &str,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Error::internal(doing, e))?
}

/// The runtime of commands, which have none: connections to a store outlive a single request.
static COMMAND_RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();

/// Waits for a request of the store in code that blocks: in a command, or on a thread where that is allowed.
pub fn wait_for<T>(request: impl Future<Output = T>) -> Result<T> {
    if let Ok(runtime) = Handle::try_current() {
        return Ok(runtime.block_on(request));
    }
    let new = || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    match COMMAND_RUNTIME.get_or_init(new) {
        Ok(runtime) => Ok(runtime.block_on(request)),
        Err(e) => Err(Error::internal("starting the requests to the store of files", e.to_string())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn store(dir: &Path) -> FileStore {
        FileStore::new(&Files::default(), dir).unwrap()
    }

    fn received(store: &FileStore, content: &[u8]) -> Received {
        let mut staged = store.stage(1 << 20).unwrap();
        staged.write(content).unwrap();
        staged.finish()
    }

    async fn content(store: &FileStore, digest: Digest, size: u64, range: Range<u64>) -> Result<Vec<u8>> {
        let mut chunks = store.read(digest, size, range).await?;
        let mut content = Vec::new();
        while let Some(chunk) = chunks.next().await {
            content.extend_from_slice(&chunk?);
        }
        Ok(content)
    }

    #[tokio::test]
    async fn a_content_is_stored_read_in_ranges_and_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        let bytes: Vec<u8> = (0..200_000u32).map(|n| (n % 251) as u8).collect();
        let file = received(&store, &bytes);
        let (digest, size) = (file.digest, file.size);
        assert_eq!(store.size(digest).await.unwrap(), None);
        store.put(file, Put::IfMissing).await.unwrap();
        assert_eq!(store.size(digest).await.unwrap(), Some(size));
        assert_eq!(content(&store, digest, size, 0..size).await.unwrap(), bytes);
        assert_eq!(content(&store, digest, size, 65_000..131_100).await.unwrap(), bytes[65_000..131_100]);
        assert!(content(&store, digest, size, 5..5).await.unwrap().is_empty());
        assert_eq!(store.open(digest, size).await.unwrap().metadata().unwrap().len(), size);
        assert_eq!(store.digest_now(digest).await.unwrap(), Some(digest));
        assert_eq!(store.delete(digest).await.unwrap(), Deletion::Deleted);
        assert_eq!(store.delete(digest).await.unwrap(), Deletion::Deleted);
        assert_eq!(store.size(digest).await.unwrap(), None);
    }

    #[tokio::test]
    async fn what_is_missing_or_has_another_size_is_damaged_and_named() {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        let file = received(&store, b"1234");
        let digest = file.digest;
        let error = content(&store, digest, 4, 0..4).await.unwrap_err();
        assert!(matches!(&error, Error::Damaged(text) if text.contains(&digest.to_string())), "{error}");
        store.put(file, Put::IfMissing).await.unwrap();
        let path = dir.path().join("files").join(digest.relative_path());
        std::fs::write(&path, b"123").unwrap();
        let error = content(&store, digest, 4, 0..4).await.unwrap_err();
        assert!(matches!(error, Error::Damaged(_)), "{error}");
        assert_ne!(store.digest_now(digest).await.unwrap(), Some(digest));
        // The same content stored once more repairs it.
        store.put(received(&store, b"1234"), Put::IfMissing).await.unwrap();
        assert_eq!(content(&store, digest, 4, 0..4).await.unwrap(), b"1234");
    }

    #[tokio::test]
    async fn the_store_in_the_data_directory_is_ours() {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        assert_eq!(store.ownership().await.unwrap(), Ownership::Ours);
        assert_eq!(store.probe().await.unwrap(), Probe { tells_missing: true, deletes: true });
        assert!(!store.is_shared());
    }
}
