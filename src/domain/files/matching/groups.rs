//! Names that are matched with the same version.

use crate::domain::files::matching::names::{is_pdf, parts, stem};
use crate::domain::files::matching::outcome::{Candidate, Match};
use crate::domain::files::matching::words::{title_key, words};
use std::collections::{BTreeMap, HashSet};

/// Of names that differ in type alone only the PDF stays. Returns the versions that several others are matched with, and the
/// indexes of their names.
pub fn prefer_pdfs(names: &[String], matches: &mut [Match]) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut groups: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (n, found) in matches.iter().enumerate() {
        if let Match::Matched { citation, version } = found {
            groups.entry((*citation, *version)).or_default().push(n);
        }
    }
    let key = |n: usize| title_key(&words(stem(&parts(&names[n]).1)));
    for group in groups.values_mut().filter(|group| group.len() > 1) {
        let pdfs: HashSet<String> = group.iter().filter(|n| is_pdf(&names[**n])).map(|n| key(*n)).collect();
        group.retain(|n| {
            let is_used = is_pdf(&names[*n]) || !pdfs.contains(&key(*n));
            if !is_used {
                matches[*n] = Match::Ignored { reason: "the PDF of the same name is used".into() };
            }
            is_used
        });
    }
    groups.retain(|_, group| group.len() > 1);
    groups
}

/// Several names for one version.
pub fn several_names(names: &[String], group: &[usize], version: Candidate) -> Match {
    let named: Vec<&str> = group.iter().map(|n| &*names[*n]).collect();
    let reason = format!("{} files for one version: {}", named.len(), named.join(", "));
    Match::Ambiguous { reason, candidates: vec![version] }
}
