//! The stored files that a database names, read from any connection.

use crate::model::files::{Digest, NamedFile};
use crate::store::sql::{from_row, from_text};
use rusqlite::{Connection, Row};

/// What [`ReadTx::referenced_files`] lists.
pub(super) const REFERENCED_FILES: &str = "SELECT digest, size, name FROM stored_files f WHERE withdrawn IS NULL AND (\
                                                     EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) \
                                                     OR EXISTS (SELECT 1 FROM link_copies c WHERE c.file = f.key) \
                                                     OR EXISTS (SELECT 1 FROM order_lines o WHERE o.file = f.key)) ORDER BY digest";

/// What [`ReadTx::files_of_versions`] lists.
pub(super) const FILES_OF_VERSIONS: &str = "SELECT digest, size, name FROM stored_files f WHERE withdrawn IS NULL AND \
                                                      EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) ORDER BY digest";

/// The content of a row with a digest, a size and a name.
pub(super) fn named_file(row: &Row<'_>) -> rusqlite::Result<NamedFile> {
    from_row!(row => NamedFile { digest, size, name })
}

/// Contents, as a query selects their digest, size and name.
pub(super) fn list_files(db: &Connection, query: &str) -> rusqlite::Result<Vec<NamedFile>> {
    db.prepare(query)?.query_map([], named_file)?.collect()
}

from_text!(Digest, Digest::parse);
