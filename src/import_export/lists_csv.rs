//! Lists of the administrators as CSV files for a spreadsheet.

use crate::import_export::search_export::{defused, row};
use crate::model::citations::duplicates::DuplicateGroup;
use crate::model::day::Day;
use crate::model::link_check::link::{LinkEntry, LinkState};
use crate::model::packets::packet::PacketSummary;
use crate::model::reviews::review::{ReviewEntry, ReviewState};
use crate::model::search::insight::SearchInsight;
use crate::model::search::promotion::Promotion;
use crate::model::search::unanswered_codes::UnansweredCode;
use crate::model::thesaurus::synonyms::TermRow;
use crate::model::translation::{TranslationGap, TranslationRequest, TranslationState};

/// What people searched for: every text with its count, those without a result after the others.
pub fn searches(insight: &SearchInsight) -> Vec<u8> {
    let rows = [("All searches", &insight.top), ("Found nothing or only some words", &insight.missed)];
    let rows = rows.into_iter().flat_map(|(list, texts)| {
        texts.iter().map(move |text| {
            let language = text.language.as_ref().map(|language| language.tag.clone()).unwrap_or_default();
            vec![list.to_owned(), text.q.clone(), text.count.to_string(), text.last_day.clone(), language]
        })
    });
    file(&["List", "Text", "Searches", "Last Day", "Language"], rows)
}

/// Promoted results, each with its phrases and where it leads.
pub fn promotions(promotions: &[Promotion]) -> Vec<u8> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rows = promotions.iter().map(|promotion| {
        let Promotion { title, phrases, citation, packet, url, changed, by, .. } = promotion;
        let phrases = phrases.join("; ");
        vec![title.clone(), phrases, text(citation), text(packet), text(url), changed.clone(), by.clone()]
    });
    file(&["Title", "Phrases", "Citation", "Packet", "URL", "Changed", "By"], rows)
}

/// Codes that no citation answered.
pub fn unanswered_codes(codes: &[UnansweredCode]) -> Vec<u8> {
    let rows = codes.iter().map(|code| {
        vec![code.system.label().to_owned(), code.code.clone(), code.count.to_string(), code.last_day.clone()]
    });
    file(&["System", "Code", "Requests", "Last Day"], rows)
}

/// Terms with their concepts, one a row.
pub fn terms(rows: &[TermRow]) -> Vec<u8> {
    let yes = |flag: bool| if flag { "Yes" } else { "No" }.to_owned();
    let rows = rows.iter().map(|row| {
        let source = if row.own { "Hospital" } else { "Built in" };
        let texts = [&row.concept, &row.kind, &row.lang, &row.term].map(Clone::clone);
        texts.into_iter().chain([yes(row.whole_query), source.to_owned(), yes(row.off)]).collect()
    });
    file(&["Concept", "Kind", "Language", "Term", "Whole Search Only", "Source", "Off"], rows)
}

/// Citations that lack a translation into the language `lang`; `link` makes their addresses of readable ids.
pub fn translations(lang: &str, gaps: &[TranslationGap], link: impl Fn(&str) -> String) -> Vec<u8> {
    let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
    let rows = gaps.iter().map(|gap| {
        let state = match gap.state {
            TranslationState::Missing => "Missing",
            TranslationState::Outdated => "Outdated",
        };
        vec![
            gap.title.clone(),
            lang.to_owned(),
            gap.department.clone().unwrap_or_default(),
            state.to_owned(),
            gap.requests.to_string(),
            gap.searches.to_string(),
            day(gap.revision_date),
            day(gap.english_revision_date),
            link(&gap.readable_id),
        ]
    });
    let columns = [
        "Title",
        "Language",
        "Department",
        "State",
        "Requests",
        "Searches",
        "Revision Date",
        "English Revision Date",
        "Link",
    ];
    file(&columns, rows)
}

/// Citations by their need of a review; `link` makes their addresses of readable ids.
pub fn reviews(entries: &[ReviewEntry], link: impl Fn(&str) -> String) -> Vec<u8> {
    let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rows = entries.iter().map(|entry| {
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
            day(entry.dept_review_date),
            day(entry.due_on),
            state.to_owned(),
            link(&entry.readable_id),
        ]
    });
    let columns = ["Title", "Department", "Reviewer", "Languages", "Last Reviewed", "Due", "State", "Link"];
    file(&columns, rows)
}

/// Links of handouts; `link` makes the addresses of their citations of readable ids.
pub fn links(entries: &[LinkEntry], link: impl Fn(&str) -> String) -> Vec<u8> {
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
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rows = entries.iter().map(|entry| {
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
        ]
    });
    let columns = [
        "Title",
        "Language",
        "Department",
        "Address",
        "State",
        "Last Result",
        "Reason",
        "Last Checked",
        "Link",
    ];
    file(&columns, rows)
}

/// Groups of citations that share something, a row for each citation; `link` makes their addresses of readable ids.
pub fn duplicates(groups: &[DuplicateGroup], link: impl Fn(&str) -> String) -> Vec<u8> {
    let rows = (1..).zip(groups).flat_map(|(number, group)| {
        let link = &link;
        let same = group.same.iter().map(|shared| format!("{}: {}", shared.kind.name(), shared.text));
        let same = same.collect::<Vec<_>>().join("; ");
        group.citations.iter().map(move |citation| {
            vec![
                number.to_string(),
                same.clone(),
                citation.title.clone(),
                citation.item_numbers.join("; "),
                citation.department.clone().unwrap_or_default(),
                link(&citation.readable_id),
            ]
        })
    });
    file(&["Group", "Same", "Title", "Item Numbers", "Department", "Link"], rows)
}

/// Requests for translations; `link` makes the addresses of their citations of readable ids.
pub fn translation_requests(requests: &[TranslationRequest], link: impl Fn(&str) -> String) -> Vec<u8> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rows = requests.iter().map(|request| {
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
    file(&["Title", "Language", "Note", "Requested By", "Requested", "Closed", "Closed By", "Link"], rows)
}

/// Packets; `link` makes their addresses of readable IDs and codes.
pub fn packets(packets: &[PacketSummary], link: impl Fn(&str) -> String) -> Vec<u8> {
    let rows = packets.iter().map(|packet| {
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
            packet.head.description.clone().unwrap_or_default(),
            packet.head.department.clone().unwrap_or_default(),
            if packet.head.published { "Yes" } else { "No" }.to_owned(),
            packet.count.to_string(),
            languages.collect::<Vec<_>>().join("; "),
            packet.needs_look.map(|count| count.to_string()).unwrap_or_default(),
            packet.updated.clone(),
            name.map(&link).unwrap_or_default(),
        ]
    });
    let columns = [
        "Title",
        "Description",
        "Department",
        "Published",
        "Handouts",
        "Languages",
        "Obsolete",
        "Last Changed",
        "Link",
    ];
    file(&columns, rows)
}

/// A whole file with these columns.
pub(super) fn file(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut bytes = head(columns);
    for cells in rows {
        bytes.extend(line(&cells));
    }
    bytes
}

/// The beginning of a file with these columns, after a byte order mark by which spreadsheets know UTF-8.
pub(super) fn head(columns: &[&str]) -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(row(&columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>()));
    bytes
}

/// A row of such a file, its cells defused.
pub(super) fn line(cells: &[String]) -> Vec<u8> {
    row(&cells.iter().map(|cell| defused(cell)).collect::<Vec<_>>())
}
