//! Names of medicines: one never stands for another.

use std::collections::HashSet;
use std::sync::LazyLock;

static NAMES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../../assets/terms/medicines.txt").lines().filter(|line| !line.starts_with('#')).collect()
});

/// Returns whether a folded word is the name of a medicine.
pub(super) fn is_medicine(word: &str) -> bool {
    NAMES.contains(word)
}

/// Returns whether a folded word ends as the names of medicines do, so that it may be one that nobody listed.
pub(super) fn may_be_medicine(word: &str) -> bool {
    const ENDINGS: [&str; 48] = [
        "afil",
        "alol",
        "amide",
        "amine",
        "apine",
        "april",
        "arin",
        "asone",
        "astat",
        "avir",
        "azepam",
        "azine",
        "azole",
        "azoline",
        "azosin",
        "barbital",
        "caine",
        "cillin",
        "clovir",
        "conazole",
        "cycline",
        "dipine",
        "dronate",
        "fenac",
        "floxacin",
        "gliptin",
        "glitazone",
        "idone",
        "lukast",
        "mab",
        "mycin",
        "nib",
        "olol",
        "olone",
        "onide",
        "oprazole",
        "oxetine",
        "parin",
        "phylline",
        "prazole",
        "pril",
        "profen",
        "sartan",
        "semide",
        "setron",
        "statin",
        "terol",
        "triptan",
    ];
    word.len() >= 7 && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_are_known() {
        assert!(is_medicine("hydroxyzine") && !is_medicine("asthma"));
        assert!(may_be_medicine("hydralazine") && !may_be_medicine("vaccine") && !may_be_medicine("eczema"));
    }
}
