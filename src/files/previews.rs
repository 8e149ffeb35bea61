//! Previews of stored files, in the data directory. They can be drawn again at any time, so no backup has them.

use crate::model::error::{Error, Result};
use crate::model::files::{Digest, PREVIEW_WIDTHS};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FOLDER: &str = "previews";

/// The folder of the previews.
#[derive(Debug, Clone)]
pub struct PreviewFolder(PathBuf);

impl PreviewFolder {
    pub(super) fn new(data_dir: &Path) -> PreviewFolder {
        PreviewFolder(data_dir.join(FOLDER))
    }

    fn file(&self, digest: Digest, width: u32) -> PathBuf {
        self.0.join(format!("{digest}-{width}.png"))
    }

    /// The preview of a content in this width, as PNG; `None` if it was not drawn yet.
    pub fn read(&self, digest: Digest, width: u32) -> Result<Option<Vec<u8>>> {
        match std::fs::read(self.file(digest, width)) {
            Ok(png) => Ok(Some(png)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::io("reading a preview", e)),
        }
    }

    /// Keeps the previews of a content, by the widths in their order.
    pub fn put(&self, digest: Digest, previews: &[Vec<u8>]) -> Result<()> {
        let storing = |e| Error::io("storing a preview", e);
        std::fs::create_dir_all(&self.0).map_err(storing)?;
        for (width, png) in PREVIEW_WIDTHS.into_iter().zip(previews) {
            let mut new = tempfile::NamedTempFile::new_in(&self.0).map_err(storing)?;
            std::io::Write::write_all(&mut new, png).map_err(storing)?;
            new.persist(self.file(digest, width)).map_err(|e| storing(e.error))?;
        }
        Ok(())
    }

    /// Deletes the previews of a content.
    pub fn remove(&self, digest: Digest) -> Result<()> {
        for width in PREVIEW_WIDTHS {
            match std::fs::remove_file(self.file(digest, width)) {
                Err(e) if e.kind() != ErrorKind::NotFound => return Err(Error::io("deleting a preview", e)),
                _ => {}
            }
        }
        Ok(())
    }
}
