//! Previews of the first pages of stored files: drawn when they are first requested, in confined processes.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::handout_text::{Extractor, PreviewKind};
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType};
use crate::store::StoredFileRow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::watch;

/// How long the first request waits for its preview.
const WAIT: Duration = Duration::from_secs(2);

/// The preview of a content in this width, as PNG; `None` where there is none. One that is not drawn yet is drawn now.
///
/// # Errors
/// [`Error::Unavailable`] if that takes longer, and if the store of files cannot be reached.
pub async fn preview(app: &Arc<App>, digest: Digest, width: u32) -> Result<Option<Vec<u8>>> {
    let reading = app.clone();
    let known = blocking(move || {
        let Some(row) = reading.store.read(|db| db.stored_file(digest))? else { return Ok(None) };
        let is_offered = row.has_preview() && !row.is_damaged && row.is_available();
        if !is_offered {
            return Ok(None);
        }
        Ok(Some((reading.files.previews().read(digest, width)?, row)))
    });
    let row = match known.await? {
        None => return Ok(None),
        Some((Some(png), _)) => return Ok(Some(png)),
        Some((None, row)) => row,
    };
    if app.previews.has_failed(digest) {
        return Ok(None);
    }
    let mut drawn = begin(app, row);
    let is_drawn = tokio::time::timeout(WAIT, drawn.wait_for(|is_done| *is_done)).await;
    if is_drawn.is_err() {
        return Err(Error::Unavailable("the preview is being drawn".into()));
    }
    let reading = app.clone();
    let png = blocking(move || reading.files.previews().read(digest, width)).await?;
    match png {
        None if !app.previews.has_failed(digest) => {
            Err(Error::Unavailable("the preview could not be drawn now".into()))
        }
        png => Ok(png),
    }
}

/// Begins to draw, unless that is under way.
fn begin(app: &Arc<App>, row: StoredFileRow) -> watch::Receiver<bool> {
    let digest = row.digest;
    let (done, drawn) = app.previews.begin(digest);
    let Some(done) = done else { return drawn };
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(e) = draw(&app, row).await {
            tracing::warn!(cause = %e, %digest, "a preview could not be drawn; the next request tries again");
        }
        app.previews.end(digest);
        // Nobody may wait any more.
        let _ = done.send(true);
    });
    drawn
}

async fn draw(app: &Arc<App>, row: StoredFileRow) -> Result<()> {
    let _permit = app.previews.permit().await;
    let kind = if row.file_type == FileType::Pdf { PreviewKind::Pdf } else { PreviewKind::Image };
    let content = app.files.open(row.digest, row.size).await?;
    let app = app.clone();
    blocking(move || {
        let extractor = Extractor::new(app.settings.handouts.pdftotext.as_deref());
        let previews = extractor.previews(&content, kind, &AtomicBool::new(false))?;
        if !previews.is_empty() {
            app.files.previews().put(row.digest, &previews)?;
            // It may have been withdrawn or deleted in the meantime.
            let is_here =
                app.store.read(|db| db.stored_file(row.digest))?.is_some_and(|row| row.is_available());
            return if is_here { Ok(()) } else { app.files.previews().remove(row.digest) };
        }
        app.previews.set_failed(row.digest);
        if app.store.replica().is_some() {
            Ok(())
        } else {
            app.store.write(|db| db.set_preview_failed(row.digest))
        }
    })
    .await
}
