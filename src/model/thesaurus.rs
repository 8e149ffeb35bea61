//! The table of terms: concepts with the words that people use for them, in many languages; and the synonyms of
//! administrators. Contract section 9.1.
//!
//! One concept a line, separated by tabs: kind, name, then a column for each language such as `es:fiebre|calentura`,
//! and one such as `icd10cm:J45;R06.2` or `rxnorm:281` for its codes. A term that ends in `=` counts only when it is
//! the whole query. Lines that begin with `#` are comments.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Most concepts of one table.
const MAX_CONCEPTS: usize = 20_000;
/// Most terms of one table.
const MAX_TERMS: usize = 200_000;
/// Most languages of one table. The compiled table has room for 256, one of which synonyms use.
pub const MAX_LANGUAGES: usize = 200;
/// The kinds of concepts.
pub const KINDS: [&str; 6] = ["disease", "symptom", "procedure", "body part", "medicine", "care topic"];
/// Most synonyms of a catalogue.
pub const MAX_SYNONYMS: usize = 5_000;
/// Fewest and most terms of a synonym.
pub const MIN_SYNONYM_TERMS: usize = 2;
pub const MAX_SYNONYM_TERMS: usize = 20;
/// Longest term, in characters.
pub const MAX_TERM_CHARACTERS: usize = 100;

/// A word or several that people use for a concept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Language tag, such as `es`.
    pub lang: String,
    /// The term as it is written.
    pub text: String,
    /// Counts only when it is the whole query.
    pub whole_query: bool,
}

/// A concept that handouts are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// One of [`KINDS`].
    pub kind: String,
    /// Its name in English, which tells concepts apart.
    pub name: String,
    /// Everything it is called.
    pub terms: Vec<Term>,
    /// Its ICD-10-CM categories, separated by `;`; empty without any.
    pub icd10cm: String,
    /// Its RxNorm ingredients, separated by `;`; empty without any.
    pub rxnorm: String,
}

/// A table of terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TermTable {
    /// The concepts, in the order of the file.
    pub concepts: Vec<Concept>,
}

impl TermTable {
    /// Reads a table; the error lists every line that cannot be read.
    pub fn parse(text: &str) -> Result<TermTable, Vec<LineError>> {
        let mut table = TermTable::default();
        let mut errors = Vec::new();
        let mut terms = 0;
        let mut languages: HashSet<String> = HashSet::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{FEFF}').lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match parse_line(line) {
                Ok(concept) => {
                    terms += concept.terms.len();
                    for Term { lang, .. } in &concept.terms {
                        if !languages.contains(lang) {
                            languages.insert(lang.clone());
                        }
                    }
                    table.concepts.push(concept);
                }
                Err(reason) => errors.push(LineError { line: number, reason }),
            }
            let is_too_large = table.concepts.len() > MAX_CONCEPTS || terms > MAX_TERMS;
            if is_too_large || languages.len() > MAX_LANGUAGES {
                let reason = format!(
                    "a table holds at most {MAX_CONCEPTS} concepts, {MAX_TERMS} terms and {MAX_LANGUAGES} languages"
                );
                errors.push(LineError { line: number, reason });
                break;
            }
        }
        if errors.is_empty() { Ok(table) } else { Err(errors) }
    }
}

/// An error in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// A synonym as an administrator entered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonym {
    /// Two terms or more.
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    pub one_way: bool,
}

/// A synonym as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymDraft {
    /// 2 to 20 terms of 1 to 100 characters.
    #[schema(min_items = 2, max_items = 20)]
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    #[serde(default)]
    pub one_way: bool,
}

/// A stored synonym.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymEntry {
    /// Its id.
    pub id: String,
    /// The terms, in the order they were entered.
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    pub one_way: bool,
    /// 1 at first, one more with every change; the ETag is made of it.
    pub version: u64,
    /// When it was last changed, ISO 8601, UTC.
    pub changed: String,
    /// Who did.
    pub by: String,
}

/// A page of synonyms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SynonymPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, sorted by their first term.
    pub synonyms: Vec<SynonymEntry>,
}

/// A term of the program or of the hospital.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermRow {
    /// English name of its concept.
    pub concept: String,
    /// What the concept is: disease, symptom, procedure, body part, medicine, care topic.
    pub kind: String,
    /// Language tag.
    pub lang: String,
    /// The term.
    pub term: String,
    /// It counts only when it is all that was typed.
    pub whole_query: bool,
    /// It comes from the hospital's own table.
    pub own: bool,
    /// It is switched off.
    pub off: bool,
}

/// A page of terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TermPage {
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50, sorted by concept.
    pub terms: Vec<TermRow>,
}

/// Switches a term off or on again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct TermSwitch {
    /// Name of its concept, compared folded.
    pub concept: String,
    /// The term, compared folded; in every language that has it.
    pub term: String,
    /// `true`: searches no longer know it.
    pub off: bool,
}

/// The result of importing a file of synonyms or concepts, or of its dry run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct WordImportReport {
    /// Entries of the file: synonyms, or concepts.
    pub total: usize,
    /// Entries that are new; all concepts of a table of terms.
    pub added: usize,
    /// Entries that are there already.
    pub unchanged: usize,
    /// Terms of the file.
    pub terms: usize,
    /// Every invalid line; then nothing is written.
    #[serde(rename = "faults")]
    pub errors: Vec<LineMessage>,
    /// Whether it was written.
    pub written: bool,
}

/// What is wrong with a line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineMessage {
    /// Number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

/// Synonyms to try on a text before they are saved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymTrial {
    /// What would be searched for.
    #[schema(max_length = 500)]
    pub q: String,
    /// The terms.
    pub terms: Vec<String>,
    /// Whether only the first term finds the others, not the reverse.
    #[serde(default)]
    pub one_way: bool,
    /// The synonym that they would replace.
    #[serde(default)]
    pub id: Option<String>,
}

/// The first results of a text without and with a synonym.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialOutcome {
    /// Its present state.
    pub before: TrialResults,
    /// As it would be.
    pub after: TrialResults,
}

/// The first results of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialResults {
    /// How many citations are found in all.
    pub found: u64,
    /// The titles of the first five.
    pub titles: Vec<String>,
}

fn parse_line(line: &str) -> Result<Concept, String> {
    let mut columns = line.split('\t').map(str::trim);
    let kind = columns.next().unwrap_or_default();
    if !KINDS.contains(&kind) {
        return Err(format!("'{kind}' is not a kind of concept; expected one of: {}", KINDS.join(", ")));
    }
    let name = columns.next().filter(|name| !name.is_empty()).ok_or("the name is missing")?;
    check_length(name)?;
    let (mut terms, mut icd10cm, mut rxnorm) = (Vec::new(), String::new(), String::new());
    for column in columns.filter(|column| !column.is_empty()) {
        if let Some(codes) = column.strip_prefix("icd10cm:") {
            icd10cm = icd10cm_categories(codes)?;
            continue;
        }
        if let Some(codes) = column.strip_prefix("rxnorm:") {
            rxnorm = rxnorm_ingredients(codes)?;
            continue;
        }
        let (lang, list) = column
            .split_once(':')
            .filter(|(lang, _)| is_language_tag(lang))
            .ok_or_else(|| format!("expected a language and a colon, such as 'es:', before '{column}'"))?;
        for term in list.split('|').map(str::trim).filter(|term| !term.is_empty()) {
            let (text, whole_query) = match term.strip_suffix('=') {
                Some(text) => (text.trim_end(), true),
                None => (term, false),
            };
            check_length(text)?;
            terms.push(Term { lang: lang.to_owned(), text: text.to_owned(), whole_query });
        }
    }
    if terms.is_empty() {
        return Err("there are no terms".to_owned());
    }
    Ok(Concept { kind: kind.to_owned(), name: name.to_owned(), terms, icd10cm, rxnorm })
}

/// Reads ICD-10-CM categories such as `J45;R06.2`, written with their dot.
pub fn icd10cm_categories(list: &str) -> Result<String, String> {
    let is_code = |code: &str| {
        let (category, detail) = code.split_once('.').unwrap_or((code, "0"));
        let is_part = |part: &str| part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        category.len() == 3
            && category.starts_with(|c: char| c.is_ascii_uppercase())
            && (1..=4).contains(&detail.len())
            && is_part(category)
            && is_part(detail)
    };
    code_list(list, is_code, "an ICD-10-CM code")
}

/// Reads identifiers of RxNorm ingredients such as `281;435`.
pub fn rxnorm_ingredients(list: &str) -> Result<String, String> {
    let is_code = |code: &str| (1..=8).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_digit());
    code_list(list, is_code, "an RxNorm identifier")
}

fn code_list(list: &str, is_code: impl Fn(&str) -> bool, what: &str) -> Result<String, String> {
    let codes: Vec<&str> = list.split(';').map(str::trim).filter(|code| !code.is_empty()).collect();
    match codes.iter().find(|code| !is_code(code)) {
        Some(code) => Err(format!("'{code}' does not have the form of {what}")),
        None => Ok(codes.join(";")),
    }
}

/// Returns whether the text has the form of a language tag, such as `es` or `zh-Hant`.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_first = |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase());
    parts.next().is_some_and(is_first)
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn check_length(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("a term is empty".to_owned());
    }
    if text.len() > MAX_TERM_CHARACTERS && text.chars().count() > MAX_TERM_CHARACTERS {
        return Err(format!("a term is longer than {MAX_TERM_CHARACTERS} characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn codes_stand_in_a_column_of_their_own() {
        let codes = |column: &str| {
            TermTable::parse(&format!("disease\tAsthma\ten:asthma\ticd10cm:{column}"))
                .map(|table| table.concepts[0].icd10cm.clone())
                .map_err(|errors| errors[0].reason.clone())
        };
        assert_eq!(codes("J45; R06.2"), Ok("J45;R06.2".to_owned()));
        assert_eq!(codes(""), Ok(String::new()));
        for wrong in ["j45", "J4", "J45.", "J45.12345", "J45,R06"] {
            assert!(codes(wrong).is_err(), "{wrong}");
        }
        let table = TermTable::parse("medicine\tAciclovir\ten:acyclovir\trxnorm:281; 282").unwrap();
        assert_eq!(table.concepts[0].rxnorm, "281;282");
        assert!(TermTable::parse("medicine\tAciclovir\ten:acyclovir\trxnorm:J45").is_err());
    }

    #[test]
    fn a_table_is_read_and_errors_name_their_line() {
        let table = TermTable::parse("# comment\nsymptom\tFever\ten:fever|temp=\tes:fiebre\n").unwrap();
        let terms: Vec<(&str, &str, bool)> = table.concepts[0]
            .terms
            .iter()
            .map(|term| (term.lang.as_str(), term.text.as_str(), term.whole_query))
            .collect();
        assert_eq!(terms, [("en", "fever", false), ("en", "temp", true), ("es", "fiebre", false)]);
        let errors = TermTable::parse(
            "symptom\tFever\ten:fever\nmood\tJoy\ten:joy\nsymptom\tX\n\nsymptom\tY\tfiebre\n",
        )
        .unwrap_err();
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [2, 3, 5], "{errors:?}");
    }

    #[test]
    fn a_table_with_more_languages_than_can_be_compiled_is_refused() {
        let table = |languages: usize| {
            let lines: Vec<String> =
                (0..languages).map(|n| format!("symptom\tFever {n}\txx-{n}:fever")).collect();
            TermTable::parse(&lines.join("\n"))
        };
        assert!(table(MAX_LANGUAGES).is_ok());
        let errors = table(MAX_LANGUAGES + 1).unwrap_err();
        assert_eq!(errors[0].line, MAX_LANGUAGES + 1);
        assert!(errors[0].reason.ends_with("and 200 languages"), "{errors:?}");
    }
}
