//! Facets of which any value will do: what a search would find without the filter's members that are about one of them alone.
//! Contract section 9.2.

use crate::model::category::Category;
use crate::model::search::filter::{Filter, FilterField};
use crate::search::facets::filtering::CompiledFilter;
use crate::search::ranking::match_list::MatchList;
use crate::search::snapshot::{Match, Snapshot};

/// A filter taken apart by such facets.
pub(in crate::search) struct DisjunctiveFacets {
    /// The members that are about no such facet alone.
    rest: Option<CompiledFilter>,
    groups: Vec<(Category, CompiledFilter)>,
}

/// What is found beside the hits when the members of one facet are left out.
pub(in crate::search) struct ExtraMatches {
    pub category: Category,
    pub matches: MatchList,
}

impl DisjunctiveFacets {
    /// Takes a filter apart; `None` when no member of it is about one of these facets alone.
    pub fn new(filter: &Filter, any: &[Category], snapshot: &Snapshot) -> Option<DisjunctiveFacets> {
        let mut rest = Vec::new();
        let mut groups: Vec<(Category, Vec<Filter>)> = Vec::new();
        for member in filter.members() {
            match member.only_field() {
                Some(FilterField::Category(category)) if any.contains(&category) => {
                    match groups.iter_mut().find(|(known, _)| *known == category) {
                        Some((_, members)) => members.push(member.clone()),
                        None => groups.push((category, vec![member.clone()])),
                    }
                }
                _ => rest.push(member.clone()),
            }
        }
        if groups.is_empty() {
            return None;
        }
        let from_plan = |members: Vec<Filter>| CompiledFilter::of(&Filter::And(members), snapshot);
        Some(DisjunctiveFacets {
            rest: (!rest.is_empty()).then(|| from_plan(rest)),
            groups: groups.into_iter().map(|(category, members)| (category, from_plan(members))).collect(),
        })
    }

    /// The facet that the whole filter is about.
    pub fn only_facet(&self) -> Option<Category> {
        match (&self.rest, self.groups.as_slice()) {
            (None, [(category, _)]) => Some(*category),
            _ => None,
        }
    }

    /// Separates what passes the whole filter from what fails the members of one facet alone.
    pub fn separate(&self, found: impl Iterator<Item = Match>) -> (MatchList, Vec<ExtraMatches>) {
        let mut hits = MatchList::default();
        let mut extra_matches: Vec<ExtraMatches> = self
            .groups
            .iter()
            .map(|(category, _)| ExtraMatches { category: *category, matches: MatchList::default() })
            .collect();
        for found in found {
            if self.rest.as_ref().is_some_and(|rest| !rest.passes(&found)) {
                continue;
            }
            let failed = |(_, group): &&(Category, CompiledFilter)| !group.passes(&found);
            let mut failing = self.groups.iter().zip(&mut extra_matches).filter(|(group, _)| failed(group));
            match (failing.next(), failing.next()) {
                (None, _) => hits.push(found),
                (Some((_, extra_matches)), None) => extra_matches.matches.push(found),
                (Some(_), Some(_)) => {}
            }
        }
        (hits, extra_matches)
    }
}

#[cfg(test)]
mod tests;
