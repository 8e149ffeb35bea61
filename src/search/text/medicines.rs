//! Names of medicines, which are never corrected to each other, and their classes and purposes from `assets/terms/medicines.tsv`.

use crate::search::text::analysis::words;
use crate::search::text::lexicon::{Lexicon, is_correctable};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Columns: generic name, brands, class in plain words, concepts that it treats.
const TABLE: &str = include_str!("../../../assets/terms/medicines.tsv");

/// The medicines of the table by name.
#[derive(Default)]
pub(in crate::search) struct MedicineTable {
    purposes: Vec<Vec<&'static str>>,
    /// The name keys of the ingredients.
    ingredients: Vec<String>,
    /// Numbers of medicines by each of their names, as [`name_key`] returns it.
    by_name: HashMap<Box<str>, u16>,
}

static MEDICINES: LazyLock<MedicineTable> = LazyLock::new(|| {
    let mut table = MedicineTable::default();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [generic, brands, _class, purposes] = columns[..] else { continue };
        let number = u16::try_from(table.purposes.len()).unwrap_or(u16::MAX);
        for name in std::iter::once(generic).chain(brands.split('|')).filter(|name| !name.is_empty()) {
            table.by_name.entry(name_key(name).into()).or_insert(number);
        }
        table.ingredients.push(name_key(generic));
        table.purposes.push(purposes.split('|').collect());
    }
    table
});

impl MedicineTable {
    /// The table compiled into the program.
    pub fn built_in() -> &'static MedicineTable {
        &MEDICINES
    }

    /// The concepts of a medicine's class and purposes, the most common first.
    pub fn purposes(&self, number: u16) -> &[&'static str] {
        self.purposes.get(usize::from(number)).map_or(&[], Vec::as_slice)
    }

    /// Whether a name key is all or part of the ingredient of a medicine, not a brand.
    pub fn is_ingredient(&self, number: u16, name: &str) -> bool {
        let ingredient = self.ingredients.get(usize::from(number)).map_or("", String::as_str);
        name.split(' ').all(|word| ingredient.split(' ').any(|other| other == word))
    }

    /// The number of the medicine with this name key.
    pub fn number(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }
}

/// The names of one word, as candidates for corrections.
pub(in crate::search) fn medicine_lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
        let names = MEDICINES.by_name.keys().filter(|name| is_correctable(name));
        Lexicon::from_words(names.map(|name| name.to_string()).collect())
    });
    &LEXICON
}

/// The folded words of a name, separated by spaces.
pub(in crate::search) fn name_key(name: &str) -> String {
    let words: Vec<String> = words(name).into_iter().map(|mut word| word.forms.swap_remove(0)).collect();
    words.join(" ")
}

static NAMES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../../../assets/terms/medicines.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect()
});

/// Returns whether a folded word is the name of a medicine.
pub(in crate::search) fn is_medicine(word: &str) -> bool {
    NAMES.contains(word)
}

/// Returns whether a folded word has an ending typical of medicines, so that it may be one that the list lacks.
pub(in crate::search) fn may_be_medicine(word: &str) -> bool {
    const ENDINGS: &str = "\
        afil alol amide amine apine april arin asone astat avir azepam azine azole azoline azosin barbital caine \
        cillin clovir conazole cycline dipine dronate fenac floxacin gliptin glitazone idone lukast mab mycin \
        nib olol olone onide oprazole oxetine parin phylline prazole pril profen sartan semide setron statin \
        terol triptan";
    word.len() >= 7 && ENDINGS.split_ascii_whitespace().any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medicines_are_recognized_by_name_and_ending() {
        assert!(is_medicine("hydroxyzine") && !is_medicine("asthma"));
        assert!(may_be_medicine("hydralazine") && !may_be_medicine("vaccine") && !may_be_medicine("eczema"));
    }
}
