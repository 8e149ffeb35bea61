//! Lists of the administrators and the audit trail as tables.

use crate::import_export::table::{Column, Table, shown, text, yes_or_no};
use crate::model::audit::chain::AuditRow;
use crate::model::citations::duplicates::{DuplicateCitation, DuplicateGroup};
use crate::model::link_check::link::{LinkEntry, LinkState};
use crate::model::packets::packet::PacketSummary;
use crate::model::reviews::{ReviewEntry, ReviewState};
use crate::model::search::insight::{SearchInsight, UnansweredCode};
use crate::model::search::promotion::Promotion;
use crate::model::thesaurus::TermRow;
use crate::model::translation::{TranslationGap, TranslationRequest, TranslationState};

/// The columns.
pub const COLUMNS: [Column; 15] = [
    Column::number("Number"),
    Column::moment("Time"),
    Column::text("Actor"),
    Column::text("Role"),
    Column::text("Client"),
    Column::text("Action"),
    Column::text("Object"),
    Column::text("Outcome"),
    Column::text("Request"),
    Column::text("ETag Before"),
    Column::text("ETag After"),
    Column::number("Count"),
    Column::text("Detail"),
    Column::text("Previous"),
    Column::text("Hash"),
];

/// What people searched for: every text with its count, those without a result after the others.
pub fn searches(insight: &SearchInsight) -> Table<'_> {
    let rows = [("All searches", &insight.top), ("Found nothing or only some words", &insight.missed)];
    let rows = rows.into_iter().flat_map(|(list, texts)| {
        texts.iter().map(move |text| {
            let language = text.language.as_ref().map(|language| language.tag.clone()).unwrap_or_default();
            vec![list.to_owned(), text.q.clone(), text.count.to_string(), text.last_day.clone(), language]
        })
    });
    let columns = [
        Column::text("List"),
        Column::text("Text"),
        Column::number("Searches"),
        Column::day("Last Day"),
        Column::text("Language"),
    ];
    Table::new("searches", columns, rows)
}

/// Promoted results, each with its phrases and where it leads.
pub fn promotions(promotions: &[Promotion]) -> Table<'_> {
    let rows = promotions.iter().map(|promotion| {
        let Promotion { title, phrases, citation, packet, url, changed, by, .. } = promotion;
        let phrases = phrases.join("; ");
        vec![title.clone(), phrases, text(citation), text(packet), text(url), changed.clone(), by.clone()]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Phrases"),
        Column::text("Citation"),
        Column::text("Packet"),
        Column::text("URL"),
        Column::moment("Changed"),
        Column::text("By"),
    ];
    Table::new("promoted_results", columns, rows)
}

/// Codes that no citation answered.
pub fn unanswered_codes(codes: &[UnansweredCode]) -> Table<'_> {
    let rows = codes.iter().map(|code| {
        vec![code.system.label().to_owned(), code.code.clone(), code.count.to_string(), code.last_day.clone()]
    });
    let columns =
        [Column::text("System"), Column::text("Code"), Column::number("Requests"), Column::day("Last Day")];
    Table::new("codes", columns, rows)
}

/// Terms with their concepts, one a row.
pub fn terms(rows: &[TermRow]) -> Table<'_> {
    let rows = rows.iter().map(|row| {
        let source = if row.own { "Hospital" } else { "Built in" };
        let texts = [&row.concept, &row.kind, &row.lang, &row.term].map(Clone::clone);
        texts.into_iter().chain([yes_or_no(row.whole_query), source.to_owned(), yes_or_no(row.off)]).collect()
    });
    let columns = [
        Column::text("Concept"),
        Column::text("Kind"),
        Column::text("Language"),
        Column::text("Term"),
        Column::text("Whole Search Only"),
        Column::text("Source"),
        Column::text("Off"),
    ];
    Table::new("terms", columns, rows)
}

/// Citations that lack a translation into the language `lang`; `link` makes their addresses of readable ids.
pub fn translations<'t>(
    lang: &'t str,
    gaps: &'t [TranslationGap],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    let rows = gaps.iter().map(move |gap| {
        let state = match gap.state {
            TranslationState::Missing => "Missing",
            TranslationState::Outdated => "Outdated",
        };
        vec![
            gap.title.clone(),
            lang.to_owned(),
            text(&gap.department),
            state.to_owned(),
            gap.requests.to_string(),
            gap.searches.to_string(),
            shown(gap.revision_date),
            shown(gap.english_revision_date),
            link(&gap.readable_id),
            gap.id.clone(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Language"),
        Column::text("Department"),
        Column::text("State"),
        Column::number("Requests"),
        Column::number("Searches"),
        Column::day("Revision Date"),
        Column::day("English Revision Date"),
        Column::text("Link"),
        Column::text("ID"),
    ];
    Table::new("translations", columns, rows)
}

/// Citations by their need of a review; `link` makes their addresses of readable ids.
pub fn reviews<'t>(entries: &'t [ReviewEntry], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let rows = entries.iter().map(move |entry| {
        let state = match entry.state {
            ReviewState::Current => "Current",
            ReviewState::Due => "Due",
            ReviewState::Overdue => "Overdue",
            ReviewState::Never => "Never reviewed",
        };
        let languages: Vec<&str> = entry.languages.iter().map(|language| language.lang.as_str()).collect();
        vec![
            entry.title.clone(),
            text(&entry.department),
            text(&entry.reviewer),
            languages.join("; "),
            shown(entry.dept_review_date),
            shown(entry.due_on),
            state.to_owned(),
            link(&entry.readable_id),
            entry.id.clone(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Department"),
        Column::text("Reviewer"),
        Column::text("Languages"),
        Column::day("Last Reviewed"),
        Column::day("Due"),
        Column::text("State"),
        Column::text("Link"),
        Column::text("ID"),
    ];
    Table::new("reviews", columns, rows)
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
    let rows = entries.iter().map(move |entry| {
        vec![
            entry.title.clone(),
            entry.lang.clone(),
            text(&entry.department),
            entry.url.clone(),
            words(entry.state).to_owned(),
            words(entry.result).to_owned(),
            text(&entry.reason),
            text(&entry.checked),
            link(&entry.readable_id),
            entry.citation.clone(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Language"),
        Column::text("Department"),
        Column::text("Address"),
        Column::text("State"),
        Column::text("Last Result"),
        Column::text("Reason"),
        Column::moment("Last Checked"),
        Column::text("Link"),
        Column::text("ID"),
    ];
    Table::new("links", columns, rows)
}

/// Groups of citations that share something, a row for each citation; `link` makes their addresses of readable ids.
pub fn duplicates<'t>(groups: &'t [DuplicateGroup], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let rows = (1..).zip(groups).flat_map(move |(number, group)| {
        let same = group.same.iter().map(|shared| format!("{}: {}", shared.kind.name(), shared.text));
        let same = same.collect::<Vec<_>>().join("; ");
        let row = |citation: &DuplicateCitation| {
            vec![
                number.to_string(),
                same.clone(),
                citation.title.clone(),
                citation.item_numbers.join("; "),
                text(&citation.department),
                link(&citation.readable_id),
                citation.id.clone(),
            ]
        };
        group.citations.iter().map(row).collect::<Vec<_>>()
    });
    let columns = [
        Column::number("Group"),
        Column::text("Same"),
        Column::text("Title"),
        Column::text("Item Numbers"),
        Column::text("Department"),
        Column::text("Link"),
        Column::text("ID"),
    ];
    Table::new("duplicates", columns, rows)
}

/// Requests for translations; `link` makes the addresses of their citations of readable ids.
pub fn translation_requests<'t>(
    requests: &'t [TranslationRequest],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    let rows = requests.iter().map(move |request| {
        vec![
            request.title.clone(),
            request.lang.clone(),
            text(&request.note),
            request.by.clone(),
            request.at.clone(),
            text(&request.closed_at),
            text(&request.closed_by),
            link(&request.readable_id),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Language"),
        Column::text("Note"),
        Column::text("Requested By"),
        Column::moment("Requested"),
        Column::moment("Closed"),
        Column::text("Closed By"),
        Column::text("Link"),
    ];
    Table::new("translation_requests", columns, rows)
}

/// Packets; `link` makes their addresses of readable IDs and codes.
pub fn packets<'t>(
    file: &'static str,
    packets: &'t [PacketSummary],
    link: impl Fn(&str) -> String + 't,
) -> Table<'t> {
    let rows = packets.iter().map(move |packet| {
        let languages =
            packet.languages.iter().map(|language| format!("{} ({})", language.name, language.count));
        let name = packet
            .head
            .readable_id
            .as_deref()
            .filter(|_| packet.head.published)
            .or(packet.head.code.as_deref());
        vec![
            packet.head.title.clone(),
            text(&packet.head.description),
            text(&packet.head.department),
            yes_or_no(packet.head.published),
            packet.count.to_string(),
            languages.collect::<Vec<_>>().join("; "),
            shown(packet.needs_look),
            packet.updated.clone(),
            name.map(&link).unwrap_or_default(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Description"),
        Column::text("Department"),
        Column::text("Published"),
        Column::number("Handouts"),
        Column::text("Languages"),
        Column::number("Obsolete"),
        Column::moment("Last Changed"),
        Column::text("Link"),
    ];
    Table::new(file, columns, rows)
}

/// A row. Only JSON Lines have the exact texts that were hashed: CSV adds apostrophes, a workbook has no control characters.
pub fn audit_row(row: &AuditRow) -> Vec<String> {
    let row = row.clone();
    vec![
        row.number.to_string(),
        row.at,
        row.actor,
        row.role,
        row.client,
        row.action,
        row.object,
        row.outcome,
        row.request,
        row.tag_before,
        row.tag_after,
        row.count.to_string(),
        row.detail,
        row.previous,
        row.hash,
    ]
}
