//! The lookup values that rules of this program depend on: what stops when one is renamed or deleted.

use crate::model::category::{Category, same_value};
use serde::Serialize;
use utoipa::ToSchema;

/// Where to obtain: the value that makes a citation orderable from the copy center.
pub const COPY_CENTER: &str = "Copy Center";
/// Material format: the value whose links read 'View' instead of 'View and Print'.
pub const VIDEO: &str = "Video";
/// The language that is listed first.
pub const ENGLISH: &str = "English";

/// A lookup value with the rule that depends on it. Any spelling that counts as the same value will do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleValue {
    /// Facet name of the category.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub category: Category,
    /// The value.
    pub value: String,
    /// The rule, as a sentence for administrators.
    pub rule: String,
}

/// Every value that a rule depends on; `hospital` is `hospital.name` of the settings.
pub fn rule_values(hospital: &str) -> Vec<RuleValue> {
    let one = |category, value: &str, rule: &str| RuleValue {
        category,
        value: value.to_owned(),
        rule: rule.to_owned(),
    };
    vec![
        one(
            Category::WhereToObtain,
            COPY_CENTER,
            "Only citations with this value can be ordered from the copy center.",
        ),
        one(
            Category::PublisherName,
            hospital,
            "Only citations of this publisher have QR codes, because it is the hospital's name in the settings.",
        ),
        one(
            Category::MaterialFormat,
            VIDEO,
            "Links of citations with this value read 'View' instead of 'View and Print'.",
        ),
        one(Category::Languages, ENGLISH, "This language is listed before the others."),
    ]
}

/// The rule that no longer holds for a value's citations when `value` becomes `new_value` (`None`: is deleted).
///
/// `None` when no rule depends on it, also when the new spelling counts as the same value.
pub fn rule_ended(
    hospital: &str,
    category: Category,
    value: &str,
    new_value: Option<&str>,
) -> Option<String> {
    rule_values(hospital)
        .into_iter()
        .find(|rule| rule.category == category && same_value(&rule.value, value))
        .filter(|rule| new_value.is_none_or(|new_value| !same_value(&rule.value, new_value)))
        .map(|rule| rule.rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_ends_when_its_value_becomes_another() {
        let ended = |category, value, new_value| rule_ended("St. Mary", category, value, new_value).is_some();
        assert!(ended(Category::WhereToObtain, "copycenter", None));
        assert!(ended(Category::WhereToObtain, "Copy Center", Some("Print shop")));
        assert!(!ended(Category::WhereToObtain, "Copy Center", Some("COPY CENTER")));
        assert!(ended(Category::PublisherName, "ST. MARY", None));
        assert!(!ended(Category::PublisherName, "Children's", None));
        assert!(!ended(Category::Tags, "Copy Center", None));
        assert!(ended(Category::MaterialFormat, "video", None));
        assert!(ended(Category::Languages, "English", Some("Englisch")));
    }
}
