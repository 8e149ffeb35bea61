//! The stored files that a database names, read from any connection.

use crate::model::error::Error;
use crate::model::files::{Digest, NamedFile};
use rusqlite::types::Type;
use rusqlite::{Connection, Row};

/// What [`ReadTx::referenced_files`] lists.
pub(in crate::store) const REFERENCED_FILES: &str = "SELECT digest, size, name FROM stored_files f WHERE withdrawn IS NULL AND (\
                                                     EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) \
                                                     OR EXISTS (SELECT 1 FROM link_copies c WHERE c.file = f.key) \
                                                     OR EXISTS (SELECT 1 FROM order_lines o WHERE o.file = f.key)) ORDER BY digest";

/// What [`ReadTx::files_of_versions`] lists.
pub(in crate::store) const FILES_OF_VERSIONS: &str = "SELECT digest, size, name FROM stored_files f WHERE withdrawn IS NULL AND \
                                                      EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) ORDER BY digest";

/// The content of a row with a digest, a size and a name.
pub(in crate::store) fn named_file(row: &Row<'_>) -> rusqlite::Result<NamedFile> {
    Ok(NamedFile { digest: digest(row, 0)?, size: row.get(1)?, name: row.get(2)? })
}

/// Contents, as a query selects their digest, size and name.
pub(in crate::store) fn list_files(db: &Connection, query: &str) -> rusqlite::Result<Vec<NamedFile>> {
    db.prepare(query)?.query_map([], named_file)?.collect()
}

pub(in crate::store) fn digest(row: &Row<'_>, column: usize) -> rusqlite::Result<Digest> {
    let text = row.get_ref(column)?.as_str()?;
    Digest::parse(text).ok_or_else(|| invalid(column, format!("'{text}' is not a digest")))
}

/// That a column holds what it may not hold.
pub(in crate::store) fn invalid(column: usize, message: String) -> rusqlite::Error {
    let cause = Box::new(Error::internal("reading a stored file", message));
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, cause)
}
