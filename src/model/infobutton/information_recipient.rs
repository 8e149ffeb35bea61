//! Who a handout is looked for: the language they read, and their age as far as it tells which audience suits them.

use crate::model::languages::tag::LanguageTag;

/// The person that a handout is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InformationRecipient {
    /// The language they read.
    pub language: Option<LanguageTag>,
    /// How old they are.
    pub age_group: Option<AgeGroup>,
}

/// The ages that audiences distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeGroup {
    /// Under 13 years.
    Child,
    /// 13 to 17 years.
    Teenager,
    /// 18 to 64 years.
    Adult,
    /// 65 years and more.
    Senior,
}

/// How well an audience suits a person; the better comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AudienceFit {
    /// It names the person's age.
    Suits,
    /// It names no age, or the person's is not known.
    Open,
    /// It names only other ages.
    OtherAges,
}

/// The words by which audiences name ages, in lower case.
const AUDIENCES: [(&str, AgeGroup); 16] = [
    ("children", AgeGroup::Child),
    ("child", AgeGroup::Child),
    ("kids", AgeGroup::Child),
    ("teens", AgeGroup::Teenager),
    ("teen", AgeGroup::Teenager),
    ("teenagers", AgeGroup::Teenager),
    ("adolescents", AgeGroup::Teenager),
    ("youth", AgeGroup::Teenager),
    ("young people", AgeGroup::Teenager),
    ("adults", AgeGroup::Adult),
    ("adult", AgeGroup::Adult),
    ("young adults", AgeGroup::Adult),
    ("men", AgeGroup::Adult),
    ("women", AgeGroup::Adult),
    ("seniors", AgeGroup::Senior),
    ("older adults", AgeGroup::Senior),
];

/// Age groups by their MeSH descriptors, as the value set of `ageGroup.v.c` has them.
const MESH: [(&str, AgeGroup); 10] = [
    ("D007231", AgeGroup::Child),
    ("D007223", AgeGroup::Child),
    ("D002675", AgeGroup::Child),
    ("D002648", AgeGroup::Child),
    ("D000293", AgeGroup::Teenager),
    ("D055815", AgeGroup::Adult),
    ("D000328", AgeGroup::Adult),
    ("D008875", AgeGroup::Adult),
    ("D000368", AgeGroup::Senior),
    ("D000369", AgeGroup::Senior),
];

impl AgeGroup {
    /// The group of an age: a number, and a UCUM unit (`a` for years, `mo`, `wk`, `d`, `h`, `min`); years without a unit.
    pub fn from_age(value: &str, unit: &str) -> Option<AgeGroup> {
        let value: f64 = value.trim().parse().ok().filter(|value: &f64| (0.0..=1e6).contains(value))?;
        let units_a_year = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "a" | "y" | "yr" => 1.0,
            "mo" | "m" => 12.0,
            "wk" | "w" => 52.18,
            "d" => 365.25,
            "h" => 8_766.0,
            "min" => 525_960.0,
            _ => return None,
        };
        Some(match value / units_a_year {
            years if years < 13.0 => AgeGroup::Child,
            years if years < 18.0 => AgeGroup::Teenager,
            years if years < 65.0 => AgeGroup::Adult,
            _ => AgeGroup::Senior,
        })
    }

    /// The group of a MeSH descriptor, such as `D000293` for adolescents.
    pub fn from_mesh(code: &str) -> Option<AgeGroup> {
        let code = code.trim().to_ascii_uppercase();
        MESH.iter().find(|(known, _)| *known == code).map(|(_, group)| *group)
    }
}

impl AudienceFit {
    /// How well audiences suit a person of this age.
    pub fn new<'a>(age_group: Option<AgeGroup>, audiences: impl Iterator<Item = &'a str>) -> AudienceFit {
        let Some(age_group) = age_group else { return AudienceFit::Open };
        let (mut is_open, mut names_others) = (false, false);
        for audience in audiences {
            let audience = audience.trim().to_lowercase();
            match AUDIENCES.iter().find(|(known, _)| *known == audience) {
                Some((_, named)) if *named == age_group => return AudienceFit::Suits,
                Some(_) => names_others = true,
                None => is_open = true,
            }
        }
        if names_others && !is_open { AudienceFit::OtherAges } else { AudienceFit::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_numbers_with_a_unit_or_mesh_descriptors() {
        let check = |value: &str, unit: &str, expected: Option<AgeGroup>| {
            assert_eq!(AgeGroup::from_age(value, unit), expected, "{value} {unit}");
        };
        check("8", "a", Some(AgeGroup::Child));
        check("12.9", "", Some(AgeGroup::Child));
        check("13", "a", Some(AgeGroup::Teenager));
        check("18", "a", Some(AgeGroup::Adult));
        check("70", "A", Some(AgeGroup::Senior));
        check("30", "mo", Some(AgeGroup::Child));
        check("200", "mo", Some(AgeGroup::Teenager));
        check("3", "wk", Some(AgeGroup::Child));
        check("20", "d", Some(AgeGroup::Child));
        check("0", "h", Some(AgeGroup::Child));
        for (value, unit) in [("", "a"), ("-1", "a"), ("x", "a"), ("NaN", "a"), ("8", "kg"), ("1e300", "a")] {
            check(value, unit, None);
        }
        assert_eq!(AgeGroup::from_mesh("d000293"), Some(AgeGroup::Teenager));
        assert_eq!(AgeGroup::from_mesh("D000369"), Some(AgeGroup::Senior));
        assert_eq!(AgeGroup::from_mesh("D000001"), None);
    }

    #[test]
    fn an_audience_suits_an_age_that_it_names() {
        let check = |audiences: &[&str], age_group: Option<AgeGroup>, expected: AudienceFit| {
            let fit = AudienceFit::new(age_group, audiences.iter().copied());
            assert_eq!(fit, expected, "{audiences:?}");
        };
        check(&["Parents", "Children"], Some(AgeGroup::Child), AudienceFit::Suits);
        check(&["Teens"], Some(AgeGroup::Child), AudienceFit::OtherAges);
        check(&["Teens", "Parents"], Some(AgeGroup::Child), AudienceFit::Open);
        check(&["Patients and Families"], Some(AgeGroup::Child), AudienceFit::Open);
        check(&[], Some(AgeGroup::Adult), AudienceFit::Open);
        check(&["Children"], None, AudienceFit::Open);
    }
}
