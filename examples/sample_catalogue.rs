//! Builds `catalogue.db.example` from `assets/sample/*.jsonl`, the same bytes each time. Run it by `make sample`.

use handout::domain::actor::Actor;
use handout::domain::files::upload::Storing;
use handout::domain::import_export::import::{Mode, import};
use handout::domain::import_export::import_file::ImportFile;
use handout::domain::import_export::import_file::ImportFiles;
use handout::files::FileStore;
use handout::settings::Settings;
use handout::store::Store;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // The process that reads a file is this program.
    if std::env::args().nth(1).as_deref() == Some("extract-text") {
        return Ok(handout::cli::main());
    }
    make()?;
    Ok(ExitCode::SUCCESS)
}

fn make() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<PathBuf> = std::fs::read_dir(root.join("assets/sample"))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    sources.sort();
    let mut records = tempfile::tempfile()?;
    for source in &sources {
        std::io::copy(&mut std::fs::File::open(source)?, &mut records)?;
    }
    let work = std::env::temp_dir().join(format!("handout-sample-{}", std::process::id()));
    let store = Arc::new(Store::open(&work)?);
    let mut settings = Settings::default();
    settings.data.dir = work.clone();
    let storing = Storing::new(store.clone(), FileStore::new(&settings.files, &work)?, &settings);
    let mut files = ImportFiles::new(&root.join("assets/sample-files"), storing, false)?;
    let file = ImportFile::new(records, None)?;
    let actor = Actor::command("sample");
    let report = import(&store, &file, Mode::AllOrNothing, Some(&mut files), &actor, &mut |_| {})?;
    if !report.written || report.incomplete > 0 {
        return Err(format!("the sources are not good: {report:?}").into());
    }
    let target = root.join("catalogue.db.example");
    store.back_up(&target)?;
    drop((store, files));
    handout::store::finish_sample(&target)?;
    std::fs::remove_dir_all(&work)?;
    eprintln!("{} citations in {}", report.added, target.display());
    Ok(())
}
