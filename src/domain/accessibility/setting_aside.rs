//! Sets a finding of a content aside.

use crate::domain::actor::Actor;
use crate::model::accessibility::MAX_NOTE;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::pdf_check::FindingKind;
use crate::model::text::is_blank;
use crate::store::Store;

/// Sets a finding aside, with the reason; an empty note takes that back.
///
/// # Errors
/// [`Error::NotFound`] for an unknown digest, [`Error::Invalid`] for an unknown finding or a long note.
pub fn set_aside(store: &Store, actor: &Actor, digest: &str, finding: &str, note: &str) -> Result<()> {
    actor.require(Right::EditCitations)?;
    let unknown = || Error::NotFound("No file with this digest is known here.".into());
    let digest = Digest::parse(digest).ok_or_else(unknown)?;
    let kind = FindingKind::from_name(finding).ok_or_else(|| {
        Error::invalid("finding", format!("Expected one of {}.", FindingKind::NAMES.join(", ")))
    })?;
    let note = note.trim();
    if note.chars().count() > MAX_NOTE {
        return Err(Error::invalid("note", format!("At most {MAX_NOTE} characters are allowed.")));
    }
    let note = Some(note).filter(|note| !is_blank(note));
    store.write(|db| {
        let text = digest.to_string();
        let stored = db.stored_file(digest)?.filter(|row| !row.is_deleting);
        if let Some(why) = stored.as_ref().and_then(|row| row.withdrawn.as_ref()) {
            return Err(Error::Gone(why.message()));
        }
        if stored.is_none() && db.file_check(&text)?.is_none() {
            return Err(unknown());
        }
        db.set_finding_aside(&text, kind, note, actor.editor())?;
        let event = actor.event(Action::FindingAside, text);
        db.append_audit(&event.with_detail(match note {
            Some(note) => format!("{}: {note}", kind.name()),
            None => format!("{}: no longer", kind.name()),
        }))
    })
}
