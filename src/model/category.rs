//! The categories of lookup values, when two values are the same, and the values that rules of this program depend on.

use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where to obtain: the value that makes a citation orderable from the copy center.
pub const COPY_CENTER: &str = "Copy Center";
/// Material format: the value whose links read 'View' instead of 'View and Print'.
pub const VIDEO: &str = "Video";
/// The language that is listed first.
pub const ENGLISH: &str = "English";

variant_names! {
    /// A list of values that citations choose from. Its name is the facet's name in the API; the database has its position, so
    /// that new ones go to the end.
    ///
    /// Source: contract section 5, facet names.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
    )]
    #[serde(rename_all = "snake_case")]
    #[repr(u8)]
    pub enum Category {
        /// Whom the handout is for.
        Audience = "audience",
        /// Who wrote it.
        Authors = "authors",
        /// The department that submitted it (`deptSubmittedBy.name`).
        Departments = "departments",
        /// Search words.
        Keywords = "keywords",
        /// Languages of its language versions.
        Languages = "languages",
        /// Handout, Video, Web Page …
        MaterialFormat = "material_format",
        /// `publisher.name`.
        PublisherName = "publisher_name",
        /// `keySubjectHeading`.
        SubjectHeading = "subject_heading",
        /// Tags.
        Tags = "tags",
        /// `whereToObtain`.
        WhereToObtain = "where_to_obtain",
        /// `folder`; counted but never shown.
        Folder = "folder",
        /// `paperColors`; counted but never shown.
        PaperColors = "paper_colors",
    }
}

// In the order of the numbers: `ALL[category as usize] == category`.

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

/// A value as it is kept: blanks at the ends removed, inner runs of blanks made one space.
pub fn normalize_value(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key under which two spellings of one value are compared: without white space (Unicode's `White_Space`), each
/// character in lower case by itself. `ui/src/lib/text/sameValue.ts` follows the same rule, and `tests/same_values.json`
/// proves it on both sides. Source: contract section 7.
pub fn value_key(value: &str) -> String {
    value.split_whitespace().flat_map(str::chars).flat_map(char::to_lowercase).collect()
}

/// Whether two spellings are one value: they differ in case or white space at most.
pub fn same_value(a: &str, b: &str) -> bool {
    value_key(a) == value_key(b)
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

/// Why a language value is not allowed: it would be a step in the path of a stored file.
pub fn language_error(value: &str) -> Option<&'static str> {
    matches!(value, "." | "..").then_some("A language cannot be called '.' or '..'.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_found_by_name_and_number() {
        for (n, category) in Category::ALL.into_iter().enumerate() {
            assert_eq!(category as usize, n);
            assert_eq!(Category::from_name(category.name()), Some(category));
        }
        assert_eq!(Category::from_name("author"), None);
    }

    #[test]
    fn case_and_spaces_do_not_make_a_new_value() {
        let cases: Vec<(String, String, bool)> =
            serde_json::from_str(include_str!("../../tests/same_values.json")).expect("cases");
        for (a, b, same) in cases {
            assert_eq!(same_value(&a, &b), same, "{a:?} and {b:?}");
        }
        assert_eq!(normalize_value(" Web \u{a0} Page\n"), "Web Page");
    }
}

#[cfg(test)]
mod rule_values_tests {
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
