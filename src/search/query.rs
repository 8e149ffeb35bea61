//! What was typed, taken apart: words, `"phrases"`, `-excluded` ones. Every text is a query; none is an error.

use crate::model::characters::is_invisible;
use crate::model::item_number;
use crate::search::analysis::{self, Word, is_stopword, is_unspaced, stem};
use crate::search::document::whole_title_key;

/// How many words are looked for; what is typed beyond only adds to the score of none.
const MAX_WORDS: usize = 24;

/// One word to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QueryWord {
    /// Ways to write it, the folded word first.
    pub forms: Vec<String>,
    /// The stems of the forms.
    pub stems: Vec<String>,
    /// How many misspelled letters are guessed at: none in short words and numbers.
    pub most_edits: usize,
}

/// One thing that has to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Word(QueryWord),
    /// These words one after the other.
    Phrase(Vec<QueryWord>),
}

/// A query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Query {
    /// All of these, in the best case.
    pub parts: Vec<Part>,
    /// Words that only add to the score.
    pub extras: Vec<QueryWord>,
    /// None of these.
    pub excluded: Vec<Part>,
    /// The last part is a word that may be unfinished.
    pub is_open: bool,
    /// What was typed, as an item number.
    pub item: Option<String>,
    /// What was typed, as a whole title.
    pub whole_title: String,
    /// Nothing was typed.
    pub is_empty: bool,
}

impl Query {
    /// Takes a typed text apart.
    pub fn read(text: &str) -> Query {
        let mut query = Query {
            item: item_number::normalized(text),
            whole_title: whole_title_key(text),
            is_empty: text.trim().is_empty(),
            ..Query::default()
        };
        // Marks around a quotation mark or a minus would hide it. The zero width space separates words.
        let visible: String = text.chars().filter(|c| *c == '\u{200B}' || !is_invisible(*c)).collect();
        let mut rest = visible.as_str();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{200B}');
            let Some(first) = rest.chars().next() else { break };
            let is_excluded =
                first == '-' && rest.chars().nth(1).is_some_and(|c| c.is_alphanumeric() || is_quote(c));
            if is_excluded {
                rest = &rest[1..];
            }
            let opening = rest.chars().next().filter(|c| is_quote(*c));
            let closing = opening
                .and_then(|quote| rest[quote.len_utf8()..].find(is_quote).map(|at| at + quote.len_utf8()));
            let (piece, after, is_quoted) = match (opening, closing) {
                (Some(quote), Some(end)) => {
                    let after = rest[end..].chars().next().map_or(end, |c| end + c.len_utf8());
                    (&rest[quote.len_utf8()..end], &rest[after..], true)
                }
                _ => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    (&rest[..end], &rest[end..], false)
                }
            };
            rest = after;
            let words = query_words(&analysis::words(piece));
            if words.is_empty() {
                continue;
            }
            if is_excluded {
                query.excluded.push(if words.len() == 1 { one(words) } else { Part::Phrase(words) });
            } else if is_quoted {
                query.is_open = false;
                query.parts.push(Part::Phrase(words));
            } else {
                query.is_open = true;
                query.parts.extend(words.into_iter().map(Part::Word));
            }
        }
        query.set_stopwords_aside();
        while query.parts.len() > MAX_WORDS {
            if let Some(Part::Word(word)) = query.parts.pop() {
                query.extras.push(word);
            }
            query.is_open = false;
        }
        query
    }

    /// Words such as "the" need not match when there are others.
    fn set_stopwords_aside(&mut self) {
        let is_stop = |part: &Part| matches!(part, Part::Word(word) if is_stopword(&word.forms[0]));
        let last_is_stop = self.parts.last().is_some_and(is_stop);
        if self.parts.iter().all(is_stop) {
            return;
        }
        // The last word may be the beginning of another one ("is" of "islet"): then it only adds.
        self.is_open &= !last_is_stop;
        for part in std::mem::take(&mut self.parts) {
            match part {
                Part::Word(word) if is_stopword(&word.forms[0]) => self.extras.push(word),
                part => self.parts.push(part),
            }
        }
    }

    /// Every word that was typed and is wanted.
    pub fn wanted(&self) -> impl Iterator<Item = &QueryWord> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Word(word) => std::slice::from_ref(word),
                Part::Phrase(words) => words.as_slice(),
            })
            .chain(&self.extras)
    }
}

fn one(mut words: Vec<QueryWord>) -> Part {
    Part::Word(words.remove(0))
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{00AB}' | '\u{00BB}' | '\u{FF02}')
}

fn query_words(words: &[Word]) -> Vec<QueryWord> {
    let mut found = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
        if unspaced {
            // Pairs say all; a character alone is looked for only when it stands alone.
            if let Some(pair) = word.forms.get(1) {
                found.push(query_word(vec![pair.clone()]));
            } else if !n.checked_sub(1).is_some_and(|before| has_pair(&words[before])) {
                found.push(query_word(vec![word.forms[0].clone()]));
            }
        } else {
            found.push(query_word(word.forms.clone()));
        }
    }
    found
}

/// Returns true when an unspaced character makes a pair with the one behind it.
fn has_pair(word: &Word) -> bool {
    word.forms.len() > 1 && word.forms[0].chars().next().is_some_and(is_unspaced)
}

fn query_word(forms: Vec<String>) -> QueryWord {
    let letters = forms[0].chars().count();
    let guessable = forms[0].chars().all(char::is_alphabetic) && !forms[0].contains(is_unspaced);
    let most_edits = match letters {
        _ if !guessable => 0,
        0..5 => 0,
        5..9 => 1,
        _ => 2,
    };
    let mut stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
    stems.dedup();
    QueryWord { forms, stems, most_edits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let query = Query::read(text);
        let show = |part: &Part| match part {
            Part::Word(word) => word.forms[0].clone(),
            Part::Phrase(words) => {
                format!("\"{}\"", words.iter().map(|w| w.forms[0].clone()).collect::<Vec<_>>().join(" "))
            }
        };
        let mut shown: Vec<String> = query.parts.iter().map(show).collect();
        shown.extend(query.extras.iter().map(|w| format!("({})", w.forms[0])));
        shown.extend(query.excluded.iter().map(|p| format!("-{}", show(p))));
        shown.join(" ")
    }

    #[test]
    fn a_text_is_taken_apart() {
        let check = |text: &str, expected: &str| assert_eq!(shape(text), expected, "{text}");
        check("Asthma plan", "asthma plan");
        check("\"action plan\" -adult asthma", "\"action plan\" asthma -adult");
        check("-\"action plan\" x", "x -\"action plan\"");
        check("the fever", "fever (the)");
        check("the who", "who (the)");
        check("the and", "the and");
        check("\"unclosed phrase", "unclosed phrase");
        check("a - b", "b (a)");
        check("哮喘计划 喘", "哮喘 喘计 计划 喘");
        check("\u{201C}cast care\u{201D}", "\"cast care\"");
        check("?!*(", "");
        check("\u{2066}\"action plan\"\u{2069} \u{202A}-adult", "\"action plan\" -adult");
        check("\"fever\" night", "\"fever\" night");
        check("哮\u{200B}喘", "哮喘");
    }
}
