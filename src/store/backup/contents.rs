//! Counts the rows of a backup, to compare before and after a restore.

use rusqlite::{Connection, OptionalExtension};

/// The name of a subject, and its table.
const COUNTED: [(&str, &str); 9] = [
    ("citations", "citations"),
    ("versions", "citation_versions"),
    ("readable IDs", "readable_ids"),
    ("lookup values", "lookup_values"),
    ("packets", "packets"),
    ("orders", "orders"),
    ("order lines", "order_lines"),
    ("people", "users"),
    ("reports", "reports"),
];

/// How many rows there are of each subject; a subject is missing when the schema is older than it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowCounts(Vec<(&'static str, u64)>);

impl RowCounts {
    pub(in crate::store) fn read(db: &Connection) -> rusqlite::Result<RowCounts> {
        let mut counts = Vec::new();
        for (subject, table) in COUNTED {
            let is_there = db
                .query_row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [table], |_| {
                    Ok(())
                })
                .optional()?;
            if is_there.is_some() {
                let count = db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
                counts.push((subject, count));
            }
        }
        Ok(RowCounts(counts))
    }

    /// The subjects with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }

    /// The count of a subject; 0 when it is missing.
    pub fn count(&self, subject: &str) -> u64 {
        self.iter().find(|(name, _)| *name == subject).map_or(0, |(_, count)| count)
    }

    /// The first subject of which `other` has another count, with both counts.
    pub fn difference(&self, other: &RowCounts) -> Option<(&'static str, u64, u64)> {
        let differs = |(subject, count): (&'static str, u64)| {
            let found = other.count(subject);
            (found != count).then_some((subject, count, found))
        };
        self.iter().find_map(differs)
    }
}
