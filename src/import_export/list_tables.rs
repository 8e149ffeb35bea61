//! Lists of the administrators and the audit trail as tables.

use crate::import_export::table::{Table, columns, table};
use crate::model::audit::chain::AuditRow;
use crate::model::citations::duplicates::DuplicateGroup;
use crate::model::link_check::link::{LinkEntry, LinkState};
use crate::model::packets::packet::PacketSummary;
use crate::model::reviews::{ReviewEntry, ReviewState};
use crate::model::search::insight::{SearchInsight, UnansweredCode};
use crate::model::search::promotion::Promotion;
use crate::model::thesaurus::TermRow;
use crate::model::translation::{TranslationGap, TranslationRequest, TranslationState};

/// What people searched for: every text with its count, those without a result after the others.
pub fn searches(insight: &SearchInsight) -> Table<'_> {
    let lists = [("All searches", &insight.top), ("Found nothing or only some words", &insight.missed)];
    let rows = lists.into_iter().flat_map(|(list, texts)| texts.iter().map(move |text| (list, text)));
    table!("searches", rows, |(list, text)| [
        text "List" = list,
        text "Text" = text.q,
        number "Searches" = text.count,
        day "Last Day" = text.last_day,
        text "Language" = text.language.as_ref().map(|language| &language.tag),
    ])
}

/// Promoted results, each with its phrases and where it leads.
pub fn promotions(promotions: &[Promotion]) -> Table<'_> {
    table!("promoted_results", promotions.iter(), |promotion| [
        text "Title" = promotion.title,
        text "Phrases" = promotion.phrases.join("; "),
        text "Citation" = promotion.citation,
        text "Packet" = promotion.packet,
        text "URL" = promotion.url,
        moment "Changed" = promotion.changed,
        text "By" = promotion.by,
    ])
}

/// Codes that no citation answered.
pub fn unanswered_codes(codes: &[UnansweredCode]) -> Table<'_> {
    table!("codes", codes.iter(), |code| [
        text "System" = code.system.label(),
        text "Code" = code.code,
        number "Requests" = code.count,
        day "Last Day" = code.last_day,
    ])
}

/// Terms with their concepts, one a row.
pub fn terms(rows: &[TermRow]) -> Table<'_> {
    table!("terms", rows.iter(), |row| [
        text "Concept" = row.concept,
        text "Kind" = row.kind,
        text "Language" = row.lang,
        text "Term" = row.term,
        text "Whole Search Only" = row.whole_query,
        text "Source" = if row.own { "Hospital" } else { "Built in" },
        text "Off" = row.off,
    ])
}

/// Citations that lack a translation into the language `lang`; `link` makes their addresses of readable ids.
pub fn translations<'t>(
    lang: &'t str,
    gaps: &'t [TranslationGap],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    table!("translations", gaps.iter(), |gap| {
        let state = match gap.state {
            TranslationState::Missing => "Missing",
            TranslationState::Outdated => "Outdated",
        };
    } [
        text "Title" = gap.title,
        text "Language" = lang,
        text "Department" = gap.department,
        text "State" = state,
        number "Requests" = gap.requests,
        number "Searches" = gap.searches,
        day "Revision Date" = gap.revision_date,
        day "English Revision Date" = gap.english_revision_date,
        text "Link" = link(&gap.readable_id),
        text "ID" = gap.id,
    ])
}

/// Citations by their need of a review; `link` makes their addresses of readable ids.
pub fn reviews<'t>(entries: &'t [ReviewEntry], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    table!("reviews", entries.iter(), |entry| {
        let state = match entry.state {
            ReviewState::Current => "Current",
            ReviewState::Due => "Due",
            ReviewState::Overdue => "Overdue",
            ReviewState::Never => "Never reviewed",
        };
        let languages: Vec<&str> = entry.languages.iter().map(|language| language.lang.as_str()).collect();
    } [
        text "Title" = entry.title,
        text "Department" = entry.department,
        text "Reviewer" = entry.reviewer,
        text "Languages" = languages.join("; "),
        day "Last Reviewed" = entry.dept_review_date,
        day "Due" = entry.due_on,
        text "State" = state,
        text "Link" = link(&entry.readable_id),
        text "ID" = entry.id,
    ])
}

/// Links of handouts; `link` makes the addresses of their citations of readable ids.
pub fn links<'t>(entries: &'t [LinkEntry], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let words = |state: LinkState| match state {
        LinkState::Ok => "OK",
        LinkState::Moved => "Moved",
        LinkState::Blocked => "Access refused",
        LinkState::Gone => "Gone",
        LinkState::Soft404 => "A page instead of the file",
        LinkState::Unreachable => "Unreachable",
        LinkState::Changed => "File changed",
        LinkState::Unchecked => "Not checked",
    };
    table!("links", entries.iter(), |entry| [
        text "Title" = entry.title,
        text "Language" = entry.lang,
        text "Department" = entry.department,
        text "Address" = entry.url,
        text "State" = words(entry.state),
        text "Last Result" = words(entry.result),
        text "Reason" = entry.reason,
        moment "Last Checked" = entry.checked,
        text "Link" = link(&entry.readable_id),
        text "ID" = entry.citation,
    ])
}

/// Groups of citations that share something, a row for each citation; `link` makes their addresses of readable ids.
pub fn duplicates<'t>(groups: &'t [DuplicateGroup], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let rows = (1u64..)
        .zip(groups)
        .flat_map(|(number, group)| group.citations.iter().map(move |citation| (number, group, citation)));
    table!("duplicates", rows, |(number, group, citation)| {
        let same = group.same.iter().map(|shared| format!("{}: {}", shared.kind.name(), shared.text));
    } [
        number "Group" = number,
        text "Same" = same.collect::<Vec<_>>().join("; "),
        text "Title" = citation.title,
        text "Item Numbers" = citation.item_numbers.join("; "),
        text "Department" = citation.department,
        text "Link" = link(&citation.readable_id),
        text "ID" = citation.id,
    ])
}

/// Requests for translations; `link` makes the addresses of their citations of readable ids.
pub fn translation_requests<'t>(
    requests: &'t [TranslationRequest],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    table!("translation_requests", requests.iter(), |request| [
        text "Title" = request.title,
        text "Language" = request.lang,
        text "Note" = request.note,
        text "Requested By" = request.by,
        moment "Requested" = request.at,
        moment "Closed" = request.closed_at,
        text "Closed By" = request.closed_by,
        text "Link" = link(&request.readable_id),
    ])
}

/// Packets; `link` makes their addresses of readable IDs and codes.
pub fn packets<'t>(
    file: &'static str,
    packets: &'t [PacketSummary],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    table!(file, packets.iter(), |packet| {
        let head = &packet.head;
        let languages =
            packet.languages.iter().map(|language| format!("{} ({})", language.name, language.count));
        let name = head.readable_id.as_deref().filter(|_| head.published).or(head.code.as_deref());
    } [
        text "Title" = head.title,
        text "Description" = head.description,
        text "Department" = head.department,
        text "Published" = head.published,
        number "Handouts" = packet.count,
        text "Languages" = languages.collect::<Vec<_>>().join("; "),
        number "Obsolete" = packet.needs_look,
        moment "Last Changed" = packet.updated,
        text "Link" = name.map(&link),
    ])
}

columns! {
    /// The audit trail. Only JSON Lines have the exact texts that were hashed: CSV adds apostrophes, a workbook has no
    /// control characters.
    pub const AUDIT_COLUMNS, fn audit_row(row: &AuditRow) [
        number "Number" = row.number,
        moment "Time" = row.at,
        text "Actor" = row.actor,
        text "Role" = row.role,
        text "Client" = row.client,
        text "Action" = row.action,
        text "Object" = row.object,
        text "Outcome" = row.outcome,
        text "Request" = row.request,
        text "ETag Before" = row.tag_before,
        text "ETag After" = row.tag_after,
        number "Count" = row.count,
        text "Detail" = row.detail,
        text "Previous" = row.previous,
        text "Hash" = row.hash,
    ]
}
