//! The server's side: starts the child process, passes it the file, and waits for its text, with a timeout.

use crate::handout_text::child::Subject;
use crate::handout_text::normalizing::normalize;
use crate::handout_text::pdf::PdfContent;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::{ExtractedText, FileKind, PdfFacts};
use crate::model::pdf_check::PdfReading;
use moka::sync::Cache;
use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

const WHAT: &str = "reading the text of a handout file";
/// The built-in extractor. It has another name where it reads more than before, so that files are read again.
const BUILT_IN: &str = "built-in 2";
const DAMAGED_OR_LOCKED: &str = "the PDF is damaged or protected by a password";
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
/// What was read of a PDF is kept so long: its facts, text and findings are requested one after the other.
const KEPT: Duration = Duration::from_secs(600);
/// Maximum size of what is kept, in bytes of text.
const MAX_KEPT: u64 = 2 * 1024 * 1024;
/// Interval between checks whether a child is cancelled.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);
/// The output of a child that was killed is complete within this time.
const LAST_OUTPUT: Duration = Duration::from_secs(1);
/// Interval between checks whether a child has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Reads the text of files, each in a process of its own.
#[derive(Debug, Clone)]
pub struct Extractor {
    pdftotext: Option<PathBuf>,
}

/// What was read of a PDF, by the digest of the file.
static READ: LazyLock<Cache<String, Arc<ReadPdf>>> = LazyLock::new(|| {
    Cache::builder()
        .weigher(|_, read: &Arc<ReadPdf>| match &read.text {
            ExtractedText::Text(text) => u32::try_from(text.len()).unwrap_or(u32::MAX).saturating_add(1_000),
            _ => 1_000,
        })
        .max_capacity(MAX_KEPT)
        .time_to_live(KEPT)
        .build()
});

/// What was read of a PDF.
#[derive(Debug)]
struct ReadPdf {
    facts: PdfFacts,
    check: PdfReading,
    text: ExtractedText,
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

    /// What reads PDF files: the path of the program, or the built-in extractor.
    pub fn name(&self) -> Cow<'_, str> {
        self.pdftotext.as_ref().map_or(Cow::Borrowed(BUILT_IN), |path| path.to_string_lossy())
    }

    /// The text of this file, read from its beginning. `digest`: its SHA-256, if that is known. Blocks for up to 30 s, or until
    /// `is_cancelled`. Returns an error if no process can be started, and when it was cancelled; whatever is wrong with the
    /// file is [`ExtractedText::Failed`].
    pub fn text(
        &self,
        file: File,
        digest: Option<&str>,
        kind: FileKind,
        charset: Option<&str>,
        is_cancelled: &AtomicBool,
    ) -> Result<ExtractedText> {
        if kind == FileKind::Pdf && self.pdftotext.is_none() {
            return Ok(read_pdf(file, digest, TIMEOUT, is_cancelled)?.text.clone());
        }
        let mut command = command(Subject::Text(kind), self.pdftotext());
        if let Some(charset) = charset {
            command.arg(format!("--charset={charset}"));
        }
        let (status, output) = run(command.stdin(Stdio::from(file)), TIMEOUT, is_cancelled)?;
        Ok(match status {
            Some(status) if status.success() => ExtractedText::from_text(normalize(&output)),
            status => ExtractedText::Failed(failure(status, kind).into()),
        })
    }

    /// The facts about this PDF, read from its beginning. Blocks for up to 5 s. A file that cannot be read has none.
    pub fn pdf_facts(&self, file: File, digest: &str) -> Result<PdfFacts> {
        let read = read_pdf(file, Some(digest), FACTS_TIMEOUT, &AtomicBool::new(false))?;
        Ok(read.facts.clone())
    }

    /// What this PDF, read from its beginning, lacks for assistive technology. Blocks for up to 30 s, or until `is_cancelled`.
    pub fn accessibility(&self, file: File, digest: &str, is_cancelled: &AtomicBool) -> Result<PdfReading> {
        Ok(read_pdf(file, Some(digest), TIMEOUT, is_cancelled)?.check.clone())
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
        if let Some(previews) = drawn(command(subject, None).stdin(input()?))? {
            return Ok(pieces(&previews));
        }
        let Some(pdftoppm) = in_path("pdftoppm").filter(|_| kind == PreviewKind::Pdf) else {
            return Ok(Vec::new());
        };
        let mut drawing = command(Subject::DrawnPage, Some(&pdftoppm));
        let Some(page) = drawn(drawing.stdin(input()?))? else { return Ok(Vec::new()) };
        let mut picture = tempfile::tempfile().map_err(|e| Error::io(WHAT, e))?;
        picture.write_all(&page).and_then(|()| picture.rewind()).map_err(|e| Error::io(WHAT, e))?;
        let previews = drawn(command(Subject::DrawnPreview, None).stdin(Stdio::from(picture)))?;
        Ok(previews.map(|previews| pieces(&previews)).unwrap_or_default())
    }

    /// The confinement of children on this machine, in words; or why it is incomplete.
    pub fn confinement(&self) -> Result<std::result::Result<String, String>> {
        let (status, output) = run(
            command(Subject::Confinement, self.pdftotext()).stdin(Stdio::null()),
            TIMEOUT,
            &AtomicBool::new(false),
        )?;
        let words = String::from_utf8_lossy(&output).trim().to_owned();
        Ok(if status.is_some_and(|status| status.success()) { Ok(words) } else { Err(words) })
    }
}

/// Reads a PDF, unless this was done a moment ago. One that could not be read to its end is read again when it is requested.
fn read_pdf(
    file: File,
    digest: Option<&str>,
    timeout: Duration,
    is_cancelled: &AtomicBool,
) -> Result<Arc<ReadPdf>> {
    if let Some(read) = digest.and_then(|digest| READ.get(digest)) {
        return Ok(read);
    }
    let (status, output) = run(command(Subject::Pdf, None).stdin(Stdio::from(file)), timeout, is_cancelled)?;
    let mut lines = output.split(|byte| *byte == b'\n');
    // A file that takes too long has these all the same.
    let facts: PdfFacts = lines.next().and_then(|line| serde_json::from_slice(line).ok()).unwrap_or_default();
    let is_whole = status.is_some_and(|status| status.success());
    let content = lines.next().filter(|_| is_whole).and_then(|line| serde_json::from_slice(line).ok());
    let Some(PdfContent { check, text }) = content else {
        let reason = match status {
            Some(status) if status.signal().is_none() => "the PDF is damaged",
            status => failure(status, FileKind::Pdf),
        };
        let text = ExtractedText::Failed(failure(status, FileKind::Pdf).into());
        return Ok(Arc::new(ReadPdf { facts, check: PdfReading::Unreadable(reason.into()), text }));
    };
    let text = match text {
        Some(text) => ExtractedText::from_text(normalize(text.as_bytes())),
        None => ExtractedText::Failed(DAMAGED_OR_LOCKED.into()),
    };
    let read = Arc::new(ReadPdf { facts, check: PdfReading::Checked(check), text });
    if let Some(digest) = digest {
        READ.insert(digest.to_owned(), read.clone());
    }
    Ok(read)
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
            wait_for_end(&mut child, Duration::ZERO, is_cancelled)?;
            Err(Error::Unavailable("the text of a handout file is not read, because the server stops".into()))
        }
        Ok(Ok(output)) => {
            // A child that has written more than is read blocks forever: its text is complete, so that counts as a success.
            let is_full = output.len() as u64 >= MAX_OUTPUT;
            let limit = if is_full { Duration::ZERO } else { timeout.saturating_sub(begun.elapsed()) };
            let status = wait_for_end(&mut child, limit, is_cancelled)?;
            Ok((if is_full { Some(ExitStatus::from_raw(0)) } else { status }, output))
        }
        Ok(Err(e)) => {
            wait_for_end(&mut child, Duration::ZERO, is_cancelled)?;
            Err(Error::io(WHAT, e))
        }
        Err(_) => {
            wait_for_end(&mut child, Duration::ZERO, is_cancelled)?;
            // What it had written until then.
            let output = received.recv_timeout(LAST_OUTPUT).ok().and_then(std::io::Result::ok);
            Ok((None, output.unwrap_or_default()))
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
fn wait_for_end(child: &mut Child, limit: Duration, is_cancelled: &AtomicBool) -> Result<Option<ExitStatus>> {
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

/// Why a child failed, in a few words; without a status it had to be killed.
fn failure(status: Option<ExitStatus>, kind: FileKind) -> &'static str {
    const TOO_MUCH_TIME: [i32; 2] = [libc::SIGXCPU, libc::SIGKILL];
    let Some(status) = status else { return "it took too long" };
    match (status.signal(), kind) {
        (Some(signal), _) if TOO_MUCH_TIME.contains(&signal) => "it took too long",
        (Some(_), _) => "it needs too much memory, or is malformed",
        (None, FileKind::Pdf) => DAMAGED_OR_LOCKED,
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
