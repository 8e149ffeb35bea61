//! Replacements of obsolete citations: which are valid, and where they lead.

use crate::model::error::{Error, Result};
use crate::store::{ReadTx, Replaceable};
use std::collections::HashSet;

/// The field that says what replaces a citation.
const FIELD: &str = "replacedBy";

/// Rejects a replacement that is unknown, the citation itself, or eventually replaced by it.
pub(in crate::domain) fn check(db: &ReadTx<'_>, id: &str, replaced_by: &str) -> Result<()> {
    if replaced_by == id {
        return Err(Error::invalid(FIELD, "A citation cannot replace itself."));
    }
    let Some(first) = db.replaceable(replaced_by)? else {
        return Err(Error::invalid(FIELD, format!("There is no citation with the id '{replaced_by}'.")));
    };
    for later in Chain::from(db, first) {
        if later?.replaced_by.as_deref() == Some(id) {
            return Err(Error::invalid(
                FIELD,
                "These would replace one another in a circle: this citation is said to replace that one.",
            ));
        }
    }
    Ok(())
}

/// The first citation in use among those that replace an obsolete one, one after another; `None` when it is in use
/// itself, or none of them is: nothing replaces the last, it is unknown, or they replace one another in a circle.
pub(in crate::domain) fn first_in_use(db: &ReadTx<'_>, id: &str) -> Result<Option<Replaceable>> {
    let Some(citation) = db.replaceable(id)? else { return Ok(None) };
    if !citation.is_obsolete {
        return Ok(None);
    }
    for later in Chain::from(db, citation) {
        let later = later?;
        if !later.is_obsolete {
            return Ok(Some(later));
        }
    }
    Ok(None)
}

/// A citation, what replaces it, what replaces that, and so on; each once, so that a circle ends where it began.
struct Chain<'d, 'r> {
    db: &'d ReadTx<'r>,
    seen: HashSet<String>,
    next: Option<Replaceable>,
}

impl<'d, 'r> Chain<'d, 'r> {
    fn from(db: &'d ReadTx<'r>, first: Replaceable) -> Self {
        Chain { db, seen: HashSet::from([first.id.clone()]), next: Some(first) }
    }

    fn after(&mut self, citation: &Replaceable) -> Result<Option<Replaceable>> {
        match &citation.replaced_by {
            Some(id) if self.seen.insert(id.clone()) => self.db.replaceable(id),
            _ => Ok(None),
        }
    }
}

impl Iterator for Chain<'_, '_> {
    type Item = Result<Replaceable>;

    fn next(&mut self) -> Option<Self::Item> {
        let citation = self.next.take()?;
        match self.after(&citation) {
            Ok(next) => {
                self.next = next;
                Some(Ok(citation))
            }
            Err(e) => Some(Err(e)),
        }
    }
}
