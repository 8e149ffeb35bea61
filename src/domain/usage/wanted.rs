//! The languages in which people look for handouts that do not exist.

use crate::domain::insight::stored_days;
use crate::domain::usage::language_names::LanguageNames;
use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::{MAX_WANTED, WantedLanguage};
use crate::settings::Settings;
use crate::store::ReadTx;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The languages without versions in which people searched for and requested citations in use, of one department or of all;
/// most wanted first.
pub(super) fn wanted(
    settings: &Settings,
    db: &ReadTx<'_>,
    department: Option<&str>,
) -> Result<Vec<WantedLanguage>> {
    let (from, to) = stored_days(settings);
    let gaps = Gaps::new(db, department)?;
    let mut languages: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (citation, tag, count) in db.translation_search_counts(&from, &to)? {
        if gaps.is_missing(citation, &tag) {
            languages.entry(tag).or_default().0 += count;
        }
    }
    for (citation, tag, count) in db.open_request_counts()? {
        if gaps.is_missing(citation, &tag) {
            languages.entry(tag).or_default().1 += count;
        }
    }
    let names = LanguageNames::new(db)?;
    let wanted = |(tag, (searches, requests)): (String, (u64, u64))| WantedLanguage {
        name: names.name(&tag),
        tag,
        searches,
        requests,
    };
    let mut wanted: Vec<WantedLanguage> = languages.into_iter().map(wanted).collect();
    wanted.sort_by_key(|language| Reverse((language.searches, language.requests)));
    wanted.truncate(MAX_WANTED);
    Ok(wanted)
}

/// Which languages are still missing: since the request a version may have been added, or the citation retired.
struct Gaps {
    in_use: HashSet<i64>,
    /// The languages of the citations that were requested in another one.
    versions: HashMap<i64, Vec<LanguageTag>>,
}

impl Gaps {
    fn new(db: &ReadTx<'_>, department: Option<&str>) -> Result<Gaps> {
        let in_use = db.translated_citations(department)?.into_iter().map(|citation| citation.key).collect();
        let tags = db.language_tags()?;
        let languages: HashMap<i64, LanguageTag> = db
            .language_values()?
            .into_iter()
            .filter_map(|(key, value)| Some((key, tags.tag(&value)?)))
            .collect();
        let mut versions: HashMap<i64, Vec<LanguageTag>> = HashMap::new();
        for (citation, language) in db.versions_of_asked_citations()? {
            versions.entry(citation).or_default().extend(languages.get(&language).cloned());
        }
        Ok(Gaps { in_use, versions })
    }

    fn is_missing(&self, citation: i64, tag: &str) -> bool {
        let suits = |reader: &LanguageTag| {
            let versions = self.versions.get(&citation).map_or(&[][..], Vec::as_slice);
            versions.iter().any(|version| version.closeness(reader).is_some())
        };
        self.in_use.contains(&citation) && !LanguageTag::parse(tag).is_ok_and(|reader| suits(&reader))
    }
}
