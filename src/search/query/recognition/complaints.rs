//! Recognizes complaints about a body part in a query: 'me duele la garganta', '머리가 아파요', 'sore neck'.

use crate::search::query::recognition::complaint_table::{
    BarePhrase, ComplaintTable, JoinedLanguage, LanguageNumber, Number, PartPhrase, Pattern,
};
use crate::search::query::recognition::frames::SentenceFrames;
use crate::search::query::recognition::query_text::QueryText;
use std::ops::Range;

/// The maximum number of words, stop words not counted, between a body part and a bare phrase for a complaint.
const MAX_BETWEEN: usize = 2;

/// A complaint in a query.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    /// From its first to its last word.
    pub words: Range<usize>,
    pub lang: &'static str,
    /// The names of its concepts, best first.
    pub meanings: Vec<&'static str>,
}

/// A phrase for a body part in a query.
struct PartMatch<'t> {
    words: Range<usize>,
    phrase: &'t PartPhrase,
}

/// A possible complaint in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    words: Range<usize>,
    part: Number,
    complaint: Number,
    lang: LanguageNumber,
    /// The number of words for the body part, then for the body part and the complaint; more is better.
    rank: (usize, usize),
}

/// The complaint of a query; one in `lang` is preferred.
pub(super) fn find_complaint(text: &QueryText, lang: Option<&str>) -> Option<Complaint> {
    let table = ComplaintTable::built_in();
    let mut candidates = spaced_candidates(table, text);
    if text.is_east_asian() {
        for (number, phrases) in &table.joined {
            candidates.extend(best_joined_candidate(phrases, *number, text));
        }
    }
    let is_preferred = |candidate: &Candidate| {
        let tag = table.languages[usize::from(candidate.lang)];
        lang.is_some_and(|lang| lang.split('-').next() == tag.split('-').next())
    };
    // English is the first language of the table and wins ties.
    let best = candidates.into_iter().max_by_key(|candidate| {
        (is_preferred(candidate), candidate.rank, std::cmp::Reverse(candidate.lang), candidate.words.len())
    })?;
    let meanings = table.concepts(best.part, best.complaint);
    let lang = table.languages[usize::from(best.lang)];
    (!meanings.is_empty()).then_some(Complaint { words: best.words, lang, meanings })
}

fn spaced_candidates(table: &ComplaintTable, text: &QueryText) -> Vec<Candidate> {
    let mut candidates = affixed_candidates(table, text);
    // Except with affixes a complaint has at least two words.
    if text.folded.len() < 2 {
        return candidates;
    }
    let mut parts: Vec<PartMatch<'_>> = Vec::new();
    for start in 0..text.folded.len() {
        let phrases = table.part_phrases.get(text.folded[start].as_str()).into_iter().flatten();
        parts.extend(
            phrases
                .filter(|known| text.has_at(start, &known.phrase))
                .map(|phrase| PartMatch { words: start..start + phrase.phrase.len(), phrase }),
        );
    }
    for part in &parts {
        let lang = part.phrase.lang;
        let is_inside_longer = parts.iter().any(|other| {
            other.phrase.lang == lang
                && other.words.len() > part.words.len()
                && other.words.start <= part.words.start
                && part.words.end <= other.words.end
        });
        if is_inside_longer {
            continue;
        }
        let candidate = |words: Range<usize>, complaint: Number, length: usize| Candidate {
            words,
            part: part.phrase.part,
            complaint,
            lang,
            rank: (part.words.len(), part.words.len() + length),
        };
        for pattern in table.patterns.get(&lang).into_iter().flatten() {
            if let Some(words) = match_pattern(pattern, text, &part.words, table.languages[usize::from(lang)])
            {
                candidates.push(candidate(
                    words,
                    pattern.complaint,
                    pattern.before.len() + pattern.after.len(),
                ));
            }
        }
        if !part.phrase.is_only_in_patterns {
            for (words, bare) in bare_phrases(table, text, part) {
                let both = words.start.min(part.words.start)..words.end.max(part.words.end);
                candidates.push(candidate(both, bare.complaint, bare.phrase.len()));
            }
        }
    }
    candidates
}

/// The bare phrases for complaints near a body part, in its language.
fn bare_phrases<'t>(
    table: &'t ComplaintTable,
    text: &'t QueryText,
    part: &'t PartMatch<'_>,
) -> impl Iterator<Item = (Range<usize>, &'t BarePhrase)> {
    let tag = table.languages[usize::from(part.phrase.lang)];
    (0..text.folded.len())
        .filter(|start| !part.words.contains(start))
        .flat_map(move |start| {
            let phrases = table.bare_phrases.get(text.folded[start].as_str()).into_iter().flatten();
            phrases.map(move |bare| (start..start + bare.phrase.len(), bare))
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

/// The words of a pattern around a body part; stop words may come between them.
fn match_pattern(
    pattern: &Pattern,
    text: &QueryText,
    part: &Range<usize>,
    tag: &str,
) -> Option<Range<usize>> {
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

/// Complaints that are one word with the body part: Kopfschmerzen, toothache.
fn affixed_candidates(table: &ComplaintTable, text: &QueryText) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (number, word) in text.folded.iter().enumerate() {
        for pattern in table.affixed_patterns(word) {
            let bare = word.strip_prefix(&*pattern.affixes.0);
            let Some(bare) = bare.and_then(|rest| rest.strip_suffix(&*pattern.affixes.1)) else { continue };
            let phrases = table.part_phrases.get(bare).into_iter().flatten();
            for known in phrases.filter(|known| known.lang == pattern.lang && known.phrase.len() == 1) {
                let tag = table.languages[usize::from(pattern.lang)];
                if let Some(words) = match_pattern(pattern, text, &(number..number + 1), tag) {
                    let (part, complaint, lang) = (known.part, pattern.complaint, pattern.lang);
                    candidates.push(Candidate { words, part, complaint, lang, rank: (1, 2) });
                }
            }
        }
    }
    candidates
}

/// The best candidate in a language that is compared character by character.
fn best_joined_candidate(
    phrases: &JoinedLanguage,
    lang: LanguageNumber,
    text: &QueryText,
) -> Option<Candidate> {
    let joined = text.joined.as_str();
    // Its range and rank are in bytes until the end.
    let mut best: Option<Candidate> = None;
    // Few names begin with a character of the text, and looking for the others takes longer than this test.
    let has_first = |name: &str| name.chars().next().is_some_and(|first| joined.contains(first));
    for (part, name, is_only_in_patterns) in phrases.parts.iter().filter(|(_, name, _)| has_first(name)) {
        for (start, _) in joined.match_indices(&**name) {
            let end = start + name.len();
            let mut offer = |range: Range<usize>, complaint: Number, length: usize| {
                let rank = (name.len(), name.len() + length);
                if best.as_ref().is_none_or(|known| rank > known.rank) {
                    best = Some(Candidate { words: range, part: *part, complaint, lang, rank });
                }
            };
            for (complaint, before, after) in &phrases.patterns {
                if joined[..start].ends_with(&**before) && joined[end..].starts_with(&**after) {
                    let range = start - before.len()..end + after.len();
                    offer(range, *complaint, before.len() + after.len());
                }
            }
            for (complaint, word) in phrases.bare.iter().filter(|_| !is_only_in_patterns) {
                let outside =
                    joined.match_indices(&**word).find(|(at, _)| at + word.len() <= start || *at >= end);
                if let Some((at, _)) = outside {
                    offer(at.min(start)..end.max(at + word.len()), *complaint, word.len());
                }
            }
        }
    }
    best.map(|best| Candidate { words: text.words_at(&best.words), rank: (1, 2), ..best })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn first_meaning(query: &str) -> Option<&'static str> {
        let words = crate::search::text::analysis::words(query);
        let typed: Vec<&str> = words.iter().map(|word| &query[word.start..word.end]).collect();
        let text = QueryText::new(&typed);
        find_complaint(&text, None).map(|complaint| complaint.meanings[0])
    }

    #[test]
    fn complaints_are_recognized_in_every_kind_of_language() {
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
    fn the_longest_body_part_counts_and_a_body_part_alone_is_not_a_complaint() {
        for query in ["lower back", "head", "asthma", "knee replacement", "头"] {
            assert_eq!(first_meaning(query), None, "{query}");
        }
        assert_ne!(first_meaning("me duele el dedo del pie"), first_meaning("me duele el pie"));
    }

    #[test]
    fn a_body_part_and_a_complaint_in_different_languages_do_not_match() {
        assert_eq!(first_meaning("duele the throat"), None);
    }
}
