//! What runs in the child process. It confines itself and becomes the program that reads the file: `pdftotext`, or this
//! program again, which then starts within its limits. The file comes on standard input, the text goes to standard output.

use crate::handout_text::{confinement, page_text, pdf_text};
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::FileKind;
use landlock::LandlockStatus;
use rustix::process::{Signal, set_parent_process_death_signal};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const WHAT: &str = "reading the text of a file";
const OWN_PROGRAM: &str = "/proc/self/exe";
/// Maximum file size of link checks; nothing beyond it is read.
const MAX_FILE: u64 = 25 * 1024 * 1024;

/// The request to a child process.
#[derive(Debug, Clone)]
pub struct Task {
    /// The kind of the file; `None` to report how the process is confined.
    pub kind: Option<FileKind>,
    /// The encoding that its server names.
    pub charset: Option<String>,
    /// The program that reads PDF files.
    pub pdftotext: Option<PathBuf>,
    /// Whether this process is already confined.
    pub is_confined: bool,
}

/// Runs a child. Returns only when it has written the text, or with an error.
pub fn run(task: &Task) -> Result<()> {
    if task.is_confined {
        return task.kind.map_or(Ok(()), |kind| read(kind, task.charset.as_deref()));
    }
    // It ends with the server, however that ends.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|e| Error::io(WHAT, e.into()))?;
    let pdftotext = task.pdftotext.as_deref().filter(|_| matches!(task.kind, None | Some(FileKind::Pdf)));
    let landlock = confine(pdftotext.unwrap_or(Path::new(OWN_PROGRAM))).map_err(|e| Error::io(WHAT, e))?;
    let mut program = match (task.kind, pdftotext) {
        (None, _) => return report(landlock),
        (Some(_), Some(pdftotext)) => {
            let mut program = Command::new(pdftotext);
            program.args(["-q", "-enc", "UTF-8", "-eol", "unix", "-", "-"]);
            program
        }
        (Some(kind), None) => {
            let mut program = Command::new(OWN_PROGRAM);
            program.args(["extract-text", kind.name(), "--confined"]);
            program.args(task.charset.iter().map(|charset| format!("--charset={charset}")));
            program
        }
    };
    // The memory that this process holds already does not count for the next one, so that the limit is the same for all.
    Err(Error::io(WHAT, program.exec()))
}

fn confine(program: &Path) -> std::io::Result<LandlockStatus> {
    let landlock = confinement::allow_only(&[program])?;
    confinement::filter_system_calls()?;
    confinement::limit_resources()?;
    confinement::leave_open_files();
    Ok(landlock)
}

/// Prints the confinement of this process; an error if the kernel has no Landlock.
fn report(landlock: LandlockStatus) -> Result<()> {
    let calls = "no network, 512 MB of memory, 10 s of processor time";
    let (words, is_complete) = match landlock {
        LandlockStatus::Available { effective_abi, .. } => {
            (format!("Landlock {}, {calls}", effective_abi as i32), true)
        }
        LandlockStatus::NotEnabled => (format!("Landlock is off in this kernel; {calls}"), false),
        LandlockStatus::NotImplemented => (format!("this kernel has no Landlock; {calls}"), false),
    };
    write(&words)?;
    if is_complete { Ok(()) } else { Err(Error::Unavailable("no Landlock".into())) }
}

/// Reads the file after the last rights were dropped: nothing needs to be opened any more.
fn read(kind: FileKind, charset: Option<&str>) -> Result<()> {
    confinement::allow_only(&[]).map_err(|e| Error::io(WHAT, e))?;
    let mut file = Vec::new();
    std::io::stdin().lock().take(MAX_FILE).read_to_end(&mut file).map_err(|e| Error::io(WHAT, e))?;
    let text = match kind {
        FileKind::Pdf => pdf_text::text(&file)?,
        FileKind::Html => page_text::text(&page_text::decoded(&file, charset)),
        FileKind::Text => page_text::decoded(&file, charset),
    };
    write(&text)
}

fn write(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Error::io(WHAT, e))
}
