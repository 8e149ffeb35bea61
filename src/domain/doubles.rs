//! Doubles: other citations in use that have the title, an item number or an address of the one just saved.

use crate::domain::app::App;
use crate::model::citation::Citation;
use crate::model::doubles::{UniqueText, Warning, unique_texts};
use crate::model::error::Result;
use crate::store::Reader;

/// Of one text so many other citations are named at most.
const MAX_NAMED: usize = 20;

/// What is to be said about a citation that has just been saved and can be searched: a warning for every text and
/// every other citation in use that has it too, by field.
///
/// The index names those that may; the database decides, so that an index that is behind warns of nothing untrue.
pub(in crate::domain) fn warnings(app: &App, db: &Reader<'_>, saved: &Citation) -> Result<Vec<Warning>> {
    let snapshot = app.index.snapshot();
    let mut warnings = Vec::new();
    for text in unique_texts(saved) {
        // One more: the citation itself is among them.
        for id in snapshot.citations_with(&text, MAX_NAMED + 1)? {
            if id != saved.id
                && let Some(key) = db.citation_key(&id)?
            {
                warnings.extend(warning(&text, &db.citation(key)?));
            }
        }
    }
    Ok(warnings)
}

/// The warning that `other` has `text` too; `None` when it has not, or is obsolete by now.
fn warning(text: &UniqueText, other: &Citation) -> Option<Warning> {
    let has_it = unique_texts(other).iter().any(|one| one.key == text.key);
    (has_it && !other.obsolete).then(|| Warning {
        field: text.field.clone(),
        message: format!("Another handout has the same {}: {}", text.kind.name(), other.title),
        citation: other.id.clone(),
    })
}
