//! What a provider says about a person, and how claims of two sources (a token and userinfo) are merged.

use crate::identity::groups;
use crate::model::clock::UnixTime;
use serde_json::{Map, Value};

/// Claims by name, as the provider gives them.
pub type Claims = Map<String, Value>;

/// An access token that was found to be valid.
pub struct CheckedToken {
    /// What the provider says about the person.
    pub claims: Claims,
    /// Until when that counts.
    pub until: UnixTime,
}

/// Claims about a token itself: userinfo never replaces them and never adds them.
const ABOUT_THE_TOKEN: [&str; 17] = [
    "iss",
    "sub",
    "aud",
    "azp",
    "client_id",
    "active",
    "exp",
    "iat",
    "nbf",
    "jti",
    "nonce",
    "auth_time",
    "acr",
    "amr",
    "at_hash",
    "c_hash",
    "sid",
];
const EMAIL: &str = "email";
const EMAIL_VERIFIED: &str = "email_verified";

/// A text claim that is not empty.
pub fn text_claim<'c>(claims: &'c Claims, name: &str) -> Option<&'c str> {
    claims.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Whether the email address is verified; `None` when the provider does not say.
pub fn email_verified(claims: &Claims) -> Option<bool> {
    match claims.get(EMAIL_VERIFIED) {
        Some(Value::Bool(verified)) => Some(*verified),
        Some(Value::String(verified)) => Some(verified == "true"),
        _ => None,
    }
}

/// Whether a claim is there; null counts as absent.
pub(super) fn has(claims: &Claims, name: &str) -> bool {
    claims.get(name).is_some_and(|value| !value.is_null())
}

/// The claims of a token, with those that it lacks from `userinfo`; `None` if that is about somebody else.
pub(super) fn with_userinfo(token: &Claims, mut userinfo: Claims, groups_claim: &str) -> Option<Claims> {
    if text_claim(token, "sub") != text_claim(&userinfo, "sub") {
        return None;
    }
    userinfo.retain(|name, _| !ABOUT_THE_TOKEN.contains(&name.as_str()));
    Some(merge(token.clone(), userinfo, groups_claim))
}

/// The claims of two sources about one person. What `first` says counts, `second` fills in what it lacks. The address
/// and its verification always come from the same source: neither can verify the other's address. So do the groups.
pub(super) fn merge(first: Claims, mut second: Claims, groups_claim: &str) -> Claims {
    let mut claims = first;
    if groups::locate(&claims, groups_claim).is_some() {
        groups::remove(&mut second, groups_claim);
    } else if let Some((claim, _)) = groups::locate(&second, groups_claim) {
        claims.remove(claim);
    }
    if let Some(Value::Object(names)) = claims.get_mut(groups::CLAIM_NAMES)
        && let Some(Value::Object(others)) = second.remove(groups::CLAIM_NAMES)
    {
        names.extend(others);
    }
    let address = if address_from_second(&claims, &second) { &mut second } else { &mut claims };
    let address: Vec<(&str, Value)> = if text_claim(address, EMAIL).is_some() {
        [EMAIL, EMAIL_VERIFIED].into_iter().filter_map(|name| Some((name, address.remove(name)?))).collect()
    } else {
        Vec::new()
    };
    for name in [EMAIL, EMAIL_VERIFIED] {
        claims.remove(name);
        second.remove(name);
    }
    for (name, value) in second {
        if !has(&claims, &name) {
            claims.insert(name, value);
        }
    }
    claims.extend(address.into_iter().map(|(name, value)| (name.to_owned(), value)));
    claims
}

/// Whether `second` is the better source of the address: the only one, or the only one that knows whether the address
/// of both is verified.
fn address_from_second(first: &Claims, second: &Claims) -> bool {
    match (text_claim(first, EMAIL), text_claim(second, EMAIL)) {
        (None, Some(_)) => true,
        (Some(one), Some(other)) => {
            one == other && email_verified(first).is_none() && email_verified(second).is_some()
        }
        (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn claims(value: Value) -> Claims {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn groups_come_from_one_source() {
        let check = |first: Value, second: Value, expected: Value| {
            let both = Value::from(merge(claims(first.clone()), claims(second.clone()), "a.b"));
            assert_eq!(both, expected, "{first} and {second}");
        };
        let (one, other) = (json!({"a": {"b": ["one"]}}), json!({"a": {"b": ["other"], "c": 7}}));
        check(one.clone(), other.clone(), one.clone());
        check(json!({}), other.clone(), other.clone());
        check(json!({"a": {"c": 8}}), other.clone(), other.clone());
        check(json!({"a": 7}), other.clone(), other.clone());
        // The literal name counts, but not that of the second source.
        check(one.clone(), json!({"a.b": ["other"]}), one.clone());
        check(json!({"a.b": ["one"]}), other, json!({"a.b": ["one"], "a": {"c": 7}}));
    }

    #[test]
    fn claims_that_either_source_left_out_are_known() {
        let [first, second] =
            [json!({"_claim_names": {"address": "1"}}), json!({"_claim_names": {"groups": "2"}})].map(claims);
        let both = Value::from(merge(first.clone(), second.clone(), "groups"));
        assert_eq!(both, json!({"_claim_names": {"address": "1", "groups": "2"}}));
        assert_eq!(merge(Claims::new(), second.clone(), "groups"), second);
        assert_eq!(merge(first.clone(), Claims::new(), "groups"), first);
    }

    #[test]
    fn an_address_is_verified_only_when_the_provider_says_so() {
        let check = |value: Value, expected: Option<bool>| {
            let claims = claims(json!({"email": "a@example.org", "email_verified": value}));
            assert_eq!(email_verified(&claims), expected, "{claims:?}");
        };
        check(json!(true), Some(true));
        check(json!("true"), Some(true));
        check(json!("false"), Some(false));
        check(json!(false), Some(false));
        check(json!(1), None);
        check(json!(null), None);
    }

    #[test]
    fn an_address_and_its_verification_come_from_one_source() {
        let check = |first: Value, second: Value, expected: Value| {
            let both = Value::from(merge(claims(first.clone()), claims(second.clone()), "groups"));
            assert_eq!(both, expected, "{first} and {second}");
        };
        let verified = json!({"email": "me@x.org", "email_verified": true});
        check(json!({}), verified.clone(), verified.clone());
        check(verified.clone(), json!({}), verified.clone());
        check(json!({"email": "me@x.org"}), verified.clone(), verified.clone());
        check(json!({"email": "boss@x.org"}), verified.clone(), json!({"email": "boss@x.org"}));
        check(verified.clone(), json!({"email": "boss@x.org"}), verified.clone());
        check(
            json!({"email_verified": true}),
            json!({"email": "boss@x.org"}),
            json!({"email": "boss@x.org"}),
        );
        check(
            json!({"email": "boss@x.org"}),
            json!({"email_verified": true}),
            json!({"email": "boss@x.org"}),
        );
        check(
            json!({"email": "me@x.org", "email_verified": false}),
            verified,
            json!({"email": "me@x.org", "email_verified": false}),
        );
        check(json!({"email": null, "email_verified": true}), json!({}), json!({}));
    }

    #[test]
    fn the_second_source_fills_in_what_the_first_lacks() {
        let first = claims(json!({"sub": "a", "groups": ["x"], "given_name": null}));
        let second = claims(json!({"sub": "a", "exp": 7, "groups": ["y"], "given_name": "Ada"}));
        let both = with_userinfo(&first, second.clone(), "groups").map(Value::from);
        assert_eq!(both, Some(json!({"sub": "a", "groups": ["x"], "given_name": "Ada"})));
        assert_eq!(with_userinfo(&claims(json!({"sub": "b"})), second, "groups"), None);
    }
}
