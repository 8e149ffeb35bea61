//! The file of an import, which can be read repeatedly and is never held in memory; and the stored files that come with
//! it in a folder: by the `path` of each file in its record, else by digest.

use crate::domain::actor::Actor;
use crate::domain::files::upload::{Storing, UPLOAD, store_file};
use crate::files::{StagedFile, wait_for};
use crate::import_export::json_lines::RawRecord;
use crate::import_export::{records, unpack};
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{File, Permissions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Largest text of a table: it is held in memory.
const MAX_TABLE_TEXT: u64 = 64 << 20;
/// How the names of tables end.
const TABLE_EXTENSIONS: [&str; 5] = ["csv", "tsv", "xlsx", "xlsm", "ods"];
/// How a workbook begins.
pub(super) const ZIP: &[u8] = b"PK\x03\x04";
/// Largest workbook as a file.
const MAX_WORKBOOK: u64 = 512 << 20;
/// What is read at once.
const CHUNK_BYTES: usize = 64 << 10;

/// A file of JSON Lines to import.
#[derive(Debug)]
pub struct ImportFile {
    file: File,
    /// Prefix of every error of the whole file; `None` if the caller knows which file it is.
    name: Option<String>,
    stamp: Stamp,
}

impl ImportFile {
    /// A regular file, which must stay as it is while it is imported.
    pub fn new(file: File, name: Option<String>) -> Result<ImportFile> {
        let stamp = stamp(&file)?;
        Ok(ImportFile { file, name, stamp })
    }

    /// Its records, from the first one on.
    pub(in crate::domain) fn records(&self) -> Result<impl Iterator<Item = Result<RawRecord>> + '_> {
        (&self.file).seek(SeekFrom::Start(0)).map_err(|e| self.error(&e.to_string()))?;
        let records = records(&self.file, u64::MAX).map_err(|why| self.error(&why))?;
        Ok(records.map(|record| record.map_err(|why| self.error(&why))))
    }

    /// An error if the file has changed since it was opened.
    pub(in crate::domain) fn check_unchanged(&self) -> Result<()> {
        if stamp(&self.file)? == self.stamp {
            Ok(())
        } else {
            Err(self.error("the file was changed while it was imported"))
        }
    }

    /// An error of the whole file.
    pub(in crate::domain) fn error(&self, why: &str) -> Error {
        Error::Unreadable(match &self.name {
            Some(name) => format!("{name}: {why}"),
            None => why.to_owned(),
        })
    }
}

type Stamp = (u64, Option<SystemTime>);

/// A file by its content.
#[derive(Debug)]
pub enum SentFile {
    /// JSON Lines, from its beginning.
    JsonLines(File),
    /// The bytes of a table, unpacked.
    Table(Vec<u8>),
}

/// A folder with the files that records name.
pub struct ImportFiles {
    /// Without links.
    folder: PathBuf,
    storing: Storing,
    is_dry_run: bool,
    /// What became of each file: the digest that it is stored by, or why it is bad.
    taken: HashMap<(Digest, Option<String>), std::result::Result<Digest, String>>,
}

impl ImportFiles {
    /// # Errors
    /// If the folder does not exist.
    pub fn new(folder: &Path, storing: Storing, is_dry_run: bool) -> Result<ImportFiles> {
        let folder =
            folder.canonicalize().map_err(|e| Error::io(format!("opening {}", folder.display()), e))?;
        Ok(ImportFiles { folder, storing, is_dry_run, taken: HashMap::new() })
    }

    /// Stores the files that the record of a citation names, which then refers to them by the digests that they are stored
    /// by. Returns what is wrong with them. A dry run stores nothing: it takes files that are good out of the record.
    pub fn take(&mut self, record: &mut Value, actor: &Actor) -> Result<Vec<String>> {
        let mut errors = Vec::new();
        let versions = record.get_mut("languages").and_then(Value::as_array_mut).map(Vec::as_mut_slice);
        for (n, version) in versions.unwrap_or_default().iter_mut().enumerate() {
            let Some(file) =
                version.get("file").filter(|file| file.get("withdrawn").is_none_or(Value::is_null))
            else {
                continue;
            };
            let text = |member: &str| file.get(member).and_then(Value::as_str).map(str::to_owned);
            let Some(digest) = text("digest").as_deref().and_then(Digest::parse) else { continue };
            let (path, name) = (text("path"), text("name"));
            let key = (digest, path);
            let taken = match self.taken.get(&key) {
                Some(taken) => taken.clone(),
                None => {
                    let taken = self.take_file(digest, key.1.as_deref(), name.as_deref(), actor)?;
                    self.taken.insert(key, taken.clone());
                    taken
                }
            };
            match taken {
                Err(why) => errors.push(format!("languages[{n}].file: {why}")),
                Ok(_) if self.is_dry_run && !self.is_known(digest)? => {
                    version["file"] = Value::Null;
                }
                Ok(stored) => version["file"]["digest"] = Value::String(stored.to_string()),
            }
        }
        Ok(errors)
    }

    fn is_known(&self, digest: Digest) -> Result<bool> {
        self.storing.store.read(|db| Ok(db.stored_file(digest)?.is_some()))
    }

    fn take_file(
        &self,
        digest: Digest,
        path: Option<&str>,
        name: Option<&str>,
        actor: &Actor,
    ) -> Result<std::result::Result<Digest, String>> {
        let named = path.map_or_else(|| digest.relative_path(), str::to_owned);
        let Ok(found) = self.folder.join(&named).canonicalize() else {
            // What is stored here needs no file.
            return Ok(if path.is_none() && self.is_known(digest)? {
                Ok(digest)
            } else {
                Err(format!("{named} is not in the folder of the files."))
            });
        };
        if !found.starts_with(&self.folder) || !found.is_file() {
            return Ok(Err(format!("{named} is not a file in the folder of the files.")));
        }
        let staged = self.storing.files.stage(u64::MAX)?;
        let received = match receive(&found, staged) {
            Ok(staged) => staged.finish(),
            Err(Error::NoRoom(text)) => return Err(Error::NoRoom(text)),
            Err(e) => return Ok(Err(e.to_string())),
        };
        if received.digest != digest {
            return Ok(Err(format!(
                "{named} has the digest {}, not the one of the record.",
                received.digest
            )));
        }
        if self.is_dry_run {
            return Ok(Ok(digest));
        }
        let last = named.rsplit('/').next().unwrap_or_default();
        match wait_for(store_file(&self.storing, received, name.unwrap_or(last), actor, UPLOAD))? {
            Ok((stored, _)) => Ok(Ok(stored.digest)),
            Err(Error::Invalid(errors)) => {
                Ok(Err(errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join(" ")))
            }
            Err(Error::Unreadable(text)) => Ok(Err(text)),
            Err(other) => Err(other),
        }
    }
}

fn stamp(file: &File) -> Result<Stamp> {
    let metadata = file.metadata().map_err(|e| Error::io("reading the file to import", e))?;
    Ok((metadata.len(), metadata.modified().ok()))
}

/// Tells JSON Lines, which begin with `{`, from tables. An empty file holds no records, as the export of an empty catalogue,
/// unless its name is that of a table. `name` is also the name in messages; `is_table` is what is known of the format.
///
/// # Errors
/// [`Error::Unreadable`] for a table that is too large or a damaged gzip file.
pub fn sent_file(mut file: File, name: Option<&str>, is_table: Option<bool>) -> Result<SentFile> {
    let error = |why: String| Error::Unreadable(name.map(|name| format!("{name}: {why}")).unwrap_or(why));
    let rewind = |mut file: &File| file.seek(SeekFrom::Start(0)).map_err(|e| error(e.to_string()));
    let mut start = Vec::new();
    rewind(&file)?;
    let read = (&mut file).take(ZIP.len() as u64).read_to_end(&mut start);
    read.map_err(|e| error(format!("the file cannot be read: {e}")))?;
    rewind(&file)?;
    let is_zip = start == ZIP;
    let is_json = match is_table {
        Some(is_table) => !is_table,
        None if is_zip => false,
        None => is_json_lines(&file).map_err(error)?.unwrap_or_else(|| !name.is_some_and(is_table_name)),
    };
    rewind(&file)?;
    if is_json {
        return Ok(SentFile::JsonLines(file));
    }
    let read = if is_zip {
        let size = file.metadata().map_or(0, |metadata| metadata.len());
        read_bytes(&file, MAX_WORKBOOK, size)
    } else {
        read_table_text(&file)
    };
    read.map(SentFile::Table).map_err(error)
}

/// The bytes of a text table, unpacked.
///
/// # Errors
/// If it is damaged or too large.
pub fn read_table_text(from: impl Read) -> Result<Vec<u8>, String> {
    let text = unpack(from, u64::MAX).map_err(|e| format!("the file cannot be read: {e}"))?;
    read_bytes(text, MAX_TABLE_TEXT, MAX_TABLE_TEXT)
}

/// `capacity` is allocated at once, because growing would need a multiple of it; what is not written takes no memory.
fn read_bytes(mut from: impl Read, max: u64, capacity: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(usize::try_from(capacity.min(max)).unwrap_or_default());
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut piece).map_err(|e| format!("the file cannot be read: {e}"))?;
        if read == 0 {
            return Ok(bytes);
        }
        if (bytes.len() + read) as u64 > max {
            return Err(format!("the table is larger than {} MiB. Split it into several files.", max >> 20));
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}

fn is_table_name(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    TABLE_EXTENSIONS.iter().any(|table| extension.eq_ignore_ascii_case(table))
}

/// Whether a text, unpacked, is JSON Lines, because it begins with `{`; `None` if it is empty or blank.
///
/// # Errors
/// If it cannot be unpacked.
pub(super) fn is_json_lines(text: impl Read) -> Result<Option<bool>, String> {
    let mut start = Vec::new();
    let text = unpack(text, u64::MAX);
    let read = text.and_then(|text| text.take(4096).read_to_end(&mut start));
    read.map_err(|e| format!("the file cannot be read: {e}"))?;
    Ok(start.trim_ascii_start().first().map(|first| *first == b'{'))
}

/// A temporary file in the data directory for an imported stream: nobody else can read it, and because it has no name, it
/// is deleted when it is closed or the process ends in any way.
pub fn spool(dir: &Path) -> Result<File> {
    let doing = || format!("keeping a file in {}", dir.display());
    let file = tempfile::tempfile_in(dir).map_err(|e| Error::io(doing(), e))?;
    file.set_permissions(Permissions::from_mode(0o600)).map_err(|e| Error::io(doing(), e))?;
    Ok(file)
}

fn receive(path: &Path, mut staged: StagedFile) -> Result<StagedFile> {
    let doing = || format!("reading {}", path.display());
    let mut file = File::open(path).map_err(|e| Error::io(doing(), e))?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = file.read(&mut chunk).map_err(|e| Error::io(doing(), e))?;
        if read == 0 {
            return Ok(staged);
        }
        staged.write(&chunk[..read]).map_err(|e| match e {
            crate::files::StagingError::Disk(e) => e,
            too_large => Error::internal(doing(), too_large),
        })?;
    }
}
