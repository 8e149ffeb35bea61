//! Departments: the lookup values that have a contact.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::{Error, Result};
use crate::model::job::Department;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::params;

impl ReadTx<'_> {
    /// Every department, sorted by name ignoring case; including those that citations added.
    pub fn departments(&self) -> Result<Vec<Department>> {
        let what = "reading the departments";
        let mut query = self
            .db
            .prepare_cached("SELECT value, contact FROM lookup_values WHERE category = ?1")
            .map_err(doing(what))?;
        let mut departments = query
            .query_map([Category::Departments as i64], |row| {
                Ok(Department { name: row.get(0)?, frc_contact: row.get(1)? })
            })
            .and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>)
            .map_err(doing(what))?;
        departments.sort_by_cached_key(|d| (d.name.to_lowercase(), d.name.clone()));
        Ok(departments)
    }
}

impl WriteTx<'_> {
    /// Adds a department; one of the same name, ignoring case and blanks, is a conflict.
    pub fn add_department(&self, name: &str, contact: Option<&str>) -> Result<()> {
        if let Some((_, known)) = self.lookup_value(Category::Departments, name)? {
            return Err(Error::Conflict(format!("There is a department '{known}' already.")));
        }
        self.db
            .execute(
                "INSERT INTO lookup_values (category, value, value_key, contact) VALUES (?1, ?2, ?3, ?4)",
                params![Category::Departments as i64, normalize_value(name), value_key(name), contact],
            )
            .map_err(doing("adding a department"))?;
        Ok(())
    }
}
