//! `handout --rebuild-index`: a fresh generation of the index, beside the one in use.

use crate::cli::output;
use crate::cli::output::bar_style;
use crate::domain::indexing;
use crate::model::error::Result;
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::Store;
use indicatif::ProgressBar;
use std::process::ExitCode;
use std::time::Instant;

/// Builds the index, switches to it, and prints the number of citations and seconds.
pub(super) fn run(settings: &Settings) -> Result<ExitCode> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let total = store.read(|db| db.citation_count())?;
    let bar = ProgressBar::new(total).with_style(bar_style());
    let started = Instant::now();
    let documents = indexing::rebuild(settings, &store, |done| bar.set_position(done))?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    output::line(format_args!(
        "Indexed {} in {seconds:.2} seconds.",
        count_with_noun(documents, "document", "documents")
    ))?;
    Ok(ExitCode::SUCCESS)
}
