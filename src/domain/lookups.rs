//! Departments, and what changing a lookup value would affect. The changes themselves are jobs (`jobs.rs`).

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::{self, RuleValue};
use crate::model::category::{Category, normalize_value};
use crate::model::error::{Error, Result};
use crate::model::job::{Department, LookupImpact, value_error};
use crate::model::text::is_blank;
use crate::settings::Settings;
use crate::store::Store;

/// Every department, sorted by name, those that citations brought along included.
pub fn departments(store: &Store, actor: &Actor) -> Result<Vec<Department>> {
    actor.require(Right::ManageLookups)?;
    store.read(|db| db.departments())
}

/// Adds a department; one of the same name, ignoring case, is a conflict. Returns the new list.
pub fn add_department(
    store: &Store,
    actor: &Actor,
    name: &str,
    contact: Option<&str>,
) -> Result<Vec<Department>> {
    actor.require(Right::ManageLookups)?;
    let name = normalize_value(name);
    if is_blank(&name) {
        return Err(Error::invalid("name", "Department Name is required."));
    }
    if let Some(error) = value_error(&name) {
        return Err(Error::invalid("name", error));
    }
    let contact = contact.map(normalize_value).filter(|c| !is_blank(c));
    if let Some(error) = contact.as_deref().and_then(value_error) {
        return Err(Error::invalid("frcContact", error));
    }
    store.write(|db| {
        db.add_department(&name, contact.as_deref())?;
        db.append_audit(&actor.event(Action::LookupAdd, format!("lookup/departments/{name}")))?;
        db.departments()
    })
}

/// What renaming `value` to `new_value`, or deleting it (`None`), would affect.
pub fn lookup_impact(
    app: &App,
    actor: &Actor,
    category: &str,
    value: &str,
    new_value: Option<&str>,
) -> Result<LookupImpact> {
    actor.require(Right::ManageLookups)?;
    let Some(category) = Category::from_name(category) else {
        return Err(Error::Unreadable(format!("type: '{category}' is not a category.")));
    };
    let (impact, tags) = app.store.read(|db| {
        let impact = db.lookup_impact(category, value, new_value)?;
        Ok((impact, if category == Category::Languages { Some(db.language_tags()?) } else { None }))
    })?;
    let impact = impact
        .ok_or_else(|| Error::NotFound(format!("There is no value '{value}' in {}.", category.name())))?;
    let rule_ended = category::rule_ended(&app.settings.hospital.name, category, value, new_value);
    let language_tag = tags
        .zip(new_value)
        .and_then(|(tags, new_value)| tags.after_rename(value, new_value, impact.merges_into.as_deref()))
        .map(|tag| tag.as_str().to_owned());
    Ok(LookupImpact { rule_ended, language_tag, ..impact })
}

/// The values that rules of the program depend on, used or not.
pub fn rule_values(settings: &Settings, actor: &Actor) -> Result<Vec<RuleValue>> {
    actor.require(Right::ManageLookups)?;
    Ok(category::rule_values(&settings.hospital.name))
}
