//! Crisis notices: categories of dangerous situations, and help lines. Contract section 9.1.

use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

variant_names! {
    /// The category of a search that may come from a person in danger, the most urgent first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Crisis {
        /// Not breathing, or unconscious.
        Emergency = "emergency",
        /// An overdose of a medicine or drug.
        Overdose = "overdose",
        /// Something poisonous was swallowed.
        Poisoning = "poisoning",
        /// Thoughts of suicide.
        Suicide = "suicide",
        /// Self-harm.
        SelfHarm = "self-harm",
        /// Sexual violence.
        SexualAssault = "sexual-assault",
        /// A child is hurt or neglected.
        ChildAbuse = "child-abuse",
        /// Violence at home.
        DomesticViolence = "domestic-violence",
        /// Human trafficking or forced labor.
        Trafficking = "trafficking",
    }
}

// The most urgent first.

/// A help line: whom to call or text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CrisisLine {
    /// What it helps with, in settings one name or a list of them; empty for everything. Not part of a search's answer.
    #[serde(
        default,
        rename = "category",
        alias = "categories",
        deserialize_with = "one_or_more",
        skip_serializing
    )]
    #[schema(ignore)]
    pub categories: Vec<Crisis>,
    /// Its name.
    pub name: String,
    /// A telephone number, or `text HOME to 741741`.
    pub contact: String,
    /// Codes of the languages spoken there; `interpreter` for others by interpreters.
    #[serde(default)]
    pub languages: Vec<String>,
    /// When it answers, such as `24/7`.
    #[serde(default)]
    pub hours: String,
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(given: D) -> Result<Vec<Crisis>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        One(Crisis),
        More(Vec<Crisis>),
    }
    Ok(match Given::deserialize(given)? {
        Given::One(category) => vec![category],
        Given::More(categories) => categories,
    })
}

/// What stands above the results of a search that may come from somebody in danger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CrisisNotice {
    /// The most urgent category of the text for which there is a line.
    pub category: Crisis,
    /// Whom to call: the main line of each category of the text, the most urgent first, then their other lines.
    pub lines: Vec<CrisisLine>,
}

impl CrisisNotice {
    /// The notice for a text of these categories, the most urgent first; `None` when no line helps with any of them. The first
    /// of `lines` that helps with a category is its main line.
    pub fn new(categories: &[Crisis], lines: &[CrisisLine]) -> Option<CrisisNotice> {
        let helps_with = |category: Crisis| {
            lines.iter().filter(move |line| line.categories.is_empty() || line.categories.contains(&category))
        };
        let category = categories.iter().copied().find(|category| helps_with(*category).next().is_some())?;
        let main = categories.iter().filter_map(|category| helps_with(*category).next());
        let others = categories.iter().flat_map(|category| helps_with(*category).skip(1));
        let mut named: Vec<&CrisisLine> = Vec::new();
        for line in main.chain(others) {
            if !named.iter().any(|known| std::ptr::eq(*known, line)) {
                named.push(line);
            }
        }
        Some(CrisisNotice { category, lines: named.into_iter().cloned().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Crisis::{Emergency, Overdose, Poisoning, Suicide};

    fn line(name: &str, categories: &[Crisis]) -> CrisisLine {
        CrisisLine {
            categories: categories.to_vec(),
            name: name.to_owned(),
            contact: "911".to_owned(),
            languages: Vec::new(),
            hours: String::new(),
        }
    }

    #[test]
    fn the_main_line_of_each_category_stands_before_all_others() {
        let lines = [
            line("lifeline", &[Suicide]),
            line("text", &[Suicide]),
            line("poison", &[Poisoning, Overdose]),
            line("ambulance", &[Emergency, Overdose, Suicide]),
        ];
        let check = |categories: &[Crisis], expected: Option<(Crisis, &str)>| {
            let notice = CrisisNotice::new(categories, &lines);
            let shown = notice.map(|notice| {
                let names: Vec<String> = notice.lines.into_iter().map(|line| line.name).collect();
                (notice.category, names.join(" "))
            });
            assert_eq!(shown, expected.map(|(category, names)| (category, names.to_owned())));
        };
        check(&[Suicide], Some((Suicide, "lifeline text ambulance")));
        check(&[Overdose, Suicide], Some((Overdose, "poison lifeline ambulance text")));
        check(&[Crisis::Trafficking, Suicide], Some((Suicide, "lifeline text ambulance")));
        check(&[Crisis::Trafficking], None);
        check(&[], None);
        assert_eq!(CrisisNotice::new(&[Suicide], &[]), None, "an empty list turns the notice off");
    }

    #[test]
    fn a_line_without_categories_helps_with_all() {
        let notice = CrisisNotice::new(&[Crisis::Trafficking], &[line("any", &[])]);
        assert_eq!(notice.map(|notice| notice.lines.len()), Some(1));
    }

    #[test]
    fn names_are_those_of_the_json() {
        for category in Crisis::ALL {
            assert_eq!(serde_json::json!(category), category.name());
            assert_eq!(Crisis::from_name(category.name()), Some(category));
        }
        assert!(Crisis::ALL.is_sorted());
    }
}
