//! Codes of clinical terminologies: the systems, and the form that the codes of each have.

use crate::model::variant_names::variant_names;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Maximum number of codes of a citation. Source: contract section 10.2.
pub const MAX_CODES: usize = 50;
/// Most digits of an RxNorm concept unique identifier.
const MAX_RXCUI_DIGITS: usize = 8;
/// Most digits of a LOINC code before its check digit.
const MAX_LOINC_DIGITS: usize = 8;

variant_names! {
    /// A clinical terminology whose codes a citation may have. Source: contract section 10.2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum CodeSystem {
        /// ICD-10-CM, diagnoses (CDC, National Center for Health Statistics).
        Icd10cm = "icd10cm",
        /// ICD-9-CM, volumes 1 and 2, diagnoses (CDC, National Center for Health Statistics).
        Icd9cm = "icd9cm",
        /// SNOMED CT (SNOMED International).
        Snomed = "snomed",
        /// RxNorm, medicines (U.S. National Library of Medicine).
        Rxnorm = "rxnorm",
        /// LOINC, laboratory tests and observations (Regenstrief Institute).
        Loinc = "loinc",
    }
}

/// A code of a clinical terminology: `{"system": "icd10cm", "code": "J45.909", "display": "Asthma"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Code {
    /// The terminology.
    pub system: CodeSystem,
    /// The code, as [`CodeSystem::normalize`] returns it.
    pub code: String,
    /// What the code means, in words; at most 500 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

impl Code {
    /// Whether it is the same code of the same system, in whatever words.
    pub fn is_same(&self, other: &Code) -> bool {
        self.system == other.system && self.code == other.code
    }
}

impl CodeSystem {
    /// The name that its publisher uses.
    pub fn label(self) -> &'static str {
        match self {
            CodeSystem::Icd10cm => "ICD-10-CM",
            CodeSystem::Icd9cm => "ICD-9-CM",
            CodeSystem::Snomed => "SNOMED CT",
            CodeSystem::Rxnorm => "RxNorm",
            CodeSystem::Loinc => "LOINC",
        }
    }

    /// The system with this identifier, as other programs write it: its OID, FHIR URI, publisher's name, or our name. Case
    /// does not matter.
    pub fn from_identifier(identifier: &str) -> Option<CodeSystem> {
        let identifier = identifier.trim().to_ascii_lowercase();
        let identifier = identifier.strip_prefix("urn:oid:").unwrap_or(&identifier);
        CodeSystem::ALL.into_iter().find(|system| {
            [system.name(), system.oid()].contains(&identifier)
                || [system.uri(), system.label()].iter().any(|known| known.eq_ignore_ascii_case(identifier))
        })
    }

    /// Its object identifier in HL7 version 3. Source: HL7 OID registry.
    pub fn oid(self) -> &'static str {
        match self {
            CodeSystem::Icd10cm => "2.16.840.1.113883.6.90",
            CodeSystem::Icd9cm => "2.16.840.1.113883.6.103",
            CodeSystem::Snomed => "2.16.840.1.113883.6.96",
            CodeSystem::Rxnorm => "2.16.840.1.113883.6.88",
            CodeSystem::Loinc => "2.16.840.1.113883.6.1",
        }
    }

    /// Its URI in HL7 FHIR. Source: HL7 Terminology, 'Code Systems'.
    pub fn uri(self) -> &'static str {
        match self {
            CodeSystem::Icd10cm => "http://hl7.org/fhir/sid/icd-10-cm",
            CodeSystem::Icd9cm => "http://hl7.org/fhir/sid/icd-9-cm",
            CodeSystem::Snomed => "http://snomed.info/sct",
            CodeSystem::Rxnorm => "http://www.nlm.nih.gov/research/umls/rxnorm",
            CodeSystem::Loinc => "http://loinc.org",
        }
    }

    /// The code as it is stored: letters in upper case, ICD codes with their dot. The error says what was expected.
    ///
    /// Only the form is checked, not whether the code exists. Sources: ICD-10-CM and ICD-9-CM Official Guidelines for
    /// Coding and Reporting, section I.A; SNOMED CT Release File Specification, 'SCTID Representation' and 'Check-digit';
    /// RxNorm Technical Documentation, section 12 (RXCUI, at most 8 characters); LOINC Users' Guide, appendix 'Calculating
    /// mod 10 check digits'.
    pub fn normalize(self, code: &str) -> Result<String, &'static str> {
        let code = code.trim().to_ascii_uppercase();
        match self {
            CodeSystem::Icd10cm => icd10cm(&code).ok_or("Expected an ICD-10-CM code such as J45.909."),
            CodeSystem::Icd9cm => {
                icd9cm(&code).ok_or("Expected an ICD-9-CM code such as 493.90, V20.2 or E880.9.")
            }
            CodeSystem::Snomed if !is_number(&code, 6..=18) => {
                Err("Expected a SNOMED CT identifier of 6 to 18 digits.")
            }
            CodeSystem::Snomed if !has_verhoeff_check_digit(&code) => Err(
                "The last digit of this SNOMED CT identifier does not fit the others. Check for a typing error.",
            ),
            CodeSystem::Rxnorm if !is_number(&code, 1..=MAX_RXCUI_DIGITS) => {
                Err("Expected an RxNorm identifier of 1 to 8 digits.")
            }
            CodeSystem::Loinc if !is_loinc_form(&code) => Err("Expected a LOINC code such as 4548-4."),
            CodeSystem::Loinc if !has_mod_10_check_digit(&code) => {
                Err("The last digit of this LOINC code does not fit the others. Check for a typing error.")
            }
            CodeSystem::Snomed | CodeSystem::Rxnorm | CodeSystem::Loinc => Ok(code),
        }
    }
}

/// A letter, a digit, and one to five more letters or digits; the dot follows the third character.
fn icd10cm(code: &str) -> Option<String> {
    let plain = without_dot(code, 3)?;
    let bytes = plain.as_bytes();
    let has_form = (3..=7).contains(&bytes.len())
        && bytes[0].is_ascii_uppercase()
        && bytes[1].is_ascii_digit()
        && bytes[2..].iter().all(u8::is_ascii_alphanumeric);
    has_form.then(|| with_dot(&plain, 3))
}

/// Three to five digits, the first of which may be a V; or an E and three or four digits. The dot follows the third
/// character, after an E the fourth.
fn icd9cm(code: &str) -> Option<String> {
    let category = if code.starts_with('E') { 4 } else { 3 };
    let plain = without_dot(code, category)?;
    let digits = plain.strip_prefix(['V', 'E']).unwrap_or(&plain);
    let has_form = (category..=5).contains(&plain.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    has_form.then(|| with_dot(&plain, category))
}

/// The code without its dot, which is optional, but only allowed between the category and something after it.
fn without_dot(code: &str, category: usize) -> Option<String> {
    match code.split_once('.') {
        Some((before, after)) if before.len() == category && !after.is_empty() => {
            Some(format!("{before}{after}"))
        }
        Some(_) => None,
        None => Some(code.to_owned()),
    }
    .filter(|plain| plain.is_ascii())
}

fn with_dot(plain: &str, category: usize) -> String {
    match plain.split_at(category) {
        (whole, "") => whole.to_owned(),
        (category, detail) => format!("{category}.{detail}"),
    }
}

fn is_number(text: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    digits.contains(&text.len()) && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
}

/// Digits, a hyphen and one check digit.
fn is_loinc_form(code: &str) -> bool {
    code.split_once('-').is_some_and(|(number, check)| {
        is_number(number, 1..=MAX_LOINC_DIGITS)
            && check.len() == 1
            && check.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether the digits, the last of which is a check digit, sum up to a multiple of 10 when every second one from the right
/// is doubled.
fn has_mod_10_check_digit(code: &str) -> bool {
    let digits = code.bytes().rev().filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0'));
    let sum: u32 = digits
        .enumerate()
        .map(|(position, digit)| match (position % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) => doubled / 10 + doubled % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Whether the last digit is the check digit that Verhoeff's algorithm gives for the others (J. Verhoeff, Error Detecting
/// Decimal Codes, 1969): the product of the permuted digits in the dihedral group of order 10 is 0.
fn has_verhoeff_check_digit(number: &str) -> bool {
    let digits = number.bytes().rev().map(|b| b - b'0');
    let product =
        digits.enumerate().fold(0, |product, (position, digit)| dihedral(product, permuted(digit, position)));
    product == 0
}

/// The product in the dihedral group: 0 to 4 are rotations of a pentagon, 5 to 9 reflections.
fn dihedral(a: u8, b: u8) -> u8 {
    match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => 5 + (a + b) % 5,
        (false, true) => 5 + (a - b) % 5,
        (false, false) => (5 + a - b) % 5,
    }
}

/// The digit after Verhoeff's permutation was applied as often as its position from the right says.
fn permuted(digit: u8, position: usize) -> u8 {
    const ONCE: [u8; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    // The permutation has the order 8.
    (0..position % 8).fold(digit, |digit, _| ONCE[usize::from(digit)])
}

/// Removes what is not a code from the codes of an earlier state of a citation, in which code and system were any texts.
pub fn remove_earlier_texts(state: &mut Value) {
    let Some(codes) = state.get_mut("codes").and_then(Value::as_array_mut) else { return };
    codes.retain(|code| {
        let system = code["system"].as_str().and_then(CodeSystem::from_identifier);
        system.zip(code["code"].as_str()).is_some_and(|(system, text)| system.normalize(text).is_ok())
    });
    codes.truncate(MAX_CODES);
}

#[cfg(test)]
mod tests;
