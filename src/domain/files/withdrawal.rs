//! Withdraws content that was stored by mistake, such as a patient's name. Contract section 11.1.

use crate::domain::actor::Actor;
use crate::domain::blocking::blocking;
use crate::domain::files::cleanup::{delete, kept_words};
use crate::files::{Deletion, FileStore};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::text::is_blank;
use crate::store::{Store, UnusedFile};
use std::sync::Arc;

/// Longest reason, in characters.
const MAX_REASON: usize = 1_000;

/// Withdraws a content: from now on every address of it answers 410 with the reason, and it is deleted from the store. Returns
/// why the store still has it, if it does; then deleting is tried again every day.
///
/// # Errors
/// [`Error::NotFound`] for an unknown digest, [`Error::Invalid`] for an empty or too long reason.
pub async fn withdraw(
    store: &Arc<Store>,
    files: &FileStore,
    actor: &Actor,
    digest: &str,
    reason: &str,
) -> Result<Option<String>> {
    actor.require(Right::EditCitations)?;
    let unknown = || Error::NotFound("No file with this digest is stored here.".into());
    let digest = Digest::parse(digest).ok_or_else(unknown)?;
    let reason = reason.trim().to_owned();
    let (recording, event) = (store.clone(), actor.event(Action::FileWithdraw, digest.to_string()));
    let file = blocking(move || {
        recording.write(|db| {
            let row = db.stored_file(digest)?.filter(|row| !row.is_deleting).ok_or_else(unknown)?;
            if is_blank(&reason) {
                return Err(Error::invalid("reason", "A reason is required."));
            }
            if reason.chars().count() > MAX_REASON {
                return Err(Error::invalid(
                    "reason",
                    format!("At most {MAX_REASON} characters are allowed."),
                ));
            }
            let is_new = row.withdrawn.is_none();
            if is_new {
                db.withdraw_file(&row, &reason)?;
                db.append_audit(&event.with_detail(&*reason))?;
            }
            Ok((is_new || row.is_kept).then_some(UnusedFile { key: row.key, digest }))
        })
    })
    .await?;
    let Some(file) = file else { return Ok(None) };
    match delete(store, files, file, &clock::today().to_string()).await {
        Ok(Deletion::Deleted) => Ok(None),
        Ok(Deletion::Kept(reason)) => Ok(Some(format!(
            "The file is withdrawn: no address of it answers any more. Its content is still in the store, because {}. \
             Deleting is tried again every day.",
            kept_words(reason)
        ))),
        Err(Error::Unavailable(cause)) => Ok(Some(format!(
            "The file is withdrawn: no address of it answers any more. Its content is still in the store, which cannot be \
             reached now ({cause}). Deleting is tried again every hour."
        ))),
        Err(other) => Err(other),
    }
}
