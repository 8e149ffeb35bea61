//! The lines of `handout check` about stored files and the text of handouts.

use crate::cli::arguments::FilesRead;
use crate::domain::files::transfer::{Checked, check_files, record_damage, sample};
use crate::files::{FileStore, Ownership, wait_for};
use crate::handout_text::{Extractor, has_pdftoppm};
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::text::count_with_noun;
use crate::settings::{HandoutTexts, Settings};
use crate::store::{Store, inspect, stored_state};
use std::path::Path;

/// Where Debian's package poppler-data is.
const ENCODING_DATA: &str = "/usr/share/poppler/cMap";

/// A line of `handout check`: what it is about, and what was found.
type Line = (&'static str, Result<String, String>);

/// The store, what it holds, and what it should no longer hold.
pub(super) fn stored_file_lines(settings: &Settings, read: FilesRead) -> Vec<Line> {
    let files = match FileStore::new(&settings.files, &settings.data.dir) {
        Ok(files) => files,
        Err(e) => return vec![("store of files", Err(e.to_string()))],
    };
    // Without a database of this version nothing is known about files.
    if !inspect(&settings.data.dir).is_ok_and(|(has, knows)| has == knows) {
        return Vec::new();
    }
    let mut lines = vec![("store of files", probe(&files))];
    if lines[0].1.is_ok() {
        lines.push(("stored files", contents(settings, &files, read).unwrap_or_else(|e| Err(e.to_string()))));
    }
    lines.extend(kept_withdrawn(settings).unwrap_or_else(|e| Some(("withdrawn files", Err(e.to_string())))));
    lines
}

/// On a replica: whether the store can be reached, and how many files the server has not fetched yet.
pub(super) fn replica_lines(settings: &Settings) -> Vec<Line> {
    let found = || {
        let files = FileStore::new(&settings.files, &settings.data.dir)?;
        wait_for(files.ownership())??;
        let mut text = format!("{} can be reached", name(&files));
        if let Some(state) = stored_state(&settings.data.dir)?.filter(|_| !files.is_shared()) {
            let Checked { referenced, wrong, .. } = check_files(&files, &state.files, |_| false)?;
            text += &format!("; {} of {referenced} stored files are not here yet", wrong.len());
        }
        Ok(text)
    };
    vec![("store of files", found().map_err(|e: Error| e.to_string()))]
}

fn name(files: &FileStore) -> String {
    if files.is_shared() { files.address().to_string() } else { "the data directory".to_owned() }
}

fn probe(files: &FileStore) -> Result<String, String> {
    let asked = async { Ok((files.probe().await?, files.ownership().await?)) };
    let (probe, ownership) = wait_for(asked).and_then(|found| found).map_err(|e| e.to_string())?;
    let mut text = format!("{}: a file was written and read", name(files));
    if probe.deletes {
        text += " and deleted";
    } else {
        text += "; it keeps what is deleted (a retention, or no permission), so withdrawn files stay in it";
    }
    if !probe.tells_missing {
        text += "; without the list permission a missing file cannot be distinguished from a refused one";
    }
    match ownership {
        Ownership::Ours => {}
        Ownership::Unclaimed => {
            text += "; it belongs to nobody yet, and to this data directory when the server starts"
        }
        Ownership::Another => {
            text += "; it belongs to another data directory: this one reads and adds, and deletes nothing";
        }
    }
    Ok(text)
}

fn contents(settings: &Settings, files: &FileStore, read: FilesRead) -> Result<Result<String, String>> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let referenced = store.read(|db| db.referenced_files())?;
    let count = referenced.len();
    let is_sampled = sample(count);
    let is_read = |n: usize| read == FilesRead::All || is_sampled(n);
    let Checked { read, bytes, wrong, damage, unreachable, .. } = check_files(files, &referenced, is_read)?;
    record_damage(&store, &settings.data.dir, &damage)?;
    if let Some(cause) = unreachable {
        return Ok(Err(cause));
    }
    let named = count_with_noun(count as u64, "is referred to", "are referred to");
    Ok(match wrong.len() {
        0 => Ok(format!(
            "{named}, {:.1} MB, and all are there; {read} of them read and unchanged",
            bytes as f64 / 1e6
        )),
        n => Err(format!(
            "{named}; {n} of them {} wrong: {}",
            if n == 1 { "is" } else { "are" },
            wrong.join("; ")
        )),
    })
}

/// Contents that were withdrawn, and that the store has not deleted.
fn kept_withdrawn(settings: &Settings) -> Result<Option<Line>> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let kept: Vec<String> =
        store.read(|db| db.kept_withdrawn_files())?.iter().map(Digest::to_string).collect();
    let text = format!(
        "{} still in the store, which has not deleted {}; no address answers with {}: {}",
        count_with_noun(kept.len() as u64, "is", "are"),
        if kept.len() == 1 { "it" } else { "them" },
        if kept.len() == 1 { "it" } else { "them" },
        kept.join(", ")
    );
    Ok((!kept.is_empty()).then_some(("withdrawn files", Ok(text))))
}

/// Whether texts are read, by what, and how the processes that read them are confined.
pub(super) fn handout_text_lines(settings: &Settings) -> Vec<Line> {
    let extractor = Extractor::new(settings.handouts.pdftotext.as_deref());
    let confinement = match extractor.confinement() {
        Ok(found) => found,
        Err(e) => Err(e.to_string()),
    };
    let confinement = ("confinement", confinement);
    let drawing = ("previews", Ok(drawing()));
    if settings.handouts.text == HandoutTexts::Off {
        return vec![("handout texts", Ok("not read: handouts.text is off".into())), drawing, confinement];
    }
    let reader = match extractor.pdftotext() {
        Some(path) if path.is_file() => Ok(format!("PDF files are read by {}", path.display())),
        Some(path) => Err(format!("handouts.pdftotext: there is no {}", path.display())),
        None => {
            Ok("PDF files are read by the built-in extractor; pdftotext (poppler-utils) reads more of them"
                .into())
        }
    };
    vec![("handout texts", reader), drawing, confinement]
}

/// What draws pages whose fonts are not in the file.
fn drawing() -> String {
    let has_encodings = Path::new(ENCODING_DATA).is_dir();
    match (has_pdftoppm(), has_encodings) {
        (true, true) => "drawn by the built-in program, else by pdftoppm".into(),
        (true, false) => "Chinese, Japanese and Korean pages without their fonts are not drawn: the encoding data is missing \
                          (package poppler-data)"
            .into(),
        (false, _) => "drawn by the built-in program; pdftoppm (packages poppler-utils, poppler-data) draws pages without \
                       their fonts"
            .into(),
    }
}
