//! The one table of the fields of a citation that hold the values of categories.
//!
//! Reading, writing, spelling, counting, filtering and the form's completeness follow it: a new category is a variant of
//! [`Category`] and a row here.

use crate::model::category::Category;
use crate::model::citations::citation::{Citation, Named};
use crate::model::text::is_blank;
use serde_json::Value;

/// The field of a category.
pub struct CategoryField {
    /// Its path in the JSON of a citation.
    pub json: &'static str,
    /// What the form calls it; source: spec section 2.
    pub label: &'static str,
    /// Whether the form requires it; source: spec section 5.
    pub is_required: bool,
    /// Whether its facet is left out of a response when no citation has a value.
    pub is_optional_facet: bool,
    values: Values,
}

impl CategoryField {
    /// The member of a citation's JSON that holds it.
    pub fn member(&self) -> &'static str {
        self.json.split_once('.').map_or(self.json, |(member, _)| member)
    }

    /// Whether it can be changed for many citations at once: not languages, which belong to their versions, nor what no
    /// screen shows.
    pub fn is_changed_for_many(&self) -> bool {
        !self.is_optional_facet && !matches!(self.values, Values::LanguageVersions)
    }

    /// Whether it is an object with a name.
    pub fn is_named(&self) -> bool {
        matches!(self.values, Values::Named(..))
    }

    /// Whether it holds several values.
    pub fn is_list(&self) -> bool {
        matches!(self.values, Values::Many(..) | Values::LanguageVersions)
    }
}

/// How a citation holds the values.
enum Values {
    Many(fn(&Citation) -> &Vec<String>, fn(&mut Citation) -> &mut Vec<String>),
    One(fn(&Citation) -> &Option<String>, fn(&mut Citation) -> &mut Option<String>),
    Named(fn(&Citation) -> &Option<Named>, fn(&mut Citation) -> &mut Option<Named>),
    /// The languages of the language versions, each once; revision dates use the same values.
    LanguageVersions,
}

macro_rules! values {
    ($kind:ident, $field:ident) => {
        Values::$kind(|citation| &citation.$field, |citation| &mut citation.$field)
    };
}

const fn required(json: &'static str, label: &'static str, values: Values) -> CategoryField {
    CategoryField { json, label, is_required: true, is_optional_facet: false, values }
}

const fn optional(json: &'static str, label: &'static str, values: Values) -> CategoryField {
    CategoryField { json, label, is_required: false, is_optional_facet: false, values }
}

const fn hidden(json: &'static str, label: &'static str, values: Values) -> CategoryField {
    CategoryField { json, label, is_required: false, is_optional_facet: true, values }
}

impl Category {
    /// The field that holds its values.
    pub fn field(self) -> &'static CategoryField {
        match self {
            Category::Audience => const { &required("audience", "Target Audience", values!(Many, audience)) },
            Category::Authors => const { &required("authors", "Authors", values!(Many, authors)) },
            Category::Departments => {
                const { &optional("deptSubmittedBy.name", "Department", values!(Named, dept_submitted_by)) }
            }
            Category::Keywords => const { &required("keywords", "Keywords", values!(Many, keywords)) },
            Category::Languages => const { &required("languages", "Language", Values::LanguageVersions) },
            Category::MaterialFormat => {
                const { &required("materialFormat", "Material Format", values!(One, material_format)) }
            }
            Category::PublisherName => {
                const { &required("publisher.name", "Publishers", values!(Named, publisher)) }
            }
            Category::SubjectHeading => {
                const { &required("keySubjectHeading", "Subject Heading", values!(One, key_subject_heading)) }
            }
            Category::Tags => const { &optional("tags", "Tags", values!(Many, tags)) },
            Category::WhereToObtain => {
                const { &required("whereToObtain", "Where to Obtain", values!(One, where_to_obtain)) }
            }
            Category::Folder => const { &hidden("folder", "Folder", values!(One, folder)) },
            Category::PaperColors => {
                const { &hidden("paperColors", "Paper colors", values!(Many, paper_colors)) }
            }
        }
    }
}

impl Citation {
    /// The values this citation has in a category, in its own order, for facets and filters.
    pub fn values(&self, category: Category) -> Vec<&str> {
        match &category.field().values {
            Values::Many(get, _) => get(self).iter().map(String::as_str).collect(),
            Values::One(get, _) => get(self).as_deref().into_iter().collect(),
            Values::Named(get, _) => get(self).iter().map(|named| named.name.as_str()).collect(),
            Values::LanguageVersions => {
                let mut languages: Vec<&str> = Vec::new();
                for version in &self.languages {
                    if !languages.contains(&version.lang.as_str()) {
                        languages.push(&version.lang);
                    }
                }
                languages
            }
        }
    }

    /// Adds a value as the last one of its category, or sets the only one. Languages belong to language versions: nothing is
    /// done for them.
    pub fn add_value(&mut self, category: Category, value: String) {
        match &category.field().values {
            Values::Many(_, get_mut) => get_mut(self).push(value),
            Values::One(_, get_mut) => *get_mut(self) = Some(value),
            Values::Named(_, get_mut) => *get_mut(self) = Some(Named { name: value }),
            Values::LanguageVersions => {}
        }
    }

    /// Replaces the values of a category; a field that holds one value takes the first. Languages belong to language
    /// versions: nothing is done for them.
    pub fn set_values(&mut self, category: Category, values: Vec<String>) {
        match &category.field().values {
            Values::Many(_, get_mut) => *get_mut(self) = values,
            Values::One(_, get_mut) => *get_mut(self) = values.into_iter().next(),
            Values::Named(_, get_mut) => *get_mut(self) = values.into_iter().next().map(Named::new),
            Values::LanguageVersions => {}
        }
    }

    /// Calls `each` with every value of every category, to be changed; the first error ends it.
    pub fn each_value_mut<E>(
        &mut self,
        mut each: impl FnMut(Category, &mut String) -> Result<(), E>,
    ) -> Result<(), E> {
        for category in Category::ALL {
            let mut one = |value: &mut String| each(category, value);
            match &category.field().values {
                Values::Many(_, get_mut) => get_mut(self).iter_mut().try_for_each(one)?,
                Values::One(_, get_mut) => get_mut(self).iter_mut().try_for_each(one)?,
                Values::Named(_, get_mut) => {
                    get_mut(self).iter_mut().try_for_each(|named| one(&mut named.name))?
                }
                Values::LanguageVersions => {
                    self.languages.iter_mut().try_for_each(|version| one(&mut version.lang))?;
                    self.revision_dates.iter_mut().try_for_each(|date| one(&mut date.lang))?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether the form would ask for a value of this category.
    pub fn lacks(&self, category: Category) -> bool {
        category.field().is_required && self.values(category).iter().all(|value| is_blank(value))
    }
}

/// Calls `each` with every value of every category in the JSON of a citation, to be changed. Members of
/// another shape are left unchanged.
pub fn each_json_value_mut(citation: &mut Value, mut each: impl FnMut(Category, &mut String)) {
    for category in Category::ALL {
        let field = category.field();
        if matches!(field.values, Values::LanguageVersions) {
            for list in [field.json, "revisionDates"] {
                let rows = citation.get_mut(list).and_then(Value::as_array_mut);
                for row in rows.into_iter().flatten() {
                    if let Some(Value::String(value)) = row.get_mut("lang") {
                        each(category, value);
                    }
                }
            }
            continue;
        }
        let at = field.json.split('.').try_fold(&mut *citation, |within, name| within.get_mut(name));
        match at {
            Some(Value::String(value)) => each(category, value),
            Some(Value::Array(values)) => {
                for value in values {
                    if let Value::String(value) = value {
                        each(category, value);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
    use serde_json::{Value, json};
    use std::convert::Infallible;

    /// A citation's JSON with nothing but a value where the category's field is.
    fn with_value(category: Category) -> Value {
        let field = category.field();
        let mut citation = json!({"title": "A"});
        match (&field.values, field.json.split_once('.')) {
            (Values::LanguageVersions, _) => citation[field.json] = json!([{"lang": "B"}]),
            (Values::Named(..), Some((outer, inner))) => citation[outer] = json!({inner: "B"}),
            (Values::Many(..), None) => citation[field.json] = json!(["B"]),
            (_, None) => citation[field.json] = json!("B"),
            _ => panic!("{} has no such path", field.json),
        }
        citation
    }

    #[test]
    fn every_category_is_read_from_its_field_and_from_no_other() {
        for category in Category::ALL {
            let citation =
                citation_from_json(&with_value(category), Completeness::Import, Dates::Stored).unwrap();
            for other in Category::ALL {
                let expected: &[&str] = if other == category { &["B"] } else { &[] };
                assert_eq!(citation.values(other), expected, "{} in {}", other.name(), category.name());
                assert_eq!(citation.lacks(other), other != category && other.field().is_required);
            }
        }
    }

    #[test]
    fn values_are_added_and_changed_where_they_are_read() {
        for category in Category::ALL {
            let mut citation =
                citation_from_json(&with_value(category), Completeness::Import, Dates::Stored).unwrap();
            let mut seen = Vec::new();
            let renamed: Result<(), Infallible> = citation.each_value_mut(|category, value| {
                seen.push(category);
                value.push('C');
                Ok(())
            });
            renamed.unwrap();
            assert_eq!((seen, citation.values(category)), (vec![category], vec!["BC"]));
            let mut added = Citation::default();
            added.add_value(category, "D".into());
            let expected: &[&str] = if category == Category::Languages { &[] } else { &["D"] };
            assert_eq!(added.values(category), expected);
            added.set_values(category, vec!["E".into(), "F".into()]);
            let expected: &[&str] = match category {
                Category::Languages => &[],
                _ if category.field().is_list() => &["E", "F"],
                _ => &["E"],
            };
            assert_eq!(added.values(category), expected);
            added.set_values(category, Vec::new());
            assert!(added.values(category).is_empty());
        }
    }
}
