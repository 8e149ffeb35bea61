//! Moves the stored files to another store: copies and verifies each; the setting is changed by hand.

use crate::domain::files::backup_folder::refuse_failures;
use crate::domain::files::cleanup::FilesLock;
use crate::files::{FileStore, Put, wait_for};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, NamedFile};
use crate::store::Store;
use futures_util::StreamExt;
use std::path::Path;

/// How many contents are read completely, unless all are.
const SAMPLE: usize = 10;

/// How many contents were copied, and how many were in the other store.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moved {
    pub copied: usize,
    pub present: usize,
}

/// Copies every recorded content to another store, verifies each there by its digest, and makes that store this
/// installation's own. May be repeated; an error names what failed after everything else was copied. `report` gets how many
/// are done. Blocks.
pub fn move_files(
    store: &Store,
    from: &FileStore,
    to: &FileStore,
    data_dir: &Path,
    mut report: impl FnMut(usize, usize),
) -> Result<Moved> {
    let _lock = FilesLock::lock_shared(data_dir)?;
    let recorded = store.read(|db| db.recorded_files())?;
    wait_for(to.take_over())??;
    let (mut moved, mut failures) = (Moved::default(), Vec::new());
    for (done, file) in recorded.iter().enumerate() {
        report(done, recorded.len());
        match wait_for(move_file(from, to, file))? {
            Ok(true) => moved.copied += 1,
            Ok(false) => moved.present += 1,
            Err(full @ Error::NoRoom(_)) => return Err(full),
            Err(e) => failures.push(format!("{file}: {e}")),
        }
    }
    refuse_failures("could not be moved", recorded.len(), failures).map(|()| moved)
}

/// Whether the content had to be copied.
async fn move_file(
    from: &FileStore,
    to: &FileStore,
    NamedFile { digest, size, .. }: &NamedFile,
) -> Result<bool> {
    if to.size_or_unknown(*digest).await? == Some(*size) && to.digest_now(*digest).await? == Some(*digest) {
        return Ok(false);
    }
    let mut staged = to.stage(*size)?;
    let mut chunks = from.read(*digest, *size, 0..*size).await?;
    while let Some(chunk) = chunks.next().await {
        staged.write(&chunk?).map_err(|e| Error::internal("copying a stored file", e))?;
    }
    let received = staged.finish();
    if received.digest != *digest {
        return Err(Error::Damaged(format!("the store has other bytes under {digest}")));
    }
    to.put(received, Put::Again).await?;
    match to.digest_now(*digest).await? {
        Some(found) if found == *digest => Ok(true),
        _ => Err(Error::Damaged(format!("the other store does not return {digest} as it was written"))),
    }
}

/// What a look at the stored files found.
#[derive(Debug, Default)]
pub struct Checked {
    /// How many are referred to.
    pub referenced: usize,
    /// How many were read whole.
    pub read: usize,
    /// The size of all together.
    pub bytes: u64,
    /// Digest, name and what is wrong.
    pub wrong: Vec<String>,
    /// Those whose damage is not recorded yet (`true`), and those that are whole again (`false`).
    pub damage: Vec<(Digest, bool)>,
    /// Why the store could not be asked.
    pub unreachable: Option<String>,
}

/// Chooses the contents that are read completely, of so many: ten in a row, by digest, from a random one on. Digests are random
/// numbers.
pub fn sample(of: usize) -> impl Fn(usize) -> bool {
    let first = uuid::Uuid::new_v4().as_u128() as usize % of.max(1);
    move |n| (n + of - first) % of.max(1) < SAMPLE
}

/// Looks whether every content of the list exists with its size, and reads those that `is_read` chooses. Blocks.
pub fn check_files(
    files: &FileStore,
    referenced: &[NamedFile],
    is_read: impl Fn(usize) -> bool,
) -> Result<Checked> {
    let mut checked = Checked { referenced: referenced.len(), ..Checked::default() };
    for (n, file @ NamedFile { digest, size, .. }) in referenced.iter().enumerate() {
        checked.bytes += size;
        let found = match wait_for(files.size_or_unknown(*digest))? {
            Ok(found) => found,
            Err(e) => {
                checked.unreachable = Some(e.to_string());
                return Ok(checked);
            }
        };
        let why = match found {
            None => Some("is missing".to_owned()),
            Some(found) if found != *size => Some(format!("has {found} bytes instead of {size}")),
            Some(_) if is_read(n) => {
                checked.read += 1;
                let is_whole = wait_for(files.digest_now(*digest))?? == Some(*digest);
                checked.damage.push((*digest, !is_whole));
                (!is_whole).then(|| "is not what was stored".to_owned())
            }
            Some(_) => None,
        };
        checked.wrong.extend(why.map(|why| format!("{file} {why}")));
    }
    Ok(checked)
}

/// Records which contents were found to be changed, and which are whole again.
pub fn record_damage(store: &Store, data_dir: &Path, found: &[(Digest, bool)]) -> Result<()> {
    let mut changed = Vec::new();
    for (digest, is_damaged) in found {
        let known = store.read(|db| db.stored_file(*digest))?;
        if known.is_some_and(|known| known.is_damaged != *is_damaged) {
            changed.push((*digest, *is_damaged));
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Store::open_to_write(data_dir)?.write(|db| {
        changed.iter().try_for_each(|(digest, is_damaged)| db.set_file_damaged(*digest, *is_damaged))
    })
}
