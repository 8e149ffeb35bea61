//! Every setting by its key, and the sections.

use crate::settings::sections::{
    Audit, Backup, Data, Files, Handouts, Hospital, Identity, LinkCheckSettings, Links, Orders, Replica,
    Reports, Review, Search, Server, Usage,
};
use crate::settings::values::Key;

/// The setting of this name.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    keys().find(|key| key.name == name)
}

/// Is this a section, such as `hospital.links`?
pub(super) fn is_section(name: &str) -> bool {
    keys().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The names that a section knows; the sections themselves for the empty name.
pub(super) fn names_in(section: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = keys()
        .filter_map(|key| match section {
            "" => Some(key.name),
            _ => key.name.strip_prefix(section)?.strip_prefix('.'),
        })
        .filter_map(|rest| rest.split('.').next())
        .collect();
    names.dedup();
    names
}

/// Every setting, in the order of the settings page.
pub(super) fn keys() -> impl Iterator<Item = &'static Key> {
    let sections = [
        Server::KEYS,
        Data::KEYS,
        Identity::KEYS,
        Hospital::KEYS,
        Links::KEYS,
        Backup::KEYS,
        Orders::KEYS,
        Search::KEYS,
        Review::KEYS,
        LinkCheckSettings::KEYS,
        Files::KEYS,
        Handouts::KEYS,
        Usage::KEYS,
        Reports::KEYS,
        Audit::KEYS,
        Replica::KEYS,
    ];
    sections.into_iter().flatten()
}

#[cfg(test)]
mod tests;
