//! The categories of lookup values, and when two values are the same.

use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};

/// A list of values that citations choose from. Its name is the facet's name in the API.
///
/// Source: contract section 5, facet names.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Category {
    /// Whom the handout is for.
    Audience = 0,
    /// Who wrote it.
    Authors = 1,
    /// The department that submitted it (`deptSubmittedBy.name`).
    Departments = 2,
    /// Search words.
    Keywords = 3,
    /// Languages of its language versions.
    Languages = 4,
    /// Handout, Video, Web Page …
    MaterialFormat = 5,
    /// `publisher.name`.
    PublisherName = 6,
    /// `keySubjectHeading`.
    SubjectHeading = 7,
    /// Tags.
    Tags = 8,
    /// `whereToObtain`.
    WhereToObtain = 9,
    /// `folder`; counted but never shown.
    Folder = 10,
    /// `paperColors`; counted but never shown.
    PaperColors = 11,
}

// In the order of the numbers: `ALL[category as usize] == category`.
variant_names!(Category {
    Audience = "audience",
    Authors = "authors",
    Departments = "departments",
    Keywords = "keywords",
    Languages = "languages",
    MaterialFormat = "material_format",
    PublisherName = "publisher_name",
    SubjectHeading = "subject_heading",
    Tags = "tags",
    WhereToObtain = "where_to_obtain",
    Folder = "folder",
    PaperColors = "paper_colors",
});

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
