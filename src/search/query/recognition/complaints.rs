//! Complaints about a part of the body in a query: 'me duele la garganta', '머리가 아파요', 'sore neck'.

use crate::search::query::recognition::complaint_table::{
    BarePhrase, ComplaintTable, JoinedLanguage, LanguageNumber, Number, PartPhrase, Pattern,
};
use crate::search::query::recognition::frames::SentenceFrames;
use crate::search::query::recognition::query_text::QueryText;
use std::ops::Range;

/// How many words that say something may stand between a part and a complaint that are not in one pattern.
const MAX_BETWEEN: usize = 2;

/// A complaint found in a query.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    /// The words from the first to the last that it is made of.
    pub words: Range<usize>,
    /// The language it is in.
    pub lang: &'static str,
    /// The names of the concepts that it means, best first.
    pub meanings: Vec<&'static str>,
}

/// A part of the body at some place of a query.
struct FoundPart<'t> {
    words: Range<usize>,
    phrase: &'t PartPhrase,
}

/// One reading of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Correction {
    words: Range<usize>,
    part: Number,
    complaint: Number,
    lang: LanguageNumber,
    /// How many words name the part, then how many both; more is better.
    rank: (usize, usize),
}

/// The complaint of a query; `lang` is preferred where several languages have one.
pub(super) fn find_complaint(text: &QueryText, lang: Option<&str>) -> Option<Complaint> {
    let table = ComplaintTable::built_in();
    let mut corrections = spaced_corrections(table, text);
    if text.is_east_asian() {
        for (number, of_language) in &table.joined {
            corrections.extend(joined_correction(of_language, *number, text));
        }
    }
    let is_preferred = |correction: &Correction| {
        let tag = table.languages[usize::from(correction.lang)];
        lang.is_some_and(|lang| lang.split('-').next() == tag.split('-').next())
    };
    // The first language of the table wins ties: English.
    let best = corrections.into_iter().max_by_key(|correction| {
        (
            is_preferred(correction),
            correction.rank,
            std::cmp::Reverse(correction.lang),
            correction.words.len(),
        )
    })?;
    let meanings = table.meaning(best.part, best.complaint);
    let lang = table.languages[usize::from(best.lang)];
    (!meanings.is_empty()).then_some(Complaint { words: best.words, lang, meanings })
}

fn spaced_corrections(table: &ComplaintTable, text: &QueryText) -> Vec<Correction> {
    let mut corrections = attached_corrections(table, text);
    // A part and a complaint that are not one word are two.
    if text.folded.len() < 2 {
        return corrections;
    }
    let mut parts: Vec<FoundPart<'_>> = Vec::new();
    for start in 0..text.folded.len() {
        let of_first = table.part_phrases.get(text.folded[start].as_str()).into_iter().flatten();
        parts.extend(
            of_first
                .filter(|known| text.has_at(start, &known.phrase))
                .map(|phrase| FoundPart { words: start..start + phrase.phrase.len(), phrase }),
        );
    }
    for found in &parts {
        let lang = found.phrase.lang;
        let is_inside_longer = parts.iter().any(|other| {
            other.phrase.lang == lang
                && other.words.len() > found.words.len()
                && other.words.start <= found.words.start
                && found.words.end <= other.words.end
        });
        if is_inside_longer {
            continue;
        }
        let correction = |words: Range<usize>, complaint: Number, length: usize| Correction {
            words,
            part: found.phrase.part,
            complaint,
            lang,
            rank: (found.words.len(), found.words.len() + length),
        };
        for pattern in table.patterns.get(&lang).into_iter().flatten() {
            if let Some(words) = matched(pattern, text, &found.words, table.languages[usize::from(lang)]) {
                corrections.push(correction(
                    words,
                    pattern.complaint,
                    pattern.before.len() + pattern.after.len(),
                ));
            }
        }
        if !found.phrase.is_bound {
            for (words, bare) in bare_phrases(table, text, found) {
                let both = words.start.min(found.words.start)..words.end.max(found.words.end);
                corrections.push(correction(both, bare.complaint, bare.phrase.len()));
            }
        }
    }
    corrections
}

/// The complaints of a part's language that stand near it.
fn bare_phrases<'t>(
    table: &'t ComplaintTable,
    text: &'t QueryText,
    part: &'t FoundPart<'_>,
) -> impl Iterator<Item = (Range<usize>, &'t BarePhrase)> {
    let tag = table.languages[usize::from(part.phrase.lang)];
    (0..text.folded.len())
        .filter(|start| !part.words.contains(start))
        .flat_map(move |start| {
            let of_first = table.bare_phrases.get(text.folded[start].as_str()).into_iter().flatten();
            of_first.map(move |bare| (start..start + bare.phrase.len(), bare))
        })
        .filter(move |(words, bare)| {
            let between = match words.start < part.words.start {
                true => words.end..part.words.start,
                false => part.words.end..words.start,
            };
            let frames = SentenceFrames::built_in();
            bare.lang == part.phrase.lang
                && words.end <= text.folded.len()
                && (words.end <= part.words.start || part.words.end <= words.start)
                && text.has_at(words.start, &bare.phrase)
                && between.filter(|word| !frames.is_stop(&text.folded[*word], tag)).count() <= MAX_BETWEEN
        })
}

/// The words of a pattern around a part of the body; stop words may stand between.
fn matched(pattern: &Pattern, text: &QueryText, part: &Range<usize>, tag: &str) -> Option<Range<usize>> {
    let frames = SentenceFrames::built_in();
    let is_stop = |word: usize| text.folded.get(word).is_some_and(|word| frames.is_stop(word, tag));
    let mut words = part.clone();
    if pattern.before.len() > 0 {
        let mut end = part.start;
        loop {
            let start = end.checked_sub(pattern.before.len())?;
            if text.has_at(start, &pattern.before) {
                words.start = start;
                break;
            }
            end = end.checked_sub(1).filter(|word| is_stop(*word))?;
        }
    }
    if pattern.after.len() > 0 {
        let mut start = part.end;
        while !text.has_at(start, &pattern.after) {
            if !is_stop(start) {
                return None;
            }
            start += 1;
        }
        words.end = start + pattern.after.len();
    }
    Some(words)
}

/// Parts in one word with the complaint: Kopfschmerzen, toothache.
fn attached_corrections(table: &ComplaintTable, text: &QueryText) -> Vec<Correction> {
    let mut corrections = Vec::new();
    for (place, word) in text.folded.iter().enumerate() {
        for pattern in table.attached_in(word) {
            let bare = word.strip_prefix(&*pattern.attached.0);
            let Some(bare) = bare.and_then(|rest| rest.strip_suffix(&*pattern.attached.1)) else { continue };
            let phrases = table.part_phrases.get(bare).into_iter().flatten();
            for known in phrases.filter(|known| known.lang == pattern.lang && known.phrase.len() == 1) {
                let tag = table.languages[usize::from(pattern.lang)];
                if let Some(words) = matched(pattern, text, &(place..place + 1), tag) {
                    let (part, complaint, lang) = (known.part, pattern.complaint, pattern.lang);
                    corrections.push(Correction { words, part, complaint, lang, rank: (1, 2) });
                }
            }
        }
    }
    corrections
}

/// The best reading of a text without blanks in a language of which words are compared letter by letter.
fn joined_correction(of: &JoinedLanguage, lang: LanguageNumber, text: &QueryText) -> Option<Correction> {
    let joined = text.joined.as_str();
    // Its place and rank are in letters at first.
    let mut best: Option<Correction> = None;
    for (part, name, is_bound) in &of.parts {
        for (start, _) in joined.match_indices(&**name) {
            let end = start + name.len();
            let mut offer = |range: Range<usize>, complaint: Number, length: usize| {
                let rank = (name.len(), name.len() + length);
                if best.as_ref().is_none_or(|known| rank > known.rank) {
                    best = Some(Correction { words: range, part: *part, complaint, lang, rank });
                }
            };
            for (complaint, before, after) in &of.patterns {
                if joined[..start].ends_with(&**before) && joined[end..].starts_with(&**after) {
                    let range = start - before.len()..end + after.len();
                    offer(range, *complaint, before.len() + after.len());
                }
            }
            for (complaint, word) in of.bare.iter().filter(|_| !is_bound) {
                let outside =
                    joined.match_indices(&**word).find(|(at, _)| at + word.len() <= start || *at >= end);
                if let Some((at, _)) = outside {
                    offer(at.min(start)..end.max(at + word.len()), *complaint, word.len());
                }
            }
        }
    }
    best.map(|best| Correction { words: text.words_at(&best.words), rank: (1, 2), ..best })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn first_meaning(query: &str) -> Option<&'static str> {
        let words = crate::search::text::analysis::words(query);
        let text = QueryText::new(words.iter().map(|word| &query[word.start..word.end]));
        find_complaint(&text, None).map(|complaint| complaint.meanings[0])
    }

    #[test]
    fn complaints_are_found_in_every_kind_of_language() {
        for (query, expected) in [
            ("me duele la garganta", "Sore Throat"),
            ("머리가 아파요", "Headache"),
            ("머리가아파요", "Headache"),
            ("masakit ang ulo", "Headache"),
            ("болит живот", "Abdominal Pain"),
            ("у ребенка сильно болит живот", "Abdominal Pain"),
            ("madax xanuun", "Headache"),
            ("sore neck", "Neck Injuries and Disorders"),
            ("my knee is swollen", "Knee Injuries and Disorders"),
            ("Kopfschmerzen", "Headache"),
            ("mein Kind hat Bauchweh", "Abdominal Pain"),
            ("头很痛", "Headache"),
            ("孩子头疼怎么办", "Headache"),
            ("頭が痛い", "Headache"),
            ("đau đầu", "Headache"),
            ("dau dau", "Headache"),
        ] {
            assert_eq!(first_meaning(query), Some(expected), "{query}");
        }
    }

    #[test]
    fn the_longest_part_counts_and_a_part_alone_is_no_complaint() {
        for query in ["lower back", "head", "asthma", "knee replacement", "头"] {
            assert_eq!(first_meaning(query), None, "{query}");
        }
        assert_ne!(first_meaning("me duele el dedo del pie"), first_meaning("me duele el pie"));
    }

    #[test]
    fn parts_and_complaints_of_two_languages_are_none() {
        assert_eq!(first_meaning("duele the throat"), None);
    }
}
