//! The files of a folder, and reading one of them.

use crate::domain::files::matching::is_ignored;
use crate::files::content::{Accepted, ContentError, PhotoMetadata, accept};
use crate::files::{FileStore, Received, StagingError};
use crate::handout_text::Extractor;
use crate::model::error::{Error, Result};
use crate::model::files::FileType;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long a file must not have changed before it is read.
const SETTLED: Duration = Duration::from_secs(2);
/// A whole PDF says its end within so many bytes of it.
const PDF_END_BYTES: usize = 2_048;
const PIECE_BYTES: usize = 256 << 10;

/// A file of the folder.
#[derive(Debug, Clone)]
pub struct FolderFile {
    pub path: PathBuf,
    /// Its path in the folder, separated by `/`.
    pub name: String,
    state: FileState,
}

impl FolderFile {
    /// The content, in a file of this store's file system; or why it is left.
    pub fn receive(
        &self,
        files: &FileStore,
        max_bytes: u64,
    ) -> Result<std::result::Result<Received, String>> {
        let unreadable = |e: std::io::Error| Ok(Err(format!("cannot be read: {}", reason(&e))));
        let mut content = match File::open(&self.path) {
            Ok(content) => content,
            Err(e) => return unreadable(e),
        };
        let mut staged = files.stage(max_bytes)?;
        let mut piece = vec![0; PIECE_BYTES];
        let (mut bytes, mut is_zero) = (0, true);
        loop {
            let read = match content.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => read,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) => return unreadable(e),
            };
            bytes += read as u64;
            is_zero &= piece[..read].iter().all(|byte| *byte == 0);
            match staged.write(&piece[..read]) {
                Ok(()) => {}
                Err(StagingError::TooLarge { .. }) => {
                    return Ok(Err(format!(
                        "larger than {} MB, which is the limit (files.max_mb)",
                        max_bytes >> 20
                    )));
                }
                Err(StagingError::Disk(error)) => return Err(error),
            }
        }
        let now = match std::fs::symlink_metadata(&self.path) {
            Ok(metadata) => FileState::from(&metadata),
            Err(e) => return unreadable(e),
        };
        Ok(if now != self.state || bytes != self.state.bytes {
            Err("still being written".to_owned())
        } else if bytes == 0 {
            Err("empty: perhaps not downloaded from the cloud".to_owned())
        } else if is_zero {
            Err("empty: perhaps not downloaded from the cloud; it holds zero bytes alone, so it is not a whole PDF"
                .to_owned())
        } else {
            Ok(staged.finish())
        })
    }

    /// What the file is, by the rules of uploads; or why it is left.
    pub fn examine(
        &self,
        files: &FileStore,
        max_bytes: u64,
        extractor: &Extractor,
    ) -> Result<std::result::Result<Accepted, String>> {
        let received = match self.receive(files, max_bytes)? {
            Ok(received) => received,
            Err(reason) => return Ok(Err(reason)),
        };
        let accepted = match accept(received, PhotoMetadata::Remove) {
            Ok(accepted) => accepted,
            Err(ContentError::Refused(refusal)) => return Ok(Err(refusal.to_string().trim().to_owned())),
            Err(ContentError::Failed(error)) => return Err(error),
        };
        if accepted.file_type == FileType::Pdf {
            if !is_whole_pdf(accepted.file.open()?, accepted.file.size)? {
                return Ok(Err("not a whole PDF".to_owned()));
            }
            let digest = accepted.file.digest.to_string();
            if extractor.pdf_facts(accepted.file.open()?, &digest)?.is_locked {
                return Ok(Err("needs a password or a certificate to open".to_owned()));
            }
        }
        Ok(Ok(accepted))
    }
}

/// What tells whether a file was written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl From<&Metadata> for FileState {
    fn from(metadata: &Metadata) -> FileState {
        FileState { bytes: metadata.len(), modified: metadata.modified().ok() }
    }
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Folder {
    pub files: Vec<FolderFile>,
    /// What could not be read, with the reason.
    pub unreadable: Vec<(String, String)>,
    /// How many files and folders are ignored, links and special files among them.
    pub ignored: usize,
}

impl Folder {
    /// Lists the files in a folder and in those below it, by their names.
    ///
    /// # Errors
    /// If the folder itself cannot be read.
    pub fn read(dir: &Path) -> Result<Folder> {
        let mut folder = Folder::default();
        folder.add(dir, "").map_err(|e| Error::io(format!("reading {}", dir.display()), e))?;
        Ok(folder)
    }

    fn add(&mut self, dir: &Path, prefix: &str) -> std::io::Result<()> {
        let mut entries = std::fs::read_dir(dir)?.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let own_name = entry.file_name().to_string_lossy().into_owned();
            let name = format!("{prefix}{own_name}");
            if is_ignored(&own_name) {
                self.ignored += 1;
                continue;
            }
            let path = entry.path();
            let unreadable = |e: std::io::Error| (name.clone(), format!("cannot be read: {}", reason(&e)));
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => {
                    if let Err(e) = self.add(&path, &format!("{name}/")) {
                        self.unreadable.push(unreadable(e));
                    }
                }
                Ok(metadata) if metadata.is_file() => {
                    self.files.push(FolderFile { path, name, state: FileState::from(&metadata) });
                }
                Ok(_) => self.ignored += 1,
                Err(e) => self.unreadable.push(unreadable(e)),
            }
        }
        Ok(())
    }

    /// Waits until a file that is being written has had time to grow.
    pub fn wait_until_settled(&self) {
        let newest = self.files.iter().filter_map(|file| file.state.modified).max();
        let age = newest.and_then(|newest| newest.elapsed().ok());
        if let Some(rest) = age.and_then(|age| SETTLED.checked_sub(age)) {
            std::thread::sleep(rest);
        }
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::NotFound => "it is gone".to_owned(),
        _ => error.to_string(),
    }
}

/// Whether a PDF has its end, and the length that it says at its beginning.
fn is_whole_pdf(mut file: File, size: u64) -> Result<bool> {
    use std::io::{Seek, SeekFrom};
    let failed = |e| Error::io("reading a received file", e);
    let mut part = |from: u64| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        (&mut file).take(PDF_END_BYTES as u64).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    };
    let (beginning, end) = (part(0)?, part(size.saturating_sub(PDF_END_BYTES as u64))?);
    let is_cut = linearized_length(&beginning).is_some_and(|length| length > size);
    Ok(!is_cut && memchr::memmem::find(&end, b"%%EOF").is_some())
}

/// The length of a PDF for the web, whose end stands near its beginning too.
fn linearized_length(beginning: &[u8]) -> Option<u64> {
    let text = String::from_utf8_lossy(beginning);
    let (_, after) = text.split_once("/Linearized")?;
    let (_, length) = after.split(">>").next()?.split_once("/L ")?;
    let digits: String = length.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_pdf_is_whole_with_its_end_and_its_length() {
        let check = |content: &str, expected: bool| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.pdf");
            std::fs::write(&path, content).unwrap();
            let is_whole = is_whole_pdf(File::open(&path).unwrap(), content.len() as u64).unwrap();
            assert_eq!(is_whole, expected, "{content}");
        };
        check("%PDF-1.4\n1 0 obj\nstartxref\n0\n%%EOF\n", true);
        check("%PDF-1.4\n1 0 obj\nstart", false);
        check("%PDF-1.4\n1 0 obj<</Linearized 1/L 40/H[ 0 1]>>endobj\n%%EOF\n", true);
        check("%PDF-1.4\n1 0 obj<</Linearized 1/L 600/H[ 0 1]>>endobj\n%%EOF\n", false);
    }

    #[test]
    fn links_and_what_systems_leave_behind_are_counted_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        std::fs::create_dir_all(below.join("__MACOSX")).unwrap();
        std::fs::write(below.join("a.pdf"), "a").unwrap();
        std::fs::write(folder.path().join(".DS_Store"), "").unwrap();
        std::os::unix::fs::symlink(&below, folder.path().join("again")).unwrap();
        std::os::unix::fs::symlink(below.join("a.pdf"), folder.path().join("b.pdf")).unwrap();
        let read = Folder::read(folder.path()).unwrap();
        let names: Vec<&str> = read.files.iter().map(|file| &*file.name).collect();
        assert_eq!((names, read.ignored), (vec!["below/a.pdf"], 4));
        assert!(Folder::read(&folder.path().join("none")).is_err());
    }
}
