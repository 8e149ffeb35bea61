//! How hard a text is to read, by published formulas. They know nothing of its meaning, order or pictures: a text of short
//! words and sentences can still be hard to understand, and a low grade does not replace a reader's judgment.

use crate::model::handout_text::measures::TextMeasures;
use serde::Serialize;
use utoipa::ToSchema;

/// Shorter texts have no reading level: a single long sentence would decide it.
pub const MIN_WORDS: u32 = 100;
/// Below this, a reading level is an estimate: SMOG was made for 30 sentences.
pub const MIN_SENTENCES: u32 = 30;
/// The grade that guidelines for health information ask for (AMA, NIH).
pub const AIM_GRADE: u32 = 6;

/// The languages that have a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaLanguage {
    /// Flesch-Kincaid grade and SMOG.
    English,
    /// Fernández-Huerta.
    Spanish,
}

impl FormulaLanguage {
    /// The formula for a language tag; `None` if there is none.
    pub fn from_tag(tag: &str) -> Option<FormulaLanguage> {
        match tag.split('-').next().unwrap_or_default() {
            "en" => Some(FormulaLanguage::English),
            "es" => Some(FormulaLanguage::Spanish),
            _ => None,
        }
    }
}

/// How hard a Spanish text is to read: the bands of the INFLESZ scale.
///
/// Source: Barrio-Cantalejo et al., Validación de la Escala INFLESZ, An. Sist. Sanit. Navar. 31 (2), 2008.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InfleszBand {
    /// 80 and more: primary school.
    VeryEasy,
    /// 65 to 80: tabloids.
    QuiteEasy,
    /// 55 to 65: the general press.
    Average,
    /// 40 to 55: popular science.
    SomewhatHard,
    /// Below 40: university.
    VeryHard,
}

impl InfleszBand {
    fn new(score: f64) -> InfleszBand {
        match score {
            80.0.. => InfleszBand::VeryEasy,
            65.0.. => InfleszBand::QuiteEasy,
            55.0.. => InfleszBand::Average,
            40.0.. => InfleszBand::SomewhatHard,
            _ => InfleszBand::VeryHard,
        }
    }
}

/// The reading level of a text. English ones have the first two formulas, Spanish ones the third.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingLevel {
    /// The school grade, from 1 to 18, from Flesch-Kincaid or by the table of Fernández-Huerta.
    pub grade: u32,
    /// Whether the text has fewer than 30 sentences.
    pub estimate: bool,
    /// Flesch-Kincaid grade.
    pub flesch_kincaid: Option<f64>,
    /// SMOG grade.
    pub smog: Option<f64>,
    /// Fernández-Huerta score, from 0 (hard) to 100 (easy).
    pub fernandez_huerta: Option<f64>,
    /// Its band.
    pub band: Option<InfleszBand>,
}

impl ReadingLevel {
    /// The reading level of a text with these counts; `None` below 100 words.
    pub fn new(measures: &TextMeasures, language: FormulaLanguage) -> Option<ReadingLevel> {
        if measures.words < MIN_WORDS {
            return None;
        }
        let estimate = measures.sentences < MIN_SENTENCES;
        let none = ReadingLevel {
            grade: 0,
            estimate,
            flesch_kincaid: None,
            smog: None,
            fernandez_huerta: None,
            band: None,
        };
        Some(match language {
            FormulaLanguage::English => {
                let grade = flesch_kincaid(measures);
                ReadingLevel {
                    grade: school_grade(grade),
                    flesch_kincaid: Some(tenths(grade)),
                    smog: Some(tenths(smog(measures))),
                    ..none
                }
            }
            FormulaLanguage::Spanish => {
                let score = fernandez_huerta(measures);
                ReadingLevel {
                    grade: grade_of_score(score),
                    fernandez_huerta: Some(tenths(score)),
                    band: Some(InfleszBand::new(score)),
                    ..none
                }
            }
        })
    }
}

/// Flesch-Kincaid grade: 0.39 words per sentence + 11.8 syllables per word - 15.59.
///
/// Source: Kincaid et al., Derivation of new readability formulas for Navy enlisted personnel, 1975. Made for texts of
/// adults; below grade 3 it says little.
pub fn flesch_kincaid(measures: &TextMeasures) -> f64 {
    0.39 * words_per_sentence(measures) + 11.8 * per_word(measures.english_syllables, measures) - 15.59
}

/// SMOG grade: 1.0430 times the square root of the words of three syllables or more in 30 sentences, + 3.1291.
///
/// Source: McLaughlin, SMOG grading: a new readability formula, Journal of Reading 12 (8), 1969. It predicts full
/// understanding, and so comes out one to two grades above Flesch-Kincaid.
pub fn smog(measures: &TextMeasures) -> f64 {
    let per_sentence = f64::from(measures.english_polysyllables) / f64::from(measures.sentences.max(1));
    1.043 * (30.0 * per_sentence).sqrt() + 3.1291
}

/// Fernández-Huerta score: 206.84 - 60 syllables per word - 1.02 words per sentence.
///
/// Source: Fernández Huerta, Medidas sencillas de lecturabilidad, Consigna 214, 1959, with the correction by Law (2011).
/// Syllables are counted where a word may be divided, as in textstat; see `measures/spanish_syllables.rs`.
pub fn fernandez_huerta(measures: &TextMeasures) -> f64 {
    206.84 - 60.0 * per_word(measures.spanish_syllables, measures) - 1.02 * words_per_sentence(measures)
}

/// The school grade of a Fernández-Huerta score, by the table in its source.
fn grade_of_score(score: f64) -> u32 {
    match score {
        90.0.. => 4,
        80.0.. => 5,
        70.0.. => 6,
        60.0.. => 8,
        50.0.. => 11,
        30.0.. => 13,
        _ => 16,
    }
}

fn words_per_sentence(measures: &TextMeasures) -> f64 {
    f64::from(measures.words) / f64::from(measures.sentences.max(1))
}

fn per_word(count: u32, measures: &TextMeasures) -> f64 {
    f64::from(count) / f64::from(measures.words.max(1))
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The nearest grade, from 1 to 18: there are no others.
fn school_grade(grade: f64) -> u32 {
    // The bounds keep the conversion exact.
    grade.round().clamp(1.0, 18.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of `tools/readability` with the figures of textstat 0.7.
    #[test]
    fn levels_are_within_half_a_point_of_textstat() {
        let texts: serde_json::Value =
            serde_json::from_str(include_str!("../../../tests/readability_texts.json")).expect("JSON");
        let texts = texts.as_array().expect("a list");
        assert_eq!(texts.len(), 50);
        let mut wrong = Vec::new();
        for text in texts {
            let measures = TextMeasures::new(text["text"].as_str().expect("a text"));
            for (name, ours) in [
                ("fleschKincaid", flesch_kincaid(&measures)),
                ("smog", smog(&measures)),
                ("fernandezHuerta", fernandez_huerta(&measures)),
            ] {
                if let Some(theirs) = text[name].as_f64()
                    && (ours - theirs).abs() > 0.5
                {
                    wrong.push(format!("{name}: {ours:.2} instead of {theirs}: {}", text["text"]));
                }
            }
        }
        assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    }

    fn text(sentences: usize) -> TextMeasures {
        TextMeasures::new(&"The nurse gives your child a warm drink after the test. ".repeat(sentences))
    }

    #[test]
    fn short_texts_have_no_level_and_few_sentences_give_an_estimate() {
        let level = |sentences| ReadingLevel::new(&text(sentences), FormulaLanguage::English);
        assert_eq!(level(9), None);
        assert!(level(10).is_some_and(|level| level.estimate));
        assert!(level(30).is_some_and(|level| !level.estimate && level.grade <= 4));
    }

    #[test]
    fn each_language_has_its_formula() {
        let spanish = ReadingLevel::new(&text(30), FormulaLanguage::Spanish).expect("a level");
        assert!(spanish.fernandez_huerta.is_some() && spanish.band.is_some() && spanish.smog.is_none());
        assert_eq!(FormulaLanguage::from_tag("es-MX"), Some(FormulaLanguage::Spanish));
        assert_eq!(FormulaLanguage::from_tag("en"), Some(FormulaLanguage::English));
        for tag in ["so", "est", ""] {
            assert_eq!(FormulaLanguage::from_tag(tag), None, "{tag}");
        }
    }

    #[test]
    fn a_text_without_words_has_finite_figures() {
        let none = TextMeasures::default();
        for figure in [flesch_kincaid(&none), smog(&none), fernandez_huerta(&none)] {
            assert!(figure.is_finite());
        }
    }
}
