//! Which version of a citation a language means.

use crate::domain::files::matching::languages::Named;
use crate::domain::files::matching::words::{title_key, words};
use crate::model::files::{AttachableCitation, AttachableVersion};
use crate::model::languages::tag::LanguageTag;

/// What a citation has of a language.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    One(usize),
    /// The name may mean several, such as Chinese.
    Several(Vec<usize>),
    None,
}

impl Choice {
    fn new(found: Vec<usize>) -> Choice {
        match *found {
            [] => Choice::None,
            [one] => Choice::One(one),
            _ => Choice::Several(found),
        }
    }
}

/// The versions in a language that a name names.
pub(super) fn in_language(citation: &AttachableCitation, named: &Named) -> Choice {
    let versions = citation.versions.iter().enumerate();
    let Some(tag) = &named.tag else {
        let has_value = |(at, version): (usize, &AttachableVersion)| {
            (title_key(&words(&version.lang)) == named.key).then_some(at)
        };
        return Choice::new(versions.filter_map(has_value).collect());
    };
    let mut closest: Vec<(u8, usize, &LanguageTag)> = versions
        .filter_map(|(at, version)| {
            let own = version.tag.as_ref()?;
            Some((own.closeness(tag)?, at, own))
        })
        .collect();
    // A family of languages is not one of them, except where there is nothing else by its name.
    let is_sure = |closeness: u8| closeness > 0;
    if closest.iter().any(|(closeness, ..)| is_sure(*closeness)) {
        closest.retain(|(closeness, ..)| is_sure(*closeness));
    } else if !closest.is_empty() {
        return Choice::Several(closest.into_iter().map(|(_, at, _)| at).collect());
    }
    let all =
        |closest: &[(u8, usize, &LanguageTag)]| closest.iter().map(|(_, at, _)| *at).collect::<Vec<_>>();
    // 'Chinese' is the name of two written languages, whichever of them the citation has.
    let names_several = |general: &LanguageTag, exact: &LanguageTag| {
        general.script().is_none()
            && general.region().is_none()
            && (exact.script().is_some() || (exact.region().is_some() && exact.language() == "zh"))
    };
    if closest.iter().any(|(_, _, own)| names_several(tag, own) || names_several(own, tag)) {
        return Choice::Several(all(&closest));
    }
    if closest.iter().any(|(closeness, ..)| *closeness == 2) {
        closest.retain(|(closeness, ..)| *closeness == 2);
    }
    Choice::new(all(&closest))
}

/// The English version among these.
pub(super) fn english(citation: &AttachableCitation, among: &[usize]) -> Choice {
    let english = LanguageTag::parse("en").ok();
    let named = Named { tag: english, key: "english".into(), written: "English".into() };
    match in_language(citation, &named) {
        Choice::One(at) if among.contains(&at) => Choice::One(at),
        Choice::Several(found) => Choice::new(found.into_iter().filter(|at| among.contains(at)).collect()),
        _ => Choice::None,
    }
}
