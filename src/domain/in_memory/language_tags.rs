//! Lets searches use the tags that administrators set for languages.

use crate::model::error::Result;
use crate::search::Index;
use crate::store::Store;

/// Makes searches use the tags of the database; done on return.
pub fn refresh(store: &Store, index: &Index) -> Result<()> {
    let tags = store.read(|db| db.language_tags())?;
    if index.set_language_tags(tags) { index.publish() } else { Ok(()) }
}
