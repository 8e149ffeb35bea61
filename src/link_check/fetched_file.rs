//! A file that a check has fetched for its text.

use crate::link_check::answer::Answer;
use crate::model::handout_text::file::{FileKind, MAX_MARK, charset};
use crate::model::link_check::link::FileMarks;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::AsRawFd;

/// Whether a check fetches the file for its text.
#[derive(Debug, Clone, Default)]
pub struct TextWanted {
    /// The file whose text is known; `None` when none is, or when the same file is read again.
    pub known: Option<FileMarks>,
    /// Only a new or changed file is fetched, for its digest; no page.
    pub only_for_digest: bool,
}

impl TextWanted {
    /// What is fetched for its digest anyway.
    pub fn only_for_digest() -> TextWanted {
        TextWanted { known: None, only_for_digest: true }
    }

    /// Whether the text of the file with these marks is not known.
    pub(super) fn wants(&self, today: &FileMarks) -> bool {
        !self.only_for_digest && self.known.as_ref().is_none_or(|known| known.must_be_read(today))
    }
}

/// A file or page without a name, to be read once; it is gone when this is dropped.
#[derive(Debug)]
pub struct FetchedFile {
    /// Its content, opened read-only.
    pub content: File,
    /// What it is; `None` for what is neither PDF, page nor plain text.
    pub kind: Option<FileKind>,
    /// The encoding that its server names.
    pub charset: Option<String>,
    /// How its server has packed it although nobody asked for that; empty for not at all.
    pub content_encoding: String,
    /// Its marks, with its digest.
    pub marks: FileMarks,
}

impl FetchedFile {
    /// The content once more, at its beginning.
    pub fn reopened(&self) -> io::Result<File> {
        File::open(format!("/proc/self/fd/{}", self.content.as_raw_fd()))
    }

    /// `None`, and a line in the log, if it cannot be read again.
    pub(super) fn new(body: File, read: &Answer, head: &FileMarks) -> Option<FetchedFile> {
        let content_type = &read.content_type;
        match beginning(body) {
            Ok((content, beginning)) => Some(FetchedFile {
                content,
                kind: FileKind::detect(content_type, &beginning),
                charset: charset(content_type).map(str::to_owned),
                content_encoding: read.content_encoding.clone(),
                marks: FileMarks { sha256: read.marks.sha256.clone(), ..head.clone() },
            }),
            Err(e) => {
                tracing::error!(cause = %e, "a fetched file cannot be read again");
                None
            }
        }
    }
}

/// The file opened again, read-only and at its beginning, and its first bytes.
fn beginning(written: File) -> io::Result<(File, Vec<u8>)> {
    let mut content = File::open(format!("/proc/self/fd/{}", written.as_raw_fd()))?;
    let mut beginning = Vec::with_capacity(MAX_MARK);
    content.by_ref().take(MAX_MARK as u64).read_to_end(&mut beginning)?;
    content.rewind()?;
    Ok((content, beginning))
}
