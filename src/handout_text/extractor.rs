//! The server's side: starts the child process, passes it the file, and waits for its text, with a timeout.

use crate::handout_text::child::Subject;
use crate::handout_text::normalizing::normalized;
use crate::model::accessibility::pdf_check::PdfReading;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::{ExtractedText, FileKind, PdfFacts};
use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::sleep;
use std::time::{Duration, Instant};

const WHAT: &str = "reading the text of a handout file";
/// This program, also when its file has been replaced since it started.
const OWN_PROGRAM: &str = "/proc/self/exe";
/// The child has 10 s of processor time; on a busy machine these take longer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Nobody waits for a preview longer than this; other previews wait for their turn.
const PREVIEW_TIMEOUT: Duration = Duration::from_secs(10);
/// Who uploads a file waits for its facts; they are left out afterwards.
const FACTS_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of bytes read from a child, several times as much as is stored.
const MAX_OUTPUT: u64 = 8 * 1024 * 1024;
/// Interval between checks whether a child is cancelled.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);
/// Interval between checks whether a child has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Reads the text of files, each in a process of its own.
#[derive(Debug, Clone)]
pub struct Extractor {
    pdftotext: Option<PathBuf>,
}

/// What a preview is drawn of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreviewKind {
    /// The first page of a PDF.
    Pdf,
    /// A picture.
    Image,
}

impl Extractor {
    /// `pdftotext` is the setting: a path, empty for the built-in extractor, `None` to look in PATH.
    pub fn new(pdftotext: Option<&str>) -> Extractor {
        let pdftotext = match pdftotext {
            None => in_path("pdftotext"),
            Some("") => None,
            Some(path) => Some(PathBuf::from(path)),
        };
        Extractor { pdftotext }
    }

    /// The program that reads PDF files; `None` for the built-in extractor.
    pub fn pdftotext(&self) -> Option<&Path> {
        self.pdftotext.as_deref()
    }

    /// What reads PDF files: the path of the program, or `built-in`.
    pub fn name(&self) -> Cow<'_, str> {
        self.pdftotext.as_ref().map_or(Cow::Borrowed("built-in"), |path| path.to_string_lossy())
    }

    /// The text of this file, read from its beginning. Blocks for up to 30 s, or until `is_cancelled`. Returns an error if no
    /// process can be started, and when it was cancelled; whatever is wrong with the file is [`ExtractedText::Failed`].
    pub fn text(
        &self,
        file: File,
        kind: FileKind,
        charset: Option<&str>,
        is_cancelled: &AtomicBool,
    ) -> Result<ExtractedText> {
        let mut command = self.command(Subject::Text(kind));
        if let Some(charset) = charset {
            command.arg(format!("--charset={charset}"));
        }
        let (status, output) = run(command.stdin(Stdio::from(file)), TIMEOUT, is_cancelled)?;
        Ok(match status {
            None => ExtractedText::Failed("it took too long".into()),
            Some(status) if status.success() => ExtractedText::from_text(normalized(&output)),
            Some(status) => ExtractedText::Failed(failure(status, kind).into()),
        })
    }

    /// The facts about this PDF, read from its beginning. Blocks for up to 5 s. A file that cannot be read has none.
    pub fn pdf_facts(&self, file: File) -> Result<PdfFacts> {
        let mut command = self.command(Subject::PdfFacts);
        let command = command.stdin(Stdio::from(file));
        let (status, output) = run(command, FACTS_TIMEOUT, &AtomicBool::new(false))?;
        let is_read = status.is_some_and(|status| status.success());
        Ok(is_read.then(|| serde_json::from_slice(&output).ok()).flatten().unwrap_or_default())
    }

    /// What this PDF, read from its beginning, lacks for assistive technology. Blocks for up to 30 s, or until `is_cancelled`.
    pub fn accessibility(&self, file: File, is_cancelled: &AtomicBool) -> Result<PdfReading> {
        let mut command = self.command(Subject::Accessibility);
        let (status, output) = run(command.stdin(Stdio::from(file)), TIMEOUT, is_cancelled)?;
        let reason = match status {
            None => "it took too long",
            Some(status) if status.success() => match serde_json::from_slice(&output) {
                Ok(check) => return Ok(PdfReading::Checked(check)),
                Err(_) => "it is too large",
            },
            Some(status) if status.signal().is_some() => failure(status, FileKind::Pdf),
            Some(_) => "the PDF is damaged",
        };
        Ok(PdfReading::Unreadable(reason.into()))
    }

    /// The previews of this file, read from its beginning, by their widths in increasing order; empty if none can be drawn.
    /// Blocks for up to 30 s, or until `is_cancelled`.
    pub fn previews(
        &self,
        file: &File,
        kind: PreviewKind,
        is_cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<u8>>> {
        let input = || -> Result<Stdio> {
            let mut again = file.try_clone().map_err(|e| Error::io(WHAT, e))?;
            again.rewind().map_err(|e| Error::io(WHAT, e))?;
            Ok(Stdio::from(again))
        };
        let drawn = |command: &mut Command| -> Result<Option<Vec<u8>>> {
            let (status, output) = run(command, PREVIEW_TIMEOUT, is_cancelled)?;
            Ok(status.filter(|status| status.success()).map(|_| output))
        };
        let subject = match kind {
            PreviewKind::Pdf => Subject::PdfPreview,
            PreviewKind::Image => Subject::ImagePreview,
        };
        if let Some(previews) = drawn(self.command(subject).stdin(input()?))? {
            return Ok(pieces(&previews));
        }
        let Some(pdftoppm) = in_path("pdftoppm").filter(|_| kind == PreviewKind::Pdf) else {
            return Ok(Vec::new());
        };
        let mut command = command(Subject::DrawnPage, Some(&pdftoppm));
        let Some(page) = drawn(command.stdin(input()?))? else { return Ok(Vec::new()) };
        let mut picture = tempfile::tempfile().map_err(|e| Error::io(WHAT, e))?;
        picture.write_all(&page).and_then(|()| picture.rewind()).map_err(|e| Error::io(WHAT, e))?;
        let previews = drawn(self.command(Subject::DrawnPreview).stdin(Stdio::from(picture)))?;
        Ok(previews.map(|previews| pieces(&previews)).unwrap_or_default())
    }

    /// The confinement of children on this machine, in words; or why it is incomplete.
    pub fn confinement(&self) -> Result<std::result::Result<String, String>> {
        let (status, output) =
            run(self.command(Subject::Confinement).stdin(Stdio::null()), TIMEOUT, &AtomicBool::new(false))?;
        let words = String::from_utf8_lossy(&output).trim().to_owned();
        Ok(if status.is_some_and(|status| status.success()) { Ok(words) } else { Err(words) })
    }

    fn command(&self, subject: Subject) -> Command {
        command(subject, self.pdftotext())
    }
}

/// Starts a child, which confines itself and may become `program`.
fn command(subject: Subject, program: Option<&Path>) -> Command {
    let mut command = Command::new(OWN_PROGRAM);
    command.env_clear().current_dir("/").args(["extract-text", subject.name()]);
    command.arg(format!("--server={}", std::process::id()));
    if let Some(program) = program {
        command.arg("--pdftotext").arg(program);
    }
    command
}

/// Runs a child to its end. Returns its output, and `None` as status when it had to be killed.
fn run(
    command: &mut Command,
    timeout: Duration,
    is_cancelled: &AtomicBool,
) -> Result<(Option<ExitStatus>, Vec<u8>)> {
    let begun = Instant::now();
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|e| Error::io(WHAT, e))?;
    let (sender, received) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut output = Vec::new();
            let read = stdout.take(MAX_OUTPUT).read_to_end(&mut output);
            // Nobody waits for the output of a child that was killed.
            let _ = sender.send(read.map(|_| output));
        });
    }
    match wait_for_output(&received, timeout, is_cancelled) {
        _ if is_cancelled.load(Ordering::Relaxed) => {
            ended(&mut child, Duration::ZERO, is_cancelled)?;
            Err(Error::Unavailable("the text of a handout file is not read, because the server stops".into()))
        }
        Ok(Ok(output)) => {
            // A child that has written more than is read blocks forever: its text is complete, so that counts as a success.
            let is_full = output.len() as u64 >= MAX_OUTPUT;
            let limit = if is_full { Duration::ZERO } else { timeout.saturating_sub(begun.elapsed()) };
            let status = ended(&mut child, limit, is_cancelled)?;
            Ok((if is_full { Some(ExitStatus::from_raw(0)) } else { status }, output))
        }
        Ok(Err(e)) => {
            ended(&mut child, Duration::ZERO, is_cancelled)?;
            Err(Error::io(WHAT, e))
        }
        Err(_) => {
            ended(&mut child, Duration::ZERO, is_cancelled)?;
            Ok((None, Vec::new()))
        }
    }
}

/// Waits for the output of a child, within the timeout and until it is cancelled.
fn wait_for_output<T>(
    output: &Receiver<T>,
    timeout: Duration,
    is_cancelled: &AtomicBool,
) -> std::result::Result<T, RecvTimeoutError> {
    let begun = Instant::now();
    loop {
        match output.recv_timeout(CANCEL_INTERVAL) {
            Err(RecvTimeoutError::Timeout)
                if begun.elapsed() < timeout && !is_cancelled.load(Ordering::Relaxed) => {}
            outcome => return outcome,
        }
    }
}

/// Waits until the child has ended, and kills it afterwards or when it is cancelled; `None` if it was killed.
fn ended(child: &mut Child, limit: Duration, is_cancelled: &AtomicBool) -> Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|e| Error::io(WHAT, e))? {
            return Ok(Some(status));
        }
        if begun.elapsed() >= limit || is_cancelled.load(Ordering::Relaxed) {
            break;
        }
        sleep(POLL_INTERVAL);
    }
    child.kill().and_then(|()| child.wait()).map_err(|e| Error::io(WHAT, e))?;
    Ok(None)
}

/// The pieces of an output, each behind its length in four bytes; none if it is not whole.
fn pieces(output: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = output;
    let mut pieces = Vec::new();
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let Some(piece) = usize::try_from(u32::from_be_bytes(*length)).ok().and_then(|end| behind.get(..end))
        else {
            return Vec::new();
        };
        pieces.push(piece.to_vec());
        rest = &behind[piece.len()..];
    }
    pieces
}

/// Why a child failed, in a few words.
fn failure(status: ExitStatus, kind: FileKind) -> &'static str {
    const TOO_MUCH_TIME: [i32; 2] = [libc::SIGXCPU, libc::SIGKILL];
    match (status.signal(), kind) {
        (Some(signal), _) if TOO_MUCH_TIME.contains(&signal) => "it took too long",
        (Some(_), _) => "it needs too much memory, or is malformed",
        (None, FileKind::Pdf) => "the PDF is damaged or protected by a password",
        (None, _) => "the file cannot be read",
    }
}

/// Whether there is a program that draws what the built-in one cannot.
pub fn has_pdftoppm() -> bool {
    in_path("pdftoppm").is_some()
}

/// The program of this name in a folder of PATH.
fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_absolute() && file.is_file())
}
