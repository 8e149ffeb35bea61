//! Names of medicines, which are never corrected to each other, and their classes and purposes from `assets/terms/medicines.tsv`.

use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
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
        let without_route = generic.strip_suffix(" inhaled").or(generic.strip_suffix(" nasal"));
        let names = std::iter::once(generic).chain(without_route).chain(brands.split('|'));
        for name in names.filter(|name| !name.is_empty()) {
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

    /// Whether a word is in the name of a combination of ingredients.
    fn is_combined(&self, word: &str) -> bool {
        let mut combinations = self.ingredients.iter().filter(|name| name.contains(" and "));
        word != "and" && combinations.any(|name| name.split(' ').any(|other| other == word))
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

/// Maximum number of words in the name of a medicine.
const MAX_NAME_WORDS: usize = 4;

/// Units of a dose. Those that are no ordinary words make a strength of the number before them.
const DOSE_UNITS: &str = "mg mcg ug µg meq mmol mg/ml gm gram grams g ml unit units iu %";
/// What a dose is for, after its unit.
const DOSE_PARTS: &str = "l kg hr h hour hours actuation actuat act spray puff puffs dose doses inh drop day percent \
    each tsp vial";
/// Words for form, route, release and pack.
const FORMS: &str = "\
    tablet tablets tab tabs capsule capsules cap caps oral orally solution soln suspension susp liquid syrup \
    elixir concentrate powder granules packet packets pack reconstituted recon reconstitution inhaler inhalers \
    inhalation inhalant inhaled hfa aerosol aero metered dose mdi dpi nebulizer nebulization nebulized neb nebs \
    breath activated vial ampule injection injectable injector autoinjector auto auto-injector pen pen-injector \
    syringe prefilled pre-filled cartridge drop drops ophthalmic ophth otic eye ear nasal nose spray topical \
    cream ointment oint gel lotion shampoo foam patch transdermal film strip wafer lozenge suppository \
    suppositories rectal vaginal enema chewable chew chewables disintegrating disintegrate odt dispersible \
    dissolve rapid rapidly dissolving extended extended-release release er xr sr delayed delayed-release dr \
    enteric coated ec immediate ir sublingual sl buccal subcutaneous subq intramuscular im intravenous iv kit \
    usp sugar-free flavored per in";
/// Words for whom a product is made; in the name of a medicine they say nothing else.
const AGES: &str =
    "children's childrens children child infant's infants infant pediatric junior jr adult adults";
/// Salts and forms of a salt. After a mineral they are part of the ingredient: 'potassium chloride'.
const SALTS: &str = "\
    hydrochloride hcl sulfate sulphate sodium potassium phosphate acetate maleate citrate tartrate bitartrate \
    succinate fumarate mesylate besylate trihydrate monohydrate dihydrate anhydrous hydrobromide hbr bromide \
    chloride propionate furoate dipropionate nitrate gluconate calcium magnesium axetil ethylsuccinate stearate";
const MINERALS: &str = "sodium potassium calcium magnesium ferrous iron zinc lithium silver aluminum";

/// Returns whether a word is in a list of words separated by spaces.
fn is_among(word: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// The ingredients that a text names with a strength, or the text without strength, form, route and salt when they are not
/// known or it says more. `None` when it names no strength.
pub(in crate::search) fn without_dose(text: &str) -> Option<String> {
    let words = pieces(text);
    if !words.iter().enumerate().any(|(n, _)| is_strength(&words, n)) {
        return None;
    }
    let medicines = medicines(&words);
    let is_named = |n: usize| medicines.iter().any(|medicine| medicine.words.contains(&n));
    let kept: Vec<usize> = (0..words.len()).filter(|n| is_named(*n) || !is_additional(&words, *n)).collect();
    if kept.is_empty() {
        return None;
    }
    let is_medicine_alone = kept.iter().all(|n| is_named(*n));
    let has_ingredient = medicines.iter().any(|medicine| medicine.is_ingredient);
    let is_wanted = |n: &usize| {
        let own = medicines.iter().find(|medicine| medicine.words.contains(n));
        !is_medicine_alone || !has_ingredient || own.is_some_and(|medicine| medicine.is_ingredient)
    };
    let mut wanted: Vec<&str> = Vec::new();
    for word in kept.into_iter().filter(is_wanted).map(|n| words[n].as_str()) {
        if !wanted.contains(&word) {
            wanted.push(word);
        }
    }
    Some(wanted.join(" "))
}

/// The ingredients or brands in the name of a medicine, also when it has no strength; `None` when it names none that is known.
pub fn medicine_name(text: &str) -> Option<String> {
    without_dose(text).or_else(|| {
        let words = pieces(text);
        let medicines = medicines(&words);
        let is_additional = |n: usize| {
            medicines.iter().any(|medicine| medicine.words.contains(&n)) || is_additional(&words, n)
        };
        if medicines.is_empty() || !(0..words.len()).all(is_additional) {
            return None;
        }
        let is_wanted = |medicine: &&Medicine| medicine.is_ingredient;
        let wanted: Vec<&Medicine> = medicines.iter().filter(is_wanted).collect();
        let wanted = if wanted.is_empty() { medicines.iter().collect() } else { wanted };
        let name = |medicine: &&Medicine| words[medicine.words.clone()].join(" ");
        Some(wanted.iter().map(name).collect::<Vec<_>>().join(" "))
    })
}

/// A medicine that words name.
struct Medicine {
    words: std::ops::Range<usize>,
    /// It is named by its ingredient, not by a brand.
    is_ingredient: bool,
}

/// The words of a text in lower case, without brackets and commas; the ingredients of one medicine apart.
fn pieces(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}');
    let words = lower.split(is_separator).filter(|word| !word.is_empty());
    words.flat_map(ingredients).map(str::to_owned).collect()
}

/// The parts of a word such as 'amoxicillin/clavulanate' or 'mg-potassium'; the word itself if no part is a medicine or a salt.
fn ingredients(word: &str) -> Vec<&str> {
    let is_known = |name: &str| is_medicine(&fold(name)) || MedicineTable::built_in().number(name).is_some();
    let apart: Vec<&str> = parts(word).collect();
    let is_name = |part: &&str| is_known(part) || is_among(part, SALTS);
    match !is_known(&name_key(word)) && apart.iter().any(is_name) {
        true => apart,
        false => vec![word],
    }
}

fn medicines(words: &[String]) -> Vec<Medicine> {
    let table = MedicineTable::built_in();
    let mut found = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let longest = (1..=MAX_NAME_WORDS.min(words.len() - start)).rev().find_map(|length| {
            let name = name_key(&words[start..start + length].join(" "));
            table.number(&name).map(|number| (length, table.is_ingredient(number, &name)))
        });
        let is_single = is_medicine(&fold(&words[start])) || table.is_combined(&words[start]);
        let single = || is_single.then_some((1, true));
        match longest.or_else(single) {
            Some((length, is_ingredient)) => {
                found.push(Medicine { words: start..start + length, is_ingredient });
                start += length;
            }
            None => start += 1,
        }
    }
    found
}

/// The parts of a word between slashes and hyphens, such as those of `mg/5ml`.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['/', '-']).filter(|part| !part.is_empty())
}

/// The number at the beginning of a word, and what follows it.
fn split_number(word: &str) -> (&str, &str) {
    let end = word.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(word.len());
    word.split_at(end)
}

fn is_unit(text: &str) -> bool {
    is_among(text, DOSE_UNITS) || is_among(text, DOSE_PARTS)
}

/// Whether a word is a number, a unit of a dose, or both together: `100`, `mg/5`, `0.5mg/ml`.
fn is_dose(word: &str) -> bool {
    parts(word).all(|part| {
        let (number, unit) = split_number(part);
        (!number.is_empty() || is_unit(unit)) && (unit.is_empty() || is_unit(unit))
    })
}

/// Whether a word and the next are a number with a unit of a dose.
fn is_strength(words: &[String], n: usize) -> bool {
    let Some((number, unit)) = parts(&words[n]).next().map(split_number) else { return false };
    if number.is_empty() {
        return false;
    }
    let next = || words.get(n + 1).and_then(|word| parts(word).next());
    let unit = if unit.is_empty() { next().unwrap_or_default() } else { unit };
    is_among(unit, DOSE_UNITS) && is_dose(&words[n])
}

/// Whether a word adds to the name of a medicine: a strength, form, route, salt or age, or a sign.
fn is_additional(words: &[String], n: usize) -> bool {
    let word = words[n].as_str();
    let is_after_mineral = n > 0 && is_among(&words[n - 1], MINERALS) && !is_additional(words, n - 1);
    let is_salt = is_among(word, SALTS) && n > 0 && !is_after_mineral;
    let is_form = word.split('-').all(|part| is_among(part, FORMS)) || is_among(word, FORMS);
    !word.chars().any(char::is_alphanumeric) || is_dose(word) || is_form || is_among(word, AGES) || is_salt
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

#[cfg(test)]
mod medicine_names_tests {
    use super::*;

    #[test]
    fn only_the_ingredient_stays() {
        let check =
            |text: &str, expected: &str| assert_eq!(without_dose(text).as_deref(), Some(expected), "{text}");
        check("ibuprofen 100 mg/5 mL oral suspension", "ibuprofen");
        check("albuterol 90 mcg/actuation inhaler", "albuterol");
        check("amoxicillin 400 MG/5ML Oral Suspension", "amoxicillin");
        check("epinephrine 0.15 mg auto-injector", "epinephrine");
        check("ondansetron ODT 4 mg disintegrating tablet", "ondansetron");
        check("polyethylene glycol 3350 17 gram powder", "polyethylene glycol 3350");
        check("polyethylene glycol 3350 17 gram/dose oral powder", "polyethylene glycol 3350");
        check("albuterol 0.09 MG/ACTUAT Metered Dose Inhaler [ProAir]", "albuterol");
        check("ProAir HFA 90 mcg/actuation aerosol inhaler", "proair");
        check("Children's Motrin (ibuprofen) 100 mg/5 mL", "ibuprofen");
        check("cetirizine HCl 1 mg/mL oral solution", "cetirizine");
        check("methylphenidate HCl ER 18 mg 24 hr tablet", "methylphenidate");
        check("24 HR methylphenidate hydrochloride 18 MG Extended Release Oral Tablet", "methylphenidate");
        check("prednisolone sodium phosphate 15 mg/5 mL (3 mg/mL) oral solution", "prednisolone");
        check("amoxicillin 80 MG/ML / clavulanate 11.4 MG/ML Oral Suspension", "amoxicillin clavulanate");
        check("hydrocortisone 1 % topical cream", "hydrocortisone");
        check("500 mg tablet naproxen", "naproxen");
        check("zorpimab 40 mg/0.4 mL subcutaneous pen injector kit", "zorpimab");
        check("potassium chloride 20 mEq/15 mL oral liquid", "potassium chloride");
        check("amoxicillin-clavulanate 400-57 mg/5 mL oral suspension", "amoxicillin clavulanate");
        check("amoxicillin 400 mg-potassium clavulanate 57 mg/5 mL", "amoxicillin clavulanate");
        check("hydrocodone-acetaminophen 5-325 mg tablet", "hydrocodone acetaminophen");
        check("ipratropium-albuterol 0.5 mg-3 mg/3 mL", "ipratropium albuterol");
        check("lidocaine-prilocaine 2.5-2.5 % topical cream", "lidocaine prilocaine");
    }

    #[test]
    fn the_words_of_a_question_stay() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(without_dose(text).as_deref(), expected, "{text}")
        };
        check("ibuprofen 100 mg rash", Some("ibuprofen rash"));
        check("ibuprofen", None);
        check("albuterol inhaler", None);
        check("my 5 year old has a fever", None);
        check("", None);
    }

    #[test]
    fn a_name_without_a_strength_is_that_of_its_medicine() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(medicine_name(text).as_deref(), expected, "{text}")
        };
        check("Albuterol inhaler", Some("albuterol"));
        check("Zyrtec (cetirizine) oral solution", Some("cetirizine"));
        check("Amoxil chewable tablet", Some("amoxil"));
        check("amoxicillin/clavulanate", Some("amoxicillin clavulanate"));
        check("asthma inhaler", None);
        check("adverse effect of ibuprofen", None);
    }
}
