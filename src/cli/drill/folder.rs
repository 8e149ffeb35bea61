//! The folder of a drill: private, and removed at the end, however the drill ends.
//!
//! The drill runs in a process of its own. This one waits for it, and removes the folder when nothing can write into it
//! any more. If this one is killed, the kernel ends the other, and the next drill removes the folder.

use crate::model::clock;
use crate::model::error::{Error, Result};
use rustix::process::{Pid, Signal as ProcessSignal, set_parent_process_death_signal, test_kill_process};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Names the folder to the process that does the drill.
pub(super) const FOLDER_VARIABLE: &str = "HANDOUT_DRILL_FOLDER";
const OWN_PROGRAM: &str = "/proc/self/exe";
/// The beginning of the names of these folders. The ID of the process that removes it follows.
const PREFIX: &str = "handout-drill-";
/// Name of a file that is locked as long as the drill runs.
const LOCK: &str = "drill.lock";
/// A folder that is younger may be about to be locked, if the process of its name runs.
const MIN_AGE_S: i64 = 60;

/// Runs this command again in a folder of its own in the system's temporary directory (`TMPDIR`), and removes the folder.
/// Removes those of drills that were killed, too.
pub(super) fn run_in_folder() -> Result<ExitCode> {
    let place = std::env::temp_dir();
    remove_abandoned(&place);
    let path = place.join(format!("{PREFIX}{}-{}", std::process::id(), uuid::Uuid::new_v4().simple()));
    let ended = wait_for_drill(&path);
    let leftover = if remove(&path) {
        "its folder was removed".to_owned()
    } else {
        format!("remove {}, which holds a copy of the catalogue", path.display())
    };
    match ended? {
        Some(status) if status.signal().is_none() => {
            Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
        }
        Some(status) if !is_interruption(status) => {
            Err(Error::Conflict(format!("the drill ended with {status}; {leftover}")))
        }
        _ => Err(Error::Conflict(format!("the drill was interrupted; {leftover}"))),
    }
}

/// Whether the drill has got a signal that this process gets too, in a moment.
fn is_interruption(status: ExitStatus) -> bool {
    let signals = [ProcessSignal::INT, ProcessSignal::TERM, ProcessSignal::HUP].map(ProcessSignal::as_raw);
    status.signal().is_some_and(|signal| signals.contains(&signal))
}

/// Makes the folder and waits for the drill; `None` if a signal ended it. Afterwards nothing writes into the folder.
fn wait_for_drill(path: &Path) -> Result<Option<ExitStatus>> {
    let failed = |e| Error::io("running the drill", e);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().map_err(failed)?;
    runtime.block_on(async {
        let mut ended = signal(SignalKind::child()).map_err(failed)?;
        let mut interrupted = signals().map_err(failed)?;
        let making = format!("making {}", path.display());
        DirBuilder::new().mode(0o700).create(path).map_err(|e| Error::io(making, e))?;
        let mut drill = start(path).map_err(failed)?;
        loop {
            if let Some(status) = drill.try_wait().map_err(failed)? {
                return Ok(Some(status));
            }
            tokio::select! {
                _ = ended.recv() => {}
                () = any_of(&mut interrupted) => {
                    drill.kill().and_then(|()| drill.wait()).map_err(failed)?;
                    return Ok(None);
                }
            }
        }
    })
}

fn start(path: &Path) -> std::io::Result<Child> {
    Command::new(OWN_PROGRAM).args(std::env::args_os().skip(1)).env(FOLDER_VARIABLE, path).spawn()
}

fn signals() -> std::io::Result<[Signal; 3]> {
    Ok([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?])
}

async fn any_of([interrupt, terminate, hangup]: &mut [Signal; 3]) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

/// Locks the folder for the drill in this process, which from now on ends with the process that removes the folder.
pub(super) fn hold(path: &Path) -> Result<File> {
    set_parent_process_death_signal(Some(ProcessSignal::KILL))
        .map_err(|e| Error::io("starting the drill", e.into()))?;
    if owner(path) != std::os::unix::process::parent_id().try_into().ok() {
        return Err(Error::Conflict("the drill was interrupted".into()));
    }
    let mut options = OpenOptions::new();
    let lock = options.write(true).create_new(true).mode(0o600).open(path.join(LOCK));
    lock.and_then(|file| file.lock().map(|()| file))
        .map_err(|e| Error::io(format!("locking {}", path.display()), e))
}

/// The process that removes this folder, by its name.
fn owner(path: &Path) -> Option<i32> {
    path.file_name()?.to_str()?.strip_prefix(PREFIX)?.split('-').next()?.parse().ok()
}

/// Removes a folder with personal data in it; returns whether it is gone.
fn remove(path: &Path) -> bool {
    match std::fs::remove_dir_all(path) {
        Ok(()) => true,
        Err(e) if e.kind() == ErrorKind::NotFound => true,
        Err(cause) => {
            tracing::error!(%cause, folder = %path.display(), "remove this folder: it holds a copy of the catalogue");
            false
        }
    }
}

/// Removes the folders of drills that were killed.
fn remove_abandoned(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else { return };
    entries.flatten().map(|entry| entry.path()).filter(|path| is_abandoned(path)).for_each(|path| {
        remove(&path);
    });
}

fn is_abandoned(path: &Path) -> bool {
    let is_ours = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
    if !is_ours || !path.symlink_metadata().is_ok_and(|meta| meta.is_dir()) {
        return false;
    }
    match File::open(path.join(LOCK)) {
        Ok(lock) if lock.try_lock().is_err() => return false,
        Ok(_) => {}
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        // It belongs to another user.
        Err(_) => return false,
    }
    let is_running = owner(path).and_then(Pid::from_raw).map(|pid| test_kill_process(pid).is_ok());
    // The names of earlier versions have no process.
    is_running == Some(false) || is_old(path)
}

fn is_old(path: &Path) -> bool {
    let made = path.symlink_metadata().ok().and_then(|meta| meta.modified().ok());
    let made = made.and_then(|made| jiff::Timestamp::try_from(made).ok());
    made.is_some_and(|made| clock::now().duration_since(made).as_secs() >= MIN_AGE_S)
}
