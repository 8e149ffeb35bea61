#![allow(clippy::unwrap_used)]
use super::*;
use Crisis::{Overdose, Poisoning};
use std::collections::BTreeSet;

fn check(text: &str, expected: &[Crisis]) {
    assert_eq!(danger(text).collect::<Vec<_>>(), expected, "{text}");
}

/// The words of the rows that are selected by table and kind, for a language.
fn words(lang: &str, is_selected: impl Fn(&str, &str) -> bool) -> Vec<&'static str> {
    let rows =
        rows().map(Result::unwrap).filter(|(table, kind, of, _)| *of == lang && is_selected(table, kind));
    rows.flat_map(|(_, _, _, words)| words.split('|')).filter(|word| !word.ends_with('*')).collect()
}

/// Pseudo-random numbers that are the same in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        words[(self.0 % words.len() as u64) as usize]
    }
}

#[test]
fn a_person_a_verb_and_a_substance_are_found_in_every_language_of_the_phrases() {
    let phrases = include_str!("../../../../assets/crisis.tsv").lines();
    let phrases = phrases.filter(|row| !row.starts_with('#') && !row.starts_with("line\t"));
    let languages: BTreeSet<&str> = phrases.filter_map(|row| row.split('\t').nth(1)).collect();
    assert!(languages.len() >= 23, "{languages:?}");
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for lang in languages {
        let persons = words(lang, |table, _| table == "persons");
        let verbs = words(lang, |table, kind| table == "verbs" && kind != "medicine");
        let substances = words(lang, |table, kind| table == "substances" && kind != "harmless");
        assert!(persons.len() >= 10 && verbs.len() >= 8 && substances.len() >= 30, "{lang}");
        let mut missed = Vec::new();
        for _ in 0..200 {
            let (person, verb, substance) =
                (numbers.one_of(&persons), numbers.one_of(&verbs), numbers.one_of(&substances));
            let text = match lang {
                "zh" => format!("{person}{verb}{substance}"),
                "ja" | "ko" | "hi" | "hi-Latn" | "ur" | "fa" => format!("{person} {substance} {verb}"),
                _ => format!("{person} {verb} {substance}"),
            };
            if !danger(&text).any(|crisis| crisis == Poisoning) {
                missed.push(text);
            }
        }
        assert!(missed.len() <= 20, "{lang}: {missed:?}");
    }
}

#[test]
fn what_somebody_took_in_is_recognized() {
    for text in [
        "my toddler may have swallowed bleach",
        "he ate rat poison",
        "My 2-year-old drank some laundry detergent!",
        "baby licked hand sanitizer",
        "son swallowed a button battery",
        "she put a magnet in her mouth and swallowed",
        "daughter ate a wild mushroom in the garden",
        "my child breathed in paint thinner",
        "mi hijo pequeño pudo haber tragado cloro",
        "mi niño puede haberse tragado lejía",
        "se comió veneno para ratas",
        "él comió veneno de ratas",
        "mi hija se tragó una pila de botón",
        "我女儿吞了纽扣电池",
        "con tôi uống phải nước tẩy",
        "طفلي شرب الكلور",
        "ребёнок проглотил батарейку",
        "mon fils a avalé une pile bouton",
        "mein Kind hat Spülmittel getrunken",
        "子供がボタン電池を飲み込んだ",
        "아이가 건전지를 삼켰어요",
    ] {
        check(text, &[Poisoning]);
    }
}

#[test]
fn a_medicine_counts_if_it_is_another_persons_or_was_taken_in_quantity() {
    for text in [
        "my toddler took grandma's pills",
        "my son ate all the gummy vitamins",
        "daughter swallowed too many tylenol",
        "she took 8 ibuprofen tablets",
        "my 3 year old took my blood pressure medicine",
        "mi hija se tomó las pastillas de la abuela",
        "mi hijo tomó demasiadas pastillas",
        "mi hijo tomó 3 ibuprofenos",
        "he took 20 tylenol in a day",
        "he took 20 tylenol a day ago",
        "mon fils a pris tous les comprimés",
    ] {
        check(text, &[Overdose]);
    }
    for text in [
        "how to give liquid ibuprofen",
        "how much tylenol can my child take",
        "can my child take ibuprofen and tylenol",
        "my son took ibuprofen 200 mg",
        "my 4 year old took amoxicillin",
        "my daughter took her medicine 3 times a day",
        "he took 3 ibuprofen a day",
        "he took 3 ibuprofen daily",
        "he took 3 ibuprofen three times a day",
        "cuánto ibuprofeno puede tomar mi hijo de 5 años",
        "mi hija tomó paracetamol hace 4 horas",
    ] {
        check(text, &[]);
    }
}

#[test]
fn two_of_the_three_are_not_enough() {
    for text in [
        "bleach bath for eczema",
        "my child swallowed a coin",
        "my baby and cleaning products",
        "swallowed bleach",
        "my daughter eats a plant based diet",
        "toddler drinking from a cup",
        "",
    ] {
        check(text, &[]);
    }
}
