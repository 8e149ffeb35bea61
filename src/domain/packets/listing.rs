//! Lists of packets: the published ones, and those of a person.

use crate::domain::actor::Actor;
use crate::domain::app::{App, SearchIndex};
use crate::domain::packets::reading::head;
use crate::domain::packets::reading::relation;
use crate::domain::packets::reading::replacement_keys;
use crate::model::accounts::Right;
use crate::model::error::Result;
use crate::model::keys::{CitationKey, PacketKey};
use crate::model::list_part::ListPart;
use crate::model::packets::languages::{KnownLanguages, count_languages};
use crate::model::packets::packet::{PacketPage, PacketSummary};
use crate::store::{PacketItemRow, PacketRow, ReadTx, Store};
use std::collections::{HashMap, HashSet};

/// Which published packets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PacketFilter {
    /// What was typed; empty for all, the most recently changed first.
    pub q: String,
    /// Only packets of this department.
    pub department: Option<String>,
    /// Only packets with an obsolete citation; for those who manage packets.
    pub with_obsolete: bool,
}

/// How many packets are read together.
const BATCH: usize = 200;

/// The published packets; `None` is a visitor.
pub fn published_page(
    app: &App,
    caller: Option<&Actor>,
    filter: &PacketFilter,
    part: ListPart,
) -> Result<PacketPage> {
    page(&app.store, caller, part, |db| published_keys(&app.search, db, caller, filter))
}

/// The caller's own packets: personal ones first, within both groups the most
/// recently changed ones first.
pub fn own(store: &Store, actor: &Actor, part: ListPart) -> Result<PacketPage> {
    page(store, Some(actor), part, |db| own_keys(db, actor))
}

fn own_keys(db: &ReadTx<'_>, actor: &Actor) -> Result<Vec<PacketKey>> {
    actor.editor().user.map_or(Ok(Vec::new()), |person| db.packets_of_person(person))
}

fn published_keys(
    search: &SearchIndex,
    db: &ReadTx<'_>,
    caller: Option<&Actor>,
    filter: &PacketFilter,
) -> Result<Vec<PacketKey>> {
    if filter.with_obsolete {
        Actor::require_signed_in(caller, Right::ManagePackets)?;
    }
    let all = db.published_packets(filter.department.as_deref(), filter.with_obsolete)?;
    if filter.q.trim().is_empty() {
        return Ok(all.into_iter().map(|(key, _)| key).collect());
    }
    let keys: HashMap<String, PacketKey> = all.into_iter().map(|(key, id)| (id, key)).collect();
    let ranked = search.snapshot()?.listed_packets(&search.packet_titles.current(), &filter.q)?;
    Ok(ranked.iter().filter_map(|id| keys.get(id).copied()).collect())
}

fn page(
    store: &Store,
    caller: Option<&Actor>,
    part: ListPart,
    keys: impl FnOnce(&ReadTx<'_>) -> Result<Vec<PacketKey>>,
) -> Result<PacketPage> {
    store.read(|db| {
        let keys = keys(db)?;
        let wanted: Vec<PacketKey> = part.select(keys.iter().copied()).collect();
        let mut packets = Vec::with_capacity(wanted.len());
        for batch in wanted.chunks(BATCH) {
            packets.extend(summaries(db, batch, caller)?);
        }
        Ok(PacketPage { found: keys.len(), packets })
    })
}

/// The summaries of these packets.
fn summaries(db: &ReadTx<'_>, keys: &[PacketKey], caller: Option<&Actor>) -> Result<Vec<PacketSummary>> {
    let known = KnownLanguages::new(db.language_tags()?);
    let items = db.packet_items(keys)?;
    let replacements = replacement_keys(db, &items)?;
    let shown = |item: &PacketItemRow| replacements.get(&item.citation).copied().unwrap_or(item.citation);
    let citations: HashSet<CitationKey> = items.iter().map(shown).collect();
    let languages = db.languages_of_citations(&citations.into_iter().collect::<Vec<_>>())?;
    let mut by_packet: HashMap<PacketKey, Vec<&PacketItemRow>> = HashMap::new();
    for item in &items {
        by_packet.entry(item.packet).or_default().push(item);
    }
    let none = Vec::new();
    let summary = |row: PacketRow| {
        let items = by_packet.get(&row.key).unwrap_or(&none);
        let mut seen = HashSet::new();
        let shown = items.iter().map(|item| shown(item)).filter(|citation| seen.insert(*citation));
        let shown: Vec<&[String]> =
            shown.map(|citation| languages.get(&citation).map_or(&[][..], Vec::as_slice)).collect();
        let is_responsible = relation(&row, caller).may_see_history();
        let obsolete = items.iter().filter(|item| item.is_obsolete).count();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        PacketSummary {
            updated: row.saved_at.clone(),
            head: head(row, is_responsible),
            count: number(items.len()),
            languages: count_languages(shown.into_iter(), &known),
            needs_look: is_responsible.then(|| number(obsolete)),
        }
    };
    Ok(db.packets(keys)?.into_iter().map(summary).collect())
}
