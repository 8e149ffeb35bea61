//! The history of lookup values: their names at an earlier time, and later renames and deletions.

use crate::model::category::{Category, normalize_value, same_value, value_key};
use crate::model::error::Result;
use crate::store::citations::saving::NamesOf;
use crate::store::database::ReadTx;
use crate::store::sql::from_row;

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

/// The renames, merges and deletions since the moment from which a state's names are, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaterNames(Vec<NameChange>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct NameChange {
    category: Category,
    old: String,
    /// `None`: it was deleted.
    new: Option<String>,
}

impl LaterNames {
    /// The name of a value today; `None` when it was deleted.
    pub fn today(&self, category: Category, name: &str) -> Option<String> {
        let mut name = name.to_owned();
        for change in self.0.iter().filter(|change| change.category == category) {
            if same_value(&change.old, &name) {
                name.clone_from(change.new.as_ref()?);
            }
        }
        Some(name)
    }

    /// The name of a value today; of one that was deleted, its last name.
    pub fn latest(&self, category: Category, name: &str) -> String {
        let mut name = name.to_owned();
        for change in self.0.iter().filter(|change| change.category == category) {
            if same_value(&change.old, &name)
                && let Some(new) = &change.new
            {
                name.clone_from(new);
            }
        }
        name
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
        let rows = self.rows::<(Category, String, String)>(
            "SELECT category, old_value, new_value FROM lookup_history \
             WHERE at >= ?1 AND merged = 0 AND citations > 0 AND new_value IS NOT NULL \
             AND (?2 IS NULL OR number <= ?2) AND (?3 IS NULL OR at <= ?3) ORDER BY number DESC",
            (end, number, time),
        )?;
        let rename = |(category, old, new): (Category, String, String)| Rename {
            category,
            old,
            new_key: value_key(&normalize_value(&new)),
        };
        Ok(Renames(rows.into_iter().map(rename).collect()))
    }

    /// The renames, merges and deletions since the moment from which the names of a state are.
    pub fn later_names(&self, names: &NamesOf) -> Result<LaterNames> {
        let (number, time) = match names {
            NamesOf::Today => return Ok(LaterNames::default()),
            NamesOf::Change(number) => (Some(*number), None),
            // A merge or a deletion at that very moment is the one that replaced the state.
            NamesOf::Moment(at) => (None, Some(at.as_str())),
        };
        self.list(
            "SELECT category, old_value, new_value FROM lookup_history \
             WHERE (?1 IS NULL OR number > ?1) AND (?2 IS NULL OR at >= ?2) ORDER BY number",
            (number, time),
            |row| from_row!(row => NameChange { category, old = "old_value", new = "new_value" }),
        )
        .map(LaterNames)
    }

    /// The number of the latest change of lookup values; 0 before the first.
    pub fn latest_lookup_change(&self) -> Result<i64> {
        self.value("SELECT coalesce(max(number), 0) FROM lookup_history", [])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_followed_through_its_changes() {
        let change = |category, old: &str, new: Option<&str>| NameChange {
            category,
            old: old.into(),
            new: new.map(str::to_owned),
        };
        let later = LaterNames(vec![
            change(Category::Tags, "Asthma", Some("Breathing")),
            change(Category::Keywords, "Breathing", None),
            change(Category::Tags, "breathing", Some("Lungs")),
            change(Category::Tags, "Winter", Some("Cold")),
            change(Category::Tags, "Cold", None),
        ]);
        let check = |category, value: &str, today: Option<&str>, followed: &str| {
            assert_eq!(later.today(category, value).as_deref(), today, "{value}");
            assert_eq!(later.latest(category, value), followed, "{value}");
        };
        check(Category::Tags, "Asthma", Some("Lungs"), "Lungs");
        check(Category::Keywords, "Asthma", Some("Asthma"), "Asthma");
        check(Category::Tags, "Winter", None, "Cold");
    }
}
