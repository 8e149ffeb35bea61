//! The history of lookup values: their names at an earlier time, and later renames and deletions.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::Result;
use crate::store::citations::versions::NamesOf;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;

const HISTORY: &str = "reading the history of lookup values";

/// A value that was renamed and not merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    category: Category,
    old: String,
    new_key: String,
}

/// The renames that lie between an earlier moment and the one from which a state's names are, the latest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames(Vec<Rename>);

impl Renames {
    /// Gives a value the name it had at the earlier moment.
    pub fn take_back(&self, category: Category, name: &mut String) {
        let mut key = value_key(name);
        for rename in self.0.iter().filter(|rename| rename.category == category) {
            if rename.new_key == key {
                name.clone_from(&rename.old);
                key = value_key(name);
            }
        }
    }
}

impl ReadTx<'_> {
    /// The renames from `end` (ISO 8601, UTC, milliseconds) until the moment from which the names of a state are.
    ///
    /// Merges and deletions are left out, as is what no citation used: a citation that showed the value has got another
    /// version, and for others nothing has changed.
    pub fn renames_since(&self, end: &str, names: &NamesOf) -> Result<Renames> {
        let (number, time) = match names {
            NamesOf::Today => (None, None),
            NamesOf::Change(number) => (Some(*number), None),
            NamesOf::Moment(at) => (None, Some(at.as_str())),
        };
        let found = self.list(
            HISTORY,
            "SELECT category, old_value, new_value FROM lookup_history \
             WHERE at >= ?1 AND merged = 0 AND citations > 0 AND new_value IS NOT NULL \
             AND (?2 IS NULL OR number <= ?2) AND (?3 IS NULL OR at <= ?3) ORDER BY number DESC",
            (end, number, time),
            |row| {
                let category =
                    row.get::<_, i64>(0)?.try_into().ok().and_then(|n: usize| Category::ALL.get(n));
                let (old, new): (String, String) = (row.get(1)?, row.get(2)?);
                Ok(category.map(|&category| Rename {
                    category,
                    old,
                    new_key: value_key(&normalize_value(&new)),
                }))
            },
        )?;
        Ok(Renames(found.into_iter().flatten().collect()))
    }

    /// Renames and deletions of lookup values after this number, in their order: the category, the old name, and the new one
    /// unless it was deleted.
    pub fn lookup_changes_after(&self, number: i64) -> Result<Vec<(Category, String, Option<String>)>> {
        let rows = self.list(
            HISTORY,
            "SELECT category, old_value, new_value FROM lookup_history WHERE number > ?1 ORDER BY number",
            [number],
            |row| Ok((row.get::<_, usize>(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let known = |(category, old, new): (usize, String, Option<String>)| {
            Category::ALL.get(category).map(|category| (*category, old, new))
        };
        Ok(rows.into_iter().filter_map(known).collect())
    }

    /// The number of the latest change of lookup values; 0 before the first.
    pub fn latest_lookup_change(&self) -> Result<i64> {
        self.db
            .prepare_cached("SELECT coalesce(max(number), 0) FROM lookup_history")
            .and_then(|mut one| one.query_row([], |row| row.get(0)))
            .map_err(doing(HISTORY))
    }
}
