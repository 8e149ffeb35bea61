//! The groups of a person in the provider's claims: under which claim they are, and in which form.

use crate::model::accounts::GroupsProblem;
use serde_json::{Map, Value};

/// Claims by name; `claims.rs` uses this file.
type Claims = Map<String, Value>;

/// The members of an object that may name a group. No other member counts: those who own a group can edit its description.
const NAMING_MEMBERS: [&str; 6] = ["name", "displayName", "id", "gid", "value", "cn"];
/// The claims that the provider left out (OpenID Connect Core 5.6.2). Where they can be fetched is never called.
pub(super) const CLAIM_NAMES: &str = "_claim_names";
/// Entra ID sends this in place of a groups claim that is too long for a URL.
const HAS_GROUPS: (&str, &str) = ("groups", "hasgroups");

/// The groups in the claims about a person, and why there may be more.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Groups<'c> {
    pub names: Vec<&'c str>,
    pub problem: Option<GroupsProblem>,
}

/// The groups in a claim. Its name is a path where no claim has that literal name.
pub(super) fn groups<'c>(claims: &'c Claims, claim: &str) -> Groups<'c> {
    let mut groups = Groups::default();
    match locate(claims, claim).map(|(_, value)| value) {
        Some(Value::Array(list)) => {
            list.iter().filter(|group| !group.is_null()).for_each(|g| add(&mut groups, g))
        }
        Some(only) => add(&mut groups, only),
        None => {}
    }
    if groups == Groups::default() && is_left_out(claims, claim) {
        groups.problem = Some(GroupsProblem::LeftOut);
    }
    groups
}

fn add<'c>(groups: &mut Groups<'c>, group: &'c Value) {
    let before = groups.names.len();
    match group {
        Value::String(name) => groups.names.push(name),
        Value::Object(members) => {
            groups.names.extend(NAMING_MEMBERS.iter().filter_map(|name| members.get(*name)?.as_str()));
        }
        _ => {}
    }
    if groups.names.len() == before {
        groups.problem = Some(GroupsProblem::Unreadable);
    }
}

/// The claim of this name, or at this path, with the name of the claim that contains it; null counts as absent. Names
/// within a path may contain dots, as client IDs of Keycloak do.
pub(super) fn locate<'c, 'n>(claims: &'c Claims, path: &'n str) -> Option<(&'n str, &'c Value)> {
    if let Some(value) = claims.get(path).filter(|value| !value.is_null()) {
        return Some((path, value));
    }
    path.match_indices('.').find_map(|(dot, _)| {
        let inner = claims.get(&path[..dot])?.as_object()?;
        locate(inner, &path[dot + 1..]).map(|(_, value)| (&path[..dot], value))
    })
}

/// Removes the groups from claims, wherever they are.
pub(super) fn remove(claims: &mut Claims, path: &str) {
    claims.remove(path);
    for (dot, _) in path.match_indices('.') {
        if let Some(inner) = claims.get_mut(&path[..dot]).and_then(Value::as_object_mut) {
            remove(inner, &path[dot + 1..]);
        }
    }
}

/// The names under which a provider lists a claim: its own, and those of the claims that may contain it.
pub(super) fn listed_names(path: &str) -> impl Iterator<Item = &str> {
    std::iter::once(path).chain(path.match_indices('.').map(|(dot, _)| &path[..dot]))
}

fn is_left_out(claims: &Claims, claim: &str) -> bool {
    let left_out = claims.get(CLAIM_NAMES).and_then(Value::as_object);
    let is_named = left_out.is_some_and(|names| listed_names(claim).any(|name| names.contains_key(name)));
    let has_groups = claims.get(HAS_GROUPS.1).is_some_and(|has| *has == true || *has == "true");
    is_named || claim == HAS_GROUPS.0 && has_groups
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(claim: &str, claims: Value, names: &[&str], problem: Option<GroupsProblem>) {
        let found = groups(claims.as_object().unwrap(), claim);
        assert_eq!(found, Groups { names: names.to_vec(), problem }, "{claim} of {claims}");
    }

    const LEFT_OUT: Option<GroupsProblem> = Some(GroupsProblem::LeftOut);
    const UNREADABLE: Option<GroupsProblem> = Some(GroupsProblem::Unreadable);

    #[test]
    fn groups_are_texts_or_named_by_objects() {
        let check = |groups: Value, names: &[&str], problem| {
            check("groups", json!({"groups": groups}), names, problem)
        };
        check(json!(["nurses", "education-admins"]), &["nurses", "education-admins"], None);
        check(json!("former education-admins"), &["former education-admins"], None);
        check(json!([]), &[], None);
        check(json!(null), &[], None);
        check(json!(["nurses", null]), &["nurses"], None);
        for member in NAMING_MEMBERS {
            check(json!([{member: "a", "x": "b"}]), &["a"], None);
            check(json!({member: "a"}), &["a"], None);
        }
        check(json!([{"gid": "7", "displayName": "a"}, "b"]), &["a", "7", "b"], None);
        check(json!([{"description": "a"}]), &[], UNREADABLE);
        check(json!([{"name": {"value": "a"}}]), &[], UNREADABLE);
        check(json!({"a": true}), &[], UNREADABLE);
        check(json!({}), &[], UNREADABLE);
        check(json!([["a"]]), &[], UNREADABLE);
        check(json!(["a", 7]), &["a"], UNREADABLE);
        check(json!(true), &[], UNREADABLE);
    }

    #[test]
    fn a_name_with_dots_is_a_path_unless_a_claim_has_it() {
        let nested = json!({"realm_access": {"roles": ["a"]}});
        check("realm_access.roles", nested.clone(), &["a"], None);
        check("realm_access", nested.clone(), &[], UNREADABLE);
        check("realm_access.groups", nested.clone(), &[], None);
        check("roles", nested, &[], None);
        check("a.b", json!({"a.b": ["literal"], "a": {"b": ["nested"]}}), &["literal"], None);
        check("a.b", json!({"a.b": null, "a": {"b": ["nested"]}}), &["nested"], None);
        check("a.b", json!({"a": "b"}), &[], None);
        check("a.b.c", json!({"a": {"b": 7}}), &[], None);
        check("https://x.example/groups", json!({"https://x.example/groups": "a"}), &["a"], None);
        let client = json!({"resource_access": {"handout.example.org": {"roles": ["a"]}}});
        check("resource_access.handout.example.org.roles", client, &["a"], None);
        for path in ["", ".", "a.", ".a", "a..b"] {
            check(path, json!({"a": {"b": ["x"]}}), &[], None);
        }
    }

    #[test]
    fn groups_that_the_provider_left_out_are_not_the_same_as_none() {
        let sources = json!({"src1": {"endpoint": "https://graph.example/groups"}});
        let left_out = |names: Value| json!({"_claim_names": names, "_claim_sources": sources});
        check("groups", left_out(json!({"groups": "src1"})), &[], LEFT_OUT);
        check("groups", left_out(json!({"address": "src1"})), &[], None);
        check("roles", left_out(json!({"groups": "src1"})), &[], None);
        check("realm_access.roles", left_out(json!({"realm_access": "src1"})), &[], LEFT_OUT);
        check("groups", left_out(json!("groups")), &[], None);
        check("groups", json!({"hasgroups": true}), &[], LEFT_OUT);
        check("groups", json!({"hasgroups": "true"}), &[], LEFT_OUT);
        check("groups", json!({"hasgroups": false}), &[], None);
        check("roles", json!({"hasgroups": true}), &[], None);
        check("groups", json!({"groups": [], "_claim_names": {"groups": "src1"}}), &[], LEFT_OUT);
        check("groups", json!({"groups": ["a"], "_claim_names": {"groups": "src1"}}), &["a"], None);
    }

    #[test]
    fn groups_are_removed_wherever_they_are() {
        let mut claims = json!({"a.b": 1, "a": {"b": 2, "c": 3}, "b": 4}).as_object().unwrap().clone();
        remove(&mut claims, "a.b");
        assert_eq!(Value::from(claims), json!({"a": {"c": 3}, "b": 4}));
    }
}
