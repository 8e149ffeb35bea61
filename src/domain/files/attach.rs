//! Attaches the files of a folder to the language versions that their names mean. Contract section 11.3.
//!
//! Everything is planned before anything is stored. Each file is stored and referred to by itself, so the command may be
//! killed and repeated: what a version has already is left as it is.

pub use crate::domain::files::folder::{Folder, FolderFile};

use crate::domain::actor::Actor;
use crate::domain::citations::editing::existing_key;
use crate::domain::citations::saving::save;
use crate::domain::files::matching::{Candidate, Match, Matcher, is_unfinished, prefer_pdfs, several_names};
use crate::domain::files::upload::{HowStored, Storing, store_file};
use crate::files::FileStore;
use crate::files::content::PhotoMetadata;
use crate::files::wait_for;
use crate::handout_text::Extractor;
use crate::import_export::file_tables::AttachRow;
use crate::model::audit::event::Action;
use crate::model::citations::citation::VersionFile;
use crate::model::error::{Error, Result};
use crate::model::files::{AttachableCitation, AttachableVersion, Digest};
use crate::store::{FileOrigin, ReadTx, Store};
use std::collections::BTreeMap;

/// The name of the command in the history and in the audit trail.
const COMMAND: &str = "files attach";
const ATTACHED: HowStored = HowStored { metadata: PhotoMetadata::Remove, action: Action::FileAttach };

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileResult {
    /// The version gets it.
    Attached,
    /// The version gets it in place of its link or file.
    Replaced,
    /// The version has it already.
    Unchanged,
    /// Another file has the same content, or is the PDF of the same name.
    Skipped,
    Left,
    Ambiguous,
    Unmatched,
}

impl FileResult {
    pub fn name(self) -> &'static str {
        match self {
            FileResult::Attached => "attached",
            FileResult::Replaced => "replaced",
            FileResult::Unchanged => "unchanged",
            FileResult::Skipped => "skipped",
            FileResult::Left => "left",
            FileResult::Ambiguous => "ambiguous",
            FileResult::Unmatched => "unmatched",
        }
    }

    /// Whether a person has to look at the file.
    pub fn is_left(self) -> bool {
        matches!(self, FileResult::Left | FileResult::Ambiguous | FileResult::Unmatched)
    }

    fn is_stored(self) -> bool {
        matches!(self, FileResult::Attached | FileResult::Replaced)
    }
}

/// A file with what becomes of it.
#[derive(Debug, Clone)]
pub struct PlannedFile {
    pub name: String,
    pub result: FileResult,
    /// Why, in words; empty where the result says all.
    pub reason: String,
    target: Option<(usize, usize)>,
    candidates: Vec<Candidate>,
    /// Its index in the folder; `None` for what could not be listed.
    file: Option<usize>,
    digest: Option<Digest>,
}

/// What becomes of the files of a folder.
pub struct Plan {
    folder: Folder,
    catalogue: Vec<AttachableCitation>,
    pub files: Vec<PlannedFile>,
}

/// What planning needs beside the catalogue.
pub struct Examination<'e> {
    /// Where files are received to be examined; not the store of the installation.
    pub scratch: &'e FileStore,
    pub extractor: &'e Extractor,
    pub max_bytes: u64,
}

impl Plan {
    /// Decides for every file of a folder, whose own name is `folder_name`. `each` is called for each file that was examined,
    /// with their number.
    pub fn new(
        store: &Store,
        folder: Folder,
        folder_name: &str,
        examination: &Examination<'_>,
        is_replacing: bool,
        each: impl FnMut(usize),
    ) -> Result<Plan> {
        let catalogue = store.read(|db| db.attachable_citations())?;
        let names: Vec<String> = folder.files.iter().map(|file| file.name.clone()).collect();
        let (mut matches, groups) = {
            let matcher = Matcher::new(&catalogue);
            let mut matches: Vec<Match> = names.iter().map(|name| matcher.find(name, folder_name)).collect();
            let groups = prefer_pdfs(&names, &mut matches);
            (matches, groups)
        };
        let examined = examine_matched(&folder, &matches, examination, each)?;
        let repeated = same_content(&names, &groups, &examined, &mut matches);
        let mut files: Vec<PlannedFile> = Vec::new();
        for (n, found) in matches.into_iter().enumerate() {
            let mut planned = PlannedFile::new(&names[n], n, found);
            match (&examined.get(&n), planned.target) {
                (Some(Err(reason)), Some(_)) => planned.set(FileResult::Left, reason.clone()),
                (Some(Ok(digest)), Some((citation, version))) => {
                    planned.digest = Some(*digest);
                    if let Some(first) = repeated.get(&n) {
                        planned.set(FileResult::Skipped, format!("the same content as {}", names[*first]));
                    } else {
                        let entry = &catalogue[citation];
                        let (result, reason) = store
                            .read(|db| compare(db, entry, &entry.versions[version], *digest, is_replacing))?;
                        planned.set(result, reason);
                    }
                }
                _ => {}
            }
            files.push(planned);
        }
        for (name, reason) in &folder.unreadable {
            files.push(PlannedFile {
                name: name.clone(),
                result: FileResult::Left,
                reason: reason.clone(),
                target: None,
                candidates: Vec::new(),
                file: None,
                digest: None,
            });
        }
        Ok(Plan { folder, catalogue, files })
    }

    /// How many files and folders are ignored.
    pub fn ignored(&self) -> usize {
        self.folder.ignored
    }

    /// The indexes of the files to store.
    pub fn to_store(&self) -> Vec<usize> {
        (0..self.files.len()).filter(|n| self.files[*n].result.is_stored()).collect()
    }

    /// Stores a planned file and makes it the file of its version. If that is not possible, it is left with the reason.
    pub fn store(&mut self, n: usize, storing: &Storing, max_bytes: u64) {
        if let Err(reason) = self.try_to_store(n, storing, max_bytes) {
            self.files[n].set(FileResult::Left, reason);
        }
    }

    fn try_to_store(&self, n: usize, storing: &Storing, max_bytes: u64) -> std::result::Result<(), String> {
        let planned = &self.files[n];
        let (Some(file), Some((citation, version))) = (planned.file, planned.target) else {
            return Err("it has no version".into());
        };
        let entry = &self.catalogue[citation];
        let actor = Actor::command(COMMAND);
        let file = &self.folder.files[file];
        let received = file.receive(&storing.files, max_bytes).map_err(|e| e.to_string())??;
        let stored = wait_for(store_file(storing, received, &file.name, &actor, ATTACHED));
        let (uploaded, _) = stored.and_then(|stored| stored).map_err(in_words)?;
        if Some(uploaded.digest) != planned.digest {
            return Err("still being written".into());
        }
        let file = VersionFile {
            digest: uploaded.digest,
            name: Some(uploaded.name),
            details: None,
            withdrawn: None,
        };
        refer(&storing.store, entry, &entry.versions[version], file, &actor).map_err(in_words)
    }

    /// The rows of the report.
    pub fn rows(&self) -> Vec<AttachRow> {
        let candidate = |(citation, version): &Candidate| {
            let entry = &self.catalogue[*citation];
            let lang = version.map(|version| format!(", {}", entry.versions[version].lang));
            format!("{} ({}{})", entry.id, entry.title, lang.unwrap_or_default())
        };
        let row = |planned: &PlannedFile| {
            let target = planned.target.map(|(citation, version)| {
                let entry = &self.catalogue[citation];
                (entry.id.clone(), entry.title.clone(), entry.versions[version].lang.clone())
            });
            let (citation, title, lang) = target.unwrap_or_default();
            AttachRow {
                file: planned.name.clone(),
                result: planned.result.name(),
                reason: planned.reason.clone(),
                citation,
                title,
                lang,
                candidates: planned.candidates.iter().map(candidate).collect::<Vec<_>>().join("; "),
            }
        };
        self.files.iter().map(row).collect()
    }
}

impl PlannedFile {
    fn new(name: &str, file: usize, found: Match) -> PlannedFile {
        let (mut target, mut candidates) = (None, Vec::new());
        let (result, reason) = match found {
            Match::Matched { citation, version } => {
                target = Some((citation, version));
                (FileResult::Attached, String::new())
            }
            Match::Ambiguous { reason, candidates: several } => {
                candidates = several;
                (FileResult::Ambiguous, reason)
            }
            Match::Unmatched { reason } if is_unfinished(name) => (FileResult::Left, reason),
            Match::Unmatched { reason } => (FileResult::Unmatched, reason),
            Match::Ignored { reason } => (FileResult::Skipped, reason),
        };
        let name = name.to_owned();
        PlannedFile { name, result, reason, target, candidates, file: Some(file), digest: None }
    }

    fn set(&mut self, result: FileResult, reason: String) {
        (self.result, self.reason) = (result, reason);
    }
}

/// The digests of the matched files by their indexes, or why they are left.
type Examined = BTreeMap<usize, std::result::Result<Digest, String>>;

fn examine_matched(
    folder: &Folder,
    matches: &[Match],
    Examination { scratch, extractor, max_bytes }: &Examination<'_>,
    mut each: impl FnMut(usize),
) -> Result<Examined> {
    let is_matched = |n: &usize| matches!(matches[*n], Match::Matched { .. });
    let matched: Vec<usize> = (0..matches.len()).filter(is_matched).collect();
    let mut examined = Examined::new();
    for n in &matched {
        let accepted = folder.files[*n].examine(scratch, *max_bytes, extractor)?;
        examined.insert(*n, accepted.map(|accepted| accepted.file.digest));
        each(matched.len());
    }
    Ok(examined)
}

/// Decides about files for one version by their contents: equal ones are one, different ones are ambiguous, and so are those
/// beside one that cannot be read. Returns the files that repeat another, with the other.
fn same_content(
    names: &[String],
    groups: &BTreeMap<(usize, usize), Vec<usize>>,
    examined: &Examined,
    matches: &mut [Match],
) -> BTreeMap<usize, usize> {
    let mut repeated = BTreeMap::new();
    for ((citation, version), group) in groups {
        let digests: Option<Vec<Digest>> =
            group.iter().map(|n| examined.get(n)?.as_ref().ok().copied()).collect();
        let is_same = digests.is_some_and(|digests| digests.iter().all(|digest| *digest == digests[0]));
        for n in group {
            if is_same {
                repeated.extend((*n != group[0]).then_some((*n, group[0])));
            } else if examined.get(n).is_some_and(std::result::Result::is_ok) {
                matches[*n] = several_names(names, group, (*citation, Some(*version)));
            }
        }
    }
    repeated
}

/// What becomes of a file whose version may have something already.
fn compare(
    db: &ReadTx<'_>,
    citation: &AttachableCitation,
    version: &AttachableVersion,
    digest: Digest,
    is_replacing: bool,
) -> Result<(FileResult, String)> {
    Ok(match (version.file, &version.url) {
        (Some(file), _) if file == digest => (FileResult::Unchanged, String::new()),
        (Some(file), _) => {
            let FileOrigin { since, by } =
                db.file_origin(existing_key(db, &citation.id)?, &version.lang, file)?;
            let day = since.get(..10).unwrap_or(&since);
            if by.user.is_none() && by.name == COMMAND {
                (FileResult::Replaced, format!("in place of the file that was attached on {day}"))
            } else if is_replacing {
                (FileResult::Replaced, format!("in place of the file of {day} by {}", by.name))
            } else {
                (FileResult::Left, format!("has another file since {day}"))
            }
        }
        (None, Some(url)) if is_replacing => (FileResult::Replaced, format!("in place of the link {url}")),
        (None, Some(url)) => (FileResult::Left, format!("has a link: {url}")),
        (None, None) => (FileResult::Attached, String::new()),
    })
}

/// Makes a stored file that of a version, unless somebody changed what the version has since it was planned.
fn refer(
    store: &Store,
    citation: &AttachableCitation,
    planned: &AttachableVersion,
    file: VersionFile,
    actor: &Actor,
) -> Result<()> {
    store.write(|db| {
        let key = existing_key(db, &citation.id)?;
        let mut changed = db.citation(key)?;
        let version = changed.languages.iter_mut().find(|version| {
            (&version.lang, &version.item_number) == (&planned.lang, &planned.item_number)
                && version.link() == planned.url.as_deref()
                && version.file.as_ref().map(|file| file.digest) == planned.file
        });
        let Some(version) = version else {
            return Err(Error::Conflict("The version was changed meanwhile; run the command again.".into()));
        };
        version.file = Some(file);
        version.url = None;
        save(db, &changed, None, actor)?;
        Ok(())
    })
}

fn in_words(error: Error) -> String {
    match error {
        Error::Invalid(errors) => errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
