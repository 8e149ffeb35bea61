//! Plans an import of a table: what becomes of each citation, without writing anything.

use crate::domain::citations::file_references::{self, Withdrawn};
use crate::domain::import_export::tables::applying::{FoundBy, add_errors, apply};
use crate::domain::import_export::tables::headers::Headers;
use crate::domain::import_export::tables::languages::TableLanguages;
use crate::domain::import_export::tables::languages::fold_words;
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::matching::{CatalogueNames, Fit, KnownCitation};
use crate::domain::import_export::tables::matching::{Claim, Group, alike, claims_of_new, group_rows};
use crate::domain::import_export::tables::record::{Place, Reader, Record};
use crate::domain::import_export::tables::written;
use crate::model::citations::citation::Citation;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::keys::{ChangeNumber, CitationKey};
use crate::model::table_import::{
    CellMessage, FieldChange, LikelyCitation, PreviewRow, RowAction, RowDecision, RowOutcome,
};
use crate::store::{ReadTx, WouldSave};
use crate::table::cells::{Sheet, TableFile};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;

/// What an import has to know of the catalogue.
pub struct TableCatalogue {
    pub languages: TableLanguages,
    names: CatalogueNames,
    citation_pages: String,
}

impl TableCatalogue {
    pub fn read(db: &ReadTx<'_>) -> Result<TableCatalogue> {
        let tags = db.language_tags()?;
        let values = db.language_values()?.into_iter().map(|(_, value)| {
            let tag = tags.tag(&value);
            (value, tag)
        });
        let citations = db.citation_names()?.into_iter();
        let citations =
            citations.map(|(key, id, title, is_obsolete)| KnownCitation { key, id, title, is_obsolete });
        Ok(TableCatalogue {
            languages: TableLanguages::new(values),
            names: CatalogueNames::new(citations.collect(), db.all_item_numbers()?),
            citation_pages: db.file_url_base().trim_end_matches("file").to_owned() + "citation/",
        })
    }

    /// Why a new citation is not added: one that fits it was added or changed after this change number.
    pub fn added_since(&self, db: &ReadTx<'_>, citation: &str, seen: ChangeNumber) -> Result<Option<String>> {
        let json: serde_json::Value =
            serde_json::from_str(citation).map_err(|e| Error::internal("reading an import", e))?;
        let versions = json["languages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let numbers = versions.iter().filter_map(|version| version["ksbgNumber"].as_str());
        let title = json["title"].as_str().unwrap_or_default();
        if json["id"].as_str().is_some_and(|id| !id.is_empty()) {
            return Ok(None);
        }
        let ids: Vec<String> = match self.names.fit(numbers, title) {
            Fit::None => Vec::new(),
            Fit::One(known, _) => vec![known.id.clone()],
            Fit::Several(likely, _) => likely.into_iter().map(|one| one.id).collect(),
        };
        for id in ids {
            if let Some(key) = db.citation_key(&id)?
                && db.citation_change(key)? > seen
            {
                return Ok(Some(format!(
                    "The citation '{id}' fits it, which was added or changed since the preview."
                )));
            }
        }
        Ok(None)
    }

    /// What headers mean here.
    pub fn headers<'a>(&'a self, item_number_label: &'a str) -> Headers<'a> {
        Headers { languages: &self.languages, item_number_label }
    }
}

/// What becomes of the rows of one citation, or of a bad row.
#[derive(Debug)]
pub struct Planned {
    pub row: PreviewRow,
    /// The citation as it will be, if it is new or changes.
    pub citation: Option<Citation>,
    /// The key of the present citation.
    pub key: Option<CitationKey>,
    /// Labels of what the form requires and the citation lacks.
    pub missing: Vec<&'static str>,
}

/// Plans one import.
pub struct Planner<'a> {
    reader: Reader<'a>,
    catalogue: &'a TableCatalogue,
    groups: Vec<Group>,
    alike: Vec<Vec<u32>>,
    duplicates: RowAction,
    decisions: HashMap<u64, RowDecision>,
    today: Day,
}

/// The citation that a record is about.
enum Resolution {
    Skip(String),
    New { found_by: FoundBy },
    Present { key: CitationKey, found_by: FoundBy, likely: Vec<LikelyCitation> },
    Bad { likely: Vec<LikelyCitation> },
}

impl<'a> Planner<'a> {
    /// # Errors
    /// If the catalogue cannot be read.
    pub fn new(
        db: &ReadTx<'_>,
        file: &'a TableFile,
        layout: &'a Layout,
        catalogue: &'a TableCatalogue,
        duplicates: RowAction,
        decisions: &[RowDecision],
        today: Day,
    ) -> Result<Planner<'a>> {
        let sheet: &Sheet = &file.sheets[layout.sheet];
        let (languages, citation_pages) = (&catalogue.languages, catalogue.citation_pages.as_str());
        let decisions = decisions.iter().map(|decision| (decision.row, decision.clone())).collect();
        let groups = group_rows(sheet, layout);
        let reader = Reader { sheet, layout, languages, citation_pages };
        let mut planner =
            Planner { reader, catalogue, groups, alike: Vec::new(), duplicates, decisions, today };
        planner.alike = planner.find_alike(db)?;
        Ok(planner)
    }

    /// How many citations and rows there are to plan.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    fn first_row(&self, group: usize) -> u32 {
        self.groups[group].rows.first().map_or(0, |n| self.reader.sheet.rows[*n].number)
    }

    /// For each group the rows that it is like.
    fn find_alike(&self, db: &ReadTx<'_>) -> Result<Vec<Vec<u32>>> {
        let none = || vec![Vec::new(); self.groups.len()];
        if self.reader.layout.key.is_some() || self.duplicates == RowAction::Add {
            return Ok(none());
        }
        let mut claims = Vec::with_capacity(self.groups.len());
        for (n, group) in self.groups.iter().enumerate() {
            let row = self.first_row(n);
            if group.superseded_by.is_some() || self.decisions.contains_key(&u64::from(row)) {
                claims.push((Vec::new(), row, false));
                continue;
            }
            let record = self.reader.record(&group.rows);
            let claimed = match &record.id {
                Some((id, _)) => db.citation_key(id)?.map(Claim::Citation).into_iter().collect(),
                None => match self.catalogue.names.fit(record.item_numbers(), &record.title) {
                    Fit::One(known, _) => vec![Claim::Citation(known.key)],
                    Fit::None => claims_of_new(&record),
                    Fit::Several(..) => Vec::new(),
                },
            };
            claims.push((claimed, row, record.id.is_some()));
        }
        Ok(alike(&claims))
    }

    /// What becomes of a group: one planned citation, and its bad rows.
    pub fn plan(&self, db: &ReadTx<'_>, group: usize) -> Result<Vec<Planned>> {
        let Group { rows, superseded_by } = &self.groups[group];
        if let Some(later) = superseded_by {
            let record = self.reader.record(rows);
            let message = format!("Row {later} has the same ID or key and counts instead.");
            return Ok(vec![skip(record, message)]);
        }
        let mut rows = rows.clone();
        let mut planned = Vec::new();
        while !rows.is_empty() {
            let mut record = self.reader.record(&rows);
            let one = self.plan_record(db, group, &mut record)?;
            let bad = record.bad_rows();
            match one {
                Some(one) if bad.is_empty() => {
                    planned.push(one.into_planned(record));
                    break;
                }
                one => {
                    let (likely, is_new) = match one {
                        Some(Plan { likely, .. }) => (likely, false),
                        None => (Vec::new(), true),
                    };
                    let bad = if bad.is_empty() { record.rows.clone() } else { bad };
                    // A new citation needs all of its rows.
                    let left_out: Vec<u32> = if is_new {
                        record.rows.iter().copied().filter(|row| !bad.contains(row)).collect()
                    } else {
                        Vec::new()
                    };
                    planned.extend(bad.iter().map(|row| bad_row(&record, *row, &likely, None)));
                    let reason = format!("Row {} of the same citation is bad.", bad[0]);
                    planned.extend(left_out.iter().map(|row| bad_row(&record, *row, &[], Some(&reason))));
                    rows.retain(|n| {
                        let number = self.reader.sheet.rows[*n].number;
                        !bad.contains(&number) && !left_out.contains(&number)
                    });
                }
            }
        }
        Ok(planned)
    }

    /// Plans what a record says. `None` for a new citation with a bad cell; else bad cells are in the record.
    fn plan_record(&self, db: &ReadTx<'_>, group: usize, record: &mut Record) -> Result<Option<Plan>> {
        let (key, found_by, likely) = match self.resolve(db, group, record)? {
            Resolution::Skip(reason) => {
                let first = record.rows.first().copied().unwrap_or_default();
                record.add_message(Place { row: first, column: None }, "", "", reason, false);
                return Ok(Some(Plan::outcome(RowOutcome::Skipped)));
            }
            Resolution::Bad { likely } => return Ok(Some(Plan { likely, ..Plan::outcome(RowOutcome::Bad) })),
            Resolution::New { found_by } => (None, found_by, Vec::new()),
            Resolution::Present { key, found_by, likely } => (Some(key), found_by, likely),
        };
        let present = key.map(|key| db.citation(key)).transpose()?;
        let is_new = present.is_none();
        let mut bad = Plan { likely: likely.clone(), ..Plan::outcome(RowOutcome::Bad) };
        bad.id = present.as_ref().map(|present| present.id.clone());
        let failed = |bad: Plan| if is_new { None } else { Some(bad) };
        let Some(citation) = apply(record, present.as_ref(), found_by, self.today) else {
            return Ok(failed(bad));
        };
        let completed = match file_references::complete(db, &citation, Withdrawn::Imported) {
            Ok(completed) => completed.citation.into_owned(),
            Err(Error::Invalid(errors)) => {
                let json = serde_json::to_value(&citation).unwrap_or_default();
                add_errors(record, &json, errors);
                return Ok(failed(bad));
            }
            Err(other) => return Err(other),
        };
        if let Some(present) = &present {
            name_computed(record, present);
        }
        let outcome = match (&present, db.would_save(&completed)?) {
            (None, _) => RowOutcome::New,
            (Some(_), WouldSave::Unchanged) => RowOutcome::Unchanged,
            (Some(_), _) => RowOutcome::Changed,
        };
        let changes = match outcome {
            RowOutcome::Unchanged => Vec::new(),
            _ => written::differences(present.as_ref(), &completed),
        };
        let missing = completed.missing_required().into_iter().map(|(_, label)| label).collect();
        Ok(Some(Plan {
            outcome,
            id: Some(completed.id.clone()).filter(|id| !id.is_empty()),
            title: completed.title.clone(),
            changes,
            likely,
            citation: (outcome != RowOutcome::Unchanged).then_some(completed),
            key,
            missing,
        }))
    }

    /// The citation that a record is about: by decision, by ID, by number or title.
    fn resolve(&self, db: &ReadTx<'_>, group: usize, record: &mut Record) -> Result<Resolution> {
        let row = self.first_row(group);
        let place = Place { row: record.rows.first().copied().unwrap_or(row), column: None };
        if let Some(decided) = self.resolve_decision(db, row, place, record)? {
            return Ok(decided);
        }
        if let Some((id, at)) = record.id.clone() {
            return self.resolve_id(db, &id, at, record);
        }
        if self.duplicates == RowAction::Add {
            return Ok(Resolution::New { found_by: FoundBy::Name });
        }
        let others = &self.alike[group];
        if self.duplicates == RowAction::Skip && others.iter().any(|other| *other < row) {
            return Ok(Resolution::Skip(format!("It is like row {}.", others[0])));
        }
        let numbers: Vec<String> = record.item_numbers().map(str::to_owned).collect();
        let fit = self.catalogue.names.fit(numbers.iter().map(String::as_str), &record.title);
        let (resolution, is_skipped) = match fit {
            Fit::None => (Resolution::New { found_by: FoundBy::Name }, false),
            Fit::One(known, same) => {
                let likely = vec![LikelyCitation {
                    id: known.id.clone(),
                    title: known.title.clone(),
                    same: same.to_owned(),
                }];
                (Resolution::Present { key: known.key, found_by: FoundBy::Name, likely }, true)
            }
            Fit::Several(likely, _) if self.duplicates == RowAction::Skip => {
                (Resolution::Bad { likely }, true)
            }
            Fit::Several(likely, why) => {
                record.add_message(place, "", "", why, true);
                return Ok(Resolution::Bad { likely });
            }
        };
        if self.duplicates == RowAction::Skip && is_skipped {
            return Ok(Resolution::Skip("A citation fits it.".into()));
        }
        if self.duplicates == RowAction::Update && !others.is_empty() {
            let rows: Vec<String> = others.iter().take(10).map(u32::to_string).collect();
            let noun = if rows.len() == 1 { "row" } else { "rows" };
            let message = format!(
                "This row and {noun} {} are about the same citation, and nothing tells them apart.",
                rows.join(", ")
            );
            record.add_message(place, "", "", message, true);
            let likely = match resolution {
                Resolution::Present { likely, .. } => likely,
                _ => Vec::new(),
            };
            return Ok(Resolution::Bad { likely });
        }
        Ok(resolution)
    }

    /// The citation that a decision names; `None` without one.
    fn resolve_decision(
        &self,
        db: &ReadTx<'_>,
        row: u32,
        place: Place,
        record: &mut Record,
    ) -> Result<Option<Resolution>> {
        let Some(decision) = self.decisions.get(&u64::from(row)) else { return Ok(None) };
        let id = match (decision.action, &decision.id) {
            (RowAction::Skip, _) => return Ok(Some(Resolution::Skip("Left out by decision.".into()))),
            (RowAction::Add, _) => {
                record.id = None;
                return Ok(Some(Resolution::New { found_by: FoundBy::Name }));
            }
            (RowAction::Update, None) => return Ok(None),
            (RowAction::Update, Some(id)) => id,
        };
        let Some(key) = db.citation_key(id)? else {
            record.add_message(place, "id", id, "There is no citation of this ID.", true);
            return Ok(Some(Resolution::Bad { likely: Vec::new() }));
        };
        let is_named = record.id.as_ref().is_some_and(|(own, _)| own == id);
        let found_by = if is_named { FoundBy::Id } else { FoundBy::Name };
        Ok(Some(Resolution::Present { key, found_by, likely: Vec::new() }))
    }

    fn resolve_id(&self, db: &ReadTx<'_>, id: &str, at: Place, record: &mut Record) -> Result<Resolution> {
        if let Some(key) = db.citation_key(id)? {
            return Ok(Resolution::Present { key, found_by: FoundBy::Id, likely: Vec::new() });
        }
        let bad = Ok(Resolution::Bad { likely: Vec::new() });
        if self.reader.layout.field_column("title").is_none() {
            record.add_message(at, "id", id, "There is no citation of this ID.", true);
            return bad;
        }
        if db.readable_id_owner(id)?.is_some() {
            record.add_message(at, "id", id, format!("'{id}' is the readable id of another citation"), true);
            return bad;
        }
        let numbers: Vec<String> = record.item_numbers().map(str::to_owned).collect();
        if let Fit::One(known, _) =
            self.catalogue.names.fit(numbers.iter().map(String::as_str), &record.title)
        {
            let notice = format!(
                "There is no citation of this ID: one is added, although '{}' ({}) fits.",
                known.title, known.id
            );
            record.add_message(at, "id", id, notice, false);
        }
        Ok(Resolution::New { found_by: FoundBy::Id })
    }

    /// The citation whose first row has this number.
    pub fn group_of(&self, row: u64) -> Option<usize> {
        (0..self.groups.len()).find(|group| u64::from(self.first_row(*group)) == row)
    }

    /// The numbers of all rows of the citation whose first row has this number.
    pub fn rows_with(&self, row: u64) -> Vec<u64> {
        let rows = self.group_of(row).map(|group| self.groups[group].rows.as_slice()).unwrap_or_default();
        rows.iter().map(|n| self.reader.sheet.rows[*n].number.into()).collect()
    }

    /// Whether a decision names a row of this table, and an ID among those that the row allows.
    pub fn ids_allowed(&self, db: &ReadTx<'_>, decision: &RowDecision) -> Result<Option<Vec<String>>> {
        let Some(group) = self.group_of(decision.row) else { return Ok(None) };
        let record = self.reader.record(&self.groups[group].rows);
        let mut ids: Vec<String> = Vec::new();
        if let Some((id, _)) = &record.id
            && db.citation_key(id)?.is_some()
        {
            ids.push(id.clone());
        }
        match self.catalogue.names.fit(record.item_numbers(), &record.title) {
            Fit::None => {}
            Fit::One(known, _) => ids.push(known.id.clone()),
            Fit::Several(likely, _) => ids.extend(likely.into_iter().map(|one| one.id)),
        }
        Ok(Some(ids))
    }
}

/// What becomes of a record, without its rows.
struct Plan {
    outcome: RowOutcome,
    id: Option<String>,
    title: String,
    changes: Vec<FieldChange>,
    likely: Vec<LikelyCitation>,
    citation: Option<Citation>,
    key: Option<CitationKey>,
    missing: Vec<&'static str>,
}

impl Plan {
    fn outcome(outcome: RowOutcome) -> Plan {
        Plan {
            outcome,
            id: None,
            title: String::new(),
            changes: Vec::new(),
            likely: Vec::new(),
            citation: None,
            key: None,
            missing: Vec::new(),
        }
    }

    fn into_planned(self, record: Record) -> Planned {
        let title = if self.title.is_empty() { record.title.clone() } else { self.title };
        let row = PreviewRow {
            row: record.rows.first().copied().unwrap_or_default().into(),
            outcome: self.outcome,
            id: self.id,
            title,
            changes: self.changes,
            cells: record.messages.into_iter().map(|known| known.message).collect(),
            likely: self.likely,
            proposal: match self.outcome {
                RowOutcome::New => Some(RowAction::Add),
                RowOutcome::Changed | RowOutcome::Unchanged => Some(RowAction::Update),
                RowOutcome::Skipped => Some(RowAction::Skip),
                RowOutcome::Bad => None,
            },
        };
        Planned { row, citation: self.citation, key: self.key, missing: self.missing }
    }
}

fn skip(mut record: Record, reason: String) -> Planned {
    record.messages.clear();
    let first = record.rows.first().copied().unwrap_or_default();
    record.add_message(Place { row: first, column: None }, "", "", reason, false);
    Plan::outcome(RowOutcome::Skipped).into_planned(record)
}

fn bad_row(record: &Record, row: u32, likely: &[LikelyCitation], reason: Option<&str>) -> Planned {
    let own = record.messages.iter().filter(|known| known.row == row).map(|known| known.message.clone());
    let mut cells: Vec<CellMessage> = own.collect();
    if let Some(reason) = reason {
        let (cell, field, value) = (String::new(), String::new(), String::new());
        cells.push(CellMessage { cell, field, value, message: reason.to_owned(), bad: true });
    }
    let row = PreviewRow {
        row: row.into(),
        outcome: RowOutcome::Bad,
        id: record.id.as_ref().map(|(id, _)| id.clone()),
        title: record.title.chars().take(300).collect(),
        changes: Vec::new(),
        cells,
        likely: likely.to_vec(),
        proposal: None,
    };
    Planned { row, citation: None, key: None, missing: Vec::new() }
}

/// Names cells of computed columns that were changed: they are not imported.
fn name_computed(record: &mut Record, present: &Citation) {
    for cell in record.computed.clone() {
        let key = fold_words(&cell.header).join("");
        let is_changed = match key.as_str() {
            "link" => {
                let shown = percent_decode_str(&cell.shown).decode_utf8_lossy();
                let is_page = |id: &str| shown.ends_with(&format!("/citation/{id}"));
                !is_page(&present.id) && !present.readable_ids.iter().any(|entry| is_page(&entry.id))
            }
            _ => written::computed_text(&key, present)
                .is_some_and(|text| !written::reads_as(&cell.shown, &text)),
        };
        if is_changed {
            let message = "Our exports compute this column: the change is not imported.";
            record.add_message(cell.place, &cell.header, &cell.shown, message, false);
        }
    }
}
