//! Folders of backups with the contents of stored files, by digest as in a store (encrypted ones end in `.age`), and
//! the lists of which backup names which. Encrypted backups cannot be read here, so the list of each says what its
//! files are for.

use crate::files::{FileStore, Put, StagedFile, wait_for};
use crate::model::backup::{BackupRecipient, scheduled_day};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, NamedFile};
use crate::store::{BackupForm, backup_form, decrypt_file, encrypt_to, files_named_in, write_whole};
use ring::digest::{Context, SHA256};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the name of a copy contains while it is being written, followed by a random part.
pub const UNFINISHED: &str = ".part-";
/// An unfinished copy that is older was abandoned: its process was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);
/// Failures beyond these are counted and not named.
const MAX_NAMED_FAILURES: usize = 20;
const LIST_SUFFIX: &str = ".files";
const ENCRYPTED_SUFFIX: &str = ".age";

/// How a content in a folder is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verify {
    /// That it exists with its size; of an encrypted one, which is larger, that nothing is missing.
    Size,
    /// That its bytes are those that were stored.
    Digest,
}

/// A folder of backups.
#[derive(Debug, Clone, Copy)]
pub struct BackupFolder<'a> {
    path: &'a Path,
    /// The file with the private key of encrypted contents.
    identity: Option<&'a Path>,
}

impl<'a> BackupFolder<'a> {
    pub fn new(path: &'a Path, identity: Option<&'a Path>) -> BackupFolder<'a> {
        BackupFolder { path, identity }
    }

    fn plain(self, digest: Digest) -> PathBuf {
        self.path.join(digest.relative_path())
    }

    fn encrypted_path(self, digest: Digest) -> PathBuf {
        self.path.join(format!("{}.age", digest.relative_path()))
    }

    /// Copies every content that is not here yet, encrypted if a recipient is given. Returns how many it copied; an error
    /// names those that could not be, after all others are here. Blocks.
    pub fn back_up(
        self,
        files: &FileStore,
        named: &[NamedFile],
        recipient: Option<&BackupRecipient>,
        stopped: impl Fn() -> bool,
    ) -> Result<usize> {
        let (mut copied, mut failures) = (0, Vec::new());
        for file @ NamedFile { digest, size, .. } in named {
            let path = if recipient.is_some() { self.encrypted_path(*digest) } else { self.plain(*digest) };
            let length = path.metadata().map(|found| found.len());
            if length.is_ok_and(|length| has_size(length, *size, recipient.is_some())) {
                continue;
            }
            match copy(files, file, &path, recipient, &stopped) {
                Ok(()) => copied += 1,
                Err(full @ Error::NoRoom(_)) => return Err(full),
                Err(stop) if stopped() => return Err(stop),
                Err(e) => failures.push(format!("{file} {e}")),
            }
        }
        refuse_failures("could not be copied", named.len(), failures).map(|()| copied)
    }

    /// Verifies one content; the error is the reason.
    pub fn verify(
        self,
        NamedFile { digest, size, .. }: &NamedFile,
        verify: Verify,
    ) -> std::result::Result<(), String> {
        let (plain, encrypted) = (self.plain(*digest), self.encrypted_path(*digest));
        let is_encrypted = !plain.is_file();
        let path = if is_encrypted { &encrypted } else { &plain };
        let Ok(found) = path.metadata() else { return Err("is missing".into()) };
        if !has_size(found.len(), *size, is_encrypted) {
            return Err(format!("has {} bytes instead of {size}", found.len()));
        }
        if verify == Verify::Size {
            return Ok(());
        }
        let mut hashed = Hashed::new(io::sink());
        self.read(*digest, &mut hashed).map_err(|e| e.to_string())?;
        if hashed.digest() == *digest { Ok(()) } else { Err("is not what was stored".into()) }
    }

    /// Verifies every content by its digest; an error names those that fail.
    pub fn verify_all(self, named: &[NamedFile]) -> Result<()> {
        let wrong = |file| self.verify(file, Verify::Digest).err().map(|why| format!("{file} {why}"));
        refuse_failures(
            "are missing or damaged in the folder",
            named.len(),
            named.iter().filter_map(wrong).collect(),
        )
    }

    /// Puts every content that the store does not have into it. Blocks.
    pub fn put_into(self, files: &FileStore, named: &[NamedFile]) -> Result<()> {
        for NamedFile { digest, size, .. } in named {
            if wait_for(files.size(*digest))?.ok().flatten() == Some(*size) {
                continue;
            }
            let mut staging = Staging(files.stage(*size)?);
            self.read(*digest, &mut staging)?;
            let received = staging.0.finish();
            if received.digest != *digest {
                return Err(Error::Conflict(format!("{digest} in {} has changed", self.path.display())));
            }
            wait_for(files.put(received, Put::Again))??;
        }
        Ok(())
    }

    fn read(self, digest: Digest, to: &mut impl Write) -> Result<()> {
        let plain = self.plain(digest);
        if !plain.is_file() {
            return decrypt_file(&self.encrypted_path(digest), self.identity, to);
        }
        let doing = || format!("reading {}", plain.display());
        let mut file = File::open(&plain).map_err(|e| Error::io(doing(), e))?;
        io::copy(&mut file, to).map(drop).map_err(|e| Error::io(doing(), e))
    }
}

/// Reads or writes, and computes the digest of what it saw.
struct Hashed<T> {
    inner: T,
    sha256: Context,
}

impl<T> Hashed<T> {
    fn new(inner: T) -> Hashed<T> {
        Hashed { inner, sha256: Context::new(&SHA256) }
    }

    fn digest(self) -> Digest {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.sha256.finish().as_ref());
        Digest::from_bytes(bytes)
    }
}

impl<T: Read> Read for Hashed<T> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        self.sha256.update(&to[..read]);
        Ok(read)
    }
}

impl<T: Write> Write for Hashed<T> {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(from)?;
        self.sha256.update(&from[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

struct Staging(StagedFile);

impl Write for Staging {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.0.write(from).map(|()| from.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether an unfinished copy was abandoned.
pub fn is_abandoned(copy: &Path) -> bool {
    let written = copy.metadata().and_then(|found| found.modified());
    written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
}

/// Whether a file of this length can hold a content of this size. Encryption makes it longer.
fn has_size(length: u64, size: u64, is_encrypted: bool) -> bool {
    if is_encrypted { length > size } else { length == size }
}

fn copy(
    files: &FileStore,
    NamedFile { digest, size, .. }: &NamedFile,
    path: &Path,
    recipient: Option<&BackupRecipient>,
    stopped: &impl Fn() -> bool,
) -> Result<()> {
    let doing = format!("copying a stored file to {}", path.display());
    let io = |e| Error::io(doing.clone(), e);
    let folder = path.parent().unwrap_or(Path::new("."));
    let is_new = !folder.is_dir();
    std::fs::create_dir_all(folder).map_err(io)?;
    let mut from = Hashed::new(wait_for(files.open(*digest, *size))??);
    let mut part = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(io)?;
    match recipient {
        Some(recipient) => encrypt_to(&mut from, &mut part, recipient, &doing, || !stopped())?,
        None => io::copy(&mut from, &mut part).map(drop).map_err(io)?,
    }
    if from.digest() != *digest {
        return Err(Error::Damaged(format!("the store has other bytes under {digest}")));
    }
    part.as_file().sync_all().map_err(io)?;
    part.persist(path).map_err(|e| io(e.error))?;
    let sync = |folder: &Path| File::open(folder).and_then(|folder| folder.sync_all()).map_err(io);
    sync(folder)?;
    match folder.parent().filter(|_| is_new) {
        Some(parent) => sync(parent),
        None => Ok(()),
    }
}

/// An error with the failures, if there are any.
pub(in crate::domain) fn refuse_failures(what: &str, of: usize, failures: Vec<String>) -> Result<()> {
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "{} of {of} stored files {what}: {}",
        failures.len(),
        list_failures(&failures)
    )))
}

/// The first failures, and how many more there are.
pub fn list_failures(failures: &[String]) -> String {
    let (named, others) = failures.split_at(failures.len().min(MAX_NAMED_FAILURES));
    let named = named.join("; ");
    if others.is_empty() { named } else { format!("{named}; and {} more", others.len()) }
}

/// The list of a backup.
pub fn list_of(folder: &Path, backup: &Path) -> PathBuf {
    let name = backup.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!("{name}{LIST_SUFFIX}"))
}

/// Writes the list of a backup, whose files are complete.
pub fn write_list(folder: &Path, backup: &Path, named: &[Digest]) -> Result<()> {
    let list = list_of(folder, backup);
    let text: String = named.iter().map(|digest| format!("{digest}\n")).collect();
    write_whole(&list, |fresh| {
        fs::write(fresh, text).map_err(|e| Error::io(format!("writing {}", list.display()), e))
    })
}

/// Deletes the files in `folder` that no backup in `dir` names, and the lists of backups that are gone. Nothing is deleted
/// while the files of a backup are unknown.
pub fn remove_unnamed(dir: &Path, folder: &Path) -> Result<()> {
    let io = |e| Error::io(format!("looking through {}", dir.display()), e);
    let mut named: HashSet<Digest> = HashSet::new();
    for entry in fs::read_dir(dir).map_err(io)? {
        let backup = entry.map_err(io)?.path();
        let name = backup.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let form = backup_form(&backup);
        let is_plain = name.ends_with(".db") || form == Some(BackupForm::Database);
        let is_backup = is_plain || form.is_some() || scheduled_day(&name).is_some();
        if !is_backup || name.contains(UNFINISHED) {
            continue;
        }
        match fs::read_to_string(list_of(folder, &backup)) {
            Ok(list) => named.extend(list.lines().filter_map(Digest::parse)),
            Err(_) if is_plain => named.extend(files_named_in(&backup)?),
            Err(_) => {
                tracing::debug!(backup = %backup.display(), "the files of this backup are unknown: nothing is deleted");
                return Ok(());
            }
        }
    }
    for entry in fs::read_dir(folder).map_err(io)?.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        match name.strip_suffix(LIST_SUFFIX) {
            Some(backup) if !dir.join(backup).exists() => fs::remove_file(path).map_err(io)?,
            None if path.is_dir() && name.len() == 2 => remove_unnamed_in(&path, &named).map_err(io)?,
            _ => {}
        }
    }
    Ok(())
}

fn remove_unnamed_in(folder: &Path, named: &HashSet<Digest>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let digest = Digest::parse(name.strip_suffix(ENCRYPTED_SUFFIX).unwrap_or(&name));
        let is_unfinished = name.starts_with(UNFINISHED) && is_abandoned(&entry.path());
        if is_unfinished || digest.is_some_and(|digest| !named.contains(&digest)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::settings::Files;

    fn store(dir: &Path) -> FileStore {
        FileStore::new(&Files::default(), dir).unwrap()
    }

    fn put(files: &FileStore, content: &[u8]) -> NamedFile {
        let mut staged = files.stage(1 << 20).unwrap();
        staged.write(content).unwrap();
        let received = staged.finish();
        let named = NamedFile { digest: received.digest, size: received.size, name: "fever.pdf".to_owned() };
        wait_for(files.put(received, Put::IfMissing)).unwrap().unwrap();
        named
    }

    #[test]
    fn every_content_is_copied_once_and_verified() {
        let dir = tempfile::tempdir().unwrap();
        let (files, backup) = (store(dir.path()), dir.path().join("backup"));
        let folder = BackupFolder::new(&backup, None);
        let named = [put(&files, b"Fever"), put(&files, b"Cough")];
        assert_eq!(folder.back_up(&files, &named, None, || false).unwrap(), 2);
        assert_eq!(folder.back_up(&files, &named, None, || false).unwrap(), 0);
        folder.verify_all(&named).unwrap();
        // Of the same size, with other bytes.
        std::fs::write(folder.plain(named[1].digest), b"Croup").unwrap();
        assert!(folder.verify(&named[1], Verify::Size).is_ok());
        let error = folder.verify_all(&named).unwrap_err().to_string();
        assert!(error.starts_with("1 of 2 ") && error.contains(&named[1].digest.to_string()), "{error}");
        std::fs::remove_file(folder.plain(named[0].digest)).unwrap();
        assert_eq!(folder.verify(&named[0], Verify::Size), Err("is missing".into()));
    }

    #[test]
    fn what_the_store_lacks_is_named_and_the_rest_copied() {
        let dir = tempfile::tempdir().unwrap();
        let (files, backup) = (store(dir.path()), dir.path().join("backup"));
        let named = [put(&files, b"Fever"), put(&files, b"Cough")];
        std::fs::remove_file(dir.path().join("files").join(named[0].digest.relative_path())).unwrap();
        let folder = BackupFolder::new(&backup, None);
        let error = folder.back_up(&files, &named, None, || false).unwrap_err().to_string();
        assert!(error.contains(&named[0].digest.to_string()) && error.contains("fever.pdf"), "{error}");
        assert!(folder.verify(&named[1], Verify::Digest).is_ok());
    }

    #[test]
    fn encrypted_contents_are_restored_with_their_key() {
        use age::secrecy::ExposeSecret;
        let dir = tempfile::tempdir().unwrap();
        let (files, backup) = (store(dir.path()), dir.path().join("backup"));
        let key = age::x25519::Identity::generate();
        let key_file = dir.path().join("key");
        std::fs::write(&key_file, key.to_string().expose_secret()).unwrap();
        let recipient = BackupRecipient::parse(&key.to_public().to_string()).unwrap();
        let named = [put(&files, &[7; 200_000])];
        let folder = BackupFolder::new(&backup, Some(&key_file));
        assert_eq!(folder.back_up(&files, &named, Some(&recipient), || false).unwrap(), 1);
        assert_eq!(folder.back_up(&files, &named, Some(&recipient), || false).unwrap(), 0);
        assert!(!folder.plain(named[0].digest).exists());
        folder.verify_all(&named).unwrap();
        assert!(BackupFolder::new(&backup, None).verify_all(&named).is_err());
        let other = store(&dir.path().join("other"));
        folder.put_into(&other, &named).unwrap();
        assert_eq!(wait_for(other.digest_now(named[0].digest)).unwrap().unwrap(), Some(named[0].digest));
    }
}

#[cfg(test)]
mod named_files_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn digest(n: u8) -> Digest {
        Digest::from_bytes([n; 32])
    }

    fn put(folder: &Path, digest: Digest, suffix: &str) -> PathBuf {
        let path = folder.join(format!("{}{suffix}", digest.relative_path()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "x").unwrap();
        path
    }

    #[test]
    fn what_no_backup_names_is_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::create_dir(&folder).unwrap();
        let backup = dir.path().join("catalogue-2026-11-28.db.age");
        fs::write(&backup, "").unwrap();
        write_list(&folder, &backup, &[digest(1)]).unwrap();
        let gone = dir.path().join("catalogue-2026-11-01.db");
        write_list(&folder, &gone, &[digest(2)]).unwrap();
        let named = put(&folder, digest(1), ".age");
        let unnamed = [put(&folder, digest(2), ""), put(&folder, digest(2), ".age")];
        let other = folder.join("read me.txt");
        fs::write(&other, "x").unwrap();
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(named.exists() && other.exists());
        assert!(unnamed.iter().all(|file| !file.exists()));
        assert!(!list_of(&folder, &gone).exists() && list_of(&folder, &backup).exists());
    }

    #[test]
    fn a_backup_counts_whatever_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::write(dir.path().join("before the upgrade"), "age-encryption.org/v1\n").unwrap();
        let unnamed = put(&folder, digest(2), ".age");
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(unnamed.exists());
    }

    #[test]
    fn an_unfinished_copy_goes_after_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        let fresh = put(&folder, digest(1), "").with_file_name(".part-1");
        let old = fresh.with_file_name(".part-2");
        for (path, hours) in [(&fresh, 23), (&old, 25)] {
            let written = std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3_600);
            fs::File::create(path).unwrap().set_modified(written).unwrap();
        }
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(fresh.exists() && !old.exists());
    }

    #[test]
    fn nothing_is_deleted_while_a_backup_is_there_that_cannot_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::create_dir(&folder).unwrap();
        fs::write(dir.path().join("catalogue-2026-11-28.db.age"), "").unwrap();
        let unnamed = put(&folder, digest(2), ".age");
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(unnamed.exists());
    }
}
