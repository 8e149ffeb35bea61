//! What runs in the child process. It confines itself and becomes the program that reads the file: `pdftotext`, or this
//! program again, which then starts within its limits. The file comes on standard input, the text goes to standard output.

use crate::handout_text::{confinement, page_text, pdf, preview};
use crate::model::error::{Error, Result};
use crate::model::files::MAX_PREVIEW_WIDTH;
use crate::model::handout_text::file::FileKind;
use landlock::LandlockStatus;
use rustix::process::{Signal, set_parent_process_death_signal};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const WHAT: &str = "reading the text of a file";
const OWN_PROGRAM: &str = "/proc/self/exe";
/// Nothing beyond this is read; the memory of a child ends before.
const MAX_FILE: u64 = 512 * 1024 * 1024;

/// What a child process reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// How the process is confined.
    Confinement,
    /// The text of a file of this kind.
    Text(FileKind),
    /// Everything about a PDF, as two lines of JSON: the facts, and then what takes longer to read.
    Pdf,
    /// Previews of the first page of a PDF.
    PdfPreview,
    /// The first page of a PDF as a picture, drawn by `pdftoppm`.
    DrawnPage,
    /// Previews of a picture.
    ImagePreview,
    /// Previews of a drawn page; an error for an empty one.
    DrawnPreview,
}

impl Subject {
    /// The subject with this name on the command line.
    pub fn from_name(name: &str) -> Option<Subject> {
        match name {
            "probe" => Some(Subject::Confinement),
            "whole-pdf" => Some(Subject::Pdf),
            "pdf-preview" => Some(Subject::PdfPreview),
            "drawn-page" => Some(Subject::DrawnPage),
            "image-preview" => Some(Subject::ImagePreview),
            "drawn-preview" => Some(Subject::DrawnPreview),
            _ => FileKind::from_name(name).map(Subject::Text),
        }
    }

    /// Its name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Subject::Confinement => "probe",
            Subject::Pdf => "whole-pdf",
            Subject::PdfPreview => "pdf-preview",
            Subject::DrawnPage => "drawn-page",
            Subject::ImagePreview => "image-preview",
            Subject::DrawnPreview => "drawn-preview",
            Subject::Text(kind) => kind.name(),
        }
    }
}

/// The request to a child process.
#[derive(Debug, Clone)]
pub struct Task {
    /// What is to be read.
    pub subject: Subject,
    /// The encoding that its server names.
    pub charset: Option<String>,
    /// The program that reads PDF files.
    pub pdftotext: Option<PathBuf>,
    /// The process ID of the server, if it is named.
    pub server: Option<u32>,
    /// Whether this process is already confined.
    pub is_confined: bool,
}

/// Runs a child. Returns only when it has written the text, or with an error.
pub fn run(task: &Task) -> Result<()> {
    if task.is_confined {
        return read(task.subject, task.charset.as_deref());
    }
    end_with_server(task.server)?;
    let is_for_pdftotext =
        matches!(task.subject, Subject::Confinement | Subject::Text(FileKind::Pdf) | Subject::DrawnPage);
    let pdftotext = task.pdftotext.as_deref().filter(|_| is_for_pdftotext);
    let mut needed = vec![pdftotext.unwrap_or(Path::new(OWN_PROGRAM))];
    if task.subject == Subject::DrawnPage {
        needed.extend(confinement::FONTS.iter().map(Path::new).filter(|path| path.exists()));
    }
    let landlock = confine(&needed).map_err(|e| Error::io(WHAT, e))?;
    let mut program = match (task.subject, pdftotext) {
        (Subject::Confinement, _) => return report(landlock),
        (Subject::DrawnPage, Some(pdftoppm)) => {
            let mut program = Command::new(pdftoppm);
            program.args([
                "-q",
                "-png",
                "-singlefile",
                "-f",
                "1",
                "-l",
                "1",
                "-cropbox",
                "-scale-to-x",
                &MAX_PREVIEW_WIDTH.to_string(),
                "-scale-to-y",
                "-1",
                "-",
            ]);
            program
        }
        (_, Some(pdftotext)) => {
            let mut program = Command::new(pdftotext);
            program.args(["-q", "-enc", "UTF-8", "-eol", "unix", "-", "-"]);
            program
        }
        (subject, None) => {
            let mut program = Command::new(OWN_PROGRAM);
            program.args(["extract-text", subject.name(), "--confined"]);
            program.args(task.charset.iter().map(|charset| format!("--charset={charset}")));
            program
        }
    };
    // The memory that this process holds already does not count for the next one, so that the limit is the same for all.
    Err(Error::io(WHAT, program.exec()))
}

/// Has this process killed when the server ends, however that ends. The kernel tells nothing about a parent that ended
/// before it was asked.
fn end_with_server(server: Option<u32>) -> Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|e| Error::io(WHAT, e.into()))?;
    if server.is_some_and(|server| server != std::os::unix::process::parent_id()) {
        return Err(Error::Unavailable("the server has ended".into()));
    }
    Ok(())
}

fn confine(needed: &[&Path]) -> std::io::Result<LandlockStatus> {
    let landlock = confinement::allow_only(needed)?;
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
fn read(subject: Subject, charset: Option<&str>) -> Result<()> {
    confinement::allow_only(&[]).map_err(|e| Error::io(WHAT, e))?;
    let mut file = Vec::new();
    std::io::stdin().lock().take(MAX_FILE).read_to_end(&mut file).map_err(|e| Error::io(WHAT, e))?;
    let text = match subject {
        Subject::PdfPreview => return write_bytes(&preview::draw_pdf(&file)?),
        Subject::ImagePreview => return write_bytes(&preview::draw_image(&file)?),
        Subject::DrawnPreview => return write_bytes(&preview::scale_page(&file)?),
        Subject::Confinement | Subject::DrawnPage => String::new(),
        Subject::Pdf => {
            let opened = pdf::open(&file);
            write(&json(&pdf::facts(&opened))?)?;
            json(&pdf::read(&opened)?)?
        }
        Subject::Text(FileKind::Pdf) => {
            let locked = || Error::Unreadable("the PDF is protected by a password".into());
            pdf::read(&pdf::open(&file))?.text.ok_or_else(locked)?
        }
        Subject::Text(FileKind::Html) => page_text::text(&page_text::decode(&file, charset)),
        Subject::Text(FileKind::Text) => page_text::decode(&file, charset),
    };
    write(&text)
}

/// A line of JSON.
fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map(|text| text + "\n").map_err(|e| Error::internal(WHAT, e))
}

fn write(text: &str) -> Result<()> {
    write_bytes(text.as_bytes())
}

fn write_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|e| Error::io(WHAT, e))
}
