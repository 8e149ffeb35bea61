//! The folder of a drill: private, and removed at the end, however the drill ends.

use crate::cli::output;
use crate::model::clock;
use crate::model::error::{Error, Result};
use std::fs::{DirBuilder, File, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The beginning of the names of these folders.
const PREFIX: &str = "handout-drill-";
/// Name of a file that is locked as long as the drill runs.
const LOCK: &str = "drill.lock";
/// A folder that is younger may be about to be locked.
const MIN_AGE_S: i64 = 60;
/// Another thread may be writing into the folder while it is removed.
const MAX_ATTEMPTS: u32 = 5;

/// A folder of its own in the system's temporary directory (`TMPDIR`).
pub(super) struct DrillFolder {
    path: PathBuf,
    removal: Arc<Mutex<()>>,
    _lock: File,
}

impl DrillFolder {
    /// Creates one, and removes those of drills that were killed. From now on, a signal that ends the process removes it first.
    pub fn new() -> Result<DrillFolder> {
        let place = std::env::temp_dir();
        remove_abandoned(&place);
        let path = place.join(format!("{PREFIX}{}", uuid::Uuid::new_v4().simple()));
        let removal = Arc::new(Mutex::new(()));
        remove_on_signal(path.clone(), removal.clone())?;
        let doing = format!("making {}", path.display());
        DirBuilder::new().mode(0o700).create(&path).map_err(|e| Error::io(&doing, e))?;
        let mut options = OpenOptions::new();
        let lock = options.write(true).create_new(true).mode(0o600).open(path.join(LOCK));
        let lock = lock.and_then(|file| file.lock().map(|()| file)).map_err(|e| {
            remove(&path);
            Error::io(doing, e)
        })?;
        Ok(DrillFolder { path, removal, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DrillFolder {
    fn drop(&mut self) {
        // Waits until the process has ended when a signal came first.
        let _alone = self.removal.lock().unwrap_or_else(PoisonError::into_inner);
        remove(&self.path);
    }
}

/// Removes a folder with personal data in it.
fn remove(path: &Path) {
    // Renamed first: the server may still write into it by its path.
    let renamed = path.with_extension("removed");
    let renamed = if std::fs::rename(path, &renamed).is_ok() { renamed } else { path.to_owned() };
    for _ in 0..MAX_ATTEMPTS {
        if !renamed.exists() {
            return;
        }
        if let Err(cause) = std::fs::remove_dir_all(&renamed) {
            tracing::debug!(%cause, folder = %renamed.display(), "cannot be removed; trying again");
        }
    }
    if renamed.exists() {
        tracing::error!(folder = %renamed.display(), "remove this folder: it holds a copy of the catalogue");
    }
}

/// Removes the folders of drills that were killed.
fn remove_abandoned(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_ours = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        if is_ours && is_old(&path) && File::open(path.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok()) {
            remove(&path);
        }
    }
}

fn is_old(path: &Path) -> bool {
    let made =
        path.symlink_metadata().ok().filter(|meta| meta.is_dir()).and_then(|meta| meta.modified().ok());
    let made = made.and_then(|made| jiff::Timestamp::try_from(made).ok());
    made.is_some_and(|made| clock::now().duration_since(made).as_secs() >= MIN_AGE_S)
}

/// Starts a thread that waits for a signal, removes the folder, and ends the process.
fn remove_on_signal(path: PathBuf, removal: Arc<Mutex<()>>) -> Result<()> {
    let failed = |e| Error::io("listening for signals", e);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().map_err(failed)?;
    let (listens, is_listening) = mpsc::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            match signals() {
                Ok(signals) => {
                    // The receiver waits for this.
                    let _ = listens.send(Ok(()));
                    any_of(signals).await;
                }
                Err(e) => {
                    let _ = listens.send(Err(e));
                    std::future::pending().await
                }
            }
        });
        let _alone = removal.lock().unwrap_or_else(PoisonError::into_inner);
        remove(&path);
        output::error("error: the drill was interrupted; its folder was removed");
        exit(1);
    });
    is_listening.recv().map_err(|e| Error::internal("listening for signals", e))?.map_err(failed)
}

fn signals() -> std::io::Result<[Signal; 3]> {
    Ok([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?])
}

async fn any_of([mut interrupt, mut terminate, mut hangup]: [Signal; 3]) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}
